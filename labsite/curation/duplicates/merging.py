"""Two rows that are one thing become one row: all that leads to either leads to it, old addresses too."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import CharField, TextField

from people.models import Person
from publications.models import Publication, Venue

from . import papers, people, venues
from .absorbing import apply, plan
from .filling import editable_fields

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
    it = plan(kept, gone)
    it.values = dict(decision.values)
    kept.former_slugs = f" {kept.former_slugs} {gone.slug} {gone.former_slugs} "
    apply(it)
    return it.all_left_out()


def _merge_people(decision: Decision) -> list[str]:
    kept, gone = decision.kept, decision.gone
    values = decision.values | {"login": kept.login or gone.login}
    old_name, spelt = kept.name, people.spellings(kept, gone)
    people.before(kept, gone, values)
    words = _absorb(Decision(kept, gone, values))
    people.after(kept, spelt)
    if kept.name != old_name:
        people.fold_again(kept)
    return words


def _merge_papers(decision: Decision) -> list[str]:
    kept, gone = decision.kept, decision.gone
    versions, dois = [papers.version_of(kept), papers.version_of(gone)], [kept.doi, gone.doi]
    papers.settle_authors(kept, gone, decision.authors)
    words = _absorb(decision)
    papers.remember(kept, versions, dois)
    return words


def _merge_venues(decision: Decision) -> list[str]:
    spelt = venues.spellings(decision.kept, decision.gone)
    words = _absorb(decision)
    venues.after(decision.kept, spelt)
    return words


MERGES = {Person: _merge_people, Publication: _merge_papers, Venue: _merge_venues}
