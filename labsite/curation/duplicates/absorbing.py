"""One row takes over all that leads to another, which then goes: planned first, so that it can be shown and undone."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import FileField

from labsite.history.tracked import watched_models
from labsite.modelling.ordering import Ordered

from .filling import fill
from .labelling import free_label, leads_elsewhere
from .leading import choices_of, keys, leading_to, own_choices, row_links


@dataclass
class Plan:
    """What happens when ``kept`` absorbs ``gone``: nothing is written before apply()."""

    kept: Any
    gone: Any
    values: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    moved: list[Any] = field(default_factory=list)
    dropped: list[Any] = field(default_factory=list)
    folded: list["Plan"] = field(default_factory=list)
    choosing: list[tuple[Any, Any]] = field(default_factory=list)  # rows that choose among many, by which field

    def all_left_out(self) -> list[str]:
        return [*self.left_out, *(words for fold in self.folded for words in fold.all_left_out())]


def plan(kept: Any, gone: Any) -> Plan:
    """Return what it takes for one row to take the place of another everywhere."""
    result = Plan(kept, gone)
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


def _plan_rows(result: Plan, model: Any, links: list[Any]) -> None:
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


def _plan_twin(result: Plan, twin: Any, row: Any, links: list[Any]) -> None:
    """Let two rows that say the same become one; of what is no content, such as an invitation, one is enough."""
    if type(row) not in watched_models():
        result.dropped.append(row)
        return
    fold = plan(twin, row)
    fold.values, fold.left_out = fill(twin, row, {link.name for link in links})
    result.folded.append(fold)


def _lead_on(row: Any, links: list[Any], result: Plan) -> None:
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


def apply(it: Plan) -> None:
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


def _choose_instead(row: Any, choice: Any, it: Plan) -> None:
    chosen, ends = getattr(row, choice.name), (it.kept.pk, it.gone.pk)
    is_own = any(getattr(row, owner.attname) in ends for owner in _owners(choice))
    chosen.remove(it.gone)
    (chosen.remove if is_own else chosen.add)(it.kept)


def _replace(it: Plan) -> None:
    it.gone.delete()
    for name, value in it.values.items():
        if isinstance(it.kept._meta.get_field(name), FileField):
            it.kept.__dict__[name] = value  # assigning would open the file to measure it
        else:
            setattr(it.kept, name, value)
    it.kept.save()
