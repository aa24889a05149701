"""What the site holds about a login, for its owner to take along: JSON and their uploads in a zip, and no secrets."""

import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Prefetch
from django.utils.text import capfirst

from labsite import registry, roles
from labsite.editing import stashed_uploads
from labsite.models import DraftLink, Invitation, Question, Step, TextPicture, User, Version
from labsite.registry import SiteFacet
from labsite.roles import ModelRights
from people.models import Person
from publications.models import Import

from .mentions import Words, mentions

MAX_IN_MEMORY = 8 * 2**20  # bytes; a larger file lies on the disk while it is sent
# Secrets, logins of others, and what is made of other columns.
LEFT_OUT = {"password", "data", "fingerprint", "added_by", "search_text", "folded", "sort_key", "id"}
Values = dict[str, Any]


@dataclass(frozen=True)
class RowsOfALogin(SiteFacet):
    """Rows of an app about a login, which it takes along under a name."""

    name: str
    rows: Callable[[User], Iterable[Model]]


def own_data(login: User) -> IO[bytes]:
    """Return the zip; ``data.json`` in it says everything, the files are beside it."""
    file = tempfile.SpooledTemporaryFile(MAX_IN_MEMORY)  # noqa: SIM115  (whoever sends it closes it)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "data.json", json.dumps(values_of(login), cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
        )
        photos = Person.objects.filter(login=login).exclude(photo="").values_list("photo", flat=True)
        pictures = TextPicture.objects.filter(uploaded_by=login).values_list("image", flat=True)
        for name in dict.fromkeys([*photos, *pictures, *stashed_uploads.names_of(login.pk)]):
            if default_storage.exists(name):
                with default_storage.open(name) as upload:
                    archive.writestr(f"uploads/{name.removeprefix('.')}", upload.read())
    file.seek(0)
    return file


def values_of(login: User) -> Values:
    """Return all that the site holds about a login and the person whose it is."""
    person = Person.objects.filter(login=login).first()
    role = roles.given_to(login)
    sessions = (each for each in Session.objects.all() if each.get_decoded().get(SESSION_KEY) == str(login.pk))
    return {
        "login": _values(login) | {"role": role.label if role else None},
        "sessions": [{"ends": each.expire_date} for each in sessions],
        # All else that is kept of a second factor than what it is called is secret.
        "second_factors": [
            _values(each) | ({"name": each.data.get("name")} if each.type == Authenticator.Type.WEBAUTHN else {})
            for each in Authenticator.objects.filter(user=login)
        ],
        "invitations_sent": [_values(each) for each in Invitation.objects.filter(sent_by=login)],
        "draft_links": [_values(each) for each in DraftLink.objects.filter(made_by=login)],
        "questions": [_values(each) for each in Question.objects.filter(asked_by=login)],
        **{each.name: [_values(row) for row in each.rows(login)] for each in registry.added(RowsOfALogin)},
        "edits": list(_edits(login)),
        "imports": [_values(each) for each in Import.objects.filter(by=login)],
        "pictures_in_texts": [_values(each) for each in TextPicture.objects.filter(uploaded_by=login)],
        "person": _person(person) if person else None,
        "named_in": list(_mentions(person, login)) if person else [],
    }


def _values(row: Any) -> Values:
    """Return the columns of a row, those that are keys of others by what these are called."""
    values: Values = {}
    for column in row._meta.concrete_fields:
        if column.name not in LEFT_OUT:
            value = column.value_from_object(row)
            if column.is_relation and value:
                value = str(getattr(row, column.name))
            elif not isinstance(value, bool | int | float | list | dict | None):
                value = column.value_to_string(row)
            values[column.name] = value
    return values


def _edits(login: User) -> Iterator[Values]:
    versions = Prefetch("versions", Version.objects.defer("serialized_data"))
    for step in Step.objects.filter(user=login).prefetch_related(versions).order_by("pk"):
        changed = [(each.get_kind_display(), each.object_repr, each.changed_parts) for each in step.versions.all()]
        yield {"when": step.date_created, "words": step.comment, "changed": changed}


def _person(person: Person) -> Values:
    """Return the row of a person with every row that belongs to it or names it in a column of its own."""
    values = _values(person)
    for relation in person._meta.related_objects:
        if not relation.many_to_many:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: person})
            name = f"{relation.related_model._meta.model_name}, {relation.field.name}"
            values[name] = [_values(row) for row in rows]
    history = Version.objects.of(Person, person.pk).select_related("step").order_by("pk")
    values["history"] = [
        (each.step.date_created, each.kind, json.loads(each.serialized_data or "[]")) for each in history
    ]
    return values


def _mentions(person: Person, login: User) -> Iterator[str]:
    """Yield what else says a name or an address of theirs, as far as they may see it."""
    for row, column in mentions(Words.of(person)):
        is_content = registry.facet(type(row), ModelRights)
        if not is_content or roles.may(login, "view", row):
            name = f" “{row}”" if is_content else ""
            yield f"{capfirst(str(row._meta.verbose_name))}{name}: {column.verbose_name}"
