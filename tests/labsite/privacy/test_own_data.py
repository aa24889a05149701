"""Everybody can take along what the site holds about them, without secrets and without what is others'."""

import json
import zipfile
from io import BytesIO

import pytest

from labsite import history
from labsite.roles import Role
from people.models import ContactDetail
from tests import cast
from tests.labsite.privacy.test_erasing import world  # noqa: F401  (a fixture)

pytestmark = pytest.mark.django_db


def download(client):
    answer = client.get("/account/data/")
    assert answer["Content-Type"] == "application/zip"
    assert "no-store" in answer["Cache-Control"]
    archive = zipfile.ZipFile(BytesIO(b"".join(answer.streaming_content)))
    return json.loads(archive.read("data.json")), archive.namelist()


def test_all_that_is_theirs_is_in_it(world, client):  # noqa: F811
    person, login, _ = world
    client.force_login(login)
    told, files = download(client)
    assert (told["login"]["email"], told["login"]["role"]) == (login.email, "Member")
    assert len(told["sessions"]) == 2
    assert [each["type"] for each in told["second_factors"]] == ["totp", "recovery_codes"]
    assert told["edits"][0]["words"] == "Wilhelmina Brandywine wrote"
    assert [each["label"] for each in told["imports"]] == ["Of Wilhelmina"]
    assert told["person"]["biography"] == person.biography
    assert told["person"]["contactdetail, person"][0]["value"] == "+41 55 0199 777"
    assert told["person"]["authorship, person"][0]["publication"] == "Quokka"
    assert [each[1] for each in told["person"]["history"]][-1] == "changed"
    assert "News item “We rested”: text" in told["named_in"]
    assert sorted(name.split("/")[1] for name in files if name != "data.json") == ["kept", "people", "text"]


def test_no_secret_is_in_it(world, client):  # noqa: F811
    _, login, _ = world
    client.force_login(login)
    written = json.dumps(download(client)[0])
    for secret in (login.password, cast.APP_SECRET, "quokka-seed", client.session.session_key, "fingerprint"):
        assert secret not in written


def test_nothing_of_others_that_they_may_not_see_is_in_it(world, client):  # noqa: F811
    _, login, boss = world
    ada = cast.make_person("Una Other", login=boss)
    ContactDetail.objects.create(person=ada, kind="phone", value="+1 555 0100")
    with history.step(boss, "Secret doings"):
        cast.make_publication("Hushed Brandywine Quolls", [ada], state="draft", abstract="Wilhelmina Brandywine")
    client.force_login(login)
    written = json.dumps(download(client)[0])
    for secret in ("Hushed", "555 0100", "Secret doings", "boss@lab.example password"):
        assert secret not in written


def test_who_has_no_page_has_data_too(client):
    client.force_login(cast.make_login(role=Role.EDITOR))
    assert download(client)[0]["person"] is None


def test_visitors_sign_in_first(client):
    assert client.get("/account/data/").url == "/account/sign-in/?next=/account/data/"


def test_the_page_of_ones_login_leads_to_it(client):
    client.force_login(cast.make_login(role=Role.MEMBER))
    assert '"/account/data/"' in client.get("/account/security/").content.decode()
