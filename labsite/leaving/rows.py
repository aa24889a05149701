"""Which rows leave with a lab, and how they are written: by natural keys, so that no number of a database matters."""

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.core.serializers import sort_dependencies
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q

from labsite import registry
from labsite.history.tracked import rows_of, tracked_lists, tracked_models, watched_models
from labsite.models import TextPicture
from labsite.roles import rights_of
from people.models import Membership, Person
from publications.formats.bibtex import is_private
from publications.models import ExtraField, Venue

# What fixtures leave out as it belongs to an installation, and goes along when a lab moves into another.
OF_THE_INSTALLATION = ("added_at", "changed_at", "editors_word")

Rows = dict[type[Model], list[Any]]


def content_models() -> list[type[Model]]:
    """Return the tables that hold a lab's content, each after those that it refers to."""
    ordered = sort_dependencies([(apps.get_app_config(app), None) for app in registry.content_apps()])
    return [model for model in ordered if model in watched_models()]


def some_content() -> str:
    """Return what the site has rows of, in a word; empty where it has no content."""
    models_with_rows = (model for model in content_models() if model._base_manager.exists())
    return str(next((model._meta.verbose_name_plural for model in models_with_rows), ""))


def all_rows() -> Rows:
    """Return all content, the oldest rows first, in which what rows refer to needs no further query."""
    rows: Rows = {}
    for model in content_models():
        lists = (field.name for field in tracked_lists(model))
        rows[model] = list(model._base_manager.order_by("pk").prefetch_related(*lists))
        for field in _references(model):
            referred = {row.pk: row for row in rows[field.related_model]}
            for row in rows[model]:
                field.set_cached_value(row, referred.get(getattr(row, field.attname)))
    return rows


def public_rows(rows: Rows) -> Rows:
    """Return what everyone may see: no draft, nothing that belongs to one, and nobody whom nothing public names."""
    seen = {model: _open(model) for model in rows}
    shown = _complete({model: [row for row in of_model if row.pk in seen[model]] for model, of_model in rows.items()})
    hidden = _named(Venue, rows) - _named(Venue, shown)  # one that nothing names has a page
    shown = _complete(shown | {Venue: [row for row in shown[Venue] if row.pk not in hidden]})
    named = _named(Person, shown)
    shown = _complete(shown | {Person: [row for row in shown[Person] if row.pk in named]})
    texts = as_json(shown, shown.keys() - {TextPicture})
    return shown | {TextPicture: [row for row in shown[TextPicture] if row.image.name in texts]}


def as_json(rows: Rows, models: Iterable[type[Model]]) -> str:
    """Return the rows of models as Django's fixtures hold them, naming only rows that leave too."""
    keys = {model: dict(_keys(of_model)) for model, of_model in rows.items()}
    written = [_fixture_row(row, keys) for model in models for row in rows[model]]
    return json.dumps(written, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n"


def _keys(rows: list[Any]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield the natural keys of a model's rows, with a number where they are another's: two prizes for two papers."""
    numbers: Counter[Any] = Counter()
    for row in rows:
        key = row.natural_key() if hasattr(row, "natural_key") else ()
        numbers[key] += 1
        yield row.pk, key if numbers[key] == 1 else (*key, numbers[key])


def _fixture_row(row: Any, keys: dict[type[Model], dict[Any, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for field in row._meta.concrete_fields:
        value = field.value_from_object(row)
        if field.primary_key or not (field.serialize or field.name in OF_THE_INSTALLATION):
            continue
        if field.is_relation:
            fields[field.name] = keys.get(field.related_model, {}).get(value)
        elif isinstance(value, datetime.datetime):
            fields[field.name] = value.isoformat()  # which Django's encoder would cut to the millisecond
        else:
            fields[field.name] = value if value is None or isinstance(value, int) else field.value_to_string(row)
    for field in tracked_lists(row._meta.model):
        known = keys[field.related_model]
        fields[field.name] = [known[other.pk] for other in getattr(row, field.name).all() if other.pk in known]
    return {"model": row._meta.label_lower, "fields": fields}


def _references(model: type[Model]) -> list[Any]:
    """Return the columns of a model that refer to content."""
    relations: list[Any] = [field for field in model._meta.concrete_fields if field.is_relation]
    return [field for field in relations if field.related_model in watched_models()]


def _open(model: type[Model]) -> set[Any]:
    manager: Any = model._default_manager
    if hasattr(manager, "public"):
        return set(manager.public().values_list("pk", flat=True))
    rights = rights_of(model)
    is_open = "V" in rights.member or rights.parts is not None
    condition = Q() if is_open else rights.public()
    rows = model._base_manager.filter(condition)
    return {row.pk for row in rows if not (isinstance(row, ExtraField) and is_private(row.name))}


def _complete(rows: Rows) -> Rows:
    """Leave out the rows that can't be without one that is left out."""
    complete: Rows = {}
    for model, of_model in rows.items():
        for field in (each for each in _references(model) if not each.null):
            keys = {row.pk for row in complete[field.related_model]}
            of_model = [row for row in of_model if getattr(row, field.attname) in keys]
        complete[model] = of_model
    return complete


def _named(model: type[Model], rows: Rows) -> set[Any]:
    """Return which rows of a model are named, not just by part of their own form, as a spelling of a name is.

    What such a part names counts only if the row that it belongs to is named itself.
    """
    of_its_own = (*tracked_models(), Membership)
    parts = {relation.field for relation in rows_of(model) if relation.related_model not in of_its_own}
    named: set[Any] = set()
    by_parts: dict[Any, set[Any]] = defaultdict(set)
    for each, of_model in rows.items():
        references = [field for field in _references(each) if field.related_model is model]
        owners = [field for field in references if field in parts]
        lists = [field for field in tracked_lists(each) if field.related_model is model]
        for row in of_model:
            others = {getattr(row, field.attname) for field in references if field not in parts}
            others |= {other.pk for field in lists for other in getattr(row, field.name).all()}
            for owner in owners or [None]:
                by_parts[owner and getattr(row, owner.attname)] |= others
    reached = {None}
    while reached:
        named |= reached
        reached = set().union(*(by_parts[each] for each in reached)) - named
    return named
