"""Who is looked for, and until when."""

import datetime

import pytest
from django.utils import timezone

from labsite.models import Opening
from people.models import Person
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
    page = text(client, "/join/")
    order = [page.index(f">{title}</a>") for title in ("Today", "Later", "Until filled")]
    assert order == sorted(order)
    assert "Yesterday" not in page


def test_where_nothing_is_open_it_says_what_to_write(client):
    lab = cast.make_lab()
    advice = "If you would still like to work with us"
    assert "No open positions right now." in text(client, "/join/")
    assert advice not in text(client, "/join/")
    lab.email = "lab@lab.example"
    lab.save()
    assert advice in text(client, "/join/")
    assert 'data-email="lab" data-host="lab.example"' in text(client, "/join/")


def test_it_says_whom_the_lab_looks_for_at_any_time(client):
    cast.make_lab(email="lab@lab.example")
    cast.make_applicant_kind("Visitors", place=2)
    cast.make_applicant_kind("PhD students", "Send a *CV*.", place=1)
    cast.make_page("Joining", slug="join", text="We are many.", place=1)
    page = text(client, "/join/")
    order = [page.index(words) for words in ("We are many.", ">PhD students</h2>", "<em>CV</em>", ">Visitors</h2>")]
    assert order == sorted(order)
    assert page.count('<a href="/join/"') == 2  # in the menu, which is there for phones too


def test_it_names_those_who_take_students_else_those_who_lead(client):
    cast.pi(), cast.student(), cast.alumna(takes_students=True)
    page = text(client, "/join/")
    assert ("Who leads the lab" in page, "Ada Quill" in page, "Zoë" in page, "Maren" in page) == (
        True,
        True,
        False,
        False,
    )
    Person.objects.filter(name="Zoë Lindqvist").update(takes_students=True)
    page = text(client, "/join/")
    assert ("Accepting students" in page, "Ada Quill" in page, "Zoë" in page) == (True, False, True)


def test_the_old_address_of_the_list_leads_to_it(client):
    response = client.get("/zh-hans/openings/")
    assert (response.status_code, response["Location"]) == (301, "/zh-hans/join/")


def test_a_lab_is_reached_by_what_it_says(client):
    lab = cast.make_lab()
    assert client.get("/contact/").status_code == 404
    assert "/contact/" not in text(client, "/")
    cast.make_page("Contact", text="Knock.")
    assert "<h1>Contact</h1>" in text(client, "/contact/")
    lab.address, lab.map_url, lab.contact = "Quiet Street 1\nPerth", "https://map.example/1", "Tram 5."
    lab.links = "https://code.example/lab"
    lab.save()
    page = text(client, "/contact/")
    for words in (
        "Knock.",
        "Quiet Street 1<br>Perth",
        '"https://map.example/1"',
        "<p>Tram 5.</p>",
        "code.example/lab",
    ):
        assert words in page.partition("<footer")[0]
    assert '<a href="/contact/">Contact</a>' in text(client, "/").partition("<footer")[2]


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
