"""A member's page with everything on it: reached part by part, for every eye, hand and screen."""

import pytest
from playwright.sync_api import expect

from people.models import ContactDetail, Education, Membership, NameVariant, Position, ProfileLink, Teaching
from tests import cast

PROFILE = "/people/zoe-lindqvist-von-hohenlohe-ingelfingen/"
NAME = "Zoë Lindqvist von Hohenlohe-Ingelfingen"
WIDTHS = (320, 390, 820, 1280)


@pytest.fixture
def member(transactional_db):
    """A member with one of everything, and of some things many."""
    texts = {"biography": "Rests.", "life": "Naps.", "interests": "Rest", "skills": "Patience"}
    native = {"native_name": "林 佐伊", "native_language": "zh"}
    person = cast.make_member(NAME, start="2022-09", orcid="0000-0002-1825-0097", **texts, **native)
    pi, venue = cast.pi(), cast.make_venue(name="Symposium on Systems that Consider")
    Membership.objects.create(person=person, role="master", start="2020", end="2022", went_to="A PhD here")
    for kind in ProfileLink.Kind:
        ProfileLink.objects.create(person=person, kind=kind, url=f"https://{kind}.example")
    ContactDetail.objects.create(person=person, value="zoe@lab.example")
    Position.objects.create(person=person, title="Miller", organisation="Mill", start="2020", ongoing=True)
    Education.objects.create(person=person, degree="Ph.D.", organisation="Uni", start="2022-09").advisors.add(pi)
    for number in range(40):
        others = [pi, *(f"Person {number} {n} Of-A-Rather-Long-Name" for n in range(3))]
        cast.make_publication(f"Quokka {number}", authors=[person, *others], venue=venue, year=2024 - number // 5)
    for year in range(2018, 2024):
        cast.make_service(person, venue, year=year, kind="pc" if year % 2 else "reviewer")
    cast.make_talk(person)
    cast.make_award(person)
    cast.make_project(people=[person])
    cast.make_news().people.add(person)
    Teaching.objects.create(person=person, course="Slow Systems", term="Autumn 2024")
    NameVariant.objects.create(person=person, name="Z. Lindqvist")
    person.references.create(referee=pi)
    return person


@pytest.fixture
def everybody(member):
    cast.alumna().memberships.update(went_to="Baker in Ruhestadt")
    cast.newcomer()


def test_a_full_profile_is_accessible(visitor, axe, member):
    visitor.goto(PROFILE)
    axe(visitor)
    visitor.set_viewport_size({"width": 390, "height": 800})
    axe(visitor)


def test_a_full_profile_fits_every_screen(visitor, member):
    visitor.goto(PROFILE)
    overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    wide = {}
    for width in WIDTHS:
        visitor.set_viewport_size({"width": width, "height": 800})
        wide[width] = visitor.evaluate(overhang)
    assert wide == dict.fromkeys(WIDTHS, 0)


def test_the_list_of_people_is_accessible(visitor, axe, everybody):
    visitor.goto("/people/")
    axe(visitor)


def test_co_authors_and_venues_stand_under_the_index_beside_the_papers(visitor, member):
    visitor.set_viewport_size({"width": 1280, "height": 800})
    visitor.goto(PROFILE)
    index = visitor.get_by_role("navigation", name="On this page").bounding_box()
    aside = visitor.get_by_role("region", name="Co-authors").bounding_box()
    papers = visitor.get_by_role("region", name="Publications").bounding_box()
    assert aside["x"] == index["x"] > papers["x"] + papers["width"]
    assert aside["y"] >= index["y"] + index["height"]
    degrees = visitor.get_by_role("region", name="Education").bounding_box()
    assert degrees["y"] == visitor.get_by_role("region", name="Positions").bounding_box()["y"]


def test_on_a_phone_the_first_paper_comes_within_two_screens(visitor, member):
    member.biography = "We rest, and write of it at length. " * 20
    member.save()
    visitor.set_viewport_size({"width": 390, "height": 844})
    visitor.goto(PROFILE)
    assert visitor.locator(".publication").first.bounding_box()["y"] < 2 * 844


def test_on_a_phone_the_index_stands_before_what_it_lists(visitor, member):
    visitor.set_viewport_size({"width": 390, "height": 800})
    visitor.goto(PROFILE)
    index = visitor.get_by_role("navigation", name="On this page").bounding_box()
    assert index["y"] < visitor.get_by_role("heading", name="About").bounding_box()["y"]


def test_further_co_authors_unfold_by_keyboard(visitor, member):
    visitor.goto(PROFILE)
    more = visitor.get_by_text("113 more", exact=True)
    hidden = visitor.locator(".more-names li").last
    assert not hidden.is_visible()
    more.focus()
    visitor.keyboard.press("Enter")
    expect(hidden).to_be_visible()


def test_every_icon_is_there_to_be_seen(visitor, member):
    visitor.goto(PROFILE)
    visitor.wait_for_load_state("networkidle")
    sizes = visitor.locator(".contacts use").evaluate_all("uses => uses.map(use => use.getBBox().width)")
    assert len(sizes) == len(ProfileLink.Kind) + 3  # ORCID, e-mail and CV
    assert min(sizes) > 0


def test_what_can_be_followed_is_large_enough_to_hit(visitor, member):
    """Of what stands by itself, that is: links within sentences are as high as their line."""
    visitor.set_viewport_size({"width": 390, "height": 800})
    visitor.goto(PROFILE)
    links = visitor.locator(".contacts a, .profile-index a, .counted a, .all-papers a, .more-names summary")
    sizes = links.evaluate_all("links => links.map(link => [link.textContent, link.getBoundingClientRect().height])")
    assert [name for name, height in sizes if 0 < height < 24] == []
