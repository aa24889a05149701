import json
import os
import sqlite3
import subprocess
import sys
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from labsite.modelling import content_version
from labsite.models import Lab, NewsItem, PlantedRow
from people.models import Award, Membership, NameVariant, Person
from publications.models import Authorship, Publication, TalkOccasion, Venue
from services.models import Service
from tests import cast
from tests.editing import form_data
from tests.labsite.leaving.world import held

pytestmark = pytest.mark.django_db

ADA = {"model": "people.person", "fields": {"slug": "ada-quill", "name": "Ada Quill"}}
ZOE = {"model": "people.person", "fields": {"slug": "zoe-lindqvist", "name": "Zoë Lindqvist"}}
SYSCON = {"model": "publications.venue", "fields": {"slug": "syscon", "acronym": "SYSCON"}}
QUOKKA = {
    "model": "publications.publication",
    "fields": {
        "slug": "quokka",
        "title": "Quokka: Scheduling at Leisure",
        "venue": ["syscon"],
        "year": 2024,
        "abstract": "It is *slow*.",
        "citation_key": "quill2024quokka",
    },
}


def row(model, **fields):
    return {"model": model, "fields": fields}


@pytest.fixture
def seed(tmp_path):
    """Seed from a folder whose one file holds the rows given, and return the lines of the report."""

    def seed(*rows):
        (tmp_path / "rows.json").write_text(json.dumps(rows))
        out = StringIO()
        call_command("seed", tmp_path, stdout=out)
        return out.getvalue().splitlines()

    return seed


def refusal(seed, *rows):
    with pytest.raises(CommandError) as caught:
        seed(*rows)
    return str(caught.value)


def test_rows_are_planted_and_counted(seed):
    assert seed(ADA, ZOE, SYSCON) == [
        "people.person: 2 added, 0 unchanged",
        "publications.venue: 1 added, 0 unchanged",
    ]
    assert [person.name for person in Person.objects.order_by("slug")] == ["Ada Quill", "Zoë Lindqvist"]


def test_a_second_run_changes_nothing(seed):
    seed(ADA, SYSCON, QUOKKA)
    version = content_version.current()
    with CaptureQueriesContext(connection) as queries:
        report = seed(ADA, SYSCON, QUOKKA)
    statements = [query["sql"].split(" ")[0] for query in queries]
    assert set(statements) - {"SAVEPOINT", "RELEASE", "LOCK"} == {"SELECT"}
    assert report == [
        "people.person: 0 added, 1 unchanged",
        "publications.publication: 0 added, 1 unchanged",
        "publications.venue: 0 added, 1 unchanged",
    ]
    assert content_version.current() == version


def test_an_edited_row_keeps_its_edit(seed):
    seed(ADA)
    Person.objects.update(headline="Thinks slowly")
    seed(ADA)
    assert Person.objects.get().headline == "Thinks slowly"


def test_a_deleted_row_stays_deleted(seed):
    seed(ADA, ZOE)
    Person.objects.get(slug="ada-quill").delete()
    assert seed(ADA, ZOE) == ["people.person: 0 added, 2 unchanged"]
    assert [person.slug for person in Person.objects.all()] == ["zoe-lindqvist"]


def test_rows_new_in_the_fixtures_are_added(seed):
    seed(ADA)
    assert seed(ADA, ZOE) == ["people.person: 1 added, 1 unchanged"]
    assert Person.objects.filter(slug="zoe-lindqvist").exists()


def test_a_row_that_editors_made_themselves_is_kept(seed):
    seed(SYSCON)
    cast.make_person("Ada Quill", headline="Made by hand")
    assert seed(SYSCON, ADA)[0] == "people.person: 0 added, 1 unchanged"
    assert Person.objects.get().headline == "Made by hand"


def test_a_row_that_editors_made_and_deleted_after_seeding_stays_deleted(seed):
    seed(SYSCON)
    cast.make_person("Ada Quill")
    seed(SYSCON, ADA)
    Person.objects.all().delete()
    assert seed(SYSCON, ADA)[0] == "people.person: 0 added, 1 unchanged"
    assert not Person.objects.exists()


def fill_in_a_form(folder):
    data = {"title": "Won", "slug": "won", "_save": ""}
    client = Client()
    client.force_login(cast.make_administrator())
    page = client.get("/admin/labsite/newsitem/add/")
    assert client.post("/admin/labsite/newsitem/add/", form_data(page) | data).status_code == 302


def import_bibtex(folder):
    (folder / "papers.bib").write_text("@article{quokka, title = {Quokka}, author = {Quill, Ada}, year = {2024}}")
    call_command("import_publications", folder / "papers.bib", yes=True, stdout=StringIO())


@pytest.mark.parametrize("fill", [fill_in_a_form, import_bibtex])
def test_nothing_is_planted_in_a_lab_that_came_another_way(seed, tmp_path, settings, fill):
    fill(tmp_path)
    was = held(settings)
    assert seed(ADA, SYSCON, QUOKKA) == ["This lab didn’t start from the fixtures, so none were added."]
    assert held(settings) == was
    assert not PlantedRow.objects.exists()


def test_a_lab_that_its_fixtures_began_gets_new_rows_though_others_were_written_in_between(seed):
    seed(SYSCON)
    cast.make_publication(authors=["Ivo Brandt"])
    assert seed(SYSCON, ADA)[0] == "people.person: 1 added, 0 unchanged"


def test_a_child_that_editors_made_under_a_changed_address_is_kept(seed):
    seed(ZOE)
    ada = cast.make_member("Ada Quill", "lead", start="2010")
    ada.slug = "ada"
    ada.save()
    report = seed(ADA, row("people.membership", person=["ada-quill"], role="lead", start="2010"))
    assert report == ["people.membership: 0 added, 1 unchanged", "people.person: 0 added, 1 unchanged"]
    assert Membership.objects.count() == 1


def test_a_row_whose_address_changed_is_still_the_same_row(seed):
    seed(ADA)
    ada = Person.objects.get()
    ada.slug = "ada"
    ada.save()
    assert seed(ADA) == ["people.person: 0 added, 1 unchanged"]
    assert Person.objects.get().slug == "ada"


def test_a_new_row_finds_what_it_refers_to_by_its_former_address(seed):
    seed(ADA)
    ada = Person.objects.get()
    ada.slug = "ada"
    ada.save()
    seed(ADA, row("people.namevariant", person=["ada-quill"], name="A. Quill"))
    assert NameVariant.objects.get().person == ada


def test_a_grandchild_finds_its_parent_by_the_grandparents_former_address(seed):
    talk = row("publications.talk", speaker=["ada-quill"], title="On Leisure")
    seed(ADA, talk)
    ada = Person.objects.get()
    ada.slug = "ada"
    ada.save()
    seed(ADA, talk, row("publications.talkoccasion", talk=["ada-quill", "On Leisure"], host="SYSCON", date="2024-06"))
    assert TalkOccasion.objects.get().talk.speaker == ada


def test_a_new_child_of_a_deleted_row_is_skipped_and_said_so(seed):
    seed(ADA, SYSCON, QUOKKA)
    Publication.objects.all().delete()
    author = row("publications.authorship", publication=["quokka"], person=["ada-quill"], order=1)
    assert seed(ADA, SYSCON, QUOKKA, author)[3:] == [
        'skipped publications.authorship ["quokka", "ada-quill"]: '
        'it refers to publications.publication ["quokka"], which isn\'t on the site any more'
    ]
    assert not Authorship.objects.exists()
    assert not Publication.objects.exists()


def test_a_child_of_a_skipped_row_is_skipped_too(seed):
    seed(ADA)
    Person.objects.all().delete()
    talk = row("publications.talk", speaker=["ada-quill"], title="On Leisure")
    occasion = row("publications.talkoccasion", talk=["ada-quill", "On Leisure"], host="SYSCON", date="2024-06")
    report = seed(ADA, talk, occasion)
    assert [line.split(":")[0] for line in report[1:]] == [
        'skipped publications.talk ["ada-quill", "On Leisure"]',
        'skipped publications.talkoccasion ["ada-quill", "On Leisure", "SYSCON", "2024-06"]',
    ]


def test_a_skipped_row_is_planted_once_its_parent_is_there_again(seed):
    seed(ADA)
    Person.objects.all().delete()
    variant = row("people.namevariant", person=["ada-quill"], name="A. Quill")
    seed(ADA, variant)
    ada = cast.make_person("Ada Quill")
    seed(ADA, variant)
    assert NameVariant.objects.get().person == ada


def test_a_row_is_planted_without_a_deleted_row_that_it_can_do_without(seed):
    seed(ADA, ZOE)
    Person.objects.filter(slug="zoe-lindqvist").delete()
    news = row("labsite.newsitem", slug="won", title="Won", date="2024", people=[["ada-quill"], ["zoe-lindqvist"]])
    report = seed(ADA, ZOE, news)
    assert report[0] == "labsite.newsitem: 1 added, 0 unchanged"
    assert report[2] == (
        'added labsite.newsitem ["won"] without people.person ["zoe-lindqvist"], which isn\'t on the site any more'
    )
    assert [person.slug for person in NewsItem.objects.get().people.all()] == ["ada-quill"]


def test_a_row_whose_unique_value_an_editor_has_taken_is_skipped(seed):
    seed(ADA)
    cast.make_venue("SYSCON", slug="systems")
    assert seed(ADA, SYSCON)[1] == 'skipped publications.venue ["syscon"]: Another venue has this acronym.'
    assert Venue.objects.count() == 1


def test_an_invalid_row_anywhere_leaves_nothing_planted(seed):
    bad = row("people.membership", person=["ada-quill"], role="phd", start="summer")
    assert refusal(seed, ADA, bad) == (
        'Nothing was added. rows.json, row 2, people.membership ["ada-quill", "phd", "summer"]: '
        "start: Enter a date as YYYY, YYYY-MM or YYYY-MM-DD, for example 2024 or 2024-06."
    )
    assert not Person.objects.exists()
    assert not PlantedRow.objects.exists()


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (row("people.award", title="Golden Quokka", year=2024, until=2020), "The last year is before the first."),
        (row("publications.venue", slug="nameless"), "Give the venue its full name or its acronym."),
        (row("publications.publication", slug="x", title="X", month=5), "A month needs a year."),
    ],
)
def test_a_row_that_contradicts_itself_is_refused_and_not_skipped(seed, bad, words):
    assert refusal(seed, ADA, bad).endswith(f": {words}")
    assert not Person.objects.exists()


def test_a_row_that_the_database_refuses_is_named(seed):
    own_mentor = row("publications.authorship", publication=["quokka"], person=["ada-quill"], mentor=["ada-quill"])
    message = refusal(seed, ADA, SYSCON, QUOKKA, own_mentor)
    assert 'rows.json, row 4, publications.authorship ["quokka", "ada-quill"]: ' in message
    assert "author_is_not_own_mentor" in message


@pytest.mark.parametrize("path", ["../secret.jpg", "/etc/secret.jpg", "people/../../secret.jpg"])
def test_a_picture_outside_the_folder_of_uploaded_files_is_refused(seed, path):
    words = refusal(seed, {**ADA, "fields": {**ADA["fields"], "photo": path}})
    assert words.endswith(f"The path {path} leads out of the folder of uploaded files.")


def test_a_picture_that_is_not_there_is_refused(seed):
    assert "No such file" in refusal(seed, {**ADA, "fields": {**ADA["fields"], "photo": "people/ada.jpg"}})


def test_a_reference_to_nowhere_is_refused(seed):
    message = refusal(seed, QUOKKA)
    assert message.endswith(
        'publication ["quokka"]: venue refers to publications.venue ["syscon"], which doesn’t exist'
    )


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (row("people.person", slug="x", name="X", nickname="Ex"), "it has no field nickname"),
        (row("people.person", name="X"), "rows.json, row 1 has no natural key"),
        (row("people.robot", slug="x"), "App 'people' doesn't have a 'robot' model."),
        (row("sessions.session", session_key="x"), "rows.json, row 1 needs a model, fields and a natural key"),
        (row("labsite.user", email="x@lab.example"), "rows.json, row 1 needs a model, fields and a natural key"),
        (row("people.namevariant", person=7, name="A."), "rows.json, row 1 needs a model, fields and a natural key"),
        (row("publications.publication", slug="x", title="X", awards=[7]), "rows.json, row 1"),
        (row("publications.publication", slug="x", title="X", year="soon"), "“soon” value must be an integer."),
        (row("publications.publication", slug="x", title="X", kind="rumour"), "kind: Value 'rumour' is not a valid"),
        ({"model": "people.person"}, "rows.json, row 1 needs a model, fields and a natural key"),
        ({"model": "labsite.lab", "fields": ["name"]}, "rows.json, row 1 needs a model, fields and a natural key"),
        ("people.person", "rows.json, row 1 needs a model, fields and a natural key"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused_in_words(seed, bad, words):
    assert words in refusal(seed, bad)


def test_a_row_that_is_in_the_fixtures_twice_is_refused(seed):
    assert refusal(seed, ADA, ADA).endswith(
        'rows.json, row 2 is people.person ["ada-quill"], and so is rows.json, row 1'
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [("[{]", "bad.json isn't JSON: "), ("{}", "bad.json isn't a list of rows"), (b"\xff", "bad.json isn't JSON: ")],
)
def test_a_file_that_is_no_fixture_is_refused(tmp_path, content, words):
    (tmp_path / "bad.json").write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(CommandError, match=words):
        call_command("seed", tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("seed", tmp_path / "nowhere")


@pytest.mark.parametrize("is_chosen", [True, False])
def test_where_there_are_no_fixtures_nothing_is_planted(tmp_path, settings, is_chosen):
    settings.FIXTURES = tmp_path if is_chosen else None
    said = StringIO()
    call_command("seed", stdout=said)
    assert said.getvalue() == ("" if is_chosen else "There are no fixtures to add.\n")
    assert Group.objects.exists()


def test_rows_may_refer_to_rows_of_later_lines_and_files(tmp_path):
    news = row("labsite.newsitem", slug="won", title="Won", date="2024", publications=[["quokka"]])
    (tmp_path / "a.json").write_text(json.dumps([news, QUOKKA]))
    (tmp_path / "b.json").write_text(json.dumps([SYSCON]))
    call_command("seed", tmp_path, stdout=StringIO())
    assert Publication.objects.get().venue.acronym == "SYSCON"
    assert NewsItem.objects.get().publications.get().slug == "quokka"


def test_values_of_many_to_many_fields_are_planted(seed):
    award = row("people.award", person=None, title="Best Paper", organisation="SYSCON", year=2024)
    paper = row("publications.publication", slug="x", title="X", awards=[[None, "Best Paper", "SYSCON", 2024]])
    seed(award, paper)
    assert Publication.objects.get().awards.get() == Award.objects.get()


def test_derived_columns_are_filled(seed):
    author = row("publications.authorship", publication=["quokka"], person=["zoe-lindqvist"], order=1)
    seed(ZOE, SYSCON, QUOKKA, author)
    assert Publication.objects.get().abstract_html == "<p>It is <em>slow</em>.</p>\n"
    assert Publication.objects.get().search_text == "\n quokka scheduling at leisure \n\n it is slow 2024 "
    assert "zoe lindqvist" in Authorship.objects.get().folded


def test_unknown_parts_of_natural_keys_are_matched(seed):
    standing = row("services.service", person=["ada-quill"], kind="reviewer", title="", venue=["syscon"], year=None)
    seed(ADA, SYSCON, standing)
    PlantedRow.objects.filter(model="services.service").delete()
    assert seed(ADA, SYSCON, standing)[2] == "services.service: 0 added, 1 unchanged"
    assert Service.objects.count() == 1


def test_the_lab_is_planted_once(seed):
    seed(row("labsite.lab", name="Leisure Lab"))
    Lab.objects.update(name="Rest Lab")
    assert seed(row("labsite.lab", name="Leisure Lab")) == ["labsite.lab: 0 added, 1 unchanged"]
    assert Lab.objects.get().name == "Rest Lab"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_do_no_harm(tmp_path):
    people = [row("people.person", slug=f"person-{n}", name=f"Person {n}") for n in range(50)]
    (tmp_path / "people.json").write_text(json.dumps(people))
    environment = os.environ | {"DATABASE_URL": shared_database(tmp_path)}
    command = [sys.executable, settings.BASE_DIR / "manage.py", "seed", tmp_path]
    pair = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(process.communicate(timeout=600)[0] for process in pair) == [
        "people.person: 0 added, 50 unchanged\n",
        "people.person: 50 added, 0 unchanged\n",
    ]


def shared_database(folder):
    """Return the address of a database for other processes: SQLite in memory is copied into a file."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        copy = sqlite3.connect(folder / "lab.sqlite3")
        connection.connection.backup(copy)
        copy.close()
        return f"sqlite:///{folder / 'lab.sqlite3'}"
    database = connection.settings_dict
    login = f"{database['USER']}:{database['PASSWORD']}" if database["PASSWORD"] else database["USER"]
    return f"postgres://{login}@{database['HOST'] or 'localhost'}:{database['PORT'] or 5432}/{database['NAME']}"


def test_the_labs_own_fixtures_are_planted_whole_and_once():
    first, second = StringIO(), StringIO()
    call_command("seed", stdout=first)
    version = content_version.current()
    call_command("seed", stdout=second)
    assert {line.split(", ")[1] for line in first.getvalue().splitlines()} == {"0 unchanged"}
    assert {line.split(" ")[1] for line in second.getvalue().splitlines()} == {"0"}
    assert content_version.current() == version


def test_a_seeded_database_dumps_the_fixtures_again():
    call_command("seed", stdout=StringIO())
    out = StringIO()
    apps = ["labsite", "people", "publications", "services"]
    kept = [f"labsite.{name}" for name in ("plantedrow", "contentversion", "step", "version")]
    call_command("dumpdata", *apps, exclude=kept, natural_foreign=True, natural_primary=True, stdout=out)
    files = sorted((settings.BASE_DIR / "fixtures").glob("*.json"))
    planted = [row for file in files for row in json.loads(file.read_text())]
    assert comparable(json.loads(out.getvalue())) == comparable(planted)


def comparable(rows):
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


STAYS = [row("people.membership", person=["ada-quill"], role="", start="", end=end) for end in ("2015", "2020", "")]


def test_stays_without_role_and_start_are_planted_once_each_and_a_double_is_refused(seed):
    assert seed(ADA, *STAYS)[0] == "people.membership: 3 added, 0 unchanged"
    assert seed(ADA, *STAYS)[0] == "people.membership: 0 added, 3 unchanged"
    words = 'people.membership ["ada-quill", "", "", "2020"], and so is rows.json, row 3'
    assert refusal(seed, ADA, *STAYS, STAYS[1]).endswith(words)


def test_a_stay_whose_role_and_start_an_editor_filled_in_is_not_planted_again(seed):
    seed(ADA, *STAYS)
    Membership.objects.filter(end="2015").update(role="phd", start="2010")
    assert seed(ADA, *STAYS)[0] == "people.membership: 0 added, 3 unchanged"
    assert Membership.objects.count() == 3


def test_stays_that_are_there_already_are_found_by_role_and_end(seed):
    seed(ADA, *STAYS)
    PlantedRow.objects.filter(model="people.membership").delete()
    assert seed(ADA, *STAYS)[0] == "people.membership: 0 added, 3 unchanged"


def test_djangos_own_command_loads_stays_apart_too(tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([ADA, *STAYS]))
    for _ in range(2):
        call_command("loaddata", path, verbosity=0)
        assert sorted(Membership.objects.values_list("role", "start", "end")) == [
            ("", "", ""),
            ("", "", "2015"),
            ("", "", "2020"),
        ]
