"""Reports of a project, a funder and a member, and who came, stayed and left."""

import pytest

from labsite.contrib.documents.parts import words
from labsite.contrib.documents.reports.periods import ReportPeriod
from labsite.contrib.documents.reports.subjects import known_funders, of_funder, of_member, of_project
from people.models import Education, Membership, Position, Teaching
from publications.models import Publication
from tests import cast
from tests.contrib.documents.reporting import TODAY, YEAR, maker, named, section, titles
from tests.contrib.documents.whole import texts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *args: TODAY)


def test_a_project_is_reported_for_its_own_period_with_its_own_papers():
    inside, outside = cast.make_publication("Inside", year=2023), cast.make_publication("Later", year=2025)
    cast.make_publication("Another’s", year=2023)
    worker = cast.student()
    project = cast.make_project(people=[worker], publications=[inside, outside], start="2022", end="2024")
    cast.make_talk(worker, "About it", [("SYSCON", "2023")], publication=inside)
    subject = of_project(project)
    assert titles("papers", ReportPeriod(), subject) == ["Inside"]
    assert titles("papers", ReportPeriod("2025", "2025"), subject) == ["Later"]
    assert titles("talks", ReportPeriod(), subject) == ["About it"]
    assert ("On the project", "Zoë Lindqvist", "") in named("people", ReportPeriod(), subject)
    assert maker(ReportPeriod(), subject).document().subtitle == "2022 – 2024"


def test_a_funder_is_found_by_folded_words_in_lines_of_funding():
    first, second = cast.make_publication("First"), cast.make_publication("Second")
    cast.make_project("One", publications=[first], funding="Société Example, grant 12\nOther Fund 3", start="2024")
    cast.make_project("Two", publications=[first, second], funding="SOCIETE  example (No. 14)", start="2024")
    cast.make_project("Three", publications=[cast.make_publication("Third")], funding="Other Fund 4", start="2024")
    subject = of_funder("example societe")
    assert subject.grants == ("Société Example, grant 12", "SOCIETE  example (No. 14)")
    assert sorted(titles("papers", YEAR, subject)) == ["First", "Second"]
    assert sorted(titles("projects", YEAR, subject)) == ["One", "Two"]
    assert "Société Example, grant 12" in texts(maker(YEAR, subject).document())


def test_a_funder_that_no_project_names_is_said_to_be_unknown():
    cast.make_publication("Somebody’s")
    document = maker(YEAR, of_funder("Nobody")).document()
    assert "No project’s funding contains these words." in texts(document)
    assert [each.name for each in document.sections if each.name != "numbers"] == []


def test_funders_are_known_by_what_stands_before_the_number():
    cast.make_project("One", funding="Example Fund (grant 12-3)\nNational Example Foundation, AB1234\nSomebody kind")
    cast.make_project("Two", funding="Example Fund (grant 14)")
    assert known_funders() == ["Example Fund (grant", "National Example Foundation", "Somebody kind"]


def test_a_member_is_reported_with_their_own_work_courses_and_students():
    pi, student = cast.pi(), cast.student()
    cast.make_publication("Together", authors=[pi, student])
    cast.make_publication("Alone", authors=[student])
    cast.add_author(Publication.objects.get(title="Together"), "Una Vale", mentor=pi, order=9)
    for course, term in (("Systems", "Autumn 2024"), ("Networks", "Spring 2023"), ("Leisure", "each year")):
        Teaching.objects.create(person=pi, course=course, term=term)
    degree = Education.objects.create(
        person=student, degree="Ph.D.", organisation="Example University", start="2022", ongoing=True
    )
    stay = Position.objects.create(person=student, title="Intern", organisation="Firm", start="2020", end="2021")
    degree.advisors.add(pi), stay.advisors.add(pi)
    subject = of_member(pi)
    assert titles("papers", YEAR, subject) == ["Together"]
    assert titles("teaching", YEAR, subject) == ["Systems"]
    assert maker(YEAR, subject).found("teaching").undated == 1
    assert [(group, title) for group, title, _note in named("students", YEAR, subject)] == [
        ("Advised", "Zoë Lindqvist"),
        ("Mentored on papers", "Una Vale"),
    ]


def test_what_only_members_have_is_in_no_other_report():
    assert not {"teaching", "students"} & {each.name for each in maker().document().sections}


def test_who_joined_changed_roles_and_left():
    stays = {"Ivo": [("phd", "2019", "2024-05"), ("postdoc", "2024-06", "")], "Una": [("phd", "2020", "2024-08")]}
    stays |= {"Zoë": [("phd", "2024-09", "")], "Back": [("master", "2015", "2016"), ("phd", "2024", "")]}
    for name, rows in stays.items():
        person = cast.make_person(name)
        for role, start, end in rows:
            went_to = "Example University" if name == "Una" else ""
            Membership.objects.create(person=person, role=role, start=start, end=end, went_to=went_to)
    assert named("people") == [
        ("Joined", "Zoë", ""),
        ("Joined", "Back", ""),
        ("New roles", "Ivo", ""),
        ("Left", "Una", "Went to: Example University"),
    ]


def test_nobody_has_left_before_the_day():
    cast.make_member("Zoë Lindqvist", start="2020", end="2025-06-01")
    cast.make_member("Ivo Brandt", start="2020", end="2025-07")
    assert titles("people", ReportPeriod("2025", "2025")) == ["Zoë Lindqvist"]


def test_a_members_report_does_not_repeat_whose_it_is():
    member = cast.student()
    cast.make_talk(member, "On Leisure", [("SYSCON", "2024")])
    cast.make_talk(cast.pi(), "On Rest", [("SYSCON", "2024")])
    [entries] = section(maker(YEAR, of_member(member)).document(), "talks").blocks
    assert [words(line) for line in entries.rows[0].lines] == ["On Leisure", "SYSCON"]
    [entries] = section(maker().document(), "talks").blocks
    assert ["On Rest", "Ada Quill · SYSCON"] in [[words(line) for line in row.lines] for row in entries.rows]
