"""What holds of an instrument by its own app alone; tests/test_registry.py runs this, with settings of its own."""

import pytest
from django.urls import reverse
from django.utils import timezone

from labsite import history, roles
from labsite.contrib.link_checking.mentions import mentions
from labsite.curation import worklist
from labsite.curation.inbox import waiting_about
from labsite.editing.issues import Scope
from labsite.modelling import content_version
from labsite.models import User, Version
from labsite.roles import Role
from tests import cast
from tests.editing import form_of
from tests.instruments.models import Instrument

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper():
    cast.make_lab()
    return cast.student()


@pytest.fixture
def member(client, keeper):
    login = cast.make_login(keeper, Role.MEMBER)
    client.force_login(login)
    return login


@pytest.fixture
def laser(keeper):
    text = "It hums. TODO [More](https://laser.example/more)."
    return Instrument.objects.create(title="Laser", keeper=keeper, homepage="https://laser.example", text=text)


def address(laser, page="change"):
    return reverse(f"admin:instruments_instrument_{page}", args=[laser.pk])


def test_the_menu_offers_it(client, member):
    groups = {group["name"]: group["models"] for group in client.get("/admin/").context["app_list"]}
    assert "My instruments" in [entry["name"] for entry in groups["Yours"]]
    assert "Instruments" not in groups
    client.force_login(cast.make_login(role=Role.EDITOR))
    groups = {group["name"]: group["models"] for group in client.get("/admin/").context["app_list"]}
    assert [entry["name"] for entry in groups["Instruments"]] == ["Instruments"]


def test_its_page_of_the_admin_is_in_the_menu_of_those_who_may_open_it(client, laser, member):
    assert client.get("/admin/calibrate/").status_code == 403
    assert "Calibrate" not in client.get("/admin/").content.decode()
    client.force_login(cast.make_login(role=Role.EDITOR))
    assert "Laser" in client.get("/admin/calibrate/").content.decode()
    assert '<a href="/admin/calibrate/"' in client.get("/admin/").content.decode()


def test_members_edit_their_own_and_editors_all(laser, member):
    stranger = Instrument.objects.create(title="Sieve", keeper=cast.pi())
    assert [roles.may(member, "change", row) for row in (laser, stranger)] == [True, False]
    assert roles.may(cast.make_login(role=Role.EDITOR), "delete", stranger)
    assert User.objects.get(pk=member.pk).has_perm("instruments.change_instrument")


def test_an_edit_is_a_step_of_the_history_that_can_be_undone(client, laser, member):
    laser.parts.create(name="Mirror")
    form = form_of(client, address(laser))
    changed = {"title": "Maser", "parts-0-name": "Horn"}
    assert client.post(address(laser), form | changed).status_code == 302
    laser.refresh_from_db()
    assert (laser.title, laser.parts.get().name) == ("Maser", "Horn")
    version = Version.objects.of(Instrument, laser.pk).latest("pk")
    assert "parts" in version.changed_parts
    history.undo(version.step, cast.make_administrator())
    laser.refresh_from_db()
    assert (laser.title, laser.parts.get().name) == ("Laser", "Mirror")


def test_writing_it_moves_the_version_of_the_content(laser):
    before = content_version.current()
    laser.save()
    assert content_version.current() > before


def test_search_finds_it(client, laser):
    page = client.get("/search/?q=hums")
    assert [(group.kind.name, group.total) for group in page.context["found"].groups] == [("instruments", 1)]
    assert "/instruments/laser/" in page.content.decode()


def test_the_site_map_has_its_pages(client, laser):
    site_map = client.get("/sitemap.xml").content.decode()
    assert "<loc>http://testserver/instruments/laser/</loc>" in site_map
    assert "<loc>http://testserver/instruments/</loc>" in site_map


def test_its_files_are_there_and_described(client, laser):
    row = {"id": "laser", "title": "Laser", "wavelength": None}
    assert client.get("/instruments.json").json() == {"version": 1, "instruments": [row]}
    assert client.get("/instruments/laser.json").json() == {"version": 1, **row}
    page = client.get("/data/").content.decode()
    assert "/instruments/{slug}.json" in page
    assert "What it works at." in page
    assert 'href="/instruments/laser.json"' in client.get("/instruments/laser/").content.decode()


def test_its_links_are_checked(laser):
    found = mentions(Scope(None, timezone.localdate()))
    urls = [(url, row.issue("", name).anchor) for url, row, name in found if row.row == laser]
    assert urls == [("https://laser.example", "id_homepage"), ("https://laser.example/more", "id_text")]


def test_the_worklist_looks_over_its_texts_and_asks_what_it_says_itself(laser, member):
    Instrument.objects.create(title="?", keeper=laser.keeper)
    found = [issue for issue in worklist.issues(member) if isinstance(issue.row, Instrument)]
    assert [(issue.rule.kind, issue.anchor) for issue in found] == [
        ("placeholder", "id_text"),
        ("instrument-name", "id_title"),
    ]
    assert len([each for kind, each in waiting_about(member, laser.keeper.pk) if kind.name == "worklist"]) >= 2
