"""What writes much does so part by part: others can save in between, and of what breaks off nothing is left."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from labsite import history, seeding
from labsite.history import long_steps
from labsite.history.models import Step
from labsite.leaving import archive
from labsite.modelling import write_waits
from labsite.models import NewsItem, Page, PlantedRow, Project
from people.models import Membership, Person
from publications.models import Authorship, Publication, Venue
from tests import cast
from tests.labsite.leaving.world import empty_the_site

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def depths(monkeypatch):
    """Make each row a part of its own; how many transactions were open between two parts, each time."""
    depths = []
    monkeypatch.setattr(long_steps, "PART", 0)
    monkeypatch.setattr(long_steps, "somebody_waits", lambda connection: True)
    monkeypatch.setattr(long_steps.time, "sleep", lambda _: depths.append(len(connection.savepoint_ids)))
    monkeypatch.setattr(archive, "MANY", 0)
    monkeypatch.setattr(seeding, "MANY", 0)
    return depths


@pytest.fixture(params=["seed", "import_lab"])
def write(request, tmp_path, settings, monkeypatch):
    """Return what writes much, with the place where it ends, which can be made to fail."""
    if request.param == "seed":
        rows = [
            {"model": "people.person", "fields": {"slug": name, "name": f"{name} Quill"}} for name in ("ada", "zoe")
        ]
        rows.append({"model": "people.membership", "fields": {"person": ["ada"], "role": "lead", "start": "2010"}})
        (tmp_path / "rows.json").write_text(json.dumps(rows))
        return (lambda: call_command("seed", tmp_path, stdout=StringIO())), (PlantedRow.objects, "bulk_create")
    cast.make_publication("Quokka", [cast.student(), "Ivo Brandt"], venue=cast.make_venue())
    call_command("export_lab", tmp_path / "out", stdout=StringIO())
    empty_the_site(settings)
    return (lambda: call_command("import_lab", tmp_path / "out", stdout=StringIO())), (Authorship, "_save_table")


def numbers():
    return [model.objects.count() for model in (Person, Membership, Publication, Venue, NewsItem, Project, Page)]


def test_nothing_is_locked_between_parts_and_all_of_it_is_undone_as_one(write, depths):
    outside = len(connection.savepoint_ids)
    write[0]()
    assert len(depths) > 1
    assert set(depths) == {outside}
    assert sum(numbers()) > 2
    [step] = Step.objects.exclude(comment="")
    history.undo(step, None)
    assert numbers() == [0] * 7


def test_nothing_pauses_while_nobody_waits_to_write(write, depths, monkeypatch):
    monkeypatch.setattr(long_steps, "somebody_waits", write_waits.somebody_waits)
    write[0]()
    assert depths == []


def test_what_breaks_off_leaves_nothing_and_can_be_begun_again(write, monkeypatch):
    with monkeypatch.context() as patched, pytest.raises(ZeroDivisionError):
        patched.setattr(*write[1], lambda *args, **options: 1 / 0)
        write[0]()
    assert numbers() == [0] * 7
    assert not PlantedRow.objects.exists()
    assert not Step.objects.filter(is_under_way=True).exists()
    write[0]()
    assert sum(numbers()) > 2
