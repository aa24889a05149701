"""What a CV says of what a member does for others, in either language, and what making it costs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.contrib.documents.models import HEADINGS, CVSettings
from labsite.models import Lab
from people.models import ContactDetail, Education, Position, ProfileLink, Reference, Teaching
from tests import cast
from tests.contrib.documents.cast import FULL, SHORT
from tests.contrib.documents.test_cv import SITE, lines, made, section

pytestmark = pytest.mark.django_db


class ServiceTests:
    def test_each_role_has_its_venues_with_years_in_a_row_as_a_span(self):
        person, venue = cast.student(), cast.make_venue(name="Systems Conference")
        for year in (2022, 2023, 2024):
            cast.make_service(person, venue, title="Shadow Member", kind="shadow-pc", year=year)
        host = cast.make_venue("BIGCON")
        cast.make_service(person, cast.make_venue("LEISURE"), kind="organiser", host=host, note="With Ada")
        assert lines(made(person), "service") == [
            *("# Organiser", "2024 | LEISURE, at BIGCON, With Ada"),
            *("# Shadow Member", "2022 – 2024 | SYSCON Systems Conference"),
        ]

    def test_a_talk_has_all_its_occasions(self):
        person = cast.student()
        cast.make_talk(person, occasions=(("SYSCON", "2022-06"), ("Idle Institute", "2024")))
        assert lines(made(person), "talks") == ["2022 – 2024 | On Leisure | Idle Institute, 2024 | SYSCON, Jun 2022"]


class MenteeTests:
    def test_they_are_those_advised_and_those_mentored_on_papers_by_their_numbers(self):
        person, student, other = cast.pi(), cast.student(), cast.stranger()
        step = Education.objects.create(
            person=student, degree="Ph.D.", field="Rest", organisation="Idle", start="2020"
        )
        intern = Position.objects.create(person=student, title="Intern", organisation="Sofa Inc.", start="2019")
        for each in (step, intern):
            each.advisors.set([person])
        for title in ("One", "Two"):
            paper = cast.make_publication(title, [person])
            cast.add_author(paper, other, mentor=person, order=2)
        cast.add_author(paper, student, mentor=person, order=3)
        assert lines(made(person), "mentees") == [
            "2020 | Zoë Lindqvist | Ph.D. in Rest, Idle | Intern, Sofa Inc., 2019 | Mentored on [C2]",
            " | Ivo Brandt | Mentored on [C2], [C1]",
        ]


class ProjectTests:
    def test_it_says_who_pays_and_only_those_they_are_in(self):
        person = cast.student()
        cast.make_project(people=[person], summary="Rest for all.", funding="ERC 1\nNSF 2", start="2021", end="2023")
        cast.make_project("Not theirs")
        assert lines(made(person), "projects") == [
            "2021 – 2023 | Leisure at Scale | Rest for all. | Funded by ERC 1, NSF 2"
        ]


class LanguageTests:
    def test_in_chinese_the_labels_are_chinese_and_texts_where_they_are_written(self):
        Lab.objects.create(name="Leisure Lab", name_second="休闲实验室")
        person = cast.student(headline="Studies leisure", headline_second="研究休闲", biography="Born.")
        cast.make_project(people=[person], title_second="大规模休闲", funding="ERC 1")
        Education.objects.create(person=person, degree="Ph.D.", organisation="Idle").advisors.set([cast.pi()])
        document = made(person, language="zh-hans")
        assert document.subtitle == "研究休闲"
        assert [each.heading for each in document.sections] == ["简介", "工作经历", "教育经历", "项目"]
        assert lines(document, "positions") == ["2022年9月 – 至今 | 博士生 | 休闲实验室"]
        assert lines(document, "education") == [" | Ph.D. | Idle | 导师：Prof. Ada Quill"]
        assert lines(document, "projects") == [" | 大规模休闲 | 资助：ERC 1"]
        assert lines(document, "about") == ["Born."]

    def test_a_cv_leaves_the_person_as_they_are(self):
        person = cast.student(headline="Studies leisure", headline_second="研究休闲")
        made(person, language="zh-hans")
        assert person.headline == "Studies leisure"


class ChoiceTests:
    def test_sections_are_those_chosen_in_their_order(self):
        person = cast.student(skills="Napping", biography="Born.")
        others = [name for name in HEADINGS if name not in ("skills", "about")]
        chosen = CVSettings(sections="skills\nabout\nof before", hidden_sections="\n".join(others))
        assert [each.name for each in made(person, chosen).sections] == ["skills", "about"]


def everything(person, number):
    """Give somebody a number of each thing that a CV tells of."""
    advisor, venue = cast.make_member(f"Advisor {number}"), cast.make_venue(f"V{number}")
    for n in range(number):
        for model, fields in ((Position, {"title": f"T{n}"}), (Education, {"degree": f"D{n}"})):
            model.objects.create(person=person, organisation="Idle", **fields).advisors.set([advisor])
            model.objects.create(person=advisor, organisation="Idle", **fields).advisors.set([person])
        paper = cast.make_publication(f"Paper {n}", [person, f"Author {n}"], venue=venue)
        cast.add_author(paper, f"Mentee {n}", mentor=person)
        paper.awards.add(cast.make_award(person, f"Award {n}"))
        cast.make_talk(person, f"Talk {n}", occasions=(("A", "2020"), ("B", "2021")), publication=paper)
        cast.make_service(person, venue, year=2000 + n)
        cast.make_project(f"Project {n}", [person])
        Teaching.objects.create(person=person, course=f"Course {n}")
        Reference.objects.create(person=person, referee=cast.make_person(f"Referee {n}"))
        ContactDetail.objects.create(person=person, value=f"{n}@lab.example")
        ProfileLink.objects.create(person=person, label=f"Page {n}", url=f"{SITE}/{n}")


@pytest.mark.parametrize("choices", [FULL, SHORT], ids=["full", "short"])
def test_making_one_takes_as_many_queries_whatever_it_tells_of(choices):
    numbers = []
    cast.make_lab()
    for name, number in (("Ada Quill", 1), ("Zoë Lindqvist", 5)):
        person = cast.make_member(name)
        everything(person, number)
        made(person, choices)
        with CaptureQueriesContext(connection) as captured:
            document = made(person, choices)
        numbers.append(len(captured))
        assert len(section(document, "positions").blocks[0].rows) == number + 1
    assert numbers[0] == numbers[1] <= 26
