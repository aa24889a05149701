"""What a member may bring in, and what of other people's papers isn't told."""

from dataclasses import replace

import pytest

from labsite.roles import Role
from publications.importing import plan_of
from publications.importing.plan import Fate
from tests import cast

from .test_planning import PAPER, entries

pytestmark = pytest.mark.django_db

PAGES = replace(PAPER, pages="1-12")


def planned_by(user, record=PAGES):
    return plan_of(entries(record), user=user).items[0]


def test_a_member_changes_own_papers():
    ada = cast.pi()
    cast.make_publication(PAPER.title, [ada, cast.stranger()], doi=PAPER.doi)
    assert planned_by(cast.make_login(ada, Role.MEMBER)).fate is Fate.UPDATE


def test_a_member_changes_no_papers_of_others():
    paper = cast.make_publication(PAPER.title, [cast.pi(), cast.stranger()], doi=PAPER.doi)
    member = cast.make_login(cast.student(), Role.MEMBER)
    item = planned_by(member)
    assert (item.fate, item.reason) == (Fate.SKIP, "only its authors and editors may change it")
    paper.pages, paper.venue = "1–12", cast.make_venue("SUS")
    paper.save()
    assert planned_by(member).fate is Fate.MATCH


def test_of_a_draft_of_others_a_member_learns_nothing():
    cast.make_publication("Secret", [cast.pi(), cast.stranger()], doi=PAPER.doi, state="draft")
    item = planned_by(cast.make_login(cast.student(), Role.MEMBER))
    assert item.fate is Fate.SKIP
    assert item.reason == "someone else is already adding this paper, and it isn’t public yet: ask an editor"
    assert (item.publication, item.changes, item.candidates) == (None, (), ())
    assert "Secret" not in repr(item)


def test_an_editor_changes_all():
    cast.make_publication(PAPER.title, [cast.pi(), cast.stranger()], doi=PAPER.doi, state="draft")
    assert planned_by(cast.make_login(role=Role.EDITOR)).fate is Fate.UPDATE
