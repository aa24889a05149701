"""Publications: venues, papers with their authors, and talks."""

from .authorship import Authorship
from .earlier_version import EarlierVersion
from .link import Link
from .publication import Publication
from .talk import Talk, TalkOccasion
from .venue import Venue, VenueAlias

__all__ = [
    "Authorship",
    "EarlierVersion",
    "Link",
    "Publication",
    "Talk",
    "TalkOccasion",
    "Venue",
    "VenueAlias",
]
