"""Every point leads to a field that is there, in the row that it is about, on the form that can put it right."""

import pytest

from labsite.contrib.link_checking.models import LinkCheck
from labsite.curation import worklist
from labsite.roles import Role
from people.models import Education, Membership, Person, Position, ProfileLink
from publications.models import Link, Publication
from tests import cast
from tests.editing import address

from .finding import pictured

pytestmark = pytest.mark.django_db


@pytest.fixture
def wrong():
    """A lab in which much is wrong, some of it in a row behind others of its form."""
    wrong_with_people()
    wrong_with_papers()
    cast.make_lab("Research Lab", about="TODO")
    cast.make_opening(closes="2020-01-01", text="# Empty")
    cast.make_news("TODO", state="waiting")
    pictured(cast.make_project(), "picture")
    cast.make_page(text="![](/media/text/quokka.jpg)")


def wrong_with_people():
    cast.pi(native_name="艾达")
    alumna = pictured(cast.alumna(), "photo")
    Membership.objects.create(person=alumna, role="postdoc", start="2001", end="2002", went_to="TBD")
    for start in ("2011", "2012"):
        Position.objects.create(person=alumna, title="Baker", organisation="Bakery", start=start, ongoing=True)
        Education.objects.create(person=alumna, organisation="University", start=start, ongoing=True)
    student = cast.make_member("Old Student", start="2001")
    Membership.objects.create(person=student, role="postdoc", start="2003")
    for kind, url in (("code", ""), ("github", "https://gone.example"), ("homepage", "https://here.example")):
        ProfileLink.objects.create(person=student, kind=kind, url=url)
    LinkCheck.objects.create(url="https://gone.example", state="broken", words="404 Not Found")
    cast.make_talk(student, "TBA", occasions=())
    cast.make_award(student, year=None)


def wrong_with_papers():
    paper = pictured(cast.make_publication(year=None, abstract="# Empty"), "teaser")
    for order in (3, 2, 1):
        cast.add_author(paper, f"Author {order}", order=order, is_equal=order == 2)
    cast.add_author(paper, "Mentee", order=4, mentor=cast.make_person("Mentor"), printed_name="N. Obody")
    for kind, url in (("figure", ""), ("pdf", "https://here.example"), ("code", "")):
        Link.objects.create(publication=paper, kind=kind, url=url)
    cast.make_publication("To appear", year=2001, status="accepted", venue=cast.make_venue(), doi="10.1000/1")
    cast.make_publication("Submitted", year=2001, status="submitted")
    cast.make_service(cast.make_person("Ivo Brandt"), cast.make_venue("OTHER"), year=None)


def test_the_fields_are_there(client, wrong):
    points = found_by(client, cast.make_administrator())
    assert lost(client, points) == []
    assert len({point.rule.kind for point in points}) > 25


def test_the_fields_are_there_for_a_member(client, wrong):
    person = Person.objects.get(name="Old Student")
    cast.add_author(Publication.objects.get(slug="quokka"), person, order=5, printed_name="Somebody Else")
    points = found_by(client, cast.make_login(person, Role.MEMBER))
    assert lost(client, points) == []
    assert len({point.rule.kind for point in points}) > 12


def found_by(client, login):
    client.force_login(login)
    return worklist.issues(login)


def lost(client, points):
    """Return the points that lead to no field of their form."""
    forms = {point.address.partition("#")[0] for point in points}
    pages = {form: client.get(form).text for form in forms}
    return [(str(point.subject), point.anchor) for point in points if not _is_there(point, pages)]


def _is_there(point, pages):
    return f'id="{point.anchor}"' in pages[point.address.partition("#")[0]]


@pytest.mark.once
def test_the_rows_are_those_that_are_meant(client, wrong):
    points = found_by(client, cast.make_administrator())
    of_rows = [point for point in points if point.row != point.subject]
    formsets = {point.subject: _formsets(client, point.subject) for point in of_rows}
    assert [_row_at(formsets[point.subject], point.anchor) for point in of_rows] == [point.row for point in of_rows]


def _formsets(client, row):
    page = client.get(address(type(row), "change", row.pk))
    return {inline.formset.prefix: inline.formset for inline in page.context["inline_admin_formsets"]}


def _row_at(formsets, place):
    """Return the row that a form has where a point leads to."""
    prefix, number, _ = place.removeprefix("id_").split("-")
    return formsets[prefix].forms[int(number)].instance
