"""Looks at a large lab: no request waits for one, and what an edit puts right is gone at once."""

import pytest

from labsite import history
from labsite.curation import looks
from labsite.curation.duplicates.candidates import open_candidates
from labsite.curation.worklist.listed import ListedIssue, listed
from labsite.jobs import JobRun, Progress
from labsite.models import SharedValue
from labsite.privacy.erasing import erase
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db

UNDER_WAY = "are being looked for"


@pytest.fixture
def editor(client):
    login = cast.make_login(role=Role.EDITOR)
    client.force_login(login)
    return login


@pytest.fixture
def papers():
    """Two of the same title, without a year."""
    return [cast.make_publication("Naps at Scale", [cast.make_person("Una Vale")], year=None) for _ in range(2)]


@pytest.fixture
def large(monkeypatch):
    """A lab that no request looks at; return the looks that were begun, to be carried out."""
    begun = []
    monkeypatch.setattr(looks, "MAX_ROWS", 0)
    monkeypatch.setattr(looks, "start", lambda run, work: begun.append(lambda: work(Progress(run))))
    return begun


def carry_out(begun):
    for work in begun:
        work()
    begun.clear()


def without_year(login):
    return [issue.form_of for issue in listed(login) if issue.kind == "no-year"]


def edit(paper, **values):
    with history.step(None):
        for name, value in values.items():
            setattr(paper, name, value)
        paper.save()


def test_until_it_was_looked_at_first_the_pages_say_so_and_claim_nothing(client, editor, papers, large):
    for page in ("/admin/", "/admin/inbox/"):
        text = client.get(page).text
        assert UNDER_WAY in text
        assert "Nothing is missing" not in text and "everything is as it should be" not in text
    assert len(large) == 2  # begun once, however often the pages are shown
    carry_out(large)
    assert UNDER_WAY not in client.get("/admin/").text
    assert "were last looked for on" in client.get("/admin/inbox/").text
    assert without_year(editor) == [paper.pk for paper in papers]
    assert len(open_candidates()["papers"]) == 1


def test_what_an_edit_puts_right_or_spoils_is_seen_at_once(editor, papers, large):
    third = cast.make_publication("Beds", year=2024)
    without_year(editor)
    carry_out(large)
    edit(papers[0], year=2024)
    edit(third, year=None)
    with history.step(None):
        papers[1].delete()
    assert without_year(editor) == [third.pk]
    assert large == []  # the last look is too recent for another


def test_two_of_which_one_has_changed_arent_called_alike_until_the_next_look(editor, papers, large):
    open_candidates()
    carry_out(large)
    edit(papers[0], abstract="Long.")
    assert open_candidates()["papers"] == []
    JobRun.objects.update(started_at="2020-01-01T00:00Z")
    open_candidates()
    carry_out(large)
    assert len(open_candidates()["papers"]) == 1


def test_what_an_earlier_release_stored_otherwise_is_no_look(editor, papers, monkeypatch):
    assert without_year(editor)
    monkeypatch.setattr(ListedIssue, "_fields", (*ListedIssue._fields[:-1], "another"))
    monkeypatch.setattr(looks, "MAX_ROWS", 0)
    monkeypatch.setattr(looks, "start", lambda run, work: None)
    assert listed(editor) == []


def test_whoever_is_erased_is_in_no_look(editor, papers, django_capture_on_commit_callbacks):
    person = cast.make_member("Zoë Lindqvist")
    assert "Zoë Lindqvist" in {issue.subject for issue in listed(editor)}
    stored = SharedValue.objects.filter(cache_key__contains=looks.PREFIX)
    assert stored.exists()
    with django_capture_on_commit_callbacks(execute=True):
        erase(person, editor)
    assert not stored.exists()
