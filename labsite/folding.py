"""Folded text: one plain form of a text, so that "muller" finds "Müller" and "Long sequence" finds "long-sequence"."""

import re
import unicodedata
from typing import Any

from anyascii import anyascii
from django.db import models
from django.db.models.signals import pre_save

ACCENTS = re.compile("[\u0300-\u036f]")
WORD = re.compile(r"[^\W_]+(?:[+#]+(?!\w))?")  # C++ and C# are words
MOST_WORDS = 10  # of a query


def fold(text: str) -> str:
    """Return the words of ``text`` in lower case and without accents, a space between them; CJK stays as it is."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold()
    return " ".join(WORD.findall(unicodedata.normalize("NFC", _latin(bare))))


def _latin(text: str) -> str:
    """Spell the Latin letters that have no decomposition in ASCII: ø, ł, æ and their like."""
    return "".join(anyascii(c).lower() if "\x7f" < c < "\u0370" else c for c in text)


def words(query: str) -> list[str]:
    """Return the folded words of a query, each once, in order, at most MOST_WORDS."""
    return list(dict.fromkeys(fold(query).split()))[:MOST_WORDS]


class FoldedField(models.TextField):
    """The folded text of other fields of the same row, kept right at every save, by ``loaddata`` too.

    It isn't part of a fixture. ``sources`` are names of fields or of attributes holding text. ``QuerySet.update``
    writes columns, not objects: it leaves this one as it is.
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

    def _folded(self, instance: models.Model) -> str:
        texts = (str(getattr(instance, source) or "") for source in self.sources)
        return " ".join(filter(None, map(fold, texts)))
