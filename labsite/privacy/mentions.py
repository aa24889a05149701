"""Where the database says somebody's name, address or number: every column of text of every table."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import CharField, JSONField, Model, Q, TextField
from django.db.models.functions import Cast

from labsite.models import SharedValue, Step, Version
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import markdown_fields
from people.models import Person

MIN_LENGTH = 4  # characters: a shorter name is found in too many words
# What papers print: "the name as printed" stays.
PRINTED = {
    ("publications.authorship", "printed_name"),
    ("publications.earlierversion", "authors"),
    ("publications.importedentry", "said"),
    ("publications.publication", "citation_key"),
}
# Signed or pickled, and soon over; what the history keeps is looked at where it is deleted.
NOT_READ = (Session, SharedValue, Version)


class Words(NamedTuple):
    """What somebody is told by: names, which papers print too, and what is theirs alone."""

    names: tuple[str, ...]
    own: tuple[str, ...]
    shared: tuple[str, ...] = ()  # names that somebody else has too

    @classmethod
    def of(cls, person: Person) -> "Words":
        """Return the names of a person in every spelling, and their addresses, numbers and iD."""
        invitation = getattr(person, "invitation", None)
        spellings = person.name_variants.values_list("name", flat=True)
        inverted = f"{person.family_name}, {person.given_name}" if person.given_name else ""
        names = [person.name, inverted, person.native_name, person.unspaced_native_name, *spellings]
        details = person.contact_details.values_list("value", flat=True)
        login = person.login.email if person.login else ""
        own = [login, invitation.email if invitation else "", person.orcid, *details]
        own += [f"people/{slug}" for slug in (person.slug, *person.former_slugs.split())]
        others = Person.objects.exclude(pk=person.pk)
        shared = set()
        for name in filter(None, names):
            goes_by = Q(name__iexact=name) | Q(native_name=name) | Q(name_variants__name__iexact=name)
            if others.filter(goes_by).exists():
                shared.add(name)
        if person.name in shared:
            shared.add(inverted)
        groups = ({*names} - shared, {*own}, shared)
        telling = {each for each in (*names, *own) if len(each) >= (MIN_LENGTH if each.isascii() else 2)}
        return cls(*(tuple(sorted(group & telling)) for group in groups))

    @property
    def all(self) -> tuple[str, ...]:
        return self.names + self.own


class NamingColumn(NamedTuple):
    """A row whose column says one of the words."""

    row: Any
    column: Any


def mentions(words: Words) -> Iterator[NamingColumn]:
    """Yield every mention but those that papers print, and columns that are made of others."""
    for model in apps.get_models():
        derived = {text.html_name for text in markdown_fields(model)}
        for column in model._meta.concrete_fields if model not in NOT_READ else ():
            is_text = isinstance(column, CharField | TextField | JSONField) and not isinstance(column, FoldedField)
            if is_text and column.name not in derived:
                is_printed = (model._meta.label_lower, column.name) in PRINTED
                sought = words.own if is_printed else words.all
                yield from (NamingColumn(row, column) for row in saying(model, column.name, sought))


def saying(model: type[Model], column: str, words: Iterable[str]) -> list[Any]:
    """Return the rows of a model whose column says one of the words whole, as they are or as JSON writes them."""
    spelled = sorted({each for word in words for each in (word, json.dumps(word)[1:-1])})
    if not spelled:
        return []
    condition = Q(*(("as_text__icontains", each) for each in spelled), _connector=Q.OR)
    rows: Any = model._base_manager.annotate(as_text=Cast(column, TextField())).filter(condition)
    # Li Na isn't Li Nan; Chinese puts nothing between words.
    pattern = "|".join(
        rf"(?<![\w-]){re.escape(each)}(?![\w-])" if each.isascii() else re.escape(each) for each in spelled
    )
    return [row for row in rows if re.search(pattern, row.as_text, re.IGNORECASE)]


def without_names(step: Step, words: Words) -> str:
    """Return what a step says that it did, without the words."""
    text = step.comment
    for word in sorted(words.all, key=len, reverse=True):
        text = text.replace(word, "somebody")
    return text
