"""Two rows that are one thing become one row: all that leads to either leads to it, old addresses too."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import CharField, TextField
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry
from people.models import Person
from publications.citations.identifiers import arxiv_in
from publications.models import EarlierVersion, Identifier, Publication, Venue

from .merge_plan import MergePlan, editable_fields

TWO_LOGINS = _(
    "Each has a login, but one person can have only one. Open the person whose login is no longer used, remove it "
    "under “Address and account”, and come back."
)

# Other spellings, aliases, earlier versions, identifiers and former addresses hold what loses here.
KEPT_ELSEWHERE = {
    *("name", "given_name", "family_name", "native_name", "native_language"),
    *("acronym", "title", "status", "arxiv_id", "doi", "slug"),
}


@dataclass(frozen=True)
class Decision:
    """Which of two rows stays, and with which values and authors."""

    kept: Any
    gone: Any
    values: dict[str, Any] = field(default_factory=dict)
    authors: str = "kept"  # or "gone" or "both": a paper's


def objection(one: Any, other: Any) -> str:
    """Return in plain words why two rows can't be merged, or nothing."""
    if one == other:
        return gettext("These two have already been merged.")
    return str(TWO_LOGINS) if getattr(one, "login_id", None) and getattr(other, "login_id", None) else ""


def merge(decision: Decision) -> list[str]:
    """Merge, inside a step of the history; return in words what could not be kept."""
    kept = decision.kept
    texts: list[Any] = [each for each in editable_fields(type(kept)) if isinstance(each, CharField | TextField)]
    texts = [each for each in texts if each.name not in KEPT_ELSEWHERE]
    before = [(each, str(getattr(row, each.name))) for row in (kept, decision.gone) for each in texts]
    left_out = MERGES[type(kept)](decision)
    words = gettext("%(field)s: %(value)s")
    gone = ((each.verbose_name, text) for each, text in before if text not in str(getattr(kept, each.name)))
    return [*(words % {"field": name, "value": text} for name, text in gone), *left_out]


def _absorb(decision: Decision, **values: Any) -> list[str]:
    kept, gone = decision.kept, decision.gone
    plan = MergePlan(kept, gone, decision.values | values)
    kept.former_slugs = f" {kept.former_slugs} {gone.slug} {gone.former_slugs} "
    plan.apply()
    return plan.all_left_out()


def _merge_people(decision: Decision) -> list[str]:
    """Merge people; every paper goes on printing the name that it prints now."""
    kept, gone = decision.kept, decision.gone
    old_name, name = kept.name, decision.values.get("name", kept.name)
    twice = gone.authorships.filter(publication__in=kept.publications.values("pk")).select_related("person")
    names = [kept.name, gone.name, kept.native_name, gone.native_name, *(row.display_name for row in twice)]
    for person in (kept, gone):
        if person.name != name:
            for row in person.authorships.filter(printed_name=""):
                row.printed_name = person.name
                row.save()
    for theirs in registry.belonging_to(Person):
        for row in getattr(gone, theirs.relation).all():
            if hasattr(row, "slug"):  # it gets an address that is free among the other's
                row.person = kept
                row.save()
    left_out = _absorb(decision, login=kept.login or gone.login)
    _remember_names(kept.name_variants, names, (kept.name, kept.native_name))
    if kept.name != old_name:
        for row in kept.authorships.all():
            row.save()  # the name is part of its folded text
    return left_out


def _merge_venues(decision: Decision) -> list[str]:
    kept, gone = decision.kept, decision.gone
    names = [kept.acronym, kept.name, gone.acronym, gone.name]
    left_out = _absorb(decision)
    _remember_names(kept.aliases, names, (kept.acronym, kept.name))
    return left_out


def _remember_names(variants: Any, names: Iterable[str], own: tuple[str, ...]) -> None:
    """Write down as variants of a row's name those by which it doesn't go itself."""
    variants.filter(name__in=own).delete()
    for name in dict.fromkeys(names):
        if name and name not in own:
            variants.get_or_create(name=name)


class PrintedVersion(NamedTuple):
    """How a paper was printed: the title, who wrote it, where, and its arXiv id."""

    title: str
    authors: tuple[str, ...]
    status: str
    arxiv_id: str
    is_preprint: bool

    def says_more_than(self, other: "PrintedVersion") -> bool:
        other_words = (self.title, self.authors) != (other.title, other.authors)
        other_id = self.arxiv_id not in ("", other.arxiv_id)
        return other_words or other_id or (self.is_preprint and not other.is_preprint)


def version_of(paper: Publication) -> PrintedVersion:
    """Return how a paper is printed, with its status as an earlier version says it: Preprint, 2023 or NSDI 2024."""
    names = tuple(row.display_name for row in paper.authorships.select_related("person").order_by("order", "pk"))
    is_preprint = Publication.Kind.PREPRINT in (paper.kind, paper.status)
    where = "Preprint" if is_preprint else paper.venue.short_name if paper.venue else ""
    status = (", " if is_preprint else " ").join(filter(None, [where, str(paper.year or "")]))
    return PrintedVersion(paper.title, names, status, paper.arxiv_id, is_preprint)


def _merge_papers(decision: Decision) -> list[str]:
    """Merge papers; how they were printed before stays as earlier versions, and so does the other DOI."""
    kept, gone = decision.kept, decision.gone
    versions, dois = [version_of(kept), version_of(gone)], [kept.doi, gone.doi]
    _settle_authors(kept, gone, decision.authors)
    left_out = _absorb(decision)
    now = version_of(kept)
    for version in versions:
        if version.says_more_than(now):
            earlier, _ = EarlierVersion.objects.get_or_create(publication=kept, title=version.title)
            authors = "" if version.authors == now.authors else ", ".join(version.authors)
            earlier.authors = earlier.authors or authors
            earlier.status = earlier.status or version.status
            earlier.arxiv_id = earlier.arxiv_id or version.arxiv_id
            earlier.save()
    for doi in dois:
        if doi and doi.casefold() != kept.doi.casefold() and not arxiv_in(doi):
            Identifier.objects.get_or_create(publication=kept, scheme=Identifier.Scheme.DOI, value=doi)
    return left_out


def _settle_authors(kept: Publication, gone: Publication, choice: str) -> None:
    """Leave on the two papers only the authors that the merged one has: those of one of them, or of ``both``."""
    ours, theirs = ({row.person_id: row for row in paper.authorships.all()} for paper in (kept, gone))
    chosen, others = (theirs, ours) if choice == "gone" else (ours, theirs)
    last = max((row.order for row in chosen.values()), default=0)
    for person, row in others.items():
        if person in chosen:
            row.order, row.printed_name = chosen[person].order, chosen[person].printed_name
            row.save()
        elif choice == "both":
            row.order += last
            row.save()
        else:
            row.delete()


MERGES = {Person: _merge_people, Publication: _merge_papers, Venue: _merge_venues}
