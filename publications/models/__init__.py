"""Publications: venues, papers with their authors, and talks."""

from .authorship import Authorship
from .earlier_version import EarlierVersion
from .imports import Import, ImportedEntry
from .link import Link
from .publication import Publication
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
