"""Folded text: one plain form of a text, so that "muller" finds "Müller" and "Long sequence" finds "long-sequence"."""

import re
import unicodedata
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import models
from django.db.models.signals import pre_save
from django.utils import translation

from publications.citations.texts import WORD, fold, plain_letters

MAX_WORDS = 10  # of a query
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
