"""What helps to tell whether two rows are one: what belongs to each, and its newest papers."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import Any

from labsite.editing.form_anchors import form_address
from labsite.history.tracked import watched_models
from people.models import Person
from publications.models import Authorship, Publication

from .kinds import Kind
from .merge_plan import choices_of, editable_fields, leading_to, row_links

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

    kind: Kind
    side: str
    row: Any

    @property
    def form_address(self) -> str:
        return form_address(self.row)

    @property
    def page_address(self) -> str:
        """Where the row is on the site; a person who never was in the lab is nowhere."""
        has_page = not isinstance(self.row, Person) or self.row.memberships.exists()
        return self.row.get_absolute_url() if has_page else ""

    @property
    def facts(self) -> list[str]:
        return list(filter(None, self.kind.facts(self.row)))

    @property
    def holdings(self) -> list[str]:
        """Say how much leads to the row, such as "3 papers"."""
        numbers: Counter[tuple[str, str]] = Counter()
        for model, links in row_links(self.kind.model).items():
            if model in watched_models():
                numbers[self._nouns(model)] += model._base_manager.filter(leading_to(self.row, links)).count()
        for choice in choices_of(self.kind.model):
            nouns = ADVISED if choice.name == "advisors" else self._nouns(choice.model)
            numbers[nouns] += choice.model._base_manager.filter(**{choice.name: self.row}).count()
        return [f"{number} {nouns[number > 1]}" for nouns, number in numbers.items() if number]

    def _nouns(self, model: Any) -> tuple[str, str]:
        """Return what one and several rows of a model are called."""
        if model is Authorship:
            return ("author", "authors") if self.kind.model is Publication else ("paper", "papers")
        return NOUNS.get(model._meta.model_name, (str(model._meta.verbose_name), str(model._meta.verbose_name_plural)))

    @property
    def papers(self) -> list[Publication]:
        """Return the newest papers of a person or at a venue."""
        return [] if isinstance(self.row, Publication) else list(self.row.publications.select_related("venue")[:FEW])


def fingerprint(*rows: Any) -> str:
    """Return a short text that changes with anything these rows say, and with what leads to them."""
    parts = [f"{field.attname}={getattr(row, field.attname)}" for row in rows for field in editable_fields(type(row))]
    for row in rows:
        for model, links in row_links(type(row)).items():
            keys = model._base_manager.filter(leading_to(row, links)).order_by("pk").values_list("pk", flat=True)
            parts.append(f"{model._meta.label}={list(keys)}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
