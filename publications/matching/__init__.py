"""Whether two papers, people or venues are the same, alike or different: the one answer that everything asks for.

Forms that add papers, imports, movers and the page of duplicates compare fingerprints by the same thresholds, which
stand at the head of papers, people and venues. Nothing here writes anything, and each part asks the database for what
it needs with a constant number of queries, however many the records and their authors are.
"""

from .known_papers import Duplicate, KnownPapers, PaperIndex, find_duplicates, known_papers
from .marks import Marks, without_marks
from .papers import Likely, PaperFingerprint
from .people import AuthorMatch, Reason, match_authors, match_names
from .venue_names import plain_name
from .venues import NewVenue, VenueMatch, match_venues

__all__ = [
    "AuthorMatch",
    "Duplicate",
    "KnownPapers",
    "Likely",
    "Marks",
    "NewVenue",
    "PaperFingerprint",
    "PaperIndex",
    "Reason",
    "VenueMatch",
    "find_duplicates",
    "known_papers",
    "match_authors",
    "match_names",
    "match_venues",
    "plain_name",
    "without_marks",
]
