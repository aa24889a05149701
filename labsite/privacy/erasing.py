"""Erasing somebody who asks for it: what is theirs goes for good, and papers keep the name that they print.

It is no step of the history, which would keep what goes: nothing brings it back.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext

from labsite.curation import looks
from labsite.editing import stashed_uploads
from labsite.editing.form_anchors import form_address
from labsite.history.tracked import Key, object_with, tracked_models, watched_models
from labsite.history.versions import begin, files_of, remove_forgotten, snapshot_of
from labsite.modelling import content_version
from labsite.models import Dismissal, SettledPair, Step, TextPicture, User, Version
from labsite.pages.kept import forget_all
from labsite.privacy import erased
from labsite.texts.markdown import markdown_fields
from labsite.texts.stored import gettext_noop
from people.models import Award, Person, Reference
from publications.models import Authorship, Import, Publication

from .mentions import Words, mentions, saying, without_names

DONE = gettext_noop("Erased somebody at their request")
Files = set[tuple[Any, str]]


@dataclass
class Erasure:
    """What went, by what it is called, and what only people can settle: texts of others that say the name."""

    gone: Counter[str] = field(default_factory=Counter)
    left: list[tuple[str, str]] = field(default_factory=list)

    def add(self, what: str, number: int) -> None:
        self.gone[what] += number

    @property
    def lines(self) -> list[tuple[str, int]]:
        return [(what, number) for what, number in self.gone.items() if number]


def foreseen(person: Person) -> Erasure:
    """Return what erasing a person would do, by doing it and taking it back."""
    with transaction.atomic():
        erased = _erase(person, files=set())
        transaction.set_rollback(True)
    return erased


def erase(person: Person, by: Any) -> Erasure:
    """Erase a person for good, with login, history, imports and files; the history says that it was done, not whom."""
    files: Files = set()
    with transaction.atomic():
        content_version.wait_for_write_lock()
        login = person.login_id
        done = _erase(person, files)
        begin(by, DONE)
        transaction.on_commit(partial(remove_forgotten, files))
        transaction.on_commit(forget_all)
        transaction.on_commit(looks.forget)
        if login:
            transaction.on_commit(partial(stashed_uploads.discard_all, login))
    return done


def _erase(person: Person, files: Files) -> Erasure:
    done, words, key = Erasure(), Words.of(person), Key(Person, person.pk)
    login = person.login
    if person.photo:
        files.add((Person._meta.get_field("photo"), str(person.photo)))
    texts = [row.pk for name in ("label", "entries", "decisions", "report") for row in saying(Import, name, words.all)]
    closed = Q(pk__in=texts) & ~Q(state__in=Import.OPEN_STATES)
    imports = Import.objects.filter(Q(person=person) | Q(by__isnull=False, by=login) | closed)
    done.add(gettext("imports that they made, or that were found for them"), imports.delete()[0])
    done.add(gettext("papers, which keep the name that they print"), _keep_printed_names(person))
    _let_go(person, login)
    pictures = _delete_versions(key, words, files, done)
    done.add(gettext("entries of what the site says about them"), person.delete()[0])
    if login:
        for session in Session.objects.all():
            if session.get_decoded().get(SESSION_KEY) == str(login.pk):
                session.delete()
        done.add(gettext("login, with its second factors and sessions"), login.delete()[0])
    done.add(gettext("entries in the log of what editors did"), _forget_in_words(words))
    done.add(gettext("pictures that only their texts use"), _delete_pictures(pictures))
    erased.send(None)
    # Names that may mean somebody else are for people to look at.
    for row, column in mentions(Words(words.names + words.shared, words.own)):
        shown = object_with(row)
        address = form_address(shown) if type(shown) in admin.site._registry else ""
        values = {"kind": capfirst(str(row._meta.verbose_name)), "row": row, "field": column.verbose_name}
        done.left.append((gettext("%(kind)s “%(row)s”: %(field)s") % values, address))
    return done


def _keep_printed_names(person: Person) -> int:
    """Give the papers to somebody without a name, as they print one; in the history too."""
    rows = list(person.authorships.select_related("person"))
    if not rows:
        return 0
    name = f"Erased person {person.pk}"
    nobody = Person.objects.create(name=name, family_name=name)
    for row in rows:
        row.printed_name, row.person = row.display_name, nobody
        row.save()
    label = Authorship._meta.label_lower
    for version in Version.objects.filter(content_type=ContentType.objects.get_for_model(Publication)):
        held = json.loads(version.serialized_data or "[]")
        authorships = [each["fields"] for each in held if each["model"] == label]
        theirs = [values for values in authorships if values.get("person") == person.pk]
        for values in theirs:
            values |= {"person": nobody.pk, "printed_name": values.get("printed_name") or person.name}
        if theirs:
            version.serialized_data = json.dumps(held, ensure_ascii=False)
            version.save(update_fields=["serialized_data"])
    return len(rows)


def _let_go(person: Person, login: User | None) -> None:
    """Take the person out of what is others'; awards of papers stay with these."""
    Award.objects.filter(person=person, publications__isnull=False).update(person=None)
    Reference.objects.filter(referee=person).delete()
    SettledPair.objects.filter(Q(first=person.pk) | Q(second=person.pk), kind=SettledPair.Kind.PEOPLE).delete()
    Dismissal.objects.filter(model=Person._meta.label_lower, row=person.pk).delete()
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Person), object_id=str(person.pk)).delete()
    if login:
        users = ContentType.objects.get_for_model(User)
        LogEntry.objects.filter(content_type=users, object_id=str(login.pk)).delete()


def _delete_versions(key: Key, words: Words, files: Files, done: Erasure) -> set[str]:
    """Delete what the history keeps of a person and of what was theirs; return the pictures that its texts show."""
    pictures: set[str] = set()
    types = ContentType.objects.get_for_model
    theirs = [Q(content_type=types(each.model), object_id=str(each.pk)) for each in _objects_of(key)]
    for version in Version.objects.filter(Q(*theirs, _connector=Q.OR)):
        named = set(files_of(snapshot_of(version)))
        files |= named
        pictures |= {name for column, name in named if column.model is TextPicture}
        version.delete()
        done.add(gettext("old versions, and what is in the bin"), 1)
    papers = types(Publication).pk
    for name in ("serialized_data", "object_repr"):
        others = [each for each in saying(Version, name, words.all) if each.content_type_id != papers]
        about_papers = [each for each in saying(Version, name, words.own) if each.content_type_id == papers]
        for version in [*others, *about_papers]:
            version.delete()
            done.add(gettext("old versions of other things that mention the name"), 1)
    Step.objects.filter(comment="", versions=None).delete()
    return pictures


def _objects_of(key: Key) -> set[Key]:
    """Return the person, and what was theirs alone at any time: talks, service, awards."""
    objects = {key}
    for model in tracked_models():
        owners = [each.name for each in model._meta.concrete_fields if each.related_model is Person]
        of_model = Version.objects.filter(content_type=ContentType.objects.get_for_model(model))
        for version in of_model.filter(serialized_data__contains=f": {key.pk}") if owners else ():
            rows = snapshot_of(version).rows
            objects |= {row for row, values in rows.items() if any(values.get(name) == key.pk for name in owners)}
        now = model._base_manager.filter(Q(*((name, key.pk) for name in owners), _connector=Q.OR)) if owners else ()
        objects |= {Key(model, row.pk) for row in now}
    return objects


def _forget_in_words(words: Words) -> int:
    changed = list(saying(Step, "comment", words.all))
    for step in changed:
        Step.objects.filter(pk=step.pk).update(comment=without_names(step, words))
    pairs = [row for name in ("words", "left_out") for row in saying(SettledPair, name, words.all)]
    logged = [row for name in ("object_repr", "change_message") for row in saying(LogEntry, name, words.all)]
    for row in [*pairs, *logged]:
        row.delete()
    return len(changed) + len(pairs) + len(logged)


def _delete_pictures(names: Iterable[str]) -> int:
    """Delete the pictures that no other text shows, now or in a version."""
    number, of_pictures = 0, ContentType.objects.get_for_model(TextPicture)
    others = Version.objects.exclude(content_type=of_pictures)
    for name in names:
        shown = (saying(model, text.name, [name]) for model in watched_models() for text in markdown_fields(model))
        if not (any(shown) or others.filter(serialized_data__contains=name).exists()):
            Version.objects.filter(content_type=of_pictures, serialized_data__contains=name).delete()
            number += TextPicture.objects.filter(image=name).delete()[0]
    return number
