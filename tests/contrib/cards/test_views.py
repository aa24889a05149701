from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from PIL import Image

from labsite.contrib.cards import views as card_views
from labsite.drawing import colours
from labsite.pages import moments
from tests import cast
from tests.visiting import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(monkeypatch):
    """What the cards that a test asks for say."""
    cards = []
    monkeypatch.setattr(card_views, "draw", lambda card: cards.append(card) or b"")
    return cards


def photo():
    out = BytesIO()
    Image.new("RGB", (600, 750), "blue").save(out, "JPEG")
    return ContentFile(out.getvalue(), name="photo.jpg")


@pytest.mark.parametrize("address", ["/card.png", "/publications/quokka.png", "/people/zoe-lindqvist.png"])
def test_a_card_is_a_picture_of_the_announced_size(client, address):
    cast.make_publication(authors=[cast.student(photo=photo())], venue=cast.make_venue())
    response = client.get(address)
    assert response["Content-Type"] == "image/png"
    assert Image.open(BytesIO(response.content)).size == (1200, 630)


def test_a_papers_card_says_where_when_what_and_who(client, drawn):
    cast.make_lab(accent="#0b5d4e")
    cast.make_publication(authors=[cast.student(), "Ivo Brandt"], venue=cast.make_venue())
    client.get("/publications/quokka.png")
    (card,) = drawn
    assert (card.lab, card.accent) == ("Leisure Lab", "#0b5d4e")
    assert (card.badge, card.title) == ("SYSCON 2024", "Quokka: Scheduling at Leisure")
    assert card.byline == "Zoë\u00a0Lindqvist, Ivo\u00a0Brandt"


def test_a_paper_without_venue_and_year_says_its_kind(client, drawn):
    cast.make_publication(kind="preprint", year=None)
    client.get("/publications/quokka.png")
    assert drawn[0].badge == "Preprint"


def test_a_members_card_has_names_headline_and_initials(client, drawn):
    zoe = cast.student(headline="PhD student")
    client.get("/people/zoe-lindqvist.png")
    (card,) = drawn
    assert (card.title, card.subtitle, card.byline) == ("Zoë Lindqvist", "林佐伊", "PhD student")
    assert (card.initials, card.portrait) == ("ZL", b"")
    assert card.tone == colours.palette("#8a2c1c")[f"tone-{zoe.tile.tone}"][0]


def test_a_members_card_has_the_portrait(client, drawn):
    cast.student(photo=photo())
    client.get("/people/zoe-lindqvist.png")
    assert Image.open(BytesIO(drawn[0].portrait)).width == 480


def test_a_portrait_that_is_lost_leaves_the_initials(client, drawn):
    zoe = cast.student(photo=photo())
    zoe.photo.storage.delete(zoe.photo.name.replace(".jpg", "-480.jpg"))
    client.get("/people/zoe-lindqvist.png")
    assert (drawn[0].initials, drawn[0].portrait) == ("ZL", b"")


def test_the_labs_card_says_what_it_studies(client, drawn):
    cast.make_lab(tagline="We study rest.")
    client.get("/card.png")
    assert drawn[0].title == "We study rest."


def test_a_collaborator_has_no_card(client):
    cast.stranger()
    assert client.get("/people/ivo-brandt.png").status_code == 404


def test_an_old_address_leads_to_the_new_one(client):
    paper = cast.make_publication()
    paper.slug = "wombat"
    paper.save()
    response = client.get("/publications/quokka.png")
    assert (response.status_code, response["Location"]) == (301, "/publications/wombat.png")


def test_a_card_is_drawn_once_until_something_changes(drawn, monkeypatch):
    monkeypatch.setattr(moments, "HOLDS_SECONDS", 0)
    visitor = Visitor()
    cast.make_lab()
    paper = cast.make_publication()
    visitor.get("/publications/quokka.png")
    visitor.get("/publications/quokka.png")
    assert len(drawn) == 1
    paper.title = "Wombat"
    paper.save()
    visitor.get("/publications/quokka.png")
    assert drawn[-1].title == "Wombat"


def test_a_card_only_answers_reading(client):
    assert client.post("/card.png").status_code == 405
