"""What the files tell of a member: what everybody may know, fetched in queries whose number doesn't grow with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from labsite.contrib.documents.cv.career import positions_and_stays
from labsite.contrib.documents.cv.made_of import MadeOf
from labsite.contrib.documents.cv.publications import numbered
from labsite.contrib.documents.from_html import blocks_of
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.papers import papers_at
from labsite.contrib.documents.parts import Bullets, Paragraph, Text
from labsite.modelling.periods import PartialDate
from labsite.texts.email_addresses import is_email_address
from people.models import Award, ContactDetail, Membership, Person, ProfileLink
from people.profile import awards_of, services_of, talks_of
from publications.models import Publication, Talk
from services.models import Service, ServiceRole

Kind = ContactDetail.Kind


@dataclass(frozen=True)
class MemberFacts:
    """A member with the rows that a curriculum vitae is made of, in its order; ``sections`` are those to be shown.

    ``steps`` are positions and times in the lab, ``awards`` the member's own and ``awarded`` those of their papers.
    """

    person: Any
    sections: tuple[str, ...]
    lab: str
    emails: list[str]
    phones: list[str]
    address: str
    links: list[ProfileLink]
    steps: list[Any]
    awards: list[Award]
    awarded: list[Award]
    papers: list[Publication]
    talks: list[Talk]
    roles: list[ServiceRole]

    @property
    def homepage(self) -> str:
        return next((link.url for link in self.links if link.kind == ProfileLink.Kind.HOMEPAGE), "")


def facts_of(member: Person, site: str) -> MemberFacts:
    """Return what is known of a member and public."""
    choices = CVSettings.of(member).choices()
    data = MadeOf.of(member, site, choices)
    person = data.person
    details = [row for row in person.contact_details.all() if row.visibility == ContactDetail.Visibility.PUBLIC]
    values = {kind: [row.value for row in details if row.kind == kind and not row.is_former] for kind in Kind}
    won = awards_of(person.pk)
    return MemberFacts(
        person,
        choices.sections,
        data.lab.name,
        emails=list(filter(is_email_address, values[Kind.EMAIL])),
        phones=values[Kind.PHONE],
        address=" ".join(next(iter(values[Kind.ADDRESS]), "").split()),
        links=sorted((link for link in person.links.all() if link.url), key=ProfileLink.rank),
        steps=positions_and_stays(data),
        awards=[award for award in won if award.person_id == person.pk],
        awarded=[award for award in won if award.person_id != person.pk],
        papers=[*papers_at(each.key for each in numbered(person)).values()],
        talks=list(talks_of(person.pk)),
        roles=Service.by_role(services_of(person.pk)),
    )


@dataclass(frozen=True)
class StatedPeriod:
    """When something was, for formats in which a start without an end means that it lasts until now.

    What has no end that anybody knows, or is told in other precisions than they compare, has a ``text`` instead.
    """

    start: str = ""
    end: str = ""
    is_ongoing: bool = False
    text: str = ""

    @classmethod
    def of(cls, row: Any) -> "StatedPeriod":
        """Return the period of a position, a degree, a project or a time in the lab."""
        is_ongoing = row.ongoing or (isinstance(row, Membership) and not row.end and not row.has_left)
        if is_ongoing and not row.start:
            return cls(text="present")
        if row.start and not (row.end or is_ongoing):
            return cls(text=f"{row.start} – ?")
        if row.start and row.end and PartialDate(row.start).first > PartialDate(row.end).first:
            return cls(text=f"{row.start} – {row.end}")
        return cls(row.start, row.end, is_ongoing)


def texts_and_points(html: str, site: str) -> tuple[list[Text], list[Text]]:
    """Return the paragraphs of a Markdown text's HTML, and the points of its lists."""
    blocks = blocks_of(html, site)
    paragraphs = [block.text for block in blocks if isinstance(block, Paragraph)]
    return paragraphs, [item for block in blocks if isinstance(block, Bullets) for item in block.items]


def employer(row: Any) -> str:
    """Return where a position or a degree was, with the department, for formats that have one field for both."""
    return ", ".join(filter(None, [row.unit, row.organisation]))


def month_of(paper: Publication) -> str:
    """Return when a paper appeared as YYYY-MM, or YYYY."""
    return f"{paper.year}-{paper.month:02}" if paper.year and paper.month else str(paper.year or "")


def place_of(paper: Publication) -> str:
    """Return where a paper appeared and how far it is, in words."""
    where = paper.printed_in or (f"arXiv {paper.arxiv_id}" if paper.arxiv_id else "")
    return ", ".join(filter(None, [where, paper.standing]))


def address_of(paper: Publication, site: str) -> str:
    """Return where a paper can be read, or else its page here."""
    found = next((address for _, _, address in paper.public_links), paper.get_absolute_url())
    return f"{site}{found}" if found.startswith("/") else found


def runs(years: Iterable[int]) -> list[tuple[int, int]]:
    """Return years as spans of those in a row, the latest first."""
    spans: list[tuple[int, int]] = []
    for year in sorted(set(years), reverse=True):
        if spans and spans[-1][0] == year + 1:
            spans[-1] = (year, spans[-1][1])
        else:
            spans.append((year, year))
    return spans
