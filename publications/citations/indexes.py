"""Indexes of papers that a title can be looked for at."""

from typing import NamedTuple
from urllib.parse import quote_plus


class PaperIndex(NamedTuple):
    """An index by its name, and the address of a search there, up to what is looked for."""

    name: str
    search: str

    def address(self, title: str) -> str:
        """Return where a title is looked for."""
        return self.search + quote_plus(" ".join(title.translate(OPERATORS).split()))


OPERATORS = str.maketrans(",|!", "   ")  # between filters of OpenAlex, and within them
INDEXES = {
    "semantic-scholar": PaperIndex("Semantic Scholar", "https://www.semanticscholar.org/search?q="),
    "google-scholar": PaperIndex("Google Scholar", "https://scholar.google.com/scholar?q="),
    "openalex": PaperIndex("OpenAlex", "https://openalex.org/works?page=1&filter=default.search:"),
}
