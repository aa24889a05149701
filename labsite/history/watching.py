"""Whatever is saved or deleted during a step is noticed, so that nobody needs to say beforehand what will change."""

from collections.abc import Iterator
from typing import Any

from django.db.models import SET_NULL, Model
from django.db.models.signals import m2m_changed, post_save, pre_delete, pre_save

from .kept import Key, kept_lists, things, things_in_database, watched_models
from .steps import OpenStep, current


def watch_rows() -> None:
    for model in watched_models():
        pre_save.connect(_before_saving, sender=model, dispatch_uid="history")
        post_save.connect(_after_adding, sender=model, dispatch_uid="history")
        pre_delete.connect(_before_deleting, sender=model, dispatch_uid="history")
        for field in kept_lists(model):
            m2m_changed.connect(_before_listing, sender=field.remote_field.through, dispatch_uid="history")


def _before_saving(sender: Any, instance: Model, **kwargs: Any) -> None:
    step = current()
    if step:
        keys = list(things(instance))
        if instance.pk is not None and not _is_remembered_with(step, keys, instance):
            keys += things_in_database(sender, pk=instance.pk)  # it may have belonged to another thing
        step.remember(keys)


def _is_remembered_with(step: OpenStep, keys: list[Key], row: Model) -> bool:
    return all(key in step.before and Key(type(row), row.pk) in step.before[key].rows for key in keys)


def _after_adding(sender: Any, instance: Model, created: bool, **kwargs: Any) -> None:
    step = current()
    if step and created:
        step.remember_absent(key for key in things(instance) if key == Key(sender, instance.pk))


def _before_deleting(sender: Any, instance: Model, **kwargs: Any) -> None:
    step = current()
    if step and Key(sender, instance.pk) not in step.going:
        about_to_delete(step, [instance])


def about_to_delete(step: OpenStep, rows: list[Any]) -> None:
    """Keep what rows of one kind hold, and the things that let go of them: as many questions for many as for one."""
    step.remember([*things(*rows), *_referring(rows)])
    step.going |= {Key(type(row), row.pk) for row in rows}


def _referring(rows: list[Any]) -> Iterator[Key]:
    """Yield the things that let go of rows when they are deleted: lists that name them, columns that become empty."""
    relations: Any = rows[0]._meta.get_fields(include_hidden=True)
    for relation in relations:
        if not (relation.auto_created and not relation.concrete and (relation.one_to_many or relation.one_to_one)):
            continue
        model, column = relation.related_model, relation.field.name
        if model in watched_models() and relation.on_delete is SET_NULL:
            yield from things_in_database(model, **{f"{column}__in": rows})
        elif model._meta.auto_created in watched_models():
            yield from _listing(model, column, rows)


def _listing(through: Any, column: str, rows: list[Any]) -> Iterator[Key]:
    own = _list_in(through).m2m_field_name()
    if own != column:
        holders = through._base_manager.filter(**{f"{column}__in": rows}).values(own)
        yield from things_in_database(through._meta.auto_created, pk__in=holders)


def _list_in(through: Any) -> Any:
    """Return the field whose list a table without a model of its own holds."""
    return next(field for field in kept_lists(through._meta.auto_created) if field.remote_field.through is through)


def _before_listing(sender: Any, instance: Any, action: str, reverse: bool, pk_set: Any, **kwargs: Any) -> None:
    step = current()
    if not step or not action.startswith("pre_"):
        return
    if not reverse:
        step.remember(things(instance))
    elif pk_set is not None:
        step.remember(things_in_database(kwargs["model"], pk__in=pk_set))
    else:
        step.remember(_listing(sender, _list_in(sender).m2m_reverse_field_name(), [instance]))
