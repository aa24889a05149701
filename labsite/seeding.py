"""Seeding: each fixture row is planted once in a database's life, and what editors do to it afterwards stays.

A ledger (PlantedRow) remembers the rows by the natural keys they have in the fixtures, whatever became of them since.
A lab that has no such ledger came another way, by hand, an import or an archive, and isn't the fixtures' to add to.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ObjectDoesNotExist, ValidationError
from django.db import DatabaseError, connection
from django.db.models import SET_NULL, CheckConstraint, Model

from labsite import history
from labsite.leaving.rows import some_content
from labsite.modelling.natural_keys import FixtureError, FixtureRow, RowName, read
from labsite.models import PlantedRow
from labsite.texts.stored import gettext_noop

MANY = 200  # rows: what is more is planted part by part
EMPTIED = RowName("labsite.lab", "emptied")  # in the ledger of a site whose lab has made room for another


@dataclass
class SeedingReport:
    """How many rows of each model were planted and kept, and in words what was left out."""

    planted: Counter[str] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        for model in sorted(self.planted | self.unchanged):
            yield f"{model}: {self.planted[model]} added, {self.unchanged[model]} unchanged"
        yield from self.remarks


class SkippedRow(Exception):
    """Why a row can't be planted though nothing is wrong with it: editors have made other arrangements."""


def seed(folder: Path) -> SeedingReport:
    """Plant the rows of a folder's fixtures that are new to this database: all of them, or none and a FixtureError.

    In a lab that didn't begin with them nothing is planted, as a remark of the report says.
    """
    rows = read(folder)
    report = SeedingReport()
    settled: list[RowName] = []

    def planting() -> Iterator[None]:
        # One seeding at a time: a long one has its turn besides, and on SQLite the transaction is the lock.
        if connection.vendor == "postgresql":
            table = connection.ops.quote_name(PlantedRow._meta.db_table)
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")
        if why := another_lab():
            report.remarks.append(why)
            return
        planned = plan(rows)
        vars(report).update(vars(planned.report))
        yield from planned.planting(settled)

    def remember(step: history.OpenStep) -> None:
        PlantedRow.objects.bulk_create(PlantedRow(model=name.model, key=name.key) for name in settled)

    history.write_in_parts(
        None, gettext_noop("Added the initial content"), planting(), len(plan(rows).new) > MANY, remember
    )
    return report


def another_lab() -> str:
    """Say in a sentence why fixtures have no place on this site; empty where it is theirs, or still nobody's."""
    if PlantedRow.objects.filter(model=EMPTIED.model, key=EMPTIED.key).exists():
        return "This site was emptied for another lab, so no fixtures were added."
    if not PlantedRow.objects.exists() and some_content():
        return "This lab didn’t start from the fixtures, so none were added."
    return ""


def make_room_for_another_lab() -> None:
    """Plant no fixtures from now on, though the site is empty."""
    PlantedRow.objects.get_or_create(model=EMPTIED.model, key=EMPTIED.key)


def plan(rows: list[FixtureRow]) -> "SeedingPlan":
    """Return what is to be done with these rows in this database, before any of it is done."""
    ledger = {RowName(*name) for name in PlantedRow.objects.values_list("model", "key")}
    return SeedingPlan(rows, ledger)


class SeedingPlan:
    """Which fixture rows are kept as they are and which are new, and these planted."""

    def __init__(self, rows: list[FixtureRow], ledger: set[RowName]) -> None:
        self.new = [row for row in rows if row.name not in ledger]
        models = {row.model for row in self.new}
        self.empty = {model for model in models if not model._default_manager.exists()}  # nothing to look for there
        self.gone = set(ledger)  # the names that needn't lead to a row
        self.found: dict[RowName, Model | None] = {}
        self.report = SeedingReport(unchanged=Counter(row.name.model for row in rows if row.name in ledger))

    def planting(self, settled: list[RowName]) -> Iterator[None]:
        """Plant a row at each step of the iteration; note the names of those that are there then."""
        for row in self.new:
            if self._settle(row):
                settled.append(row.name)
            yield

    def _settle(self, row: FixtureRow) -> bool:
        """Plant a row, or keep the one that an editor made; say whether it is there now. Raises FixtureError."""
        try:
            if row.model not in self.empty and self._find(row.name, row.model, row.key):
                self.report.unchanged[row.name.model] += 1
            else:
                self.found[row.name] = self._plant(row)
                self.report.planted[row.name.model] += 1
        except SkippedRow as reason:
            self.gone.add(row.name)
            self.report.remarks.append(f"skipped {row.name}: {reason}")
        except (ValidationError, DatabaseError, OSError, TypeError, ValueError) as error:
            raise FixtureError(f"{row.place}, {row.name}: {_words(error)}") from error
        return row.name not in self.gone

    def _plant(self, row: FixtureRow) -> Model:
        meta = row.model._meta
        single = {field.name: self._value(row, field) for field in meta.fields if field.name in row.fields}
        many = {field.name: self._value(row, field) for field in meta.many_to_many if field.name in row.fields}
        if unknown := row.fields.keys() - single.keys() - many.keys():
            raise ValidationError(f"it has no field {', '.join(sorted(unknown))}")
        instance = row.model(**single)
        _check(instance)
        instance.save()
        for name, others in many.items():
            getattr(instance, name).add(*others)
        return instance

    def _value(self, row: FixtureRow, field: Any) -> Any:
        value = row.fields[field.name]
        if field.many_to_many:
            return [other for key in value if (other := self._referred(row, field, key))]
        if field.is_relation:
            return None if value is None else self._referred(row, field, value)
        return field.to_python(value)

    def _referred(self, row: FixtureRow, field: Any, key: Any) -> Model | None:
        """Return the row that another refers to, or None in place of a lost one that it can do without."""
        name = RowName.of(field.related_model, key)
        referred = self._find(name, field.related_model, key)
        if referred is None and name not in self.gone:
            raise ValidationError(f"{field.name} refers to {name}, which doesn’t exist")
        if referred is None and not (field.many_to_many or field.remote_field.on_delete is SET_NULL):
            raise SkippedRow(f"it refers to {name}, which isn't on the site any more")
        if referred is None:
            self.report.remarks.append(f"added {row.name} without {name}, which isn't on the site any more")
        return referred

    def _find(self, name: RowName, model: Any, key: Any) -> Model | None:
        if name not in self.found:
            try:
                self.found[name] = model._default_manager.get_by_natural_key(*key)
            except ObjectDoesNotExist:
                self.found[name] = None
        return self.found[name]


def _check(instance: Model) -> None:
    """Raise ValidationError for values that no form would take, Skipped where an editor's row has taken its place."""
    relations = {field.name for field in instance._meta.fields if field.is_relation}
    instance.clean_fields(exclude=relations)
    instance.clean()
    for table, constraints in instance.get_constraints():
        for check in (each for each in constraints if isinstance(each, CheckConstraint)):
            check.validate(table, instance, exclude=relations)
    try:
        instance.validate_unique(exclude=relations)
        instance.validate_constraints(exclude=relations)
    except ValidationError as error:
        raise SkippedRow(_words(error)) from error


def _words(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error).strip()
    if hasattr(error, "error_dict"):
        messages = error.message_dict.items()
        named = (("" if name == NON_FIELD_ERRORS else f"{name}: ") + " ".join(words) for name, words in messages)
        return " ".join(named)
    return " ".join(error.messages)
