"""An upgrade keeps every row of every table, with what its columns held."""

import re

import pytest

from tests.upgrades.somebody import Somebody
from tests.upgrades.tables import rows

pytestmark = [pytest.mark.database, pytest.mark.once, pytest.mark.both]

# What migrations, roles and work make anew or note by themselves.
MADE_ANEW = {
    "auth_group_permissions",
    "auth_permission",
    "django_content_type",
    "django_migrations",
    "labsite_changedobject",
    "labsite_contentversion",
    "publications_coauthorcount",
    "publications_papercount",
}
# Columns that migrations have taken away, and that migrate writes as it takes back what a killed process has written.
NOT_KEPT = {
    "publications_import": {"alive_at", "done"},
    "labsite_step": {"is_under_way"},
    "labsite_notice": {"since"},
}


def test_every_row_is_there_and_holds_what_it_held(upgraded, lab):
    assert [*lost(upgraded.before, rows(), lab.left["written by the killed"])] == []


def lost(before, after, taken_back):
    for table, held in before.items():
        found = after.get(name_now(table, after), {})
        columns = [name for name in next(iter(held.values()), {}) if name not in NOT_KEPT.get(table, ())]
        for key, row in held.items() if table not in MADE_ANEW else ():
            if key not in found:
                yield from () if key in taken_back.get(table, ()) else [f"{table} {key}"]
            else:
                differing = [name for name in columns if found[key].get(name, "no such column") != row[name]]
                yield from (f"{table} {key}: {name} was {row[name]!r}" for name in differing)


def name_now(table, tables):
    """Return what a table is called now: its app may be another, its model isn't."""
    of_the_model = [name for name in tables if name.partition("_")[2] == table.partition("_")[2]]
    return table if table in tables else of_the_model[0] if len(of_the_model) == 1 else None


def test_the_file_of_all_papers_has_each(lab):
    entries = re.findall("^@", Somebody().page("/publications.bib"), re.MULTILINE)
    assert len(entries) == 303
