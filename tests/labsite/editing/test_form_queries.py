"""What the two long forms ask the database: no more for many rows than for one of each, and few in all."""

import re

import pytest
from django.utils import timezone

from labsite.contrib.link_checking.models import LinkCheck
from labsite.curation import worklist
from labsite.models import Invitation
from labsite.roles import Role
from tests import cast
from tests.editing import address, queries_of

pytestmark = pytest.mark.django_db

BROKEN = "https://quokka.example/gone"
ODD_TEXT = f"# Nothing under it\n\nTODO [more]({BROKEN}) ![](/media/quokka.png)\n\n# Nor here"


@pytest.fixture(autouse=True)
def lab():
    cast.make_lab()
    LinkCheck.objects.create(url=BROKEN, state=LinkCheck.State.BROKEN, words="Not found")


@pytest.fixture
def student():
    """Somebody about whom many rules find something, with a login and an invitation."""
    student = cast.student(biography=ODD_TEXT, family_is_guess=True)
    login = cast.make_login(student, Role.MEMBER)
    now = timezone.now()
    Invitation.objects.create(
        person=student, email=login.email, role=Role.MEMBER, sent_by=login, sent_at=now, expires_at=now
    )
    return student


@pytest.fixture
def paper(student):
    """A paper about which many rules find something."""
    fields = {"abstract": f"Hy- phens. {ODD_TEXT}", "doi": "10.1000/quokka", "arxiv_id": "2401.00001"}
    paper = cast.make_publication("TODO: Quokka", [student], cast.make_venue(kind="preprints"), **fields)
    paper.awards.add(cast.make_award(student))
    return paper


def sign_in(client, role, student):
    own = role is Role.MEMBER
    client.force_login(student.login if own else cast.make_login(role=role))


def queries(client, row):
    where = address(type(row), "change", row.pk)
    queries_of(client, where)  # what is kept from then on
    return queries_of(client, where)


def add_rows_of_person(person, numbers):
    for number in numbers:
        advisor = cast.make_person(f"Advisor {number}")
        years = {"organisation": f"Org {number}", "start": "2190", "ongoing": True}
        person.positions.create(title="TODO", text=ODD_TEXT, **years).advisors.add(advisor)
        person.education.create(degree="Ph.D.", **years).advisors.add(advisor)
        person.links.create(label=f"Lost {number}")
        person.links.create(label=f"Gone {number}", url=BROKEN)
        person.contact_details.create(kind="email", value=f"{number}@quokka.example")
        person.teaching.create(course=f"Course {number}")
        person.references.create(referee=advisor, url=BROKEN)
        person.name_variants.create(name=f"Other {number}")
        person.memberships.create(role="", start=f"20{number:02}")
        cast.make_award(person, f"Prize {number}", year=None)


def add_rows_of_paper(paper, numbers):
    for number in numbers:
        author = cast.make_person(f"Author {number}")
        mentor = cast.make_person(f"Mentor {number}")
        cast.add_author(paper, author, printed_name="N. Obody", mentor=mentor, order=number)
        paper.links.create(label=f"Lost {number}", order=number)
        paper.links.create(label=f"Gone {number}", url=BROKEN, order=number)
        paper.earlier_versions.create(title=f"Before {number}")
        paper.identifiers.create(scheme=f"dblp{number}", value="quokka")
        paper.extra_fields.create(name=f"field{number}", value="quokka")
        cast.make_talk(author, f"Talk {number}", publication=paper)


@pytest.mark.parametrize("role", Role)
def test_the_form_of_a_person_needs_at_most_26_queries_however_many_rows_it_has(client, student, role):
    sign_in(client, role, student)
    add_rows_of_person(student, range(1, 2))
    few = queries(client, student)
    add_rows_of_person(student, range(2, 5))
    assert queries(client, student) == few <= 26


@pytest.mark.parametrize("role", Role)
def test_the_form_of_a_paper_needs_at_most_32_queries_however_many_rows_it_has(client, student, paper, role):
    sign_in(client, role, student)
    add_rows_of_paper(paper, range(1, 2))
    few = queries(client, paper)
    add_rows_of_paper(paper, range(2, 5))
    assert queries(client, paper) == few <= 32


def test_the_rows_that_the_form_has_read_say_the_same_as_the_database(client, student):
    sign_in(client, Role.EDITOR, student)
    add_rows_of_person(student, range(1, 4))
    page = client.get(address(type(student), "change", student.pk))
    issues = worklist.open_issues(page.wsgi_request.user, only=student)
    listed = page.text.partition('aria-labelledby="open-points"')[2].partition("</ul>")[0]
    assert re.findall(r'href="#([^"]+)"', listed) == [issue.anchor for issue in issues]
    assert len(issues) > 20
