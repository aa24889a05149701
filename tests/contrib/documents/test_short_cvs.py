"""A short CV fits two pages, however much there is to tell."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from labsite.contrib.documents.formats import FORMATS
from people.models import ContactDetail, Education, Position
from tests import cast
from tests.contrib.documents.cast import SHORT
from tests.contrib.documents.test_cv import made

TITLE = "Quokka {}: A Long Title of a Paper on the Scheduling of Leisure in Distributed Systems at Scale"


@pytest.fixture
def professor(db):
    """Somebody with more of everything than a short CV tells."""
    cast.make_lab()
    person, advisor = cast.pi(headline="Professor of Leisure", orcid="0000-0002-1825-0097"), cast.stranger()
    person.interests = "\n".join(f"Interest number {n}" for n in range(8))
    person.save()
    ContactDetail.objects.create(person=person, value="ada@lab.example")
    place = {"organisation": "University of Very Long Names", "unit": "Department of Everything", "place": "Here"}
    for n in range(9):
        dates = {"start": f"20{n}0", "end": f"20{n}9"}
        Position.objects.create(person=person, title=f"Guest {n}", **place, **dates).advisors.set([advisor])
    for n in range(3):
        degree = Education.objects.create(person=person, degree=f"D{n}", honours="Summa cum laude", **place)
        degree.advisors.set([advisor])
    for n in range(12):
        cast.make_award(person, f"Award for Very Good Work {n}", 2000 + n, organisation="Society of Such Awards")
    venue = cast.make_venue(name="International Conference on Leisure Systems and Applications")
    for n in range(12):
        cast.make_publication(TITLE.format(n), [person, *(f"Author {n} {m}" for m in range(7))], venue, 2000 + n)
    for kind in ("pc", "reviewer", "organiser", "editor"):
        for n in range(15):
            cast.make_service(person, cast.make_venue(f"{kind[:4]}{n}".upper()), kind=kind, year=2000 + n)
    return person


@pytest.mark.parametrize("language", ["en-gb", "zh-hans"])
def test_a_short_cv_fits_two_pages(professor, language):
    file = FORMATS["pdf"].write(made(professor, SHORT, language))
    assert len(PdfReader(BytesIO(file)).pages) == 2
