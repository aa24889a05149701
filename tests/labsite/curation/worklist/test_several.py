"""Several points of the worklist at once that are no problem."""

import json

import pytest

from labsite.models import Dismissal
from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGE, SETTLE = "/admin/inbox/", "/admin/worklist/"


@pytest.fixture
def editor(client):
    cast.make_lab()
    for title in ("Koalas", "Quolls", "Wombats"):
        cast.make_publication(title, [cast.make_member(f"Author of {title}")], year=None)
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


def keys(client, kind, query=""):
    sections = client.get(f"{PAGE}?kind={kind}{query}").context["sections"]
    return [row.tick for section in sections for row, _people in section.rows]


def treat(client, action, query="", **data):
    """Press a button below the list, then the one of the page that says what would happen; return both answers."""
    between = client.post(SETTLE + query, {"action": action, **data})
    hidden = {"point": [value for _, value in between.context["hidden"]]}
    return between, client.post(SETTLE + query, {"action": action, "apply": "1", **hidden, **data}, follow=True)


class DismissingTests:
    def test_ticked_points_are_no_problem_after_a_page_that_names_them(self, editor):
        between, page = treat(editor, "dismiss", point=keys(editor, "no-year")[:2])
        assert between.context["rows"] == ["Koalas – No year is given.", "Quolls – No year is given."]
        assert len(keys(editor, "no-year")) == 1
        assert "Not a problem: 2 items." in page.text

    def test_the_page_changes_nothing(self, editor):
        editor.post(SETTLE, {"action": "dismiss", "point": keys(editor, "no-year")})
        assert not Dismissal.objects.exists()

    def test_a_kind_is_all_of_it_as_it_is_narrowed(self, editor):
        treat(editor, "dismiss", "?person=author-of-quolls", kind="no-year")
        assert [json.loads(key)[2] for key in keys(editor, "no-year", "&settled=1")] == [
            paper.pk for paper in Publication.objects.filter(title="Quolls")
        ]

    def test_just_these_are_taken_back_again(self, editor):
        first, second, _ = keys(editor, "no-year")
        treat(editor, "dismiss", point=[first])
        treat(editor, "dismiss", point=[second])
        at = Dismissal.objects.latest("at").at.isoformat().replace("+", "%2B")
        assert keys(editor, "no-year", f"&settled=1&at={at}") == [second]
        treat(editor, "take-back", f"?settled=1&at={at}", kind="no-year")
        assert keys(editor, "no-year", "&settled=1") == [first]

    def test_a_member_settles_their_own_alone(self, editor, client):
        points = keys(editor, "no-year")
        client.force_login(cast.make_login(Person.objects.get(name="Author of Quolls"), Role.MEMBER))
        treat(client, "dismiss", point=points)
        assert Dismissal.objects.count() == 1

    @pytest.mark.parametrize("data", [{}, {"point": "x"}, {"point": "[1]"}, {"kind": "y"}, {"action": "z"}])
    def test_nonsense_is_said_to_be_nothing(self, editor, data):
        page = editor.post(SETTLE, {"action": "dismiss"} | data, follow=True)
        assert "None of the ticked items allows this" in page.text
        assert not Dismissal.objects.exists()
