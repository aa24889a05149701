"""What the clock alone changes is on the pages that are kept from its time on, and not before."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.apps import apps

from labsite.modelling.publishing import Publishable
from labsite.models import NewsItem, Opening, Page
from labsite.pages import moments
from people.models import Membership
from publications.models import Publication
from tests import cast
from tests.visiting import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
IN_AN_HOUR, MIDNIGHT, MOMENT = NOON + timedelta(hours=1), NOON + timedelta(hours=12), timedelta(milliseconds=1)

# Of each kind that can be scheduled how it is made, and pages that are there without it and name it.
SCHEDULED = {
    Publication: (cast.make_publication, "/", "/publications/", "/search/?q=quokka", "/sitemap.xml"),
    NewsItem: (cast.make_news, "/", "/news/", "/search/?q=quokka", "/news/feed.xml"),
    Page: (partial(cast.make_page, place=60), "/", "/search/?q=quokka", "/sitemap.xml"),
}


@pytest.fixture
def visit(monkeypatch):
    """Visit an address at a time; return the answer as a visitor gets it at the front door."""
    monkeypatch.setattr(moments, "HOLDS_SECONDS", 0)
    cast.make_lab()
    visitor = Visitor()

    def visit(address, at):
        monkeypatch.setattr("django.utils.timezone.now", lambda: at)
        monkeypatch.setattr("labsite.pages.front.time.time", at.timestamp)
        return visitor.get(address)

    return visit


def test_every_kind_that_can_be_scheduled_is_tried_here():
    assert {model for model in apps.get_models() if issubclass(model, Publishable)} == SCHEDULED.keys()


@pytest.mark.parametrize(
    ("model", "address"), [(model, address) for model, (_, *addresses) in SCHEDULED.items() for address in addresses]
)
def test_what_is_scheduled_is_hidden_before_its_time_and_there_after_it_without_a_save(visit, model, address):
    SCHEDULED[model][0]("Quokka", slug="quokka-appears", publish_from=IN_AN_HOUR)
    for at, is_there in [(NOON, False), (IN_AN_HOUR - MOMENT, False), (IN_AN_HOUR, True)]:
        assert ("quokka-appears" in visit(address, at).text) is is_there


@pytest.mark.parametrize("model", SCHEDULED)
def test_the_page_of_what_is_scheduled_is_there_from_its_time_on(visit, model):
    row = SCHEDULED[model][0]("Quokka", publish_from=IN_AN_HOUR)
    statuses = [visit(row.get_absolute_url(), at).status_code for at in (NOON, IN_AN_HOUR - MOMENT, IN_AN_HOUR)]
    assert statuses == [404, 404, 200]


def join(**period):
    Membership.objects.create(person=cast.make_person("Ada Quill"), role="phd", **period)


@pytest.mark.parametrize(
    ("make", "address", "words", "is_there"),
    [
        (lambda: join(start="2026-05-05"), "/people/", "Joining", [True, False]),
        (lambda: join(start="2020", end="2026-05-04"), "/people/", "Alumni", [False, True]),
        (lambda: Opening.objects.create(title="Napper", closes="2026-05-04"), "/join/", "Napper", [True, False]),
    ],
)
def test_what_begins_or_ends_with_a_day_does_so_at_midnight(visit, make, address, words, is_there):
    make()
    assert [words in visit(address, at).text for at in (MIDNIGHT - MOMENT, MIDNIGHT)] == is_there
