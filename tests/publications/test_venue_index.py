import re

import pytest

from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def venues():
    """Three venues of which each comes first in an order of its own."""
    student = cast.student()
    papers, service, late = cast.make_venue("MANY"), cast.make_venue("BUSY"), cast.make_venue("ATE", kind="journal")
    for title, venue, year in (("A", papers, 2020), ("B", papers, 2021), ("C", late, 2025)):
        cast.make_publication(title, venue=venue, year=year)
    for year in (2022, 2023, 2024):
        cast.make_service(student, service, year=year)


def acronyms(client, query=""):
    return re.findall('<th scope="row"><a[^>]*>([A-Z]+)', text(client, f"/venues/{query}"))


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("", ["MANY", "ATE", "BUSY"]),
        ("?sort=papers", ["MANY", "ATE", "BUSY"]),
        ("?sort=services", ["BUSY", "MANY", "ATE"]),
        ("?sort=year", ["ATE", "BUSY", "MANY"]),
        ("?sort=acronym", ["ATE", "BUSY", "MANY"]),
        ("?sort=kind", ["MANY", "BUSY", "ATE"]),
        ("?kind=journal", ["ATE"]),
        ("?q=Man", ["MANY"]),
        ("?q=y&sort=acronym", ["BUSY", "MANY"]),
        ("?q=wombat", []),
        ("?kind=conference&sort=services", ["BUSY", "MANY"]),
        ("?kind=conference&sort=acronym", ["BUSY", "MANY"]),
    ],
)
def test_the_address_says_the_order_and_the_kind(client, venues, query, order):
    assert acronyms(client, query) == order


@pytest.mark.parametrize(
    "query", ["?sort=beauty", "?kind=circus", "?kind=workshop", "?sort=&kind=%00", "?kind=a&sort=b"]
)
def test_what_nobody_knows_is_passed_over(client, venues, query):
    assert acronyms(client, query) == ["MANY", "ATE", "BUSY"]


def test_the_column_that_sorts_says_so(client, venues):
    page = text(client, "/venues/?sort=acronym&kind=conference")
    assert re.findall('class="([a-z ]+)" aria-sort="([a-z]+)"', page) == [("acronym", "ascending")]
    assert re.findall('class="([a-z ]+)" aria-sort="([a-z]+)"', text(client, "/venues/")) == [
        ("papers number", "descending")
    ]


def test_a_heading_sorts_and_keeps_the_kind(client, venues):
    page = text(client, "/venues/?kind=conference")
    assert '<a href="/venues/?kind=conference&amp;sort=year">Years</a>' in page
    assert '<a href="/venues/?kind=conference">Papers</a>' in page


def test_kinds_have_their_numbers_and_keep_the_order(client, venues):
    page = text(client, "/venues/?kind=journal&sort=year")
    assert '<a href="/venues/?sort=year">All <span class="n">3</span></a>' in page
    assert '<a href="/venues/?kind=conference&amp;sort=year">Conference <span class="n">2</span></a>' in page
    chosen = '<a href="/venues/?kind=journal&amp;sort=year" aria-current="true">Journal <span class="n">1</span></a>'
    assert chosen in page
    assert "Workshop" not in page


def test_venues_of_one_kind_leave_nothing_to_choose(client):
    cast.make_venue()
    assert "Kinds of venue" not in text(client, "/venues/")


def test_the_table_counts_papers_and_services_and_says_from_when_to_when(client):
    venue, student = cast.make_venue(name="Conference on Systems"), cast.student()
    for title in ("One", "Two"):
        cast.make_publication(title, venue=venue, year=2021)
    for year in (2022, 2023, 2024):
        cast.make_service(student, venue, year=year)
    row = text(client, "/venues/").partition("<tbody>")[2]
    assert 'SYSCON</a> <span class="name">Conference on Systems</span></th>' in row
    assert '<td class="number">2</td> <td class="number">3</td>' in row
    assert '<td class="number"><span class="from">2021 – </span>2024</td>' in row


def test_an_empty_index_says_so(client):
    assert "No venues are listed yet." in text(client, "/venues/")
