"""Who is looked for, and until when."""

import datetime

import pytest
from django.utils import timezone

from labsite.models import Opening
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db

LAST_DAY = datetime.date(2024, 6, 30)


@pytest.mark.parametrize(
    ("at", "is_open"),
    [(datetime.date(2024, 6, 29), True), (LAST_DAY, True), (datetime.date(2024, 7, 1), False)],
)
def test_an_opening_is_open_through_its_closing_date(at, is_open):
    opening = cast.make_opening(closes=LAST_DAY)
    assert opening.is_open(at) is is_open
    assert Opening.objects.open(at).exists() is is_open


def test_an_opening_without_a_closing_date_stays_open():
    opening = cast.make_opening()
    assert opening.is_open(LAST_DAY)
    assert Opening.objects.open(LAST_DAY).get() == opening


def test_the_list_has_what_is_open_today_soonest_closing_first(client):
    today = timezone.localdate()
    cast.make_opening("Until filled")
    cast.make_opening("Later", closes=today + datetime.timedelta(days=9))
    cast.make_opening("Today", closes=today)
    cast.make_opening("Yesterday", closes=today - datetime.timedelta(days=1))
    page = text(client, "/openings/")
    order = [page.index(f">{title}</a>") for title in ("Today", "Later", "Until filled")]
    assert order == sorted(order)
    assert "Yesterday" not in page


def test_the_list_says_so_when_nothing_is_open(client):
    assert "No openings are listed." in text(client, "/openings/")


def test_an_opening_says_what_it_is_and_until_when(client):
    cast.make_opening(role="postdoc", closes=datetime.date(2190, 1, 15), text="Come *rest*.")
    page = text(client, "/openings/a-phd-student/")
    for words in ("Postdoc", "Apply by 15 Jan 2190", "<p>Come <em>rest</em>.</p>"):
        assert words in page


def test_a_closed_opening_says_so_at_its_address(client):
    cast.make_opening(closes=LAST_DAY)
    assert "This opening closed on 30 Jun 2024." in text(client, "/openings/a-phd-student/")


def test_an_old_address_leads_to_the_new_one_for_ever(client):
    opening = cast.make_opening()
    opening.slug = "student"
    opening.save()
    response = client.get("/openings/a-phd-student/")
    assert (response.status_code, response["Location"]) == (301, "/openings/student/")


def test_editors_list_what_is_open_and_what_has_closed(client):
    client.force_login(cast.make_administrator())
    cast.make_opening("Open")
    cast.make_opening("Closed", closes=LAST_DAY)
    for state in ("open", "closed"):
        page = client.get("/admin/labsite/opening/", {"state": state})
        assert [row.title for row in page.context["cl"].result_list] == [state.capitalize()]
