"""Versions in the database: each step has one of every thing that it changed."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone

from .documents import Document, dump, load
from .kept import Key, by_model
from .models import Step, Version


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


def newest(keys: Iterable[Key], before: Step | None = None) -> dict[Key, Version]:
    """Return the newest version of each thing that has one, or the newest before a step."""
    found: dict[Key, Version] = {}
    for model, pks in by_model(keys):
        versions = Version.objects.of(model, *pks)
        if before:
            versions = versions.filter(step__lt=before)
        last = versions.order_by().values("object_id").annotate(last=Max("pk")).values("last")
        found |= {key_of(version): version for version in Version.objects.filter(pk__in=last)}
    return found


def steps_since(row: Any, moment: datetime) -> list[Step]:
    """Return the steps by which somebody has changed a thing since then, the newest first."""
    versions = Version.objects.of(type(row), row.pk).made().defer("serialized_data")
    made = versions.filter(step__date_created__gt=moment).select_related("step__user__person")
    return [version.step for version in made]


def later_ones() -> Any:
    """Return the later versions of the same thing, for a condition on a version."""
    of_the_thing = {name: OuterRef(name) for name in ("content_type", "object_id")}
    return Version.objects.filter(**of_the_thing, pk__gt=OuterRef("pk"))


def deleted() -> QuerySet[Version]:
    """Return what is in the bin: the newest versions that say that their object was deleted, the latest first."""
    gone = Version.objects.filter(kind=Version.Kind.REMOVED).exclude(Exists(later_ones()))
    return gone.select_related("content_type", "step__user__person")


def begin(user: Any, words: str) -> Step:
    """Begin to write a step: who did what, in words."""
    return Step.objects.create(user=user, comment=words, date_created=timezone.now())


def write(step: Step, documents: Mapping[Key, tuple[Version.Kind, Document, str]]) -> None:
    """Write a version for each thing that a step changed: what was done to it, what it holds now, what changed."""
    Version.objects.bulk_create(
        Version(
            step=step,
            kind=kind,
            content_type=ContentType.objects.get_for_model(key.model),
            object_id=str(key.pk),
            object_repr=document.name,
            changed_parts=parts,
            serialized_data=dump(document),
        )
        for key, (kind, document, parts) in documents.items()
    )
