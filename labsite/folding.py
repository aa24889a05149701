"""Folded text: one plain form of a text, so that "muller" finds "Müller" and "Long sequence" finds "long-sequence"."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from anyascii import anyascii
from django.db import models
from django.db.models.signals import pre_save

GAPS = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """Return ``text`` in lower case, without accents, with punctuation as single spaces; CJK stays as it is."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return GAPS.sub(" ", unicodedata.normalize("NFC", _latin(bare))).strip()


def _latin(text: str) -> str:
    """Spell the Latin letters that have no decomposition in ASCII: ø, ł, æ and their like."""
    return "".join(anyascii(c).lower() if "\x7f" < c < "\u0370" else c for c in text)


def words(query: str) -> list[str]:
    """Return the folded words of a query, each once, in order, at most ten."""
    return list(dict.fromkeys(fold(query).split()))[:10]


class FoldedField(models.TextField):
    """The folded text of other fields of the same row, kept right at every save, by ``loaddata`` too.

    It isn't part of a fixture. ``sources`` are names of fields or of attributes holding text.
    """

    def __init__(self, *args: Any, sources: tuple[str, ...] = (), **kwargs: Any) -> None:
        self.sources = sources
        kwargs |= {"editable": False, "serialize": False, "default": ""}
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        for derived in ("editable", "serialize", "default"):
            kwargs.pop(derived, None)
        return name, path, args, kwargs

    def contribute_to_class(self, cls: type[models.Model], name: str, private_only: bool = False) -> None:
        super().contribute_to_class(cls, name, private_only)
        # A signal, not pre_save(): a raw save, which is what loaddata does, skips the latter.
        if not cls._meta.abstract:
            pre_save.connect(self._refold, sender=cls)

    def _refold(self, instance: models.Model, **kwargs: Any) -> None:
        setattr(instance, self.attname, " ".join(filter(None, map(fold, self._texts(instance)))))

    def _texts(self, instance: models.Model) -> Iterator[str]:
        return (str(getattr(instance, source) or "") for source in self.sources)
