import re
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from labsite import registry
from labsite.editing.menu import MenuEntry
from labsite.models import Lab, NewsItem, Project, TextPicture, User
from labsite.roles import Role
from people.models import Person
from tests import cast
from tests.editing import address, form_of, found, queries_of

pytestmark = pytest.mark.django_db

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
ODD_SEARCHES = ("C++", "100%", "'; --", "\\", "[", "大模型", "(", "ü", "a " * 200, "_", "️")
STATIC = Path(__file__).parents[2] / "labsite" / "static" / "labsite"


@pytest.fixture
def editor(client):
    """A client signed in as an administrator of a lab that has something of everything."""
    lead, venue = cast.pi(), cast.make_venue()
    cast.make_lab()
    paper = cast.make_publication(authors=[lead, cast.stranger()], venue=venue)
    cast.make_service(lead, venue)
    cast.make_talk(lead, publication=paper)
    cast.make_award(lead)
    cast.make_news()
    cast.make_project(people=[lead], publications=[paper])
    cast.make_opening(), cast.make_applicant_kind(), cast.make_section(), cast.make_sponsor()
    cast.make_page(), cast.rows_of_apps(lead)
    TextPicture.objects.create(image="text/a.jpg", width=200, height=100)
    client.force_login(cast.make_administrator())
    return client


def refused(client, addresses):
    """Return the addresses of pages that are not shown, with the status of the answer."""
    statuses = {each: client.get(each, follow=True).status_code for each in addresses}
    return {each: status for each, status in statuses.items() if status != 200}


def test_every_list_is_shown(editor):
    assert refused(editor, (address(model, "changelist") for model in MODELS)) == {}


def test_every_list_survives_odd_searches(editor):
    lists = [address(model, "changelist") for model in MODELS if model is not Lab]
    assert refused(editor, (f"{each}?{urlencode({'q': query})}" for each in lists for query in ODD_SEARCHES)) == {}


def test_every_empty_form_is_shown(editor):
    added_elsewhere = (Lab, TextPicture, *chain(*cast.of_apps("ADDED_ELSEWHERE")))
    models = [model for model in MODELS if model not in added_elsewhere]
    assert refused(editor, (address(model, "add") for model in models)) == {}


def test_every_filled_form_is_shown(editor):
    assert refused(editor, (address(model, "change", model._default_manager.first().pk) for model in MODELS)) == {}


def test_every_registered_model_is_in_a_group_of_the_first_page():
    assert set(MODELS) == registry.facets(MenuEntry).keys()


def test_groups_come_in_human_order(editor):
    page = editor.get(reverse("admin:index"))
    assert [app["name"] for app in page.context["app_list"]] == [
        "People",
        "Publications",
        "Professional service",
        "The lab",
        *cast.of_apps("MENU_GROUP"),
        "Keeping it up to date",
        "Users",
    ]


@pytest.mark.parametrize(
    ("role", "path", "rest"),
    [
        (Role.MEMBER, "/admin/", "closed"),
        (Role.MEMBER, "/admin/publications/publication/?whose=mine", "closed"),
        (Role.MEMBER, "/admin/publications/venue/", "open"),
        (Role.EDITOR, "/admin/", ""),
    ],
)
def test_the_menu_folds_away_what_isnt_ones_own_unless_one_is_there(client, role, path, rest):
    client.force_login(cast.make_login(cast.student(), role))
    menu = {app["name"]: app["rest"] for app in client.get(path).context["available_apps"]}
    assert menu == {"Yours": ""} | dict.fromkeys(list(menu)[1:], rest)


def test_the_menu_of_those_without_a_page_is_all_there(editor):
    assert {app["rest"] for app in editor.get("/admin/").context["app_list"]} == {""}


def test_a_page_of_one_app_is_shown(editor):
    assert editor.get(reverse("admin:app_list", args=["publications"])).status_code == 200


def test_a_group_without_permitted_models_is_left_out(client):
    client.force_login(cast.make_login(role=Role.EDITOR))
    assert "Users" not in [app["name"] for app in client.get(reverse("admin:index")).context["app_list"]]


@pytest.mark.parametrize(("role", "folded"), [(Role.MEMBER, True), (Role.EDITOR, False)])
def test_a_members_menu_shows_what_is_theirs_and_the_rest_behind_one_word(client, role, folded):
    cast.make_lab()
    client.force_login(cast.make_login(cast.student(), role))
    page = client.get(reverse("admin:index")).content.decode()
    menu, _, rest = page.partition('<div id="content-main">')[2].partition('<details class="rest">')
    assert ('id="yours-my-profile"' in menu, 'id="people-person"' in menu) == (True, not folded)
    assert ('id="people-person"' in rest, "<summary>More</summary>" in rest) == (folded, folded)


def test_the_first_page_offers_to_edit_ones_own_page(client):
    cast.make_lab()
    zoe = cast.student()
    client.force_login(cast.make_login(zoe, is_superuser=True))
    page = client.get(reverse("admin:index"))
    link = f'<li><a href="/admin/people/person/{zoe.pk}/change/">Edit my profile</a></li>'
    assert link in page.content.decode()


def test_the_first_page_of_someone_without_a_person_has_no_own_page(editor):
    assert "my page" not in editor.get(reverse("admin:index")).content.decode().lower()


def test_line_breaks_are_kept_as_texts_here_have_them(editor):
    lab = Lab.objects.get()
    sent = form_of(editor, address(Lab, "change", lab.pk)) | {"address": "1 Leisure Way\r\nQuietville"}
    editor.post(address(Lab, "change", lab.pk), sent)
    lab.refresh_from_db()
    assert lab.address == "1 Leisure Way\nQuietville"


def test_anonymous_visitors_are_asked_to_sign_in(client):
    page = client.get("/admin/people/person/")
    assert page.status_code == 302
    assert page.url == "/admin/login/?next=/admin/people/person/"


def test_the_labs_name_heads_every_page(editor):
    for page in ("/admin/", "/admin/people/person/", "/admin/people/person/add/"):
        assert '<div id="site-name"><a href="/admin/">Leisure Lab</a></div>' in editor.get(page).content.decode()


def test_the_sign_in_page_has_the_labs_name_too(client):
    cast.make_lab()
    assert "Leisure Lab" in client.get("/account/sign-in/").content.decode()


def test_news_is_of_today_unless_it_says_otherwise(editor):
    assert form_of(editor, address(NewsItem, "add"))["date"] == timezone.localdate().isoformat()
    assert form_of(editor, address(NewsItem, "add") + "?date=2025-07")["date"] == "2025-07"


class LabFormTests:
    def test_the_list_leads_to_the_labs_form(self, editor):
        assert editor.get("/admin/labsite/lab/").url == "/admin/labsite/lab/1/change/"

    def test_the_list_leads_to_an_empty_form_while_there_is_no_lab(self, client):
        client.force_login(cast.make_administrator())
        assert client.get("/admin/labsite/lab/").url == "/admin/labsite/lab/add/"

    def test_a_second_lab_cannot_be_added(self, editor):
        assert editor.get("/admin/labsite/lab/add/").status_code == 403

    def test_the_lab_cannot_be_deleted(self, editor):
        assert editor.post("/admin/labsite/lab/1/delete/", {"post": "yes"}).status_code == 403
        assert Lab.objects.count() == 1


class PictureInTextTests:
    def test_cannot_be_added_here(self, editor):
        assert editor.get("/admin/labsite/textpicture/add/").status_code == 403

    def test_shows_the_markdown_that_puts_it_into_a_text(self, editor):
        page = editor.get("/admin/labsite/textpicture/").content.decode()
        assert '<code class="copyable">![describe it here](/media/text/a.jpg)</code>' in page


class NewsFormTests:
    def test_news_is_found_by_a_folded_name_of_a_person_in_it(self, editor):
        cast.make_news("A visit").people.add(cast.student())
        assert found(editor, NewsItem, "zoe") == ["A visit"]

    def test_view_on_site_leads_straight_to_the_news(self, editor):
        news = NewsItem.objects.get()
        page = editor.get(address(NewsItem, "change", news.pk)).content.decode()
        assert f'<a href="{news.get_absolute_url()}" class="viewsitelink">' in page


class ProjectListTests:
    @pytest.mark.parametrize("query", ["zoe", "theme Lindqvist", "G-17"])
    def test_search_finds_a_person_the_title_and_a_grant(self, editor, query):
        cast.make_project("A Theme", people=[cast.student()], funding="Foundation, G-17")
        assert found(editor, Project, query) == ["A Theme"]

    def test_costs_the_same_for_more_rows(self, editor):
        cast.make_project("One")
        before = queries_of(editor, "/admin/labsite/project/")
        for name in ("Una", "Vic", "Wes"):
            cast.make_project(f"By {name}", people=[cast.make_person(name)])
        assert queries_of(editor, "/admin/labsite/project/") == before


class LoginFormTests:
    NEW = {
        "email": "sam@lab.example",
        "first_name": "Sam",
        "last_name": "Otter",
        "password1": "quokka-12345",
        "password2": "quokka-12345",
        "role": "1",
    }

    def test_a_new_login_can_sign_in_by_email_address(self, editor, client):
        editor.post("/admin/labsite/user/add/", self.NEW)
        client.logout()
        client.post("/account/sign-in/", {"login": "SAM@lab.example", "password": "quokka-12345"})
        assert client.session["_auth_user_id"] == str(User.objects.get(email="sam@lab.example").pk)

    def test_an_address_in_other_capitals_is_refused(self, editor):
        cast.make_login(email="sam@lab.example")
        page = editor.post("/admin/labsite/user/add/", self.NEW | {"email": "Sam@lab.example"})
        assert page.context["adminform"].form.errors == {"email": ["There is already a login with this address."]}

    def test_an_administrator_can_give_a_login_a_new_password(self, editor, client):
        login = cast.make_login(email="vic@lab.example")
        password = {"password1": "a long pass phrase", "password2": "a long pass phrase", "usable_password": "true"}
        answer = editor.post(reverse("admin:auth_user_password_change", args=[login.pk]), password)
        assert answer.status_code == 302
        assert client.login(username="vic@lab.example", password="a long pass phrase") is True

    def test_the_list_names_whose_page_a_login_edits(self, editor):
        zoe = cast.student()
        cast.make_login(zoe)
        page = editor.get("/admin/labsite/user/").content.decode()
        assert f'<a href="/admin/people/person/{zoe.pk}/change/">Zoë Lindqvist</a>' in page

    def test_the_list_costs_the_same_for_more_rows(self, editor):
        cast.make_login(cast.make_person("Una"))
        before = queries_of(editor, "/admin/labsite/user/")
        for name in ("Vic", "Wes", "Xi"):
            cast.make_login(cast.make_person(name))
        assert queries_of(editor, "/admin/labsite/user/") == before


def test_createsuperuser_asks_for_an_email_address(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "quokka-12345")
    call_command("createsuperuser", email="ada@lab.example", interactive=False, verbosity=0)
    ada = User.objects.get()
    assert (ada.email, ada.is_superuser, ada.check_password("quokka-12345")) == ("ada@lab.example", True, True)


def test_the_admins_palette_takes_every_colour_of_its_own_from_the_sites_tokens():
    tokens = re.findall(r"--([\w-]+): light-dark", (STATIC / "css" / "tokens.css").read_text())
    palette = (STATIC / "admin" / "palette.css").read_text()
    assert {"paper", "ink", "accent", "fill"} <= set(tokens)
    assert [name for name in tokens if f"--{name}:" in palette] == []


def test_the_first_page_leads_back_to_what_one_did_last(editor):
    lead = Person.objects.get(name="Ada Quill")
    sent = form_of(editor, address(Person, "change", lead.pk)) | {"headline": "Rests"}
    editor.post(address(Person, "change", lead.pk), sent)
    page = editor.get("/admin/").content.decode()
    assert f'<a href="/admin/people/person/{lead.pk}/history/">Changed Ada Quill</a>' in page
