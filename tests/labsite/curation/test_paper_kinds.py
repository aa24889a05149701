"""Of what kind papers are, where nobody has said so: asked once for each venue, and answered by a click."""

import pytest
from django.test import Client
from django.urls import reverse

from labsite.models import Step
from labsite.roles import Role
from people.models import Person
from publications.models import Publication, Venue
from tests import cast

pytestmark = pytest.mark.django_db

ZOES, ROLES = 3, [Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR]


@pytest.fixture
def venue():
    """One at which Zoë has three papers of unstated kind, somebody else one, and both one whose kind is known."""
    cast.make_lab()
    venue, member, ivo = cast.make_venue("TCC", kind=""), cast.student(), cast.make_member("Ivo Brandt")
    for number in range(ZOES):
        cast.make_publication(f"Paper {number}", [member], venue=venue, kind="", year=2020 + number)
    cast.make_publication("His", [ivo], venue=venue, kind="", year=2010)
    cast.make_publication("A poster", [member, ivo], venue=venue, kind="poster")
    return venue


def zoe():
    return Person.objects.get(name="Zoë Lindqvist")


def signed_in(role):
    client = Client()
    client.force_login(cast.make_login(zoe() if role == Role.MEMBER else None, role))
    return client


def asked(client):
    page = client.get(reverse("admin:inbox"), {"kind": "paper-kinds"})
    return [(row.what, str(row.words)) for section in page.context["sections"] for row, _names in section.rows]


@pytest.mark.parametrize("role", ROLES)
def test_each_venue_is_asked_for_once_that_of_most_papers_first(venue, role):
    other = cast.make_venue("SoCC", kind="conference")
    cast.make_publication("Alone", [zoe()], venue=other, kind="")
    cast.make_publication("Draft", [zoe()], venue=cast.make_venue("arXiv", kind="preprints"), kind="")
    number = ZOES if role == Role.MEMBER else ZOES + 1
    assert asked(signed_in(role)) == [
        (str(venue), f"{number} papers appeared there, such as “Paper 2”: what are they?"),
        (str(other), "“Alone” appeared there: what is it?"),
    ]


@pytest.mark.parametrize("role", ROLES)
def test_one_click_says_it_of_all_papers_that_somebody_may_change(venue, role):
    client = signed_in(role)
    answer = client.post(reverse("admin:paper-kinds"), {"venue": venue.pk, "journal": "Journal article"}, follow=True)
    number = ZOES if role == Role.MEMBER else ZOES + 1
    assert [str(each) for each in answer.context["messages"]][0] == f"Saved for {number} papers at TCC."
    assert Publication.objects.filter(kind="journal").count() == number
    assert Publication.objects.get(title="A poster").kind == "poster"
    venue.refresh_from_db()
    assert venue.kind == ("" if role == Role.MEMBER else "journal")  # which members may not change
    assert asked(client) == []
    assert Step.objects.first().comment == "Set the kind of the papers at TCC"


def test_an_editor_sees_what_a_member_said_of_papers_of_theirs(venue):
    signed_in(Role.MEMBER).post(reverse("admin:paper-kinds"), {"venue": venue.pk, "journal": "1"})
    words = "“His” appeared there: what is it? Other papers there: Journal article."
    assert asked(signed_in(Role.EDITOR)) == [(str(venue), words)]


@pytest.mark.parametrize(
    "sent", [{"venue": "1"}, {"venue": "x", "journal": "1"}, {"venue": "99999999", "journal": "1"}, {}]
)
def test_what_is_no_answer_changes_nothing(venue, sent):
    answer = signed_in(Role.EDITOR).post(reverse("admin:paper-kinds"), sent, follow=True)
    assert [str(each) for each in answer.context["messages"]] == ["This is no longer on the list."]
    assert Publication.objects.filter(kind="").count() == ZOES + 1


def test_a_venue_whose_kind_is_known_keeps_it(venue):
    Venue.objects.update(kind="conference")
    signed_in(Role.EDITOR).post(reverse("admin:paper-kinds"), {"venue": venue.pk, "workshop": "1"})
    assert Venue.objects.get().kind == "conference"
    assert Publication.objects.filter(kind="workshop").count() == ZOES + 1
