"""Merging two rows of a model: planned first, so that it can be shown, and then written.

All rows that refer to the one that goes refer to the other afterwards; two of them that say the same become one.
"""

from collections.abc import Container
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.db.models import BooleanField, Field, FileField, Model

from labsite.history.tracked import watched_models
from labsite.modelling.ordering import Ordered

from .inbound_relations import choices_of, keys, leading_to, own_choices, row_links

MAX_WORDING_LENGTH = 300  # characters, as long as an earlier wording may be
MAX_LABEL_LENGTH = 100  # characters


@dataclass
class MergePlan:
    """What happens when ``kept`` absorbs ``gone``: nothing is written before apply()."""

    kept: Any
    gone: Any
    values: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    moved: list[Any] = field(default_factory=list)
    dropped: list[Any] = field(default_factory=list)
    folded: list["MergePlan"] = field(default_factory=list)
    choosing: list[tuple[Any, Any]] = field(default_factory=list)  # rows that choose among many, by which field

    def all_left_out(self) -> list[str]:
        return [*self.left_out, *(words for fold in self.folded for words in fold.all_left_out())]


def merge_plan(kept: Any, gone: Any) -> MergePlan:
    """Return what it takes for one row to take the place of another everywhere."""
    result = MergePlan(kept, gone)
    for model, links in row_links(type(gone)).items():
        _plan_rows(result, model, links)
    for choice in choices_of(type(gone)):
        result.choosing += [(row, choice) for row in _choosing(choice, kept, gone)]
    return result


def _choosing(choice: Any, kept: Any, gone: Any) -> Any:
    """Return the rows that chose ``gone``, and the own rows of ``gone`` that chose ``kept``."""
    rows = choice.model._base_manager
    own = rows.filter(leading_to(gone, _owners(choice)), **{choice.name: kept})
    return (rows.filter(**{choice.name: gone}) | own).distinct()


def _owners(choice: Any) -> list[Any]:
    """Return the foreign keys that say whose a row is, to the same model as its choices: nobody chooses themself."""
    return row_links(choice.related_model).get(choice.model, [])


def _plan_rows(result: MergePlan, model: Any, links: list[Any]) -> None:
    rows = model._base_manager.filter(leading_to(result.gone, links)).order_by("pk")
    there = model._base_manager.filter(leading_to(result.kept, links)).exclude(pk__in=[row.pk for row in rows])
    taken = {key: row for row in there for key in keys(row, links)} if rows else {}
    for row in rows:
        _lead_on(row, links, result)
        if isinstance(row, Ordered) and there:
            row.order = 0  # behind those whose place somebody chose
        if _leads_to_itself(row, links, result.kept):
            result.dropped.append(row)
            result.left_out.append(f"{model._meta.verbose_name} “{row}”: nobody and nothing refers to itself")
            continue
        twin = next((taken[key] for key in keys(row, links) if key in taken), None)
        if twin and leads_elsewhere(row, twin):
            row.label, twin = free_label(row, {(each.kind, each.label) for each in taken.values()}), None
        if twin:
            _plan_twin(result, twin, row, links)
        else:
            result.moved.append(row)
            taken |= dict.fromkeys(keys(row, links), row)


def _plan_twin(result: MergePlan, twin: Any, row: Any, links: list[Any]) -> None:
    """Let two rows that say the same become one; of what is no content, such as an invitation, one is enough."""
    if type(row) not in watched_models():
        result.dropped.append(row)
        return
    fold = merge_plan(twin, row)
    fold.values, fold.left_out = fill(twin, row, {link.name for link in links})
    result.folded.append(fold)


def _lead_on(row: Any, links: list[Any], result: MergePlan) -> None:
    for link in links:
        if getattr(row, link.attname) == result.gone.pk:
            setattr(row, link.name, result.kept)


def _leads_to_itself(row: Any, links: list[Any], kept: Any) -> bool:
    """Say whether a row now names one thing twice where nothing can be left open; what can be is left open."""
    leading = [link for link in links if getattr(row, link.attname) == kept.pk]
    for link in [link for link in leading if link.null][: len(leading) - 1]:
        setattr(row, link.name, None)
        leading.remove(link)
    return len(leading) > 1


def apply(it: MergePlan) -> None:
    """Do what was planned."""
    for row in it.moved:
        row.save()
    for row in it.dropped:
        row.delete()
    for row, choice in it.choosing:
        _choose_instead(row, choice, it)
    for choice in own_choices(type(it.gone)):
        getattr(it.kept, choice.name).add(*getattr(it.gone, choice.name).all())
    for fold in it.folded:
        apply(fold)
    _replace(it)


def _choose_instead(row: Any, choice: Any, it: MergePlan) -> None:
    chosen, ends = getattr(row, choice.name), (it.kept.pk, it.gone.pk)
    is_own = any(getattr(row, owner.attname) in ends for owner in _owners(choice))
    chosen.remove(it.gone)
    (chosen.remove if is_own else chosen.add)(it.kept)


def _replace(it: MergePlan) -> None:
    it.gone.delete()
    for name, value in it.values.items():
        if isinstance(it.kept._meta.get_field(name), FileField):
            it.kept.__dict__[name] = value  # assigning would open the file to measure it
        else:
            setattr(it.kept, name, value)
    it.kept.save()


class Filled(NamedTuple):
    """What two rows that fold into one hold together: values to set, and in words what they can't both say."""

    values: dict[str, Any]
    left_out: list[str]


def fill(kept: Model, gone: Model, links: set[str]) -> Filled:
    """Return what ``kept`` takes over from a row that is the same thing; ``links`` say what both belong to."""
    filled = Filled({}, [])
    for each in editable_fields(type(kept)):
        if each.name not in links:
            _fill_field(filled, each, kept, gone)
    return filled


def editable_fields(model: type[Model]) -> list[Field]:
    """Return the fields that people fill in."""
    return [field for field in model._meta.concrete_fields if field.editable and not field.primary_key]


def with_companions(field: Field, row: Model) -> dict[str, Any]:
    """Return a field's value and, of a file, what the row knows about it: the size of a picture."""
    names = [field.name, getattr(field, "width_field", None), getattr(field, "height_field", None)]
    return {name: _plain(getattr(row, name)) for name in filter(None, names)}


def _plain(value: Any) -> Any:
    """Return a file by its name: assigned as a file, it would be opened and measured."""
    return value.name if hasattr(value, "storage") else value


def _fill_field(filled: Filled, field: Field, kept: Model, gone: Model) -> None:
    ours, theirs = getattr(kept, field.name), getattr(gone, field.name)
    if not theirs or ours == theirs or field.name == "printed_name":
        return  # without a printed name, a paper prints the name as it is
    if field.name == "order":
        if not isinstance(kept, Ordered):
            filled.values["order"] = min(ours, theirs)
    elif _is_fuller(field, ours, theirs):
        filled.values.update(with_companions(field, gone))
    elif not (isinstance(ours, str) and str(theirs) in ours):
        _keep_wording(filled, field, kept, theirs)


def _is_fuller(field: Field, ours: Any, theirs: Any) -> bool:
    if field.name == "visibility":
        return theirs == "private"
    if isinstance(field, BooleanField) or not ours:
        return True
    return isinstance(theirs, str) and not isinstance(field, FileField) and not field.choices and ours in theirs


def _keep_wording(filled: Filled, field: Field, kept: Any, theirs: Any) -> None:
    """Put words that lose into the row's earlier wording where it has one, else say that they are left out."""
    said = filled.values.get("earlier_wording", getattr(kept, "earlier_wording", None))
    both = "; ".join(filter(None, [said, str(theirs)]))
    fits = said is not None and field.name != "earlier_wording" and len(both) <= MAX_WORDING_LENGTH
    if fits and isinstance(theirs, str) and not field.choices:
        filled.values["earlier_wording"] = both
    else:
        filled.left_out.append(f"{kept._meta.verbose_name} “{kept}”: {field.verbose_name} “{theirs}”")


def leads_elsewhere(link: Any, other: Any) -> bool:
    """Say whether two rows are links to different places."""
    return hasattr(link, "label") and "" not in (_target(link), _target(other)) and _target(link) != _target(other)


def _target(link: Any) -> str:
    """Where a link leads: an address, or a file that was uploaded."""
    return link.url or str(getattr(link, "file", ""))


def free_label(link: Any, taken: Container[tuple[str, str]]) -> str:
    """Return what to call a link, by where it leads; ``taken`` are the kinds and labels of others."""
    stem = f"{link} ({urlsplit(link.url).hostname or 'file'})"
    labels = (f"{stem[: MAX_LABEL_LENGTH - 4]}{number}" for number in chain([""], map(" {}".format, count(2))))
    return next(label for label in labels if (link.kind, label) not in taken)
