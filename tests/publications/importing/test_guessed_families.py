"""Where a family name begins is a guess if no source says so: shown, on the worklist, and gone once one does."""

import pytest
from django.urls import reverse

from labsite.roles import Role
from people.models import Person
from publications import formats
from publications.citations.names import in_order, without_marks
from publications.importing import apply, plan_of
from tests import cast
from tests.editing import form_of
from tests.labsite.curation.worklist.finding import said

from .pages.ways import address, bring, form_data, plan, send

pytestmark = pytest.mark.django_db

UNPARTED = (
    "@article{naps, title={Naps}, author={Juan Carlos García Márquez and Ada Quill}, journal={J. Rest}, year=2023}"
)
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


def test_in_one_source_the_parted_name_wins():
    assert brought(f"{UNPARTED}\n{PARTED}") == ("Juan Carlos", "García Márquez", False)


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
