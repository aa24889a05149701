"""What a CV says of a member: all that their page shows, once, in the order of the field."""

import pytest
from django.urls import reverse

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.parts import Bullets, Entries, Paragraph, words
from people.models import ContactDetail, Education, Membership, Position, ProfileLink, Reference, Teaching
from tests import cast
from tests.contrib.documents.cast import FULL, SHORT

pytestmark = pytest.mark.django_db
SITE = "https://lab.example"


def made(person, choices=FULL, language="en-gb"):
    return cv_of(person, SITE, choices, language)


def section(document, name):
    return next((each for each in document.sections if each.name == name), None)


def said(part):
    """Return a section as lines of plain words, its subsections' headings among them."""
    found = []
    for block in part.blocks:
        match block:
            case Paragraph():
                found.append(words(block.text))
            case Bullets():
                found += [f"- {words(item)}" for item in block.items]
            case Entries():
                for row in block.rows:
                    found.append(" | ".join([row.label, *map(words, row.lines), *map(words, row.points)]))
    for each in part.parts:
        found += [f"# {each.heading}", *said(each)]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in found]


def lines(document, name):
    return said(section(document, name))


class HeadTests:
    def test_it_has_public_contact_details_in_use_alone(self):
        person = cast.student(orcid="0000-0002-1825-0097", headline="Studies leisure")
        for kind, value, fields in (
            ("email", "zoe@lab.example", {}),
            ("email", "old@lab.example", {"is_former": True}),
            ("phone", "+46 8 123", {}),
            ("address", "Home Street 1", {"visibility": "private"}),
            ("address", "Lab Street 1", {}),
        ):
            ContactDetail.objects.create(person=person, kind=kind, value=value, **fields)
        assert [words(line) for line in made(person).lines] == [
            "Lab Street 1",
            "zoe@lab.example",
            "lab.example/people/zoe-lindqvist · ORCID 0000-0002-1825-0097",
        ]
        private = made(person, CVSettings().variant(is_private=True))
        assert [words(line) for line in private.lines][:3] == [
            "Home Street 1",
            "Lab Street 1",
            "zoe@lab.example · +46 8 123",
        ]

    def test_its_page_writes_e_mail_addresses_in_words_as_all_pages_do(self, client):
        person = cast.student()
        ContactDetail.objects.create(person=person, value="zoe@lab.example")
        page = client.get(reverse("documents:cv", args=[person.slug, "cv"])).content.decode()
        assert 'data-email="zoe" data-host="lab.example"' in page
        assert "zoe@lab.example" not in page

    def test_links_that_lead_somewhere_are_said(self):
        person = cast.student()
        for kind, url in (("homepage", "https://zoe.example/"), ("scholar", "https://s.example/?u=1"), ("code", "")):
            ProfileLink.objects.create(person=person, kind=kind, url=url)
        last = made(person).lines[-1]
        assert words(last) == "lab.example/people/zoe-lindqvist · zoe.example · Google Scholar"
        assert [span.href for span in last if span.href][1:] == ["https://zoe.example/", "https://s.example/?u=1"]

    def test_the_native_name_stands_beside_the_other_and_in_chinese_before_it(self):
        person = cast.student()
        english, chinese = made(person), made(person, language="zh-hans")
        assert (english.title, english.native_title) == ("Zoë Lindqvist", "林佐伊")
        assert (chinese.title, chinese.native_title, chinese.author) == ("林佐伊", "Zoë Lindqvist", "Zoë Lindqvist")

    def test_without_a_headline_the_present_position_stands_under_the_name(self):
        person = cast.student()
        Position.objects.create(person=person, title="Guest", organisation="Idle Institute", ongoing=True)
        assert made(person).subtitle == "Guest, Idle Institute"


class CareerTests:
    def test_a_position_says_what_where_with_whom_and_what_about(self):
        person, advisor = cast.student(), cast.pi()
        place = {"unit": "Dept. of Rest", "organisation": "Idle Institute", "place": "Lund, Sweden"}
        dates = {"start": "2022-09", "end": "2023-01", "text": "Studied sofas.\n\n- Slept\n- Sat\n\nWell."}
        Position.objects.create(person=person, title="Guest", **place, **dates).advisors.set([advisor])
        assert lines(made(person), "positions")[-1] == (
            "Sep 2022 – Jan 2023 | Guest | Dept. of Rest, Idle Institute, Lund, Sweden | Advised by Prof. Ada Quill"
            " | Studied sofas. | Slept | Sat | Well."
        )
        assert "Slept" not in str(made(person, SHORT))

    def test_a_degree_says_its_honours_and_grade(self):
        person = cast.student()
        Education.objects.create(
            person=person, degree="B.Sc.", field="Rest", organisation="Idle", end="2020", honours="First", gpa="4/4"
        )
        assert lines(made(person), "education") == ["2020 | B.Sc. in Rest | Idle | First · GPA 4/4"]

    def test_a_time_in_the_lab_stands_among_the_positions_unless_one_of_these_says_it(self):
        cast.make_lab()
        person = cast.student()
        Position.objects.create(person=person, title="Guest", organisation="Idle Institute", start="2023", end="2023")
        Position.objects.create(person=person, title="Intern", organisation="Sofa Inc.", start="2019", end="2020")
        assert lines(made(person), "positions") == [
            "Sep 2022 – present | PhD student | Leisure Lab",
            "2023 | Guest | Idle Institute",
            "2019 – 2020 | Intern | Sofa Inc.",
        ]
        Education.objects.create(person=person, degree="Ph.D.", organisation="Leisure Lab", start="2022")
        assert [row[:4] for row in lines(made(person), "positions")] == ["2023", "2019"]

    def test_a_time_in_the_lab_that_ended_stands_by_its_start(self):
        cast.make_lab()
        person = cast.alumna()
        Position.objects.create(person=person, title="Guest", organisation="Idle Institute", start="2011")
        Position.objects.create(person=person, title="Engineer", organisation="Sofa Inc.", start="2018", ongoing=True)
        assert [row[:4] for row in lines(made(person), "positions")] == ["2018", "Sep ", "2011"]

    def test_a_role_without_a_date_is_none_of_the_positions(self):
        person = cast.make_person("Ada Quill")
        Membership.objects.create(person=person, role="staff")
        assert section(made(person), "positions") is None

    def test_awards_are_own_ones_and_those_of_papers(self):
        person = cast.student()
        cast.make_award(person, organisation="Idle Institute", until=2024, note="Once")
        paper = cast.make_publication(authors=[person])
        paper.awards.add(cast.make_award(None, "Best Paper", 2024))
        assert lines(made(person), "awards") == [
            "2024 | Best Paper | for Quokka: Scheduling at Leisure",
            "2023 – 2024 | Golden Quokka, Idle Institute (Once)",
        ]

    @pytest.mark.parametrize(("number", "is_unparted"), [(12, True), (13, False)])
    def test_no_page_ends_within_a_dozen_awards(self, number, is_unparted):
        person = cast.student()
        for place in range(number):
            cast.make_award(person, f"Golden Quokka {place}")
        [block] = section(made(person), "awards").blocks
        assert (len(block.rows), block.is_unparted) == (number, is_unparted)

    def test_courses_skills_and_references_are_said(self):
        person, referee = cast.student(skills="Napping\nSitting"), cast.pi()
        Teaching.objects.create(person=person, course="Rest 1", role="Tutor", place="Idle", term="Autumn 2024")
        Reference.objects.create(
            person=person, referee=referee, title="Head", affiliation="Dept.\nIdle", url="https://www.ada.example/a/"
        )
        document = made(person)
        assert lines(document, "teaching") == ["Autumn 2024 | Rest 1, Tutor, Idle"]
        assert lines(document, "skills") == ["Napping, Sitting"]
        assert lines(document, "references") == ["- Prof. Ada Quill, Head, Dept., Idle, ada.example/a"]

    def test_interests_are_said_once(self):
        person = cast.student(interests="Sofas\nHammocks", research_statement="I study sofas and more.")
        assert lines(made(person), "interests") == ["Hammocks", "I study sofas and more."]
        assert lines(made(person, SHORT), "interests") == ["Sofas · Hammocks"]

    def test_what_nothing_is_known_of_has_no_heading(self):
        assert made(cast.make_person("Ada Quill")).sections == ()
