from datetime import date

import pytest

from labsite.modelling.publishing import with_public
from people import data
from people.models import (
    ContactDetail,
    Education,
    Membership,
    NameVariant,
    Person,
    Position,
    ProfileLink,
    Reference,
    Teaching,
)
from tests import cast

pytestmark = pytest.mark.django_db
TODAY = date(2026, 5, 1)


def absolute(path):
    return f"https://lab.example{path}"


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *args: TODAY)


def summary_of(person):
    return data.SUMMARY(data.members().get(pk=person.pk), absolute)


def everything_of(person):
    return data.PERSON(with_public(Person.objects, *data.ROWS).get(pk=person.pk), absolute)


def test_a_member_in_the_list():
    member = cast.student(headline="Studies rest", interests="Sleep\n\nNaps", orcid="0000-0002-1825-0097")
    ProfileLink.objects.create(person=member, kind="github", url="https://code.example/zoe")
    ProfileLink.objects.create(person=member, kind="scholar")
    assert summary_of(member) == {
        "id": "zoe-lindqvist",
        "url": "https://lab.example/people/zoe-lindqvist/",
        "json": "https://lab.example/people/zoe-lindqvist.json",
        "name": "Zoë Lindqvist",
        "given_name": "Zoë",
        "family_name": "Lindqvist",
        "native_name": "林 佐伊",
        "native_language": "zh",
        "honorific": None,
        "standing": "current",
        "memberships": [{"role": "phd", "start": "2022-09", "end": None, "has_left": False, "went_to": None}],
        "headline": "Studies rest",
        "interests": ["Sleep", "Naps"],
        "orcid": "https://orcid.org/0000-0002-1825-0097",
        "links": [{"kind": "github", "label": "GitHub", "url": "https://code.example/zoe"}],
        "photo": None,
    }


def test_a_photo_comes_with_its_size_and_what_it_shows():
    member = cast.student(photo_alt="Zoë at sea")
    Person.objects.filter(pk=member.pk).update(photo="people/a.jpg", photo_width=480, photo_height=600)
    assert summary_of(member)["photo"] == {
        "url": "https://lab.example/media/people/a.jpg",
        "width": 480,
        "height": 600,
        "alt": "Zoë at sea",
    }


def test_the_standing_is_the_one_of_the_day():
    for member, expected in ((cast.pi(), "current"), (cast.alumna(), "alumni"), (cast.newcomer(), "joining")):
        assert data.standing(member, TODAY) == expected
        querysets = {name: getattr(Person.objects, name)(TODAY) for name in ("current", "alumni", "joining")}
        assert [name for name, rows in querysets.items() if member in rows] == [expected]


def test_who_left_and_comes_back_is_joining():
    member = cast.alumna()
    Membership.objects.create(person=member, role="postdoc", start="2190")
    assert data.standing(member, TODAY) == "joining"


def test_all_of_a_member_begins_with_what_the_list_says():
    member = cast.student()
    summary = summary_of(member)
    assert list(everything_of(member).items())[: len(summary)] == list(summary.items())


def test_texts_are_given_as_they_were_written():
    member = cast.student(biography="I *rest*.", research_statement="Naps", life="Sails", skills="Rust\nRest")
    NameVariant.objects.create(person=member, name="Z. Lindqvist")
    told = everything_of(member)
    names = ("biography", "research_statement", "life", "skills", "also_published_as")
    assert [told[name] for name in names] == ["I *rest*.", "Naps", "Sails", ["Rust", "Rest"], ["Z. Lindqvist"]]


def test_only_public_contact_details_are_told_and_no_address_that_a_harvester_finds():
    member = cast.student()
    for fields in (
        {"value": "zoe.l@lab.example"},
        {"kind": "phone", "value": "+1 555 0100"},
        {"kind": "address", "value": "1 Rest Road", "is_former": True},
        {"value": "secret@lab.example", "visibility": "private"},
    ):
        ContactDetail.objects.create(person=member, **fields)
    assert everything_of(member)["contact_details"] == [
        {"kind": "email", "value": "zoe dot l at lab dot example", "is_former": False},
        {"kind": "address", "value": "1 Rest Road", "is_former": True},
    ]


def test_nothing_of_a_login_is_told():
    member = cast.student()
    login = cast.make_login(member)
    assert login.email not in str(everything_of(member))
    assert "login" not in everything_of(member)


def test_steps_of_a_career_come_with_their_advisors():
    member, pi = cast.student(), cast.pi()
    job = Position.objects.create(
        person=member, title="Intern", organisation="Rest Inc.", start="2021-06", text="Naps"
    )
    job.advisors.add(cast.stranger(), pi)
    Education.objects.create(
        person=member, degree="M.Sc.", field="Sleep", organisation="Rest University", ongoing=True
    )
    told = everything_of(member)
    assert told["positions"] == [
        {
            "title": "Intern",
            "text": "Naps",
            "organisation": "Rest Inc.",
            "unit": None,
            "place": None,
            "start": "2021-06",
            "end": None,
            "ongoing": False,
            "original_wording": None,
            "advisors": [
                {"id": "ivo-brandt", "name": "Ivo Brandt", "url": None},
                {"id": "ada-quill", "name": "Ada Quill", "url": "https://lab.example/people/ada-quill/"},
            ],
        }
    ]
    assert told["education"] == [
        {
            "degree": "M.Sc.",
            "field": "Sleep",
            "honours": None,
            "gpa": None,
            "organisation": "Rest University",
            "unit": None,
            "place": None,
            "start": None,
            "end": None,
            "ongoing": True,
            "original_wording": None,
            "advisors": [],
        }
    ]


def test_teaching_and_references():
    member = cast.student()
    Teaching.objects.create(person=member, course="Rest 101", role="Lecturer", term="Autumn 2024")
    Reference.objects.create(person=member, referee=cast.stranger(), affiliation="Sleep\nRest University")
    told = everything_of(member)
    assert told["teaching"] == [{"course": "Rest 101", "role": "Lecturer", "place": None, "term": "Autumn 2024"}]
    assert told["references"] == [
        {
            "person": {"id": "ivo-brandt", "name": "Ivo Brandt", "url": None},
            "title": None,
            "affiliation": "Sleep\nRest University",
            "url": None,
        }
    ]


def test_what_a_member_did_is_named_with_its_address():
    member = cast.student()
    paper = cast.make_publication("Quokka", [member])
    cast.make_project(people=[member])
    told = everything_of(member)
    assert told["publications"] == [
        {
            "id": "quokka",
            "citation_key": "2024quokka",
            "title": "Quokka",
            "year": 2024,
            "url": "https://lab.example/publications/quokka/",
        }
    ]
    assert told["projects"] == [
        {
            "id": "leisure-at-scale",
            "title": "Leisure at Scale",
            "url": "https://lab.example/projects/leisure-at-scale/",
        }
    ]
    paper.awards.add(cast.make_award(None, "Best Paper"))
    cast.make_award(member, "Medal")
    cast.make_service(member, cast.make_venue())
    cast.make_talk(member)
    told = everything_of(member)
    assert [award["title"] for award in told["awards"]] == ["Best Paper", "Medal"]
    assert [service["role"] for service in told["services"]] == ["Programme committee"]
    assert [talk["title"] for talk in told["talks"]] == ["On Leisure"]


def test_a_role_that_is_not_stated_is_null():
    found = summary_of(cast.make_member("Ada Quill", "", start="2020"))
    assert found["memberships"] == [{"role": None, "start": "2020", "end": None, "has_left": False, "went_to": None}]
    assert found["standing"] == "current"
