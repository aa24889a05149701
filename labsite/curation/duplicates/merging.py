"""Two rows that are one thing become one row: all that leads to either leads to it, old addresses too."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import CharField, TextField

from people.models import NameVariant, Person
from publications.citations.identifiers import arxiv_in
from publications.models import EarlierVersion, Identifier, Publication, Venue, VenueAlias

from .merge_plan import apply, editable_fields, merge_plan

TWO_LOGINS = (
    "Both have a login of their own, and one person can sign in with one only. Open the one that is no longer "
    "used, take the login away under “Address and account”, and come back."
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
        return "These two are one already."
    return TWO_LOGINS if getattr(one, "login_id", None) and getattr(other, "login_id", None) else ""


def merge(decision: Decision) -> list[str]:
    """Merge, inside a step of the history; return in words what could not be kept."""
    said = _said(decision.kept), _said(decision.gone)
    words = MERGES[type(decision.kept)](decision)
    return [*_unsaid(said, decision.kept), *words]


def _said(row: Any) -> dict[Any, str]:
    return {field: str(getattr(row, field.name)) for field in editable_fields(type(row)) if _is_words(field)}


def _is_words(field: Any) -> bool:
    return not field.is_relation and field.name not in KEPT_ELSEWHERE and isinstance(field, CharField | TextField)


def _unsaid(said: tuple[dict[Any, str], ...], kept: Any) -> list[str]:
    """Say which words of either row the merged one doesn't have, as somebody decided."""
    return [
        f"{field.verbose_name}: {text}"
        for texts in said
        for field, text in texts.items()
        if text not in str(getattr(kept, field.name))
    ]


def _absorb(decision: Decision) -> list[str]:
    kept, gone = decision.kept, decision.gone
    it = merge_plan(kept, gone)
    it.values = dict(decision.values)
    kept.former_slugs = f" {kept.former_slugs} {gone.slug} {gone.former_slugs} "
    apply(it)
    return it.all_left_out()


def _merge_people(decision: Decision) -> list[str]:
    kept, gone = decision.kept, decision.gone
    values = decision.values | {"login": kept.login or gone.login}
    old_name, spelt = kept.name, _spellings_of_people(kept, gone)
    _keep_printed_names(kept, gone, values)
    words = _absorb(Decision(kept, gone, values))
    _remember_spellings(kept, spelt)
    if kept.name != old_name:
        _fold_again(kept)
    return words


def _merge_papers(decision: Decision) -> list[str]:
    kept, gone = decision.kept, decision.gone
    versions, dois = [version_of(kept), version_of(gone)], [kept.doi, gone.doi]
    _settle_authors(kept, gone, decision.authors)
    words = _absorb(decision)
    _remember_versions(kept, versions, dois)
    return words


def _merge_venues(decision: Decision) -> list[str]:
    spelt = _names_of_venues(decision.kept, decision.gone)
    words = _absorb(decision)
    _remember_aliases(decision.kept, spelt)
    return words


def _keep_printed_names(kept, gone, values):
    """Keep on every paper the name that it prints, whatever the person is called from now on."""
    name = values.get("name", kept.name)
    for person in (kept, gone):
        if person.name != name:
            for row in person.authorships.filter(printed_name=""):
                row.printed_name = person.name
                row.save()


def _spellings_of_people(kept, gone):
    """Return the names that the two of them go by, and those that papers of both print for one of them only."""
    twice = gone.authorships.filter(publication__in=kept.publications.values("pk"))
    printed = [row.display_name for row in twice.select_related("person")]
    names = (kept.name, gone.name, kept.native_name, gone.native_name)
    return list(dict.fromkeys(filter(None, [*names, *printed])))


def _remember_spellings(kept, spelt):
    """Write down the spellings that the person doesn't go by."""
    kept.name_variants.filter(name__in=[kept.name, kept.native_name]).delete()
    for name in spelt:
        if name not in (kept.name, kept.native_name):
            NameVariant.objects.get_or_create(person=kept, name=name)


def _fold_again(kept):
    """Make the texts anew of which the name is part."""
    for row in kept.authorships.all():
        row.save()


class PrintedVersion(NamedTuple):
    """How a paper was printed: the title, who wrote it, where, and its arXiv id."""

    title: str
    authors: tuple[str, ...]
    status: str
    arxiv_id: str
    is_preprint: bool


def version_of(paper):
    names = tuple(row.display_name for row in paper.authorships.select_related("person").order_by("order", "pk"))
    is_preprint = Publication.Kind.PREPRINT in (paper.kind, paper.status)
    return PrintedVersion(paper.title, names, _status_of(paper, is_preprint), paper.arxiv_id, is_preprint)


def _status_of(paper, is_preprint):
    """Return what a paper was, as an earlier version says it: ``Preprint, 2023`` or ``NSDI 2024``."""
    year = str(paper.year or "")
    if is_preprint:
        return ", ".join(filter(None, ["Preprint", year]))
    return " ".join(filter(None, [paper.venue.acronym if paper.venue else "", year]))


def _settle_authors(kept, gone, choice):
    """Leave on the two papers only the authors that the merged one has: those of one of them, or of ``both``."""
    ours, theirs = ({row.person_id: row for row in paper.authorships.all()} for paper in (kept, gone))
    if choice != "both":
        _delete_others(*((ours, theirs) if choice == "gone" else (theirs, ours)))
    for person in ours.keys() & theirs.keys():
        _print_alike(*((ours[person], theirs[person]) if choice == "gone" else (theirs[person], ours[person])))
    if choice == "both":
        last = max((row.order for row in ours.values()), default=0)
        for row in (row for person, row in theirs.items() if person not in ours):
            row.order += last
            row.save()


def _delete_others(rows, wanted):
    for person in rows.keys() - wanted.keys():
        rows[person].delete()


def _print_alike(row, model):
    row.order, row.printed_name = model.order, model.printed_name
    row.save()


def _remember_versions(kept, versions, dois):
    """Write down as earlier versions how the paper was printed before, where that differs, and its other DOIs."""
    now = version_of(kept)
    for version in versions:
        if _says_more(version, now):
            _remember_version(kept, version, now)
    for doi in dois:
        if doi and doi.casefold() != kept.doi.casefold() and not arxiv_in(doi):
            Identifier.objects.get_or_create(publication=kept, scheme=Identifier.Scheme.DOI, value=doi)


def _says_more(version, now):
    other_words = (version.title, version.authors) != (now.title, now.authors)
    other_id = version.arxiv_id not in ("", now.arxiv_id)
    return other_words or other_id or (version.is_preprint and not now.is_preprint)


def _remember_version(kept, version, now):
    said = {
        "authors": "" if version.authors == now.authors else ", ".join(version.authors),
        "status": version.status,
        "arxiv_id": version.arxiv_id,
    }
    earlier, _ = EarlierVersion.objects.get_or_create(publication=kept, title=version.title)
    for name, value in said.items():
        setattr(earlier, name, getattr(earlier, name) or value)
    earlier.save()


def _names_of_venues(kept, gone):
    return list(dict.fromkeys(filter(None, [kept.acronym, kept.name, gone.acronym, gone.name])))


def _remember_aliases(kept, spelt):
    """Write down as aliases the names that the venue doesn't go by."""
    kept.aliases.filter(name__in=[kept.acronym, kept.name]).delete()
    for name in spelt:
        if name not in (kept.acronym, kept.name):
            VenueAlias.objects.get_or_create(venue=kept, name=name)


MERGES = {Person: _merge_people, Publication: _merge_papers, Venue: _merge_venues}
