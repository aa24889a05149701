"""Who may see and change what isn't published: its authors, whoever added it, and editors."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from labsite import roles
from labsite.models import NewsItem, Page
from labsite.roles import Role
from publications.models import Authorship, Link, Publication, Talk
from tests import cast
from tests.editing import address

pytestmark = pytest.mark.django_db


def login(role, person=None):
    user = cast.make_login(person)
    roles.give(user, role)
    return type(user).objects.get(pk=user.pk)


@pytest.fixture
def author():
    return login(Role.MEMBER, cast.student())


@pytest.fixture
def colleague():
    return login(Role.MEMBER, cast.alumna())


@pytest.fixture
def editor():
    return login(Role.EDITOR)


def who(action, row, *users):
    return [roles.may(user, action, row) for user in users]


def test_a_draft_is_its_authors_and_editors(author, colleague, editor):
    draft = cast.make_publication(authors=[author.person], state="draft")
    for action in ("view", "change"):
        assert who(action, draft, author, colleague, editor) == [True, False, True]


def test_a_draft_is_also_theirs_who_added_it_until_it_is_published(author, colleague):
    draft = cast.make_publication(authors=[author.person], state="waiting", added_by=colleague)
    assert who("change", draft, author, colleague) == [True, True]
    Publication.objects.update(state="published")
    assert who("change", draft, author, colleague) == [True, False]
    assert who("view", draft, author, colleague) == [True, True]


class CorrectingTests:
    """Whoever added a paper in which no member is recognised may correct it for a day."""

    NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)

    @pytest.fixture(autouse=True)
    def time(self, monkeypatch):
        monkeypatch.setattr(timezone, "now", lambda: self.NOW)

    def added(self, by, ago, authors=("Una Vale",)):
        return cast.make_publication(authors=authors, added_by=by, added_at=self.NOW - ago)

    @pytest.mark.parametrize(("less", "may"), [(timedelta(microseconds=1), True), (timedelta(0), False)])
    def test_it_ends_after_a_day(self, author, colleague, editor, less, may):
        paper = self.added(author, timedelta(days=1) - less)
        link = Link.objects.create(publication=paper, url="https://naps.example")
        for row in (paper, paper.authorships.get(), link):
            assert who("change", row, author, colleague, editor) == [may, False, True]
        assert who("delete", paper.authorships.get(), author, colleague) == [may, False]
        assert who("delete", paper, author, colleague, editor) == [False, False, True]

    def test_nobody_corrects_what_another_or_nobody_added(self, author, colleague):
        for adder in (colleague, None):
            assert who("change", self.added(adder, timedelta(0)), author) == [False]

    def test_a_paper_of_members_is_theirs(self, author, colleague):
        for member in (author.person, cast.pi()):
            assert who("change", self.added(colleague, timedelta(0), [member, "Una Vale"]), colleague) == [False]

    def test_whoever_corrects_the_authors_keeps_their_own_paper(self, author):
        paper = self.added(author, timedelta(0))
        cast.add_author(paper, author.person, order=2)
        assert who("change", paper, author) == [True]

    def test_a_visitor_and_a_login_without_a_role_correct_nothing(self):
        login = cast.make_login()
        assert who("change", self.added(login, timedelta(0)), login, AnonymousUser()) == [False, False]

    def test_a_draft_stays_theirs_for_longer(self, author):
        paper = self.added(author, timedelta(days=9))
        Publication.objects.update(state="draft")
        assert who("change", paper, author) == [True]


def test_rows_of_a_draft_follow_it(author, colleague):
    draft = cast.make_publication(authors=[author.person], state="draft", added_by=author)
    Link.objects.create(publication=draft, url="https://draft.example")
    for model in (Authorship, Link):
        assert roles.reached(author, "view", model.objects.all()).count() == 1
        assert roles.reached(colleague, "view", model.objects.all()).count() == 0


def test_members_see_news_and_pages_once_they_are_published(author, editor):
    for model, make in ((NewsItem, cast.make_news), (Page, cast.make_page)):
        make(title="Seen")
        make(title="Unseen", state="draft")
        assert [row.title for row in roles.reached(author, "view", model.objects.all())] == ["Seen"]
        assert roles.reached(editor, "view", model.objects.all()).count() == 2


def test_no_form_or_list_of_something_else_names_others_drafts(client, colleague, editor):
    draft = cast.make_publication("Secret Quokka", state="draft")
    talk = cast.make_talk(cast.make_member("Una Vale"), publication=draft)
    news, project = cast.make_news(), cast.make_project(publications=[draft])
    news.publications.add(draft)
    where = [address(Talk, "changelist"), *(address(type(row), "change", row.pk) for row in (talk, news, project))]
    for user, told in ((colleague, [False] * 4), (editor, [True] * 4)):
        client.force_login(user)
        assert ["Secret Quokka" in client.get(page).content.decode() for page in where] == told
