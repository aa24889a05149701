"""Two values of one thing: which is the fuller, and what becomes of the other."""

from typing import Any, NamedTuple

from django.db.models import BooleanField, Field, FileField, Model

from labsite.modelling.ordering import Ordered

MAX_WORDING_LENGTH = 300  # characters, as long as an earlier wording may be


class Filled(NamedTuple):
    """What two rows that fold into one hold together: values to set, and in words what they can't both say."""

    values: dict[str, Any]
    left_out: list[str]


def fill(kept: Model, gone: Model, links: set[str]) -> Filled:
    """Return what ``kept`` takes over from a row that is the same thing; ``links`` say what both belong to."""
    filled = Filled({}, [])
    for field in editable_fields(type(kept)):
        if field.name not in links:
            _fill_field(filled, field, kept, gone)
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
