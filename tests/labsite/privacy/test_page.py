"""The page about privacy, which an administrator switches on."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from labsite.models import SharedValue
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db


def test_there_is_none_unless_the_lab_wants_one(client):
    cast.make_lab()
    assert client.get("/privacy/").status_code == 404
    assert "/privacy/" not in client.get("/").content.decode()


def test_a_page_that_the_lab_wrote_there_stays(client):
    cast.make_lab()
    cast.make_page("Privacy", slug="privacy", text="Our own words.")
    assert "Our own words." in client.get("/privacy/").content.decode()


def test_it_says_what_is_kept_with_the_words_of_the_lab_first(client, settings):
    settings.SESSION_COOKIE_AGE = 7 * 24 * 3600
    cast.make_lab(shows_privacy=True, privacy="Ada **answers** for it.")
    page = client.get("/privacy/").content.decode()
    assert page.index("<strong>answers</strong>") < page.index("Pages set no cookie")
    assert "for 7 days at most" in page
    assert 'href="/privacy/"' in client.get("/").content.decode()
    assert "页面不设置 Cookie" in client.get("/zh-hans/privacy/").content.decode()


def test_what_it_says_of_cookies_is_so(client):
    cast.make_lab(shows_privacy=True)
    for address in ("/", "/people/", "/publications/", "/search/?q=a", "/privacy/"):
        assert not client.get(address).cookies
    assert client.get("/?language=zh-Hans").cookies.keys() == {"django_language"}
    login = cast.make_login(role=Role.MEMBER, password="a long pass phrase")
    client.get("/account/sign-in/")
    client.post("/account/sign-in/", {"login": login.email, "password": "a long pass phrase"})
    assert client.cookies.keys() == {"django_language", "sessionid", "csrftoken"}


def test_only_administrators_switch_it_on(client):
    lab = cast.make_lab()
    for role, has_field in ((Role.EDITOR, False), (Role.ADMINISTRATOR, True)):
        client.force_login(cast.make_login(role=role))
        form = client.get(f"/admin/labsite/lab/{lab.pk}/change/").context_data["adminform"].form
        assert ("shows_privacy" in form.fields) == has_field


def test_counts_of_tries_are_forgotten_once_they_expire():
    now = timezone.now()
    for name, seconds in (("over:192.0.2.7", -1), ("running:192.0.2.7", 60)):
        SharedValue.objects.create(cache_key=name, value="", expires=now + timedelta(seconds=seconds))
    call_command("clearsessions")
    assert [each.cache_key for each in SharedValue.objects.all()] == ["running:192.0.2.7"]
