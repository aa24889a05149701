"""Publications: venues, papers with their authors, and talks."""

from .imports import Import, ImportedEntry
from .parts import Authorship, EarlierVersion, ExtraField, Identifier, Link
from .publication import Publication
from .talk import Talk, TalkOccasion
from .venue import Venue, VenueAlias
