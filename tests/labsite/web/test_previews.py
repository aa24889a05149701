"""A preview is the page itself, for those who may change what it shows and for nobody else."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from labsite import roles
from labsite.models import NewsItem, Page, User
from labsite.roles import Role
from publications.models import Publication
from tests import cast
from tests.editing import address

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FILES = [f"/publications/quokka{end}" for end in (".bib", ".ris", ".json", "/data.json", ".png")]
ADDRESSES = [
    "/publications/quokka/",
    "/zh-hans/publications/quokka/",
    *FILES,
    "/news/a-paper-was-accepted/",
    "/join-us/",
]


def client_of(role, person=None):
    user = cast.make_login(person)
    if role:
        roles.give(user, role)
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    return client


@pytest.fixture
def author():
    return client_of(Role.MEMBER, cast.student())


@pytest.fixture
def editor():
    return client_of(Role.EDITOR)


@pytest.fixture
def rows(author):
    paper = cast.make_publication(authors=[User.objects.get().person], state="draft", venue=cast.make_venue())
    return paper, cast.make_news(state="draft"), cast.make_page(state="draft")


def statuses(client):
    return {where: client.get(where).status_code for where in ADDRESSES}


def test_an_editor_sees_whatever_is_not_published(rows, editor):
    assert statuses(editor) == dict.fromkeys(ADDRESSES, 200)


def test_a_member_sees_what_they_may_change(rows, author):
    seen = {where: 200 if "quokka" in where else 404 for where in ADDRESSES}
    assert statuses(author) == seen


@pytest.mark.parametrize("role", [Role.MEMBER, None], ids=["colleague", "without a role"])
def test_others_see_what_is_where_nothing_is(rows, role):
    client = client_of(role, cast.alumna())
    assert statuses(client) == dict.fromkeys(ADDRESSES, 404)


def test_a_visitor_sees_what_is_where_nothing_is(rows):
    draft, nothing = (Client().get(f"/publications/{slug}/") for slug in ("quokka", "nothing"))
    assert (draft.status_code, draft.content) == (404, nothing.content.replace(b"nothing", b"quokka"))


@pytest.mark.parametrize("where", ADDRESSES)
def test_nobody_keeps_a_preview(rows, editor, where):
    response = editor.get(where)
    assert response["Cache-Control"] == "private, no-store"
    assert response["X-Robots-Tag"] == "noindex"


def test_a_preview_leaves_nothing_for_visitors(rows, editor):
    visitor = Client()
    before = visitor.get("/publications/quokka/").status_code
    editor.get("/publications/quokka/")
    assert (before, visitor.get("/publications/quokka/").status_code) == (404, 404)


def test_what_is_published_is_no_preview(rows, editor):
    Publication.objects.update(state="published")
    response = editor.get("/publications/quokka/")
    assert "X-Robots-Tag" not in response
    assert 'class="preview"' not in response.content.decode()


def banner(client, where="/publications/quokka/"):
    page = client.get(where).content.decode()
    return " ".join(page.partition('<aside class="preview"')[2].partition("</aside>")[0].partition(">")[2].split())


class BannerTests:
    def test_says_that_it_is_a_draft_and_leads_to_the_form(self, rows, editor):
        form = address(Publication, "change", rows[0].pk)
        assert banner(editor) == (
            "<p> <strong>Draft.</strong> Only people who can edit this page see it. </p> "
            f'<a href="{form}">Edit this page</a>'
        )

    def test_says_that_it_waits(self, rows, editor):
        Publication.objects.update(state="waiting")
        assert "<strong>Awaiting approval.</strong>" in banner(editor)

    def test_says_when_it_appears(self, rows, editor):
        Publication.objects.update(state="published", publish_from=datetime(2190, 12, 3, 9, tzinfo=UTC))
        assert "<strong>Appears on 3 Dec 2190, 09:00.</strong>" in banner(editor)

    def test_speaks_the_language_of_the_page(self, rows, editor):
        assert "<strong>草稿。</strong>" in banner(editor, "/zh-hans/publications/quokka/")


def tool(client, row):
    page = client.get(address(type(row), "change", row.pk)).content.decode()
    return page.partition('class="viewsitelink">')[2].partition("<")[0]


def test_the_form_leads_to_the_preview_of_what_is_not_public(rows, editor):
    for row in rows:
        assert tool(editor, row) == "Preview"
    for model in (Publication, NewsItem, Page):
        model.objects.update(state="published")
    for row in rows:
        assert tool(editor, row) == "View on site"


def test_a_former_address_leads_to_the_preview_and_is_not_kept(rows, editor):
    paper = rows[0]
    paper = Publication.objects.get(pk=paper.pk)
    paper.slug = "wallaby"
    paper.save()
    response = editor.get("/publications/quokka/")
    assert (response.status_code, response["Location"]) == (301, "/publications/wallaby/")
    assert response["Cache-Control"] == "private, no-store"
    assert Client().get("/publications/quokka/").status_code == 404


def test_a_row_appears_at_its_time_without_a_write(monkeypatch):
    cast.make_lab()
    soon = timezone.now() + timedelta(minutes=5)
    cast.make_publication(publish_from=soon)
    visitor = Client()
    assert "Quokka" not in visitor.get("/publications/").content.decode()
    monkeypatch.setattr(timezone, "now", lambda: soon - timedelta(microseconds=1))
    assert "Quokka" not in visitor.get("/publications/").content.decode()
    monkeypatch.setattr(timezone, "now", lambda: soon)
    assert "Quokka" in visitor.get("/publications/").content.decode()
    assert visitor.get("/publications/quokka/").status_code == 200
