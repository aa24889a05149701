"""Publications: venues, papers with their authors, and talks."""

from .authorship import Authorship
from .imports import Import, ImportedEntry
from .link import Link
from .publication import EarlierVersion, Publication
from .source_data import ExtraField, Identifier
from .talk import Talk, TalkOccasion
from .venue import Venue, VenueAlias

__all__ = [
    "Authorship",
    "EarlierVersion",
    "ExtraField",
    "Identifier",
    "Import",
    "ImportedEntry",
    "Link",
    "Publication",
    "Talk",
    "TalkOccasion",
    "Venue",
    "VenueAlias",
]
