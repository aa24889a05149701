"""Changing a person's name: what follows it, what stays as it was printed, and whether the old name is kept at all."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib import admin
from django.db.models import CharField, JSONField, TextField
from django.utils.text import capfirst
from django.utils.translation import gettext

from labsite import history
from labsite.editing.form_anchors import form_address
from labsite.modelling.addresses import slug_of
from labsite.texts.folding import fold
from labsite.texts.stored import gettext_noop
from people.models import NameVariant, Person

NAME_FIELDS = ("name", "given_name", "family_name", "native_name", "native_language")
NAMES = {"namevariant", "authorship"}  # rows that are about names, and are dealt with by themselves
NOT_WORDS = {"slug", "former_slugs", "orcid", *NAME_FIELDS}


class PrintedName(NamedTuple):
    """A paper's author line: the name that it prints now, and the one that it will print."""

    row: Any
    now: str
    then: str

    @property
    def follows(self) -> bool:
        return self.now != self.then


@dataclass(frozen=True)
class Renaming:
    """What somebody wants: the new names, and what is to follow them."""

    person: Person
    names: dict[str, str]
    following: frozenset[int] = field(default_factory=frozenset)  # the authorships that print the new name
    forgets: bool = False
    new_address: bool = True
    new_keys: bool = False

    @property
    def name(self) -> str:
        return self.names["name"]

    @cached_property
    def old_words(self) -> set[str]:
        """The words of the old names that the new ones don't have; initials are in both."""
        person = self.person
        old = _words(f"{person.name} {person.native_name} {person.unspaced_native_name}")
        return {word for word in old - _words(" ".join(self.names.values())) if len(word) > 1 or word > "\x7f"}

    def has_old_name(self, text: str) -> bool:
        return bool(self.old_words & _words(text))

    def printed_names(self) -> list[PrintedName]:
        """Return what each paper prints, the newest first."""
        found = []
        rows = self.person.authorships.select_related("publication")
        for row in rows.order_by("-publication__year", "publication__title"):
            now = row.printed_name or self.person.name
            follows = row.pk in self.following or (self.forgets and self.has_old_name(now))
            found.append(PrintedName(row, now, self.name if follows else now))
        return found

    def old_spellings(self) -> list[str]:
        """Return the names that the person goes by no longer."""
        person = self.person
        pairs = ((person.name, self.name), (person.native_name, self.names["native_name"]))
        return [old for old, new in pairs if old and old != new]

    def forgotten_spellings(self) -> list[NameVariant]:
        """Return the other spellings of the old name, which go if it is forgotten."""
        spellings = self.person.name_variants.all() if self.forgets else []
        return [each for each in spellings if self.has_old_name(each.name)]

    def keys(self) -> list[Any]:
        """Return the papers whose BibTeX key is made from the old family name: those of which one is first author."""
        person, old = self.person, re.sub(r"\W", "", slug_of(self.person.family_name))
        changes = old and person.family_name != self.names["family_name"]
        papers = person.publications.filter(citation_key__startswith=old) if changes else person.publications.none()
        firsts = {paper: paper.authorships.all()[0] for paper in papers.prefetch_related("authorships")}
        return [paper for paper, first in firsts.items() if first.person_id == person.pk]

    def earlier_authors(self) -> list[Any]:
        """Return the earlier versions of papers whose list of authors says the old name, if it is to be forgotten."""
        papers = self.person.publications.prefetch_related("earlier_versions") if self.forgets else []
        versions = (version for paper in papers for version in paper.earlier_versions.all())
        return [version for version in versions if self.has_old_name(version.authors)]

    def mentions(self) -> list[tuple[str, str]]:
        """Return where else the old name stands in texts, which only people can rewrite: in words, and the form."""
        found = []
        for row, form in [(self.person, self.person), *_rows_of(self.person)] if self.forgets else []:
            called = gettext("Your own texts")
            if row != self.person:
                model = capfirst(str(row._meta.verbose_name))
                called = gettext("%(model)s “%(row)s”") % {"model": model, "row": row}
            for column in row._meta.concrete_fields:
                is_text = isinstance(column, CharField | TextField) and column.editable and not column.choices
                if (is_text and column.name not in NOT_WORDS) or isinstance(column, JSONField):
                    value = getattr(row, column.name) or ""
                    if self.has_old_name(value if is_text else json.dumps(value, ensure_ascii=False)):
                        words = gettext("%(row)s: %(field)s") % {"row": called, "field": column.verbose_name}
                        found.append((words, form_address(form)))
        return found


def rename(renaming: Renaming, user: Any) -> Any:
    """Change the name and what follows it, as one step of the history."""
    person = renaming.person
    known, forgotten_name = gettext_noop("Changed the name of {old} to {new}"), gettext_noop("Changed a name to {new}")
    words = forgotten_name if renaming.forgets else known
    words = words.format(old=person.name, new=renaming.name)
    printed, keys, versions = renaming.printed_names(), renaming.keys(), renaming.earlier_authors()
    spellings, forgotten = renaming.old_spellings(), renaming.forgotten_spellings()
    with history.step(user, words) as step:
        _replace_in(versions, printed, renaming)
        for name in NAME_FIELDS:
            setattr(person, name, renaming.names[name])
        person.family_is_guess = False
        if renaming.new_address:
            person.slug = ""
        person.save()
        # Each paper keeps what it prints; a name that is the person's own needs no words of its own.
        for row, _now, then in printed:
            row.person = person
            row.printed_name = "" if then == person.name else then
            row.save()
        for name in () if renaming.forgets else spellings:
            NameVariant.objects.get_or_create(person=person, name=name)
        for spelling in [*forgotten, *person.name_variants.filter(name__in=[person.name, person.native_name])]:
            spelling.delete()
        for paper in keys if renaming.new_keys else ():
            paper.citation_key = ""
            paper.save()
    return step


def _replace_in(versions: list[Any], printed: list[PrintedName], renaming: Renaming) -> None:
    """Write the new name where the authors of an earlier version say the old one."""
    old = {each.now for each in printed if each.follows} | set(renaming.old_spellings())
    for version in versions:
        for name in sorted(old, key=len, reverse=True):
            version.authors = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", renaming.name, version.authors)
        version.save()


def _rows_of(person: Person) -> Iterator[tuple[Any, Any]]:
    """Yield the rows that hang on a person, and the news and projects about them, each with the row of its form."""
    several: list[Any] = [each for each in person._meta.related_objects if not (each.one_to_one or each.hidden)]
    for relation in several:
        if relation.related_model._meta.model_name not in NAMES:
            rows = getattr(person, relation.get_accessor_name()).all()
            own_form = relation.related_model in admin.site._registry
            yield from ((row, row if own_form else person) for row in rows)


def _words(text: str) -> set[str]:
    return set(fold(text).split())
