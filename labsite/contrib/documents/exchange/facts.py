"""What the files of a member share: values, periods and texts as formats of other systems have them."""

from collections.abc import Collection
from typing import Any

from labsite.contrib.documents.parts import Bullets, Paragraph, Text, blocks_of
from labsite.modelling.periods import PartialDate
from people.models import Membership
from publications.models import Publication


def stated(value: Any, required: Collection[str] = ()) -> Any:
    """Return a value without what says nothing, but for the fields that a format requires."""
    if isinstance(value, dict):
        inner = {name: stated(each, required) for name, each in value.items()}
        return {name: each for name, each in inner.items() if each or name in required}
    return [each for row in value if (each := stated(row, required))] if isinstance(value, list) else value


def stated_period(row: Any) -> tuple[str, str, bool, str]:
    """Return start and end of a position, a degree, a project or a time in the lab, whether it is ongoing, and words.

    They are for formats in which a start without an end means that it lasts until now: what has no end that anybody
    knows, or is told in other precisions than they compare, has words instead.
    """
    is_ongoing = row.ongoing or (isinstance(row, Membership) and not row.end and not row.has_left)
    if is_ongoing and not row.start:
        return "", "", False, "present"
    if row.start and not (row.end or is_ongoing):
        return "", "", False, f"{row.start} – ?"
    if row.start and row.end and PartialDate(row.start).first > PartialDate(row.end).first:
        return "", "", False, f"{row.start} – {row.end}"
    return row.start, row.end, is_ongoing, ""


def texts_and_points(html: str, site: str) -> tuple[list[Text], list[Text]]:
    """Return the paragraphs of a Markdown text's HTML, and the points of its lists."""
    blocks = blocks_of(html, site)
    paragraphs = [block.text for block in blocks if isinstance(block, Paragraph)]
    return paragraphs, [item for block in blocks if isinstance(block, Bullets) for item in block.items]


def employer(row: Any) -> str:
    """Return where a position or a degree was, with the department, for formats that have one field for both."""
    return ", ".join(filter(None, [row.unit, row.organisation]))


def place_of(paper: Publication) -> str:
    """Return where a paper appeared and how far it is, in words."""
    where = paper.printed_in or (f"arXiv {paper.arxiv_id}" if paper.arxiv_id else "")
    return ", ".join(filter(None, [where, paper.standing]))
