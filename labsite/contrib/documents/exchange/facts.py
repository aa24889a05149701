"""What the files tell of a member: what everybody may know, fetched in queries whose number doesn't grow with it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from labsite.contrib.documents.cv.facts import CVFacts
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.papers import papers_at
from labsite.contrib.documents.parts import Bullets, Paragraph, Text, blocks_of
from labsite.modelling.periods import PartialDate
from labsite.texts.email_addresses import is_email_address
from people.models import ContactDetail, Membership, Person, ProfileLink
from publications.models import Publication

Kind = ContactDetail.Kind


@dataclass(frozen=True)
class MemberFacts(CVFacts):
    """What is known of a member and public, with the sections that the member shows."""

    @classmethod
    def of_member(cls, member: Person, site: str) -> Self:
        return cls.of(member, site, CVSettings.of(member))

    @cached_property
    def papers(self) -> list[Publication]:
        return [*papers_at(each.key for each in self.numbered).values()]

    def details(self, kind: str) -> list[str]:
        """Return the addresses or numbers of a kind that are in use; those of e-mail only if mail reaches them."""
        values = [row.value for row in self.contact_details if row.kind == kind and not row.is_former]
        return list(filter(is_email_address, values)) if kind == Kind.EMAIL else values

    @property
    def address(self) -> str:
        return " ".join(next(iter(self.details(Kind.ADDRESS)), "").split())

    @property
    def homepage(self) -> str:
        return next((link.url for link in self.links if link.kind == ProfileLink.Kind.HOMEPAGE), "")


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
