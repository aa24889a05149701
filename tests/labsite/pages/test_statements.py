"""The statements that an administrator switches on."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from labsite.models import SharedValue
from labsite.roles import Role
from tests import cast
from tests.browser import test_charts, test_lab_pages, test_languages, test_lists, test_profile, test_visitor
from tests.labsite.drawing import test_colours

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


def test_the_imprint_says_whose_site_it_is(client):
    cast.make_lab(
        shows_imprint=True, imprint="Responsible: Ada Quill", address="Quiet Street 1\nPerth", email="l@l.example"
    )
    page = client.get("/imprint/").content.decode().partition("</main>")[0]
    assert page.index("Responsible: Ada Quill") < page.index("Leisure Lab<br>Quiet Street 1<br>Perth")
    assert 'data-email="l" data-host="l.example"' in page
    assert client.get("/accessibility/").status_code == 404


# What the page about accessibility calls tested, in its order, and the tests of it.
TESTED = [
    [
        test_visitor.test_every_page_is_accessible_and_fits_every_screen,
        test_lab_pages.test_every_page_is_accessible_and_fits_every_screen,
        test_languages.test_chinese_pages_are_accessible,
    ],
    [test_lab_pages.test_every_page_is_accessible_and_fits_every_screen],
    [
        test_visitor.test_everything_on_a_profile_is_reached_by_keyboard,
        test_visitor.test_a_reference_in_another_style_is_opened_and_copied_by_keyboard,
        test_lab_pages.test_a_menu_closes_at_escape_and_gives_the_focus_back,
        test_lists.test_a_choice_filters_in_place_and_keeps_the_focus,
        test_charts.test_a_bar_leads_to_its_papers_by_keyboard,
    ],
    [
        test_visitor.test_the_menu_opens_on_a_phone_without_a_script,
        test_visitor.test_without_a_script_each_way_to_cite_can_be_opened,
        test_lists.test_an_address_with_filters_shows_them_without_a_script,
    ],
    [test_charts.test_a_chart_can_be_skipped_and_read_as_a_table],
    [test_colours.test_text_in_the_accent_can_be_read_on_every_ground],
    [test_profile.test_what_can_be_followed_is_large_enough_to_hit],
]


def test_the_page_about_accessibility_names_as_many_tests_as_there_are(client):
    cast.make_lab(shows_accessibility=True, email="lab@lab.example")
    page = client.get("/accessibility/").content.decode().partition("<main")[2].partition("</main>")[0]
    assert page.count("<li>") == len(TESTED)
    assert 'data-email="lab" data-host="lab.example"' in page


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
