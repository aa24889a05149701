"""The admin has one address for every language, and speaks that of its reader."""

import pytest
from django.conf import settings
from django.utils.html import strip_tags
from django.utils.translation import override

from labsite import roles
from labsite.accounts.logins import LEFT
from labsite.texts.stored import translated
from tests import cast
from tests.labsite.test_translations import LATIN_WORD, NAMES, NOT_OWN

CHINESE = {"Accept-Language": "zh-CN"}

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


def english_words(response):
    html = response.content.decode().partition("<main")[2].partition("</main>")[0]
    words = strip_tags(NOT_OWN.sub("", f"<main{html}").replace(settings.SSO_NAME, ""))
    return set(LATIN_WORD.findall(words)) - NAMES


@pytest.mark.parametrize("page", ["sign-in", "password/forgotten", "password/forgotten/sent", "inactive"])
def test_pages_around_signing_in_have_no_english_word_in_chinese(client, page):
    assert english_words(client.get(f"/account/{page}/", headers=CHINESE)) == set()


def test_what_is_wrong_with_a_password_is_said_in_the_readers_language(client):
    typed = {"login": "ada@lab.example", "password": "wrong"}
    response = client.post("/account/sign-in/", typed, headers=CHINESE)
    assert "电子邮箱或密码不正确。" in response.content.decode()


def test_the_guide_names_buttons_as_the_readers_language_has_them(admin_client):
    html = admin_client.get("/admin/guide/", headers=CHINESE).content.decode()
    assert "选择 <strong>我的主页</strong>。" in html


def test_the_menu_is_translated_and_its_ids_are_not(admin_client):
    html = admin_client.get("/admin/", headers=CHINESE).content.decode()
    assert '<span class="section">维护</span>' in html
    assert '<div class="app-keeping-it-up-to-date module">' in html
    assert 'id="keeping-it-up-to-date-recent-changes"' in html


def test_a_role_given_by_a_chinese_administrator_is_the_group_of_that_role():
    login = cast.make_login()
    with override("zh-hans"):
        roles.give(login, roles.Role.EDITOR)
        assert roles.Role.EDITOR.label == "编辑"
    assert [group.name for group in login.groups.all()] == ["Editors"]


def test_the_history_says_who_left_in_the_readers_language():
    with override("zh-hans"):
        assert translated(LEFT.format(person="Zoë Lindqvist")) == "Zoë Lindqvist离开了实验室"
