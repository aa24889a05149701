"""What a CV is made of: the person with their rows, in the language of the CV, and their papers numbered by kind.

The oldest paper of a kind is [C1] and the newest stands first: so a number stays what it was when papers come, and
the first number says how many there are. Within a year those of a known month come last, in its order, else those
that were added last; the site's own order would renumber papers whenever one with an earlier title came.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

from django.db.models import F, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.papers import papers_at
from labsite.contrib.documents.parts import Span, Text, text
from labsite.modelling.publishing import with_public
from labsite.models import Lab
from labsite.texts.email_addresses import is_email_address
from people.models import ContactDetail, Membership, Person, ProfileLink
from people.models.career import latest_first, may_begin_alike
from people.profile import PersonFacts, attach_mentors, names_all
from publications.models import Publication
from publications.models.counts import group_of
from publications.models.publication import PlaceInLists

ROWS = ("memberships", "links", "contact_details", "positions", "education", "teaching", "references", "projects")
NBSP = "\N{NO-BREAK SPACE}"
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
    group: int | None  # the heading under which a list by year shows it
    is_selected: bool


@dataclass(frozen=True)
class CVFacts(PersonFacts):
    """A person with all rows that a CV tells of, the lab, and what was chosen; ``site`` completes addresses."""

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
            label, group = f"[{kind.letter}{counted[kind.letter]}]", group_of(paper.year, paper.status)
            labelled.append(Numbered(paper.pk, kind, label, group, paper.is_selected))
        return labelled[::-1]

    @cached_property
    def papers(self) -> list[Publication]:
        return [*papers_at(each.key for each in self.numbered).values()]

    def details(self, kind: str) -> list[str]:
        """Return the public addresses or numbers of a kind that are in use; of e-mail only those that mail reaches."""
        values = [row.value for row in self.contact_details if row.kind == kind and not row.is_former]
        return list(filter(is_email_address, values)) if kind == ContactDetail.Kind.EMAIL else values

    @property
    def address(self) -> str:
        return " ".join(next(iter(self.details(ContactDetail.Kind.ADDRESS)), "").split())

    @property
    def homepage(self) -> str:
        return next((link.url for link in self.person.shown_links if link.kind == ProfileLink.Kind.HOMEPAGE), "")

    def named(self, person: Any) -> Text:
        """Return somebody's name with their title, in the language of the page where it is known, and their page."""
        href = f"{self.site}{person.get_absolute_url()}" if person.has_page else ""
        titled = f"{person.honorific}{NBSP}{person.name}".strip()
        return text(Span(person.shown_name if person.native_name_is_first else titled, href))

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
