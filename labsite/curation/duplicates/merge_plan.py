"""What leads to a row, and merging two rows of a model: planned first, so that it can be shown, and then written.

All rows that refer to the one that goes refer to the other afterwards; two of them that say the same become one.
"""

from collections.abc import Container, Iterable, Iterator
from itertools import chain, count
from typing import Any, Self
from urllib.parse import urlsplit

from django.db.models import BooleanField, Field, FileField, ForeignKey, Model, Q
from django.utils.translation import gettext

from labsite.history.tracked import links_to, tracked_lists, watched_models
from labsite.modelling.ordered_lists import Ordered

MAX_WORDING_LENGTH = 300  # characters, as long as an earlier wording may be
MAX_LABEL_LENGTH = 100  # characters
LONG = 300  # rows that lead to one of two: to write them takes about a second


def row_links(model: type[Model]) -> dict[type[Model], list[Any]]:
    """Return the foreign keys to a model that rows of their own hold, by the model of these rows."""
    links: dict[type[Model], list[Any]] = {}
    for link in links_to(model):
        if not link.model._meta.auto_created:
            links.setdefault(link.model, []).append(link)
    return links


def choices_of(model: type[Model]) -> list[Any]:
    """Return the many-to-many fields, of any model, among whose choices are rows of this one."""
    return [
        field
        for link in links_to(model)
        if (owner := link.model._meta.auto_created)
        for field in owner._meta.local_many_to_many
        if field.remote_field.through is link.model and field.m2m_reverse_field_name() == link.name
    ]


def leading_to(row: Model, links: Iterable[ForeignKey]) -> Q:
    """The condition that any of these foreign keys leads to a row."""
    condition = Q(pk__in=[])
    for link in links:
        condition |= Q(**{link.name: row})
    return condition


def is_long(one: Model, other: Model) -> bool:
    """Whether so much leads to two rows that nobody should have to wait until they are one."""
    return (
        sum(
            each._base_manager.filter(leading_to(one, links) | leading_to(other, links)).count()
            for each, links in row_links(type(one)).items()
        )
        > LONG
    )


def keys(row: Any, links: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield what must be unique about a row and has to do with these links; two empty values are equal."""
    held = {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}
    for name, fields in _unique_together(type(row), held):
        if fields & {link.name for link in links}:
            yield name, *(held[field] for field in sorted(fields))


def _unique_together(model: type[Model], held: dict[str, Any]) -> Iterator[tuple[str, set[str]]]:
    """Yield the name and the fields of each constraint whose condition a row of these values meets."""
    for constraint in model._meta.constraints:
        condition, fields = getattr(constraint, "condition", None), getattr(constraint, "fields", ())
        if fields and (condition is None or condition.check(held)):
            yield constraint.name, {*fields}
    for field in model._meta.concrete_fields:
        if field.unique and not field.primary_key:
            yield field.name, {field.name}


class MergePlan:
    """What it takes for ``kept`` to take the place of ``gone`` everywhere: nothing is written before apply().

    ``values`` are what ``kept`` takes over, and ``left_out`` says in words what it can't.
    """

    def __init__(self, kept: Any, gone: Any, values: dict[str, Any] | None = None) -> None:
        self.kept, self.gone = kept, gone
        self.values = values or {}
        self.left_out: list[str] = []
        self.moved: list[Any] = []
        self.dropped: list[Any] = []
        self.folded: list[MergePlan] = []
        for model, links in row_links(type(gone)).items():
            self._plan_rows(model, links)
        # Rows that chose ``gone`` among many, and own rows of it that chose ``kept``, each with the field by which.
        self.choosing: list[tuple[Any, Any]] = []
        for choice in choices_of(type(gone)):
            rows = choice.model._base_manager
            own = rows.filter(leading_to(gone, _owners(choice)), **{choice.name: kept})
            self.choosing += [(row, choice) for row in (rows.filter(**{choice.name: gone}) | own).distinct()]

    @classmethod
    def of_twins(cls, kept: Any, gone: Any, links: set[str]) -> Self:
        """Plan for two rows that are the same thing, of which nobody chooses; ``links`` say what both belong to."""
        values, left_out = fill(kept, gone, links)
        plan = cls(kept, gone, values)
        plan.left_out += left_out
        return plan

    def all_left_out(self) -> list[str]:
        return [*self.left_out, *(words for fold in self.folded for words in fold.all_left_out())]

    def _plan_rows(self, model: Any, links: list[Any]) -> None:
        rows = model._base_manager.filter(leading_to(self.gone, links)).order_by("pk")
        there = model._base_manager.filter(leading_to(self.kept, links)).exclude(pk__in=[row.pk for row in rows])
        taken: dict[Any, Any] = {key: row for row in there for key in keys(row, links)} if rows else {}
        for row in rows:
            is_of_itself = self._lead_to_kept(row, links)
            if isinstance(row, Ordered) and there:
                row.order = 0  # behind those whose place somebody chose
            twin = next((taken[key] for key in keys(row, links) if key in taken), None)
            if is_of_itself:
                self.dropped.append(row)
                self.left_out.append(
                    gettext("%(kind)s “%(row)s”: it can’t refer to itself")
                    % {"kind": model._meta.verbose_name, "row": row}
                )
            elif twin and not leads_elsewhere(row, twin):
                # They become one; of what is no content, such as an invitation, one is enough.
                if type(row) in watched_models():
                    self.folded.append(MergePlan.of_twins(twin, row, {link.name for link in links}))
                else:
                    self.dropped.append(row)
            else:
                if twin:
                    row.label = free_label(row, {(each.kind, each.label) for each in taken.values()})
                self.moved.append(row)
                taken |= dict.fromkeys(keys(row, links), row)

    def _lead_to_kept(self, row: Any, links: list[Any]) -> bool:
        """Let a row refer to ``kept``; say whether it then names one thing twice where nothing can be left open."""
        for link in links:
            if getattr(row, link.attname) == self.gone.pk:
                setattr(row, link.name, self.kept)
        leading = [link for link in links if getattr(row, link.attname) == self.kept.pk]
        left_open = [link for link in leading if link.null][: len(leading) - 1]
        for link in left_open:
            setattr(row, link.name, None)
        return len(leading) - len(left_open) > 1

    def apply(self) -> None:
        """Do what was planned."""
        for row in self.moved:
            row.save()
        for row in self.dropped:
            row.delete()
        for row, choice in self.choosing:
            chosen, ends = getattr(row, choice.name), (self.kept.pk, self.gone.pk)
            is_own = any(getattr(row, owner.attname) in ends for owner in _owners(choice))
            present = chosen.values_list("pk", flat=True)
            keys = dict.fromkeys(self.kept.pk if key == self.gone.pk else key for key in present)
            chosen.set([key for key in keys if not (is_own and key == self.kept.pk)])  # in the place of who goes
        for many in tracked_lists(self.gone._meta.model):
            getattr(self.kept, many.name).add(*getattr(self.gone, many.name).all())
        for fold in self.folded:
            fold.apply()
        self.gone.delete()
        for name, value in self.values.items():
            if isinstance(self.kept._meta.get_field(name), FileField):
                self.kept.__dict__[name] = value  # assigning would open the file to measure it
            else:
                setattr(self.kept, name, value)
        self.kept.save()


def _owners(choice: Any) -> list[Any]:
    """Return the foreign keys that say whose a row is, to the same model as its choices: nobody chooses themself."""
    return row_links(choice.related_model).get(choice.model, [])


def editable_fields(model: type[Model]) -> list[Field]:
    """Return the fields that people fill in."""
    return [field for field in model._meta.concrete_fields if field.editable and not field.primary_key]


def with_companions(field: Field, row: Model) -> dict[str, Any]:
    """Return a field's value and, of a file, its name and what the row knows about it: the size of a picture.

    Assigned as a file, a picture would be opened and measured.
    """
    names = [field.name, getattr(field, "width_field", None), getattr(field, "height_field", None)]
    values = {name: getattr(row, name) for name in names if name}
    return {name: value.name if hasattr(value, "storage") else value for name, value in values.items()}


def fill(kept: Model, gone: Model, links: set[str]) -> tuple[dict[str, Any], list[str]]:
    """Return what ``kept`` takes over from a row that is the same thing, and in words what they can't both say.

    ``links`` say what both belong to.
    """
    values: dict[str, Any] = {}
    left_out: list[str] = []
    for each in editable_fields(type(kept)):
        ours, theirs = getattr(kept, each.name), getattr(gone, each.name)
        if each.name in links or each.name == "printed_name" or not theirs or ours == theirs:
            continue  # without a printed name, a paper prints the name as it is
        if each.name == "order":
            values |= {} if isinstance(kept, Ordered) else {"order": min(ours, theirs)}
        elif _is_fuller(each, ours, theirs):
            values |= with_companions(each, gone)
        elif not (isinstance(ours, str) and str(theirs) in ours):
            # Words that lose go into the row's earlier wording where it has one.
            earlier = values.get("earlier_wording", getattr(kept, "earlier_wording", None))
            both = "; ".join(filter(None, [earlier, str(theirs)]))
            has_room = earlier is not None and each.name != "earlier_wording" and len(both) <= MAX_WORDING_LENGTH
            if has_room and isinstance(theirs, str) and not each.choices:
                values["earlier_wording"] = both
            else:
                left_out.append(
                    gettext("%(kind)s “%(row)s”: %(field)s “%(value)s”")
                    % {
                        **{"kind": kept._meta.verbose_name, "row": kept},
                        **{"field": each.verbose_name, "value": theirs},
                    }
                )
    return values, left_out


def _is_fuller(field: Field, ours: Any, theirs: Any) -> bool:
    if field.name == "visibility":
        return theirs == "private"
    if isinstance(field, BooleanField) or not ours:
        return True
    return isinstance(theirs, str) and not isinstance(field, FileField) and not field.choices and ours in theirs


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
