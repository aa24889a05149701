"""What of a record is known already: its authors, its venue, the paper itself. Nothing here writes anything.

Each part asks the database for what it needs with a constant number of queries, however many the records and their
authors are, and then works on plain data.
"""

from .duplicates import Duplicate, Likely, find_duplicates
from .marks import Marks, without_marks
from .people import AuthorMatch, Reason, match_authors, match_names
from .venue_names import plain_name
from .venues import NewVenue, VenueMatch, match_venues

__all__ = [
    "AuthorMatch",
    "Duplicate",
    "Likely",
    "Marks",
    "NewVenue",
    "Reason",
    "VenueMatch",
    "find_duplicates",
    "match_authors",
    "match_names",
    "match_venues",
    "plain_name",
    "without_marks",
]
