"""The papers of a CV: numbered by kind, as the field cites them, and selected for a short one.

The oldest paper of a kind is [C1] and the newest stands first: so a number stays what it was when papers come, and
the first number says how many there are. Within a year those of a known month come last, in its order, else those
that were added last; the site's own order would renumber papers whenever one with an earlier title came.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, Value
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from labsite.contrib.documents.cv.facts import CVFacts
from labsite.contrib.documents.lists.styles import STYLES
from labsite.contrib.documents.papers import lines_in_style, marks_legend, paper_lines, papers_at
from labsite.contrib.documents.parts import Block, DocumentEntry, DocumentSection, Entries, joined, text
from people.models import Person
from publications.models import Publication
from publications.models.counts import IN_PROGRESS, group_of
from publications.models.publication import PlaceInLists

MIN_SELECTED, MAX_SELECTED = 6, 10  # papers in a short CV, unless the person chose them
Kind, Status = Publication.Kind, Publication.Status


@dataclass(frozen=True)
class PaperKind:
    """Kinds of papers that are counted together, under one heading and with one letter."""

    letter: str
    heading: str | Promise
    kinds: tuple[str, ...]


PREPRINTS = PaperKind("P", gettext_lazy("Preprints and papers in submission"), (Kind.PREPRINT,))
UNSTATED = PaperKind("F", gettext_lazy("Further papers"), ("",))
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
NO_PAPER_YET = (Status.SUBMITTED, Status.PREPRINT)


class Numbered(NamedTuple):
    """A paper by its key, with the kind that it is counted among and its number there."""

    key: int
    kind: PaperKind
    number: int
    group: int | None  # the heading under which a list by year shows it
    is_selected: bool

    @property
    def label(self) -> str:
        return f"[{self.kind.letter}{self.number}]"


def kind_of(kind: str, status: str) -> PaperKind:
    """Return what a paper is counted among; of what kind nobody says it is, is told apart."""
    if status in NO_PAPER_YET:
        return PREPRINTS
    return next(each for each in PAPER_KINDS if kind in each.kinds)


def numbered(person: Person) -> list[Numbered]:
    """Return all published papers of a person, the newest first: one query, whatever is shown of them."""
    year = Coalesce("year", PlaceInLists("status", F("year")))
    papers = Publication.objects.published().by(person, are_many=False)
    papers = papers.order_by(year, Coalesce("month", Value(0)), "pk")
    counted: Counter[str] = Counter()
    labelled = []
    for key, kind, status, its_year, is_selected in papers.values_list("pk", "kind", "status", "year", "is_selected"):
        among = kind_of(kind, status)
        counted[among.letter] += 1
        group = group_of(its_year, status)
        labelled.append(Numbered(key, among, counted[among.letter], group, is_selected))
    return labelled[::-1]


def publications(data: CVFacts, papers: list[Numbered]) -> DocumentSection:
    """Their papers by kind or by year; in a short CV those selected, and how many there are."""
    shown = _selected(papers, data.choices.selected) if data.choices.is_short else papers
    by_pk = papers_at(each.key for each in shown)
    choices, note = data.choices, text()
    if choices.style in STYLES:
        lines = lines_in_style([*by_pk.values()], data.site, data.person, choices.style)
    else:
        options = (data.site, data.person, choices.max_authors, not choices.is_short)
        lines = [paper_lines(paper, *options) for paper in by_pk.values()]
        note = marks_legend(by_pk.values(), data.person)
    by_key = dict(zip(by_pk, lines, strict=True))
    rows = [(each, DocumentEntry(each.label, by_key[each.key])) for each in shown if each.key in by_key]
    if len(shown) == len(papers):
        return DocumentSection("publications", _("Publications"), *_grouped(rows, data.choices.by_year), note)
    total = ngettext("%(n)s publication in all", "%(n)s publications in all", len(papers)) % {"n": len(papers)}
    block = Entries(tuple(entry for _each, entry in rows))
    return DocumentSection(
        "publications", _("Selected publications"), (block,), note=joined((text(total), note), " · ")
    )


def _selected(papers: list[Numbered], chosen: Collection[int]) -> list[Numbered]:
    """Return the papers that a person chose, else those that editors selected, filled up with the newest."""
    if own := [each for each in papers if each.key in chosen]:
        return own
    selected = [each for each in papers if each.is_selected][:MAX_SELECTED]
    others = [each for each in papers if not each.is_selected and each.kind is not PREPRINTS]
    shown = [*selected, *others[: max(0, MIN_SELECTED - len(selected))]]
    return [each for each in papers if each in shown]


Rows = list[tuple[Numbered, DocumentEntry]]


def _grouped(rows: Rows, by_year: bool) -> tuple[tuple[Block, ...], tuple[DocumentSection, ...]]:
    """Return the papers under headings by year or by kind, of articles and conference papers first that of which
    there are more; without any where nothing would be told apart by them.
    """
    groups: list[tuple[str, str, list[DocumentEntry]]] = []
    if by_year:
        for group in sorted({each.group for each, _entry in rows}, key=lambda group: -(group or 0)):
            heading = _("In progress") if group == IN_PROGRESS else str(group or _("Undated"))
            groups.append((str(group or 0), heading, [entry for each, entry in rows if each.group == group]))
    else:
        main = sorted(PAPER_KINDS[:2], key=lambda kind: -sum(each.kind is kind for each, _entry in rows))
        for kind in (*main, *PAPER_KINDS[2:]):
            groups.append((kind.letter, str(kind.heading), [entry for each, entry in rows if each.kind is kind]))
    parts = tuple(
        DocumentSection(f"publications-{name}", heading, (Entries(tuple(listed)),))
        for name, heading, listed in groups
        if listed
    )
    if len(parts) == 1 and parts[0].name == f"publications-{UNSTATED.letter}":
        return parts[0].blocks, ()
    return (), parts
