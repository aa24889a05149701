import html
import re

import pytest

from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


def words(client, query=""):
    """Return what the list itself says, as a reader sees it."""
    page = text(client, f"/services/{query}").partition('<div class="columns">')[2]
    listed = re.sub("<[^>]+>", " ", re.split('<aside|<nav class="page-files"', page)[0])
    return " ".join(html.unescape(listed).split())


@pytest.fixture
def service():
    """Two people, three venues, three roles."""
    pi, student = cast.pi(), cast.student()
    ant, zoo, host = cast.make_venue("ANTCON"), cast.make_venue("ZOOCON"), cast.make_venue("HOSTCON")
    for year in (2021, 2022, 2023):
        cast.make_service(pi, zoo, year=year)
    cast.make_service(student, zoo, year=2022)
    cast.make_service(student, ant, kind="organiser", title="Publicity Chair", year=2022, host=host)
    cast.make_service(pi, ant, kind="reviewer", title="Journal Reviewer", year=None)


def test_it_is_grouped_by_role_with_each_persons_years(client, service):
    assert words(client) == (
        "Organiser 1 ANTCON Zoë Lindqvist Publicity Chair 2022 at HOSTCON "
        "Programme committee 4 ZOOCON Zoë Lindqvist 2022 Ada Quill 2021 – 2023 "
        "Reviewer 1 ANTCON Ada Quill Journal Reviewer"
    )


def test_it_is_grouped_by_venue_when_asked(client, service):
    assert words(client, "?by=venue") == (
        "ANTCON 2 Publicity Chair Zoë Lindqvist 2022 at HOSTCON Journal Reviewer Ada Quill "
        "ZOOCON 4 Programme committee Zoë Lindqvist 2022 Ada Quill 2021 – 2023"
    )


def test_it_is_grouped_by_person_when_asked(client, service):
    assert words(client, "?by=person") == (
        "Zoë Lindqvist 2 Publicity Chair ANTCON 2022 at HOSTCON Programme committee ZOOCON 2022 "
        "Ada Quill 4 Programme committee ZOOCON 2021 – 2023 Journal Reviewer ANTCON"
    )


@pytest.mark.parametrize(
    ("query", "headings"),
    [
        ("?venue=zoocon", ["Programme committee"]),
        ("?venue=antcon&member=zoe-lindqvist", ["Organiser"]),
        ("?member=zoe-lindqvist", ["Organiser", "Programme committee"]),
        ("?kind=reviewer", ["Reviewer"]),
        ("?year=2022", ["Organiser", "Programme committee"]),
        ("?year=2022&kind=pc", ["Programme committee"]),
        ("?year=none", ["Reviewer"]),
        ("?by=nonsense", ["Organiser", "Programme committee", "Reviewer"]),
    ],
)
def test_a_query_narrows_it(client, service, query, headings):
    listed = text(client, f"/services/{query}").partition("<aside")[0]
    assert [heading.strip() for heading in re.findall("<h2>(.*?)</h2>", listed)] == headings


@pytest.mark.parametrize(
    "query", ["?venue=nowhere", "?member=nobody", "?kind=king", "?kind=%00x", "?year=soon&kind=pc", "?kind=pc&year=²"]
)
def test_what_nobody_knows_finds_nothing_and_says_so(client, service, query):
    assert words(client, query) == "Nothing matches these filters."


def test_a_filter_is_said_and_can_be_taken_away(client, service):
    page = text(client, "/services/?venue=zoocon&by=person")
    assert 'ZOOCON <a href="/services/?by=person" aria-label="Remove filter: ZOOCON">×</a>' in page


def test_years_have_their_numbers(client, service):
    page = text(client, "/services/")
    assert '<a href="/services/" aria-current="true">All <span class="n">6</span></a>' in page
    assert '<a href="/services/?year=2022">2022 <span class="n">3</span></a>' in page
    assert '<a href="/services/?year=none">No year given <span class="n">1</span></a>' in page


def test_years_are_counted_among_what_the_other_filters_leave(client, service):
    page = text(client, "/services/?member=ada-quill&year=2022")
    assert '<a href="/services/?member=ada-quill">All <span class="n">4</span></a>' in page
    chosen = (
        '<a href="/services/?year=2022&amp;member=ada-quill" aria-current="true">2022 <span class="n">1</span></a>'
    )
    assert chosen in page


def test_of_very_much_the_newest_is_shown(client, service, monkeypatch):
    monkeypatch.setattr("services.views.MAX_NUMBER", 1)
    assert words(client).endswith("ZOOCON Ada Quill 2023 Only the latest are shown. Choose a year to see the others.")


def test_an_empty_list_says_so(client):
    assert words(client) == "No service is listed yet."
