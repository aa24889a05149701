"""What holds of the site without the apps that APPS_LEFT_OUT names; test_left_out.py runs this with such settings."""

import json
import re
from urllib.parse import urldefrag

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.core.management import call_command
from django.urls import NoReverseMatch, reverse

from labsite import roles
from labsite.leaving.archive import export_lab
from labsite.privacy.erasing import erase
from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.editing import address
from tests.labsite.test_every_page import NOT_WALKED, Visit, walk

pytestmark = pytest.mark.django_db
# What every_link_of_the_public_site visits for one paper and in both languages.
FULLY_WALKED = re.compile(rf"{NOT_WALKED.pattern}|/zh-hans/|/publications/[^/?]+[/.]")
UNVISITED = re.compile(r".*(?:\?|/jsi18n/|/logout/|/history/|/autocomplete/|/r/)|/static/")


@pytest.fixture
def zoe(plain_settings):
    """A member with a little of everything, in a lab that has something on each of its pages."""
    lab = cast.make_lab()
    lab.address = "1 Quokka Road"
    lab.save()
    zoe, ada = cast.student(), cast.pi()
    venue = cast.make_venue()
    paper = cast.make_publication(authors=[zoe, ada], venue=venue)
    cast.make_service(zoe, venue)
    cast.make_talk(zoe)
    cast.make_award(zoe)
    cast.make_project(people=[zoe], publications=[paper])
    cast.make_news()
    cast.make_opening()
    return zoe


@pytest.fixture
def boss(client):
    client.force_login(cast.make_administrator())
    return client


def failures(visits):
    return [(visit.address, visit.status) for visit in visits.values() if visit.status not in (200, 302)]


def test_they_are_left_out():
    configs = [config.name for config in apps.get_app_configs()]
    left_out = tuple(f"labsite.contrib.{app}" for app in settings.APPS_LEFT_OUT)
    assert left_out
    assert [name for name in configs if name.startswith(left_out)] == []
    assert [model for model in apps.get_models() if model.__module__.startswith(left_out)] == []


def test_nothing_is_wrong_with_the_models(capsys):
    call_command("check", fail_level="WARNING")
    call_command("makemigrations", check_changes=True, dry_run=True)
    assert "No changes detected" in capsys.readouterr().out


def test_every_link_of_the_public_site_leads_somewhere(client, zoe):
    visits = walk(client, "/", "/zh-hans/", "/robots.txt")
    assert failures(visits) == []
    assert ("/data/", ()) in visits
    assert (zoe.get_absolute_url(), ()) in visits


def test_every_link_of_the_admin_leads_somewhere(boss, zoe):
    forms = [address(Person, "change", zoe.pk), address(Publication, "change", Publication.objects.get().pk)]
    lists = [address(model, page) for model in admin.site._registry for page in ("changelist", "add")]
    begin = ["/admin/", *forms, *(each for each in lists if "user" not in each)]
    visits = walk(boss, *begin, past=re.compile(rf"(?!/admin/)|{UNVISITED.pattern}"))
    assert [(where, status) for where, status in failures(visits) if status != 403] == []


def test_what_the_home_page_and_that_of_the_admin_lead_to_is_there(boss, zoe):
    linked = {urldefrag(link).url for page in ("/", "/admin/") for link in Visit(page, boss.get(page)).links}
    shown = {page: boss.get(page).status_code for page in linked if not UNVISITED.match(page)}
    assert {"/people/", "/admin/people/person/"} <= shown.keys()
    assert {page: status for page, status in shown.items() if status not in (200, 302)} == {}


def test_every_page_of_the_admin_opens_for_its_role(boss, zoe):
    for page in roles.admin_pages().values():
        try:
            where = reverse(page.name if page.for_scripts else f"admin:{page.name}")
        except NoReverseMatch:  # it is about a row
            continue
        assert (page.name, boss.get(where).status_code) in {(page.name, status) for status in (200, 301, 302, 405)}


@pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
def test_a_person_is_deleted_and_comes_back(client, zoe, role):
    client.force_login(cast.make_login(role=role))
    lars = cast.make_member("Lars Halvorsen")
    client.get(address(Person, "change", lars.pk))
    client.post(address(Person, "delete", lars.pk), {"post": "yes"})
    assert not Person.objects.filter(pk=lars.pk).exists()
    [gone] = re.findall(r"/admin/bin/\d+/", client.get("/admin/bin/").content.decode())
    client.post(gone)
    assert Person.objects.get(pk=lars.pk).name == "Lars Halvorsen"


def test_a_paper_of_which_a_doi_is_all_that_is_known_is_added_with_it(boss, zoe):
    page = boss.post("/admin/add-paper/", {"text": "https://doi.org/10.5555/naps"})
    assert page.context["form"].is_unanswered
    page = boss.post("/admin/add-paper/", {"text": "https://doi.org/10.5555/naps", "go-on": "1"})
    assert page.context["sheet"].paper["doi"].value() == "10.5555/naps"


def test_two_people_become_one(boss, zoe):
    other = cast.make_member("Zoe Lindquist")
    where = f"/admin/duplicates/people/{zoe.pk}/{other.pk}/"
    boss.post(where, {bound.name: bound.value() for bound in boss.get(where).context["form"]})
    assert [person.name for person in Person.objects.filter(pk__in=[zoe.pk, other.pk])] == ["Zoë Lindqvist"]


def test_a_person_is_erased(zoe):
    erase(zoe, cast.make_administrator())
    assert "Lindqvist" not in json.dumps(list(Person.objects.values_list("name", "search_text")))


def test_the_lab_is_exported_without_them(zoe, tmp_path):
    numbers = export_lab(tmp_path / "lab", is_private=True)
    assert numbers["people.person"] == 2
    assert [label for label in numbers if label.partition(".")[0] in settings.APPS_LEFT_OUT] == []


def test_the_site_of_the_fixtures_is_planted_and_every_link_of_it_leads_somewhere(client, plain_settings):
    call_command("seed", verbosity=0)
    assert failures(walk(client, "/", "/robots.txt", past=FULLY_WALKED)) == []
