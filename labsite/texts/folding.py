"""Folded text: one plain form of a text, so that "muller" finds "Müller" and "Long sequence" finds "long-sequence"."""

import re
import unicodedata
from functools import lru_cache
from typing import Any, NamedTuple

from django.apps import AppConfig
from django.apps.registry import Apps
from django.db import models
from django.db.models.signals import post_migrate, pre_save
from django.utils import translation

from publications.citations.record import WORD, fold, plain_letters

MAX_WORDS = 10  # of a query
BATCH = 500  # rows of which the texts are folded again at once
NAMES_END = "\n\n"
UNSPACED = re.compile("[\u2e80-\uffef\U00020000-\U0003ffff]")  # Chinese, Japanese and their like


def words(query: str) -> list[str]:
    """Return the folded words of a query, each once, in order, at most MAX_WORDS."""
    return list(dict.fromkeys(fold(query).split()))[:MAX_WORDS]


class Traced(NamedTuple):
    """A folded text that knows where each of its characters comes from in the text as it was."""

    folded: str
    starts: list[int]
    ends: list[int]


def trace(text: str) -> Traced:
    """Fold ``text`` and say for each character where it began and ended."""
    places, start = [], 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not _leans(text[end]):
            places += [(letter, start, end) for letter in _plain_letter(text[start:end])]
            start = end
    traced: list[tuple[str, int, int]] = []
    for word in WORD.finditer("".join(letter for letter, _, _ in places)):
        places_of_word = places[word.start() : word.end()]
        if traced:
            traced.append((" ", traced[-1][2], places_of_word[0][1]))
        traced += places_of_word
    return Traced("".join(c for c, _, _ in traced), [start for _, start, _ in traced], [end for _, _, end in traced])


@lru_cache(maxsize=4096)
def _leans(character: str) -> bool:
    """Say whether a character is part of the one before it: an accent, or a later letter of a Korean syllable."""
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.category(first).startswith("M") or "\u1160" <= first <= "\u11ff"


_plain_letter = lru_cache(maxsize=4096)(plain_letters)


class FoldedField(models.TextField):
    """The folded text of other fields of the same row, kept right at every save, by ``loaddata`` too.

    It isn't part of a fixture. ``sources`` are names of fields or of attributes holding text; the first ``names`` of
    them say what the row is called. ``QuerySet.update`` writes columns, not objects: it leaves this one as it is.

    Every word has a space before and behind it, so that " lin" finds words that begin so. Each name stands on a line
    of its own, and an empty line ends them (see labsite.modelling.ranking).
    """

    def __init__(self, *args: Any, sources: tuple[str, ...] = (), names: int = 0, **kwargs: Any) -> None:
        self.sources = sources
        self.names = names
        kwargs |= {"editable": False, "serialize": False, "default": ""}
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        for derived in ("editable", "serialize", "default"):
            kwargs.pop(derived, None)
        return name, path, args, kwargs

    def contribute_to_class(self, cls: type[models.Model], name: str, private_only: bool = False) -> None:
        super().contribute_to_class(cls, name, private_only)
        # A signal besides pre_save(): a raw save, which is what loaddata does, skips the latter.
        if not cls._meta.abstract:
            pre_save.connect(self._refold, sender=cls)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Fold once more where no signal is sent: in ``bulk_create``."""
        folded = self._folded(model_instance)
        setattr(model_instance, self.attname, folded)
        return folded

    def _refold(self, instance: models.Model, using: str, update_fields: frozenset[str] | None, **kwargs: Any) -> None:
        folded = self._folded(instance)
        setattr(instance, self.attname, folded)
        if update_fields and self.name not in update_fields:
            type(instance)._base_manager.using(using).filter(pk=instance.pk).update(**{self.name: folded})

    @translation.override("en")  # what is stored doesn't depend on who looks at it
    def _folded(self, instance: models.Model) -> str:
        texts = [fold(str(getattr(instance, source) or "")) for source in self.sources]
        names, rest = (list(filter(None, part)) for part in (texts[: self.names], texts[self.names :]))
        heading = "".join(f"\n {name} " for name in names) + NAMES_END if self.names else ""
        return heading + (f" {' '.join(rest)} " if rest else "")


def refold_after_migrations() -> None:
    """Fold all texts again when migrations have run: these change what a text is made of without saving a row."""
    post_migrate.connect(_refold_app, dispatch_uid="refolding")


def refold(model: type[models.Model], using: str = "default") -> None:
    """Bring the folded texts of all rows up to date."""
    fields = _folded_fields(model)
    sources = {source for field in fields for source in field.sources}
    relations = [each.name for each in model._meta.concrete_fields if each.is_relation and each.name in sources]
    rows = model._base_manager.using(using).order_by("pk")
    rows = rows.select_related(*relations) if relations else rows
    batch = list(rows[:BATCH])
    while batch:
        stale = []
        for row in batch:
            before = [getattr(row, field.attname) for field in fields]
            if before != [field.pre_save(row, add=False) for field in fields]:
                stale.append(row)
        model._base_manager.using(using).bulk_update(stale, [field.name for field in fields])
        batch = list(rows.filter(pk__gt=batch[-1].pk)[:BATCH])


def _refold_app(sender: AppConfig, using: str, apps: Apps | None = None, **kwargs: Any) -> None:
    """Refold the models whose tables have all their columns: not while a database is led back to older migrations.

    Also where no migration was left to run: the one before may have been killed between its last migration and this.
    A row takes a tenth of a millisecond.
    """
    tables = apps.all_models[sender.label] if apps is not None else {}
    for model in sender.get_models():
        table = tables.get(model._meta.model_name or "")
        if table is not None and _folded_fields(model):
            columns, wanted = ({field.column for field in each._meta.concrete_fields} for each in (table, model))
            if columns == wanted:
                refold(model, using)


def _folded_fields(model: type[models.Model]) -> list[FoldedField]:
    return [field for field in model._meta.local_fields if isinstance(field, FoldedField)]
