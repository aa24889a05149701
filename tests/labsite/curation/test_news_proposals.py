"""What could be news, and what becomes of a proposal."""

from datetime import date

import pytest

from labsite.curation.news_proposals import NewsFinder
from labsite.models import NewsItem
from labsite.roles import Role
from people.models import Membership
from tests import cast

pytestmark = pytest.mark.django_db
TODAY = date(2024, 9, 15)


def proposals(at=TODAY, **how):
    return [(each.date, each.title, each.text) for each in NewsFinder(at, **how).proposals()]


def test_the_papers_of_a_venue_and_year_are_one():
    venue = cast.make_venue()
    cast.make_publication("Quokka", venue=venue, month=6)
    cast.make_publication("Nap", venue=venue, status="accepted", month=11)
    cast.make_publication("Old", venue=venue, year=2022)
    cast.make_publication("Draft", venue=venue, state="draft")
    cast.make_publication("Sent", venue=venue, status="submitted")
    assert proposals() == [("2024-09-15", "2 papers at SYSCON 2024", "")]


def test_a_paper_alone_is_named():
    cast.make_publication("Quokka", venue=cast.make_venue(), year=2025, status="accepted")
    assert proposals() == [("2024-09-15", "“Quokka” accepted at SYSCON 2025", "")]


def test_people_came_and_left():
    cast.make_member("Zoë Lindqvist", "phd", start="2024-09-01")
    both = [cast.make_member(name, start="2019", end="2024-05") for name in ("Ivo Brandt", "Maren Hale")]
    Membership.objects.filter(person=both[1]).update(went_to="Rest Inc.")
    risen = cast.make_member("Bo Quill", "master", start="2022", end="2023")
    Membership.objects.create(person=risen, role="phd", start="2024-01")
    assert proposals() == [
        ("2024-09-01", "Zoë Lindqvist joined the lab as PhD student", ""),
        ("2024-05", "Ivo Brandt and Maren Hale left the lab", "- Maren Hale: Rest Inc."),
    ]


def test_awards_of_people_and_papers():
    cast.make_award(cast.make_person("Ivo Brandt"), year=2024, organisation="SYSCON")
    best = cast.make_award(None, "Best Nap", year=2023)
    cast.make_publication("Quokka", year=2020).awards.add(best)
    assert proposals() == [
        ("2024", "Golden Quokka, SYSCON: Ivo Brandt", ""),
        ("2023", "Best Nap: “Quokka”", ""),
    ]


def test_what_news_tells_is_not_proposed():
    member = cast.make_member("Zoë Lindqvist", start="2024-09")
    paper = cast.make_publication("Quokka", venue=cast.make_venue())
    cast.make_award(member, year=2024)
    cast.make_news("Welcome", date="2024-09-02").people.add(member)
    cast.make_news("A paper", state="draft", date="2024").publications.add(paper)
    cast.make_news("Zoë has a golden quokka", date="2024-03")
    assert proposals() == []


@pytest.fixture
def editor(client):
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


PAGE, LIST = "/admin/news-to-write/", "/admin/inbox/?kind=news"


def keys(client, query=""):
    rows = [row for section in client.get(LIST + query).context["sections"] for row, _people in section.rows]
    return [dict(row.hidden)["proposal"] for row in rows]


def test_a_proposal_becomes_a_draft_to_edit_and_is_not_made_again(editor):
    member = cast.make_member("Zoë Lindqvist", start=date.today().isoformat())
    response = editor.post(PAGE, {"proposal": keys(editor)[0], "draft": ""})
    item = NewsItem.objects.get()
    assert response["Location"] == f"/admin/labsite/newsitem/{item.pk}/change/"
    assert (item.title, item.state, list(item.people.all())) == (
        "Zoë Lindqvist joined the lab as PhD student",
        "draft",
        [member],
    )
    item.delete()
    assert keys(editor) == []


def test_one_that_is_dismissed_stays_so_until_that_is_taken_back(editor):
    cast.make_member("Zoë Lindqvist", start=date.today().isoformat())
    editor.post(PAGE, {"proposal": keys(editor)[0], "dismiss": ""})
    assert keys(editor) == []
    assert not NewsItem.objects.exists()
    editor.post(PAGE, {"proposal": keys(editor, "&settled=1")[0], "again": ""})
    assert len(keys(editor)) == 1


def test_it_is_for_editors(client):
    client.force_login(cast.make_login(role=Role.MEMBER))
    assert client.get(PAGE).status_code == 403
