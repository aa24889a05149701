"""Editing on the page: who is shown a pencil, and that the part which it opens saves nothing but itself."""

from unittest import mock

import pytest
from django.contrib import admin
from django.core import serializers
from django.db import OperationalError
from django.test import Client

from labsite.admin.people import PersonAdmin
from labsite.models import Lab
from labsite.roles import Role
from people.models import Person, Position, ProfileLink
from tests import cast
from tests.editing import address, chosen, form_of, queries_of
from tests.reading import text
from tests.visiting import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGE = "/people/zoe-lindqvist/"


@pytest.fixture
def zoe():
    """A member with something in most parts of her page."""
    cast.make_lab()
    texts = {"biography": "Rests.", "research_statement": "Rest.", "life": "Naps.", "skills": "Patience"}
    person = cast.student(headline="Rests", interests="Rest", **texts)
    Position.objects.create(person=person, title="Miller", organisation="Mill", start="2020")
    ProfileLink.objects.create(person=person, kind="github", url="https://github.com/zoe")
    cast.make_award(person)
    return person


def signed_in(role=Role.EDITOR, person=None):
    client = Client()
    client.force_login(cast.make_login(person, role))
    return client


def part(row, name, **query):
    where = address(type(row), "change", row.pk)
    return f"{where}?" + "&".join(f"{key}={value}" for key, value in ({"part": name} | query).items())


def everything(person):
    """Return all that is stored of a person, rows too."""
    rows = [person, *person.memberships.all(), *person.links.all(), *person.positions.all(), *person.awards.all()]
    return serializers.serialize("python", [Person.objects.get(pk=person.pk), *rows[1:]])


def pencils(client, page=PAGE):
    """Return the names of the parts that a page has a pencil for."""
    addresses = text(client, page).split('class="pencil" href="')[1:]
    return [address.partition("part=")[2].partition("&")[0] for address in addresses]


class PartTests:
    @pytest.mark.parametrize("model", [model for model, each in admin.site._registry.items() if each.parts])
    def test_each_names_fields_and_rows_of_its_form(self, model, rf):
        model_admin, request = admin.site._registry[model], rf.get("/")
        request.user, request.lab = cast.make_administrator(), cast.make_lab()
        declared = admin.utils.flatten_fieldsets(model_admin.get_fieldsets(request, model()))
        for each in model_admin.parts.values():
            assert {*each.fields} <= {*declared}
            assert {*each.inlines} <= {*model_admin.inlines}

    def test_its_form_has_its_own_fields_alone(self, zoe):
        assert form_of(signed_in(), part(zoe, "about")).keys() == {"biography", "biography_second", "seen"}
        fields = form_of(signed_in(), part(zoe, "positions")).keys()
        assert {name.partition("-")[0] for name in fields} == {"positions", "seen"}

    @pytest.mark.parametrize("name", [*PersonAdmin.parts])
    def test_saving_it_changes_nothing_outside_of_it_whatever_is_sent(self, zoe, name):
        client, before = signed_in(), everything(zoe)
        whole, own = form_of(client, address(Person, "change", zoe.pk)), form_of(client, part(zoe, name))
        others = {key: f"{value}1" for key, value in whole.items() if key not in own and "_FORMS" not in key}
        deleted = {key.replace("-id", "-DELETE"): "on" for key in others if key.endswith("-id")}
        counted = {key: value for key, value in whole.items() if "_FORMS" in key}
        assert client.post(part(zoe, name), counted | others | deleted | own).status_code == 302
        assert everything(zoe) == before

    def test_it_is_saved_and_leads_back_to_the_page_which_says_so(self, zoe):
        client = signed_in(Role.MEMBER, zoe)
        where = part(zoe, "about", back=f"/zh-hans{PAGE}")
        answer = client.post(where, form_of(client, where) | {"biography": "Rests a lot."})
        assert (answer.status_code, answer["Location"]) == (302, f"/zh-hans{PAGE}")
        page = text(client, PAGE)
        assert "<p>Rests a lot.</p>" in page
        assert "<li>Saved: About.</li>" in page

    @pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
    def test_it_leads_to_no_other_site(self, zoe, back):
        client, where = signed_in(), part(zoe, "about", back=back)
        assert client.post(where, form_of(client, where))["Location"] == PAGE

    def test_a_value_that_is_refused_comes_back_with_its_error_and_all_that_was_typed(self, zoe):
        client, where = signed_in(), part(zoe, "positions", framed=1)
        answer = client.post(where, form_of(client, where) | {"positions-0-start": "soon", "positions-0-unit": "Dam"})
        assert (answer.status_code, answer.template_name) == (200, "admin/part.html")
        assert "Enter a date such as" in answer.content.decode()
        assert 'value="Dam"' in answer.content.decode()

    def test_what_is_wrong_outside_of_it_is_no_reason_to_refuse_it(self, zoe):
        Lab.objects.update(accent="#ffff00", tagline="Rest")
        client, where = signed_in(Role.ADMINISTRATOR), part(Lab.objects.get(), "sentence")
        assert client.post(where, form_of(client, where) | {"tagline": "Rest for all"}).status_code == 302
        assert (Lab.objects.get().tagline, Lab.objects.get().accent) == ("Rest for all", "#ffff00")

    def test_only_its_own_answers_may_be_shown_in_a_panel_of_the_site(self, zoe):
        client = signed_in()
        framed = client.get(part(zoe, "about", framed=1))
        assert framed["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]
        for other in (part(zoe, "about"), part(zoe, "nothing", framed=1), f"{PAGE}?part=about&framed=1"):
            assert client.get(other)["X-Frame-Options"] == "DENY"

    def test_it_costs_the_same_for_more_rows(self, zoe):
        client = signed_in(Role.MEMBER, zoe)
        costs = queries_of(client, part(zoe, "positions"))
        for number in range(5):
            Position.objects.create(person=zoe, title=f"Miller {number}", organisation="Mill")
        assert queries_of(client, part(zoe, "positions")) == costs
        assert costs < queries_of(client, address(Person, "change", zoe.pk)) - 8


class ConflictTests:
    def test_what_somebody_else_saved_in_another_part_meanwhile_is_kept(self, zoe):
        one, other = signed_in(), signed_in()
        stale = form_of(one, part(zoe, "about"))
        other.post(part(zoe, "life"), form_of(other, part(zoe, "life")) | {"life": "Sleeps."})
        one.post(part(zoe, "about"), stale | {"biography": "Naps."})
        zoe.refresh_from_db()
        assert (zoe.biography, zoe.life) == ("Naps.", "Sleeps.")

    def test_of_two_versions_of_one_text_the_second_to_save_chooses_within_the_panel(self, zoe):
        one, other, where = signed_in(), signed_in(), part(zoe, "about", framed=1)
        stale = form_of(one, where)
        other.post(where, form_of(other, where) | {"biography": "Naps."})
        asked = one.post(where, stale | {"biography": "Sleeps."})
        assert asked["X-Frame-Options"] == "SAMEORIGIN"
        assert [each.heading for each in asked.context["conflicts"]] == ["Biography"]
        saved = one.post(where, chosen(asked, biography="mine"), follow=True)
        assert saved.redirect_chain == [(f"{where}&saved=%2Fpeople%2Fzoe-lindqvist%2F", 302)]
        assert (saved["X-Frame-Options"], "data-saved" in saved.content.decode()) == ("SAMEORIGIN", True)
        zoe.refresh_from_db()
        assert zoe.biography == "Sleeps."


class PencilTests:
    def test_a_member_has_them_on_their_own_page_for_all_that_they_may_change(self, zoe):
        shown = pencils(signed_in(Role.MEMBER, zoe))
        assert sorted(shown) == sorted({*PersonAdmin.parts} - {"roles"} | {"", "award"})
        assert shown[:4] == ["head", "", "links", "about"]  # "" leads to where the role is said to have changed

    def test_an_editor_has_one_for_each_part(self, zoe):
        assert sorted(pencils(signed_in())) == sorted([*PersonAdmin.parts, "award"])

    def test_nobody_has_any_where_they_may_change_nothing(self, zoe):
        client = signed_in(Role.MEMBER, cast.pi())
        assert pencils(client) == pencils(Client()) == pencils(signed_in(role=None)) == []
        assert pencils(client, "/") == pencils(client, "/people/") == []

    def test_papers_news_projects_and_the_lab_have_them_too(self, zoe):
        paper, news, project = cast.make_publication(authors=[zoe]), cast.make_news(), cast.make_project(text="Rest.")
        cast.make_section("people:list", introduction="Who we are.")
        editor, member = signed_in(), signed_in(Role.MEMBER, zoe)
        shown = ["head", "authors", "links", "teaser", "abstract", "facts"]
        assert pencils(editor, paper.get_absolute_url()) == pencils(member, paper.get_absolute_url()) == shown
        assert pencils(editor, news.get_absolute_url()) == ["text", "about"]
        assert pencils(editor, project.get_absolute_url()) == ["text", "about", "picture"]
        assert pencils(editor, "/people/") == ["introduction"]
        assert pencils(signed_in(Role.ADMINISTRATOR), "/") == ["sentence"]

    def test_they_cost_one_question_whether_the_page_is_ones_own_however_many_there_are(self, zoe):
        client, other = signed_in(Role.MEMBER, zoe), signed_in(Role.MEMBER, cast.pi())
        assert queries_of(client, PAGE) == queries_of(other, PAGE)
        Position.objects.create(person=zoe, title="Baker", organisation="Mill")
        assert queries_of(client, PAGE) == queries_of(other, PAGE)


class FrontDoorTests:
    def test_a_visitors_page_has_no_trace_of_them_before_and_after_a_member_has_looked(self, zoe):
        visitor, member = Visitor(), Visitor(signed_in(Role.MEMBER, zoe).cookies)
        before = visitor.get(PAGE)
        own = member.get(PAGE)
        after = visitor.get(PAGE)
        assert 'class="pencil"' in own.text
        assert own["Cache-Control"] == "private, no-store"
        assert "frame-src 'self'" in own["Content-Security-Policy"]
        assert (after.content, after.headers[:-1]) == (before.content, before.headers[:-1])
        assert "pencil" not in before.text

    def test_who_brings_a_session_of_nobody_is_a_visitor(self, zoe):
        client = signed_in(Role.MEMBER, zoe)
        cookies = client.cookies.copy()
        client.session.delete()
        visitor, stale = Visitor(), Visitor(cookies)
        assert stale.get(PAGE).content == visitor.get(PAGE).content
        assert stale.get(PAGE)["Cache-Control"] == "public, max-age=0, must-revalidate"

    def test_while_the_database_cannot_be_asked_those_signed_in_are_visitors(self, zoe, monkeypatch):
        member, shared = Visitor(signed_in(Role.MEMBER, zoe).cookies), Visitor().get(PAGE)
        monkeypatch.setattr("labsite.pages.front.SessionStore", mock.Mock(side_effect=OperationalError))
        assert member.get(PAGE).content == shared.content

    def test_lists_have_a_members_bar_and_files_are_those_of_everybody(self, zoe):
        member = Visitor(signed_in(Role.MEMBER, zoe).cookies)
        assert member.get("/search/?q=rest")["Cache-Control"] == "private, no-store"
        for address_ in ("/feed.xml", "/people/zoe-lindqvist.json"):
            assert member.get(address_)["Cache-Control"] == "public, max-age=0, must-revalidate"
