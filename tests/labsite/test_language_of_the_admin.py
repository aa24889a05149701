"""The admin has one address for every language, and speaks that of its reader."""

import pytest

pytestmark = pytest.mark.django_db


def lang_of(response):
    return response.content.decode().partition('<html lang="')[2].partition('"')[0]


def test_the_admin_speaks_the_language_that_the_browser_asks_for(admin_client):
    assert lang_of(admin_client.get("/admin/")) == "en-gb"
    assert lang_of(admin_client.get("/admin/", headers={"Accept-Language": "zh-CN,en;q=0.5"})) == "zh-hans"


def test_a_language_chosen_in_the_admin_goes_before_the_browsers(admin_client):
    response = admin_client.get("/admin/people/person/?q=a&language=zh-Hans")
    assert response["Location"] == "/admin/people/person/?q=a"
    assert lang_of(admin_client.get("/admin/", headers={"Accept-Language": "en"})) == "zh-hans"
    public = admin_client.get("/people/", headers={"Accept-Language": "en"})
    assert public["Location"] == "/zh-hans/people/"


def test_signing_in_speaks_the_readers_language(client):
    response = client.get("/account/login/", headers={"Accept-Language": "zh-CN"})
    assert lang_of(response) == "zh-Hans"
    assert ">简体中文</a>" in response.content.decode()


def test_the_scripts_words_are_the_sites_own_too(admin_client):
    words = admin_client.get("/admin/jsi18n/", headers={"Accept-Language": "zh-CN"}).content.decode()
    assert '"Cancel": "\\u53d6\\u6d88"' in words
