"""What helps to tell whether two rows are one: what belongs to each, and its newest papers."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone

from labsite.history.tracked import watched_models
from people.models import Person
from publications.models import Authorship, Publication, Venue

from .inbound_relations import choices_of, leading_to, row_links
from .merge_plan import editable_fields

FEW = 3
ADVISED = ("person advised", "people advised")
NOUNS = {
    "publication": ("paper", "papers"),
    "membership": ("role in the lab", "roles in the lab"),
    "education": ("degree", "degrees"),
    "teaching": ("course", "courses"),
    "namevariant": ("other spelling", "other spellings"),
    "venuealias": ("other spelling", "other spellings"),
    "profilelink": ("link", "links"),
    "talkoccasion": ("talk given there", "talks given there"),
}


@dataclass(frozen=True)
class RowSummary:
    """One of two rows, as the page that compares them shows it."""

    side: str
    row: Any

    @property
    def form_address(self) -> str:
        return reverse(f"admin:{self.row._meta.app_label}_{self.row._meta.model_name}_change", args=[self.row.pk])

    @property
    def page_address(self) -> str:
        """Where the row is on the site; a person who never was in the lab is nowhere."""
        has_page = not isinstance(self.row, Person) or self.row.memberships.exists()
        return self.row.get_absolute_url() if has_page else ""

    @property
    def facts(self) -> list[str]:
        return list(filter(None, FACTS[type(self.row)](self.row)))

    @property
    def holdings(self) -> list[str]:
        """Say how much leads to the row, such as "3 papers"."""
        numbers: Counter[tuple[str, str]] = Counter()
        for one, several, number in _holdings(self.row):
            numbers[one, several] += number
        return [f"{number} {nouns[number > 1]}" for nouns, number in numbers.items() if number]

    @property
    def papers(self) -> list[Publication]:
        """Return the newest papers of a person or at a venue."""
        return [] if isinstance(self.row, Publication) else list(self.row.publications.select_related("venue")[:FEW])


def _holdings(row: Any) -> Iterator[tuple[str, str, int]]:
    """Yield how many rows of each model lead to a row, with what one and several of them are called."""
    for model, links in row_links(type(row)).items():
        if model in watched_models():
            number = model._base_manager.filter(leading_to(row, links)).count()
            yield *_nouns(model, type(row)), number
    for choice in choices_of(type(row)):
        number = choice.model._base_manager.filter(**{choice.name: row}).count()
        yield *(ADVISED if choice.name == "advisors" else _nouns(choice.model, type(row))), number


def _nouns(model: Any, kind: Any) -> tuple[str, str]:
    if model is Authorship:
        return ("author", "authors") if kind is Publication else ("paper", "papers")
    return NOUNS.get(model._meta.model_name, (str(model._meta.verbose_name), str(model._meta.verbose_name_plural)))


def _of_person(person: Person) -> Iterator[str]:
    yield person.native_name
    yield str(person.membership(timezone.localdate()) or "Never in the lab")
    yield ", ".join(map(str, person.positions.all()[:1]))
    yield f"Signs in as {person.login}" if person.login else ""


def _of_paper(paper: Publication) -> Iterator[str]:
    yield ", ".join(str(row) for row in paper.authorships.select_related("person").order_by("order", "pk"))
    yield " ".join(filter(None, [paper.venue.acronym if paper.venue else "", str(paper.year or "")]))
    yield paper.get_status_display()


def _of_venue(venue: Venue) -> Iterator[str]:
    yield venue.name
    yield venue.get_kind_display()
    yield ", ".join(str(alias) for alias in venue.aliases.all())


FACTS: dict[Any, Any] = {Person: _of_person, Publication: _of_paper, Venue: _of_venue}


def fingerprint(*rows: Any) -> str:
    """Return a short text that changes with anything these rows say, and with what leads to them."""
    parts = [f"{field.attname}={getattr(row, field.attname)}" for row in rows for field in editable_fields(type(row))]
    for row in rows:
        for model, links in row_links(type(row)).items():
            keys = model._base_manager.filter(leading_to(row, links)).order_by("pk").values_list("pk", flat=True)
            parts.append(f"{model._meta.label}={list(keys)}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
