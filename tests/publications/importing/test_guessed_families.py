"""Where a family name begins is a guess if no source says so: shown, on the worklist, and gone once one does."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from labsite import history
from labsite.models import Step
from labsite.roles import Role
from people.models import Person
from publications import formats
from publications.citations.names import in_order, without_marks
from publications.importing import apply, plan_of
from tests import cast
from tests.editing import form_of
from tests.labsite.curation.worklist.finding import said

from .pages.ways import address, bring, form_data, plan, send

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ORCID = "0000-0002-1825-0097"
UNPARTED = """@article{naps, title={Naps}, author={Juan Carlos García Márquez and Ada Quill},
  journal={J. Rest}, year=2023, doi={10.5555/naps}}"""
PARTED = "@article{more, title={More}, author={García Márquez, Juan Carlos}, journal={J. Rest}, year=2024}"
ELSEWHERE = "@article{less, title={Less}, author={Márquez, Juan Carlos García}, journal={J. Rest}, year=2025}"


def brought(text, **decisions):
    apply(plan_of(formats.read(text), decisions=decisions), None, "Brought in", decisions=decisions)
    return parts()


def parts():
    person = Person.objects.get(name="Juan Carlos García Márquez")
    return person.given_name, person.family_name, person.family_is_guess


@pytest.mark.parametrize(
    ("text", "is_guess"),
    [
        ("Juan Carlos García Márquez", True),
        ("Una Vale Oak", True),
        ("Ada Quill", False),
        ("Ada B. Quill", False),
        ("Ada JB Quill", False),
        ("Anna van der Berg", False),
        ("奎爾艾達", False),
    ],
)
def test_only_what_one_of_several_words_follows_is_a_guess(text, is_guess):
    assert in_order(text).is_guess is is_guess
    [entry] = formats.read(f"@article{{a, title={{A}}, author={{{text}}}}}")
    assert entry.record.authors[0].is_guess is is_guess


@pytest.mark.parametrize("author", ["Márquez, Juan Carlos García", "family=Márquez, given=Juan Carlos García"])
def test_what_a_source_parts_is_none(author):
    [entry] = formats.read(f"@article{{a, title={{A}}, author={{{author}}}}}")
    assert entry.record.authors[0].is_guess is False


def test_the_number_by_which_dblp_tells_people_apart_makes_none():
    [entry] = formats.read("@article{a, title={A}, author={Ada Quill 0198}}")
    assert without_marks(entry.record.authors)[0][0].is_guess is False


def test_a_new_person_is_marked_and_gives_way_to_a_source_that_parts_the_name():
    assert brought(UNPARTED) == ("Juan Carlos García", "Márquez", True)
    assert brought(PARTED) == ("Juan Carlos", "García Márquez", False)
    assert brought(UNPARTED) == brought(ELSEWHERE) == ("Juan Carlos", "García Márquez", False)
    assert Person.objects.count() == 2


def run(text, tmp_path):
    out, path = StringIO(), tmp_path / "naps.bib"
    path.write_text(text, encoding="utf-8")
    call_command("import_publications", str(path), "--yes", stdout=out)
    return out.getvalue()


SAME = UNPARTED.replace("Juan Carlos García Márquez", "García Márquez, Juan Carlos")
SAID = "1 name is split as this source splits it: Juan Carlos | García Márquez."


def test_a_source_of_which_nothing_else_is_new_parts_it_once(tmp_path):
    brought(UNPARTED)
    said = run(SAME, tmp_path)
    assert said.count(SAID) == 2 and "nothing to do" not in said
    assert parts() == ("Juan Carlos", "García Márquez", False)
    history.undo(Step.objects.latest("pk"), cast.make_administrator())
    assert parts() == ("Juan Carlos García", "Márquez", True)
    run(SAME, tmp_path)
    again = run(SAME, tmp_path)
    assert "split" not in again and again.endswith("\nThere is nothing to do.\n")


@pytest.mark.parametrize("author", ["García Márquez, Juan Carlos (奎爾)", "García Márquez, {Juan} C{a}rlos"])
def test_what_else_is_in_the_name_is_no_part_of_it(author):
    brought(UNPARTED)
    assert brought(PARTED.replace("García Márquez, Juan Carlos", author))[2] is False


def test_sources_that_do_not_agree_leave_the_guess():
    brought(UNPARTED)
    assert not plan_of(formats.read(UNPARTED)).parted
    assert brought(f"{PARTED}\n{ELSEWHERE}") == ("Juan Carlos García", "Márquez", True)


@pytest.mark.both
def test_of_two_people_who_are_called_so_nobody_knows_whose_name_is_parted():
    brought(UNPARTED)
    cast.make_person("Juan Carlos Garcia Marquez")
    assert Person.objects.filter(family_is_guess=True).count() == 2
    assert not plan_of(formats.read(SAME)).parted


@pytest.mark.parametrize(("theirs", "is_parted"), [(ORCID, True), ("", True), ("0000-0001-5109-3700", False)])
def test_an_orcid_says_whether_it_is_their_name(theirs, is_parted):
    brought(UNPARTED)
    Person.objects.update(orcid=theirs)
    entries = formats.read(
        SAME.replace("year=2023", f"orcid-numbers={{García Márquez, Juan Carlos/{ORCID}}}, year=2023")
    )
    assert bool(plan_of(entries).parted) is is_parted


def test_what_is_left_out_parts_nothing():
    brought(UNPARTED)
    [identity] = [item.identity for item in plan_of(formats.read(PARTED)).items]
    assert brought(PARTED, items={identity: {"fate": "skip"}}) == ("Juan Carlos García", "Márquez", True)


@pytest.mark.parametrize(("role", "is_parted"), [(Role.MEMBER, False), (Role.EDITOR, True)])
def test_only_who_may_change_somebody_parts_their_name(role, is_parted):
    brought(UNPARTED)
    assert bool(plan_of(formats.read(SAME), user=cast.make_login(cast.student(), role)).parted) is is_parted


def test_the_page_says_so_and_its_button_does_it(client):
    client.force_login(cast.make_login(cast.student(), Role.EDITOR))
    brought(UNPARTED)
    row = bring(client, SAME)
    page = client.get(address(row)).content.decode()
    assert f"<p>{SAID}</p>" in page and 'value="Split 1 name"' in page
    assert SAID in send(client, row, action="apply").content.decode()
    assert parts() == ("Juan Carlos", "García Márquez", False)


def test_in_one_source_the_parted_name_wins():
    assert brought(f"{UNPARTED}\n{PARTED}") == ("Juan Carlos", "García Márquez", False)


@pytest.mark.parametrize("author", ["Márquez, Juan Carlos García", "García Márquez, Juan Carlos"])
@pytest.mark.parametrize("native", ["", " (奎爾)"])
@pytest.mark.parametrize("is_first", [True, False])
def test_whichever_entry_of_a_source_parts_it_a_second_run_finds_nothing_to_part(author, native, is_first):
    entries = [
        f"@article{{naps, title={{Naps}}, author={{Juan Carlos García Márquez{native}}}, doi={{10.5555/1}}}}",
        "@article{cots, title={Cots}, author={Márquez, Juan}, doi={10.5555/2}}",
        f"@article{{beds, title={{Beds}}, author={{{author}}}, doi={{10.5555/3}}}}",
    ]
    text = "\n".join(entries if is_first else reversed(entries))
    given, family, is_guess = brought(text)
    assert f"{family}, {given}" == author and not is_guess
    assert plan_of(formats.read(text)).changes_nothing


def test_the_worklist_asks_until_somebody_saves_the_form(client):
    brought(UNPARTED)
    words = "Is “Márquez” the whole family name?"
    assert said("family-guess") == [("Juan Carlos García Márquez", words, "id_family_name")]
    person = Person.objects.get(name="Juan Carlos García Márquez")
    client.force_login(cast.make_login(cast.pi(), Role.EDITOR))
    page = reverse("admin:people_person_change", args=[person.pk])
    form = form_of(client, page)
    assert client.post(page, form | {"family_name": "García Márquez", "given_name": "Juan Carlos"}).status_code == 302
    assert parts() == ("Juan Carlos", "García Márquez", False)
    assert said("family-guess") == []


def test_of_a_name_in_two_scripts_the_plan_shows_the_latin_family_name(client):
    client.force_login(cast.make_login(cast.pi(), Role.EDITOR))
    row = bring(client, UNPARTED.replace("Juan Carlos García Márquez", "Adele Quell (奎爾)"))
    assert [form["family"].value() for form in plan(client, row, show="people").forms] == ["Quell"]


def test_the_plan_shows_it_and_takes_another(client):
    client.force_login(cast.make_login(cast.pi(), Role.EDITOR))
    row = bring(client, UNPARTED)

    def form():
        [found] = [each for each in plan(client, row, show="people").forms if each.newcomer.name.startswith("Juan")]
        return found

    page = client.get(address(row), {"show": "people"}).content.decode()
    assert "New to the site, family name Márquez (a guess)" in page
    assert "The source doesn’t say where the family name begins." in page
    sent = form_data([form()])
    refused = send(client, row, show="people", **sent | {f"{form().prefix}-family": "Carlos"})
    assert "“Juan Carlos García Márquez” neither begins nor ends with it." in refused.content.decode()
    send(client, row, show="people", **sent | {f"{form().prefix}-family": "García Márquez"})
    assert (form().new.given, form()["family"].value(), form().new.is_guess) == (
        "Juan Carlos",
        "García Márquez",
        False,
    )
    send(client, row, show="people", **form_data([form()]))
    assert form()["family"].value() == "García Márquez"
    send(client, row, action="apply")
    assert parts() == ("Juan Carlos", "García Márquez", False)
