"""Versions in the database: a revision for each step, in it a version for each thing that the step changed."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Max, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from reversion.models import Revision, Version

from .documents import Document, dump, load
from .kept import Key, by_model
from .models import Change

Kind = Change.Kind


def document_of(version: Version | None) -> Document:
    """Return what a version holds; nothing where there is no version."""
    return load(version.serialized_data, version.object_repr) if version else Document()


def key_of(version: Version) -> Key:
    model: Any = ContentType.objects.get_for_id(version.content_type_id).model_class()
    return Key(model, model._meta.pk.to_python(version.object_id))


def history_address(version: Version) -> str:
    """Return where the history of a version's thing is."""
    options = key_of(version).model._meta
    return reverse(f"admin:{options.app_label}_{options.model_name}_history", args=[version.object_id])


def versions_of(model: Any, *pks: Any) -> QuerySet[Version]:
    """Return the versions of things of a kind, newest first."""
    kind = ContentType.objects.get_for_model(model)
    return Version.objects.filter(db=DEFAULT_DB_ALIAS, content_type=kind, object_id__in=[str(pk) for pk in pks])


def newest(keys: Iterable[Key], before: Revision | None = None) -> dict[Key, Version]:
    """Return the newest version of each thing that has one, or the newest before a revision."""
    found: dict[Key, Version] = {}
    for model, pks in by_model(keys):
        versions = versions_of(model, *pks)
        if before:
            versions = versions.filter(revision__lt=before)
        last = versions.order_by().values("object_id").annotate(last=Max("pk")).values("last")
        found |= {key_of(version): version for version in Version.objects.filter(pk__in=last)}
    return found


def steps_since(row: Any, moment: datetime) -> list[Revision]:
    """Return the steps by which somebody has changed a thing since then, the newest first."""
    versions = versions_of(type(row), row.pk).exclude(change__kind=Kind.FOUND).defer("serialized_data")
    made = versions.filter(revision__date_created__gt=moment).select_related("revision__user__person")
    return [version.revision for version in made]


def later_ones() -> Any:
    """Return the later versions of the same thing, for a condition on a version."""
    of_the_thing = {name: OuterRef(name) for name in ("db", "content_type", "object_id")}
    return Version.objects.filter(**of_the_thing, pk__gt=OuterRef("pk"))


def begin(user: Any, words: str) -> Revision:
    """Begin to write a step: who did what, in words."""
    return Revision.objects.create(user=user, comment=words, date_created=timezone.now())


def write(revision: Revision, documents: Mapping[Key, tuple[Kind, Document, str]]) -> None:
    """Write of a step for each thing what was done to it, what it holds now, and in words what changed."""
    versions = [_version(revision, key, document) for key, (_, document, _) in documents.items()]
    Version.objects.bulk_create(versions)
    said = zip(versions, documents.values(), strict=True)
    Change.objects.bulk_create(Change(version=version, kind=kind, words=words) for version, (kind, _, words) in said)


def _version(revision: Revision, key: Key, document: Document) -> Version:
    return Version(
        revision=revision,
        content_type=ContentType.objects.get_for_model(key.model),
        object_id=str(key.pk),
        db=DEFAULT_DB_ALIAS,
        format="json",
        serialized_data=dump(document),
        object_repr=document.name,
    )
