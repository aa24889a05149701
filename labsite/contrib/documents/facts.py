"""What documents and other formats are made of: a member with their rows, and how papers, periods and texts are said.

Papers are numbered by kind. The oldest paper of a kind is [C1] and the newest stands first: so a number stays what it
was when papers come, and the first number says how many there are. Within a year those of a known month come last, in
its order, else those that were added last; the site's own order would renumber papers whenever one with an earlier
title came.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

from django.db.models import F, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from labsite.contrib.documents.lists.references import references_of
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.parts import Bullets, Paragraph, Span, Text, blocks_of, filled, joined, text
from labsite.modelling.periods import PartialDate
from labsite.modelling.publishing import with_public
from labsite.models import Lab
from labsite.texts.email_addresses import is_email_address
from labsite.texts.plain_text import lines_of
from people.models import Award, ContactDetail, Membership, Person, ProfileLink
from people.models.career import latest_first, may_begin_alike
from people.profile import attach_mentors, names_all
from publications.citations.identifiers import arxiv_url
from publications.models import Authorship, Publication
from publications.models.parts import legend
from publications.models.publication import PlaceInLists

BETWEEN, NBSP = " · ", "\N{NO-BREAK SPACE}"
MIN_LEFT_OUT = 2  # authors: of one alone the name is as short as the words for it


def papers_at(keys: Iterable[int]) -> dict[int, Publication]:
    """Return papers by these keys, in their order. Whether they are public is asked before."""
    return {row.pk: row for row in Publication.objects.as_rows(keys)}


def appeared(year: int | None, month: int | None) -> str:
    """Return when a paper appeared as a partial date."""
    return f"{year:04}-{month:02}" if year and month else f"{year:04}" if year else ""


def address_of(paper: Publication, site: str) -> str:
    """Return where a paper can be read, or else its page here."""
    address = next((each for _kind, _name, each in paper.public_links), paper.get_absolute_url())
    return f"{site}{address}" if address.startswith("/") else address


def paper_lines(
    paper: Publication, site: str, person: Person | None = None, max_authors: int = 0, has_links: bool = True
) -> tuple[Text, ...]:
    """Return what a reader looks for in a paper, a line each; the names of ``person`` are strong, else its title.

    Its title leads to its page; where it ``has_links`` its identifiers and pages elsewhere are said too.
    """
    title = Span(paper.title, f"{site}{paper.get_absolute_url()}", is_strong=not person)
    lines = (text(title), authors(paper.authorships.all(), person, max_authors), where(paper, site, has_links))
    return tuple(filter(None, lines))


def lines_in_style(papers: Sequence[Publication], site: str, person: Person, style: str) -> list[tuple[Text, ...]]:
    """Return each paper as a reference in one of the STYLES of citations, with what these leave out."""
    references = references_of(papers, style, person, site)
    lines = []
    for paper, reference in zip(papers, references, strict=True):
        rows = list(paper.authorships.all())
        places = [number for number, row in enumerate(rows, 1) if row.person_id == person.pk]
        own: Text = ()
        if places and not any(span.is_strong for span in reference):  # the person is among “et al.”
            words = _("%(name)s is author %(place)s of %(n)s")
            words %= {"name": "%(name)s", "place": places[0], "n": len(rows)}
            own = filled(words, name=Span(rows[places[0] - 1].display_name, is_strong=True))
        left_out = joined((own, *_remarks(paper)), BETWEEN)
        lines.append(tuple(filter(None, (reference, left_out))))
    return lines


def authors(authorships: Iterable[Authorship], person: Person | None = None, max_authors: int = 0) -> Text:
    """Return the authors as the paper prints them, with their marks; those of ``person`` are strong.

    Of more than ``max_authors``, if that isn't 0, the first are named, and the person wherever they stand.
    """
    rows, own = list(authorships), person.pk if person else None
    names = [
        text(Span(row.display_name, is_strong=row.person_id == own), Span(row.marks(person), is_raised=True))
        for row in rows
    ]
    shown = [index for index, row in enumerate(rows) if index < max_authors or row.person_id == own]
    left_out = len(rows) - len(shown)
    if not max_authors or left_out < MIN_LEFT_OUT:
        return joined(names)
    listed: list[Text] = []
    for index in shown:
        listed += [text("…")] if index and index - 1 not in shown else []
        listed.append(names[index])
    more = ngettext("and %(n)s more", "and %(n)s more", left_out) % {"n": left_out}
    return joined((*listed, text(more.replace(" ", NBSP))))


def marks_legend(papers: Iterable[Publication], person: Person | None = None) -> Text:
    """Return what the marks behind the authors' names of these papers mean, nothing without any."""
    meanings = legend(papers, person)
    return joined((text(f"{sign}{NBSP}{meaning}") for sign, meaning in meanings), BETWEEN)


def where(paper: Publication, site: str = "", has_links: bool = True) -> Text:
    """Return where and when a paper appeared, how far it is, what it was awarded, and where else to find it."""
    comma = pgettext("between the parts of a reference", ", ")
    is_preprint = paper.kind == Publication.Kind.PREPRINT
    printed, acronym = paper.printed_in, paper.venue.acronym if paper.venue else ""
    if printed and acronym and acronym not in printed:  # by which the field knows it
        printed = f"{printed} ({acronym})"
    issue = Span(paper.issue, arxiv_url(paper.arxiv_id) if is_preprint and paper.arxiv_id else "")
    year = paper.date if paper.date and paper.date not in printed else ""
    venue = joined((text(Span(printed, is_emphasised=True)), text(issue), text(year)), comma)
    standing = paper.standing  # how far it is, or what it is where neither that nor the place says it
    if not standing and paper.kind == Publication.Kind.POSTER:
        standing = _("Poster")
    elif not standing and is_preprint and not paper.arxiv_id:
        standing = _("Preprint")
    # Identifiers, which a reader of paper can type, and the words for other pages.
    identifiers = {"doi": f"doi:{paper.doi}", "arxiv": f"arXiv:{paper.arxiv_id}"}
    links = [
        text(Span(identifiers.get(kind, name), f"{site}{address}" if address.startswith("/") else address))
        for kind, name, address in (paper.public_links if has_links else ())
        if not (kind == "arxiv" and is_preprint)
    ]
    return joined((venue, text(standing), *_remarks(paper), *links), BETWEEN)


def _remarks(paper: Publication) -> Iterable[Text]:
    """Yield what it was awarded, and what else is said of it."""
    yield from (text(Span(award.title, is_strong=True)) for award in paper.awards.all())
    yield from (text(note) for note in lines_of(paper.notes) if paper.shows_notes)


ROWS = ("memberships", "links", "contact_details", "positions", "education", "teaching", "references", "projects")
Kind, Status = Publication.Kind, Publication.Status
NOT_OUT = (Status.SUBMITTED, Status.PREPRINT)


@dataclass(frozen=True)
class PaperKind:
    """Kinds of papers that are counted together, under one heading and with one letter."""

    letter: str
    heading: str | Promise
    kinds: tuple[str, ...]


PREPRINTS = PaperKind("P", gettext_lazy("Preprints and papers in submission"), (Kind.PREPRINT,))
UNSTATED = PaperKind("", gettext_lazy("Papers"), ("",))
# What becomes of the larger of these two if there are papers of unstated kind.
MIXED = (
    PaperKind("J", gettext_lazy("Journal articles and other papers"), (Kind.JOURNAL, "")),
    PaperKind("C", gettext_lazy("Conference and other papers"), (Kind.CONFERENCE, "")),
)
PAPER_KINDS = (
    PaperKind("J", gettext_lazy("Journal articles"), (Kind.JOURNAL,)),
    PaperKind("C", gettext_lazy("Conference papers"), (Kind.CONFERENCE,)),
    PaperKind("W", gettext_lazy("Workshop papers"), (Kind.WORKSHOP,)),
    UNSTATED,
    PaperKind("B", gettext_lazy("Books and book chapters"), (Kind.BOOK, Kind.CHAPTER)),
    PaperKind("T", gettext_lazy("Theses"), (Kind.THESIS,)),
    PREPRINTS,
    PaperKind("A", gettext_lazy("Posters and abstracts"), (Kind.POSTER,)),
    PaperKind("R", gettext_lazy("Technical reports"), (Kind.REPORT,)),
    PaperKind("S", gettext_lazy("Software"), (Kind.SOFTWARE,)),
    PaperKind("D", gettext_lazy("Datasets"), (Kind.DATASET,)),
    PaperKind("O", gettext_lazy("Other publications"), (Kind.OTHER,)),
)


class Numbered(NamedTuple):
    """A paper by its key, with the kind that it is counted among and its number there, as in [C1]."""

    key: int
    kind: PaperKind
    label: str
    year: int | None
    status: str
    is_selected: bool


@dataclass(frozen=True)
class CVFacts:
    """A person with all rows that a CV tells of, the lab, and what was chosen; ``site`` completes addresses."""

    person: Any
    lab: Any
    site: str
    choices: CVSettings

    @classmethod
    def of(cls, person: Person, site: str, choices: CVSettings | None = None) -> Self:
        """Fetch all of it anew: it says what it does in the present language, and isn't to be saved."""
        lab = Lab.objects.current()
        member = with_public(Person.objects.filter(pk=person.pk), *ROWS).get()
        lab.in_page_language([lab, member, *member.projects.all()])
        attach_mentors([*member.positions.all(), *member.education.all()], member.references.all())
        return cls(member, lab, site.rstrip("/"), choices or CVSettings.of(person))

    @cached_property
    def steps(self) -> list[Any]:
        """Their positions, and in their places their times in the lab that these don't say."""

        def rank(step: Any) -> tuple[bool, tuple[int, ...]]:
            return not step.ongoing, latest_first(step.start)

        steps, today = list(self.person.positions.all()), timezone.localdate()
        for stay in other_stays(self.person, self.lab.name):
            stay.ongoing = bool(stay.start) and not stay.end and stay.is_current(today)  # as far as anybody knows
            behind = (index for index, step in enumerate(steps) if rank(step) > rank(stay))
            steps.insert(next(behind, len(steps)), stay)
        return steps

    @cached_property
    def awards(self) -> list[Award]:
        """Their own and those of their papers."""
        return [*with_public(Award.objects.won_by(self.person.pk), "publications")]

    @cached_property
    def numbered(self) -> list[Numbered]:
        """All their published papers, the newest first: one query, whatever is shown of them."""
        year = Coalesce("year", PlaceInLists("status", F("year")))
        papers: Any = Publication.objects.published().by(self.person, are_many=False)
        papers = papers.order_by(year, Coalesce("month", Value(0)), "pk")
        rows = list(papers.values_list("pk", "kind", "status", "year", "is_selected", named=True))
        numbers = Counter(paper.kind for paper in rows if paper.status not in NOT_OUT)
        # Those of unstated kind stand with what most others are.
        mixed = max(MIXED, key=lambda kind: numbers[kind.kinds[0]])
        kinds = (mixed, *PAPER_KINDS) if numbers[""] and numbers[mixed.kinds[0]] else PAPER_KINDS
        counted: Counter[str] = Counter()
        labelled = []
        for paper in rows:
            is_out = paper.status not in NOT_OUT
            kind = next(each for each in kinds if paper.kind in each.kinds) if is_out else PREPRINTS
            counted[kind.letter] += 1
            label = f"[{kind.letter}{counted[kind.letter]}]"
            labelled.append(Numbered(paper.pk, kind, label, paper.year, paper.status, paper.is_selected))
        return labelled[::-1]

    @cached_property
    def papers(self) -> list[Publication]:
        return [*papers_at(each.key for each in self.numbered).values()]

    def details(self, kind: str) -> list[str]:
        """Return the public addresses or numbers of a kind that are in use; of e-mail only those that mail reaches."""
        rows = (row for row in self.person.public_details if row.kind == kind and not row.is_former)
        values = [" ".join(row.value.split()) for row in rows]
        return list(filter(is_email_address, values)) if kind == ContactDetail.Kind.EMAIL else values

    @property
    def homepage(self) -> str:
        return next((link.url for link in self.person.shown_links if link.kind == ProfileLink.Kind.HOMEPAGE), "")

    def named(self, person: Any) -> Text:
        """Return somebody's name with their title, in the language of the page where it is known, and their page."""
        href = f"{self.site}{person.get_absolute_url()}" if person.has_page else ""
        first, _other = person.both_names
        titled = f"{person.honorific}{NBSP}{person.name}".strip()
        return text(Span(titled if first == person.name else first, href))

    def link(self, words: str, path: str, is_strong: bool = False) -> Span:
        """Return words that lead to a page of the site."""
        return Span(words, f"{self.site}{path}", is_strong)


def other_stays(person: Person, lab: str) -> list[Membership]:
    """Return the times in the lab with a date, without those that a position or a degree tells of.

    It does if it names the lab or the role, and may have begun then.
    """
    steps: list[Any] = [*person.positions.all(), *person.education.all()]

    def is_told(stay: Membership) -> bool:
        then = [step for step in steps if may_begin_alike(step.start, stay.start)]
        return any(
            names_all(f"{step.organisation} {step.unit}", lab)
            or any(names_all(step.title, role) for role in stay.role_names)
            for step in then
        )

    return [stay for stay in person.memberships.all() if (stay.start or stay.end) and not is_told(stay)]


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
