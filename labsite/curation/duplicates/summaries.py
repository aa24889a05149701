"""What helps to tell whether two rows are one: what belongs to each, and its newest papers."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext_lazy

from labsite.editing.form_anchors import form_address
from labsite.history.tracked import watched_models
from people.models import Person, page_of
from publications.models import Authorship, Publication

from .kinds import Kind
from .merge_plan import choices_of, editable_fields, leading_to, row_links

FEW = 3
ADVISED, AUTHOR, PAPER = "advised", "author", "publication"
# Words for a number of what leads to a row, by the names of models and these.
NOUNS = {
    ADVISED: ngettext_lazy("%(n)s person advised", "%(n)s people advised", "n"),
    AUTHOR: ngettext_lazy("%(n)s author", "%(n)s authors", "n"),
    PAPER: ngettext_lazy("%(n)s paper", "%(n)s papers", "n"),
    "membership": ngettext_lazy("%(n)s role in the lab", "%(n)s roles in the lab", "n"),
    "education": ngettext_lazy("%(n)s degree", "%(n)s degrees", "n"),
    "teaching": ngettext_lazy("%(n)s course", "%(n)s courses", "n"),
    "namevariant": ngettext_lazy("%(n)s other spelling", "%(n)s other spellings", "n"),
    "venuealias": ngettext_lazy("%(n)s other spelling", "%(n)s other spellings", "n"),
    "profilelink": ngettext_lazy("%(n)s link", "%(n)s links", "n"),
    "talkoccasion": ngettext_lazy("%(n)s talk given there", "%(n)s talks given there", "n"),
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
        page = page_of(self.row) if isinstance(self.row, Person) else self.row.get_absolute_url()
        return page or ""

    @property
    def facts(self) -> list[str]:
        return list(filter(None, self.kind.facts(self.row)))

    @property
    def holdings(self) -> list[str]:
        """Say how much leads to the row, such as "3 papers"."""
        numbers: Counter[tuple[str, Any]] = Counter()
        for model, links in row_links(self.kind.model).items():
            if model in watched_models():
                numbers[self._noun(model)] += model._base_manager.filter(leading_to(self.row, links)).count()
        for choice in choices_of(self.kind.model):
            noun = (ADVISED, None) if choice.name == "advisors" else self._noun(choice.model)
            numbers[noun] += choice.model._base_manager.filter(**{choice.name: self.row}).count()
        return [
            str(NOUNS[name] % {"n": number})
            if name
            else f"{number} {model._meta.verbose_name if number == 1 else model._meta.verbose_name_plural}"
            for (name, model), number in numbers.items()
            if number
        ]

    def _noun(self, model: Any) -> tuple[str, Any]:
        """Return the key of the words for rows of a model; the model, where these are its own name."""
        if model is Authorship:
            return AUTHOR if self.kind.model is Publication else PAPER, None
        name = model._meta.model_name
        return (name, None) if name in NOUNS else ("", model)

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
