"""One page for all that waits: who sees which kind, where the old lists lead, and how many wait on the first page."""

import pytest
from django.test import Client

from labsite.models import Dismissal, Question
from labsite.roles import Role
from publications.models import Import, Publication
from tests import cast

pytestmark = pytest.mark.django_db

INBOX = "/admin/inbox/"


@pytest.fixture
def zoe():
    return cast.student()


@pytest.fixture
def waiting(zoe):
    """Something of each kind that editors settle, of which members see what is theirs."""
    cast.make_lab(needs_approval=True)
    cast.make_publication("Naps", [zoe], state="waiting")
    Question.objects.ask(cast.make_login(role=Role.MEMBER), cast.alumna(), "Her name is Hale-Brandt now.")
    Import.objects.create(source="dblp:1", label="What dblp knows", entries=[], person=zoe)
    cast.make_venue("SYSCON"), cast.make_venue("Sys Con")
    cast.make_publication("Beds", [zoe], year=None)


def client_of(role, person=None):
    client = Client()
    client.force_login(cast.make_login(person, role))
    return client


def rows(client, **query):
    sections = client.get(INBOX, query).context["sections"]
    return [row for section in sections for row, _people in section.rows]


def kinds(client):
    return [str(option.name) for option in client.get(INBOX).context["inbox"].kind_options]


@pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
def test_editors_see_every_kind_that_waits(waiting, role):
    assert kinds(client_of(role)) == [
        "Everything",
        "Awaiting approval",
        "Questions",
        "What sources found",
        "Possible duplicates",
        "What is missing or looks wrong",
    ]


def test_members_see_what_waits_for_them_alone(waiting, zoe):
    assert kinds(client_of(Role.MEMBER, zoe)) == ["Everything", "What sources found", "What is missing or looks wrong"]
    assert kinds(client_of(Role.MEMBER)) == ["Everything"]


def test_it_is_narrowed_to_a_member_across_all_kinds(waiting, zoe):
    editor = client_of(Role.EDITOR)
    shown = {row.what for row in rows(editor, person=zoe.slug)}
    assert shown == {"Naps", "What dblp knows", "Beds", "Zoë Lindqvist"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("worklist/", "?kind=worklist"),
        ("worklist/?kind=no-year&person=zoe-lindqvist", "?kind=no-year&person=zoe-lindqvist"),
        ("questions/", "?kind=questions"),
        ("news-to-write/", "?kind=news"),
        ("duplicates/", "?kind=duplicates"),
        ("duplicates/?kind=papers", "?kind=papers"),
        ("duplicates/?kind=settled", "?kind=duplicates&settled=1"),
    ],
)
def test_the_lists_that_were_lead_to_the_inbox_for_good(old, new):
    answer = client_of(Role.EDITOR).get(f"/admin/{old}")
    assert (answer.status_code, answer["Location"]) == (301, INBOX + new)


def test_the_first_page_counts_the_rows_of_each_kind(waiting, zoe):
    editor = client_of(Role.EDITOR, zoe)
    tasks = {str(task.words): (task.number, task.own) for task in editor.get("/admin/").context["to_do"]}
    for kind in editor.get(INBOX).context["inbox"].kind_options[1:]:
        assert tasks[str(kind.name)][0] == kind.number
    assert tasks["Awaiting approval"] == (1, 1)
    assert tasks["Questions"] == (1, 0)


@pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
def test_a_paper_is_approved_and_returned_from_its_row_as_it_was_shown(waiting, role):
    editor = client_of(role)
    [row] = rows(editor, kind="waiting")
    sent = dict(row.hidden)
    Publication.objects.get(title="Naps").save()
    answer = editor.post(row.post, sent | {"approve": ""}, follow=True)
    assert "somebody changed this paper while you were looking at it" in answer.text
    assert answer.redirect_chain == [(f"{INBOX}?kind=waiting", 302)]
    [row] = rows(editor, kind="waiting")
    editor.post(row.post, dict(row.hidden) | {"return": "", "word": "Say when."})
    paper = Publication.objects.get(title="Naps")
    assert (paper.state, paper.editors_word) == ("draft", "Say when.")


def test_a_member_settles_nothing_of_what_editors_see(waiting, zoe):
    of_editors = rows(client_of(Role.EDITOR))
    member = client_of(Role.MEMBER)
    for row in of_editors:
        for action in row.actions:
            if action.name and row.post:
                member.post(row.post, dict(row.hidden) | {action.name: "", "word": "No."})
    assert Publication.objects.get(title="Naps").state == "waiting"
    assert Question.objects.open().count() == 1
    assert Import.objects.get().state == "waiting"
    assert not Dismissal.objects.exists()
    assert [row.what for row in rows(client_of(Role.EDITOR))] == [row.what for row in of_editors]
