"""Once a term members confirm that all the site says of them is true."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from labsite.curation.still_true import due
from labsite.history import undo
from labsite.models import Step, User
from labsite.roles import Role
from people.models import Person, Position
from tests import cast

pytestmark = pytest.mark.django_db
PAGE = "/admin/still-true/"
TODAY = date(2026, 11, 2)
TERM_AGO = date(2026, 5, 4)


def client_of(person, role):
    client = Client()
    client.force_login(cast.make_login(person, role))
    return client


@pytest.fixture
def zoe():
    return cast.student(headline="Measures how schedulers rest")


@pytest.fixture
def member(zoe):
    return client_of(zoe, Role.MEMBER)


def newest(page):
    return re.search(r'name="newest" value="(\d+)"', page.text)[1]


def confirm(client):
    return client.post(PAGE, {"newest": newest(client.get(PAGE))}, follow=True)


def test_the_page_holds_every_fact_of_the_profile_and_what_else_stands_on_it(member, zoe):
    Position.objects.create(person=zoe, title="Intern", organisation="Rest Inc.", start="2023")
    cast.make_publication("On Rest", authors=[zoe])
    cast.make_service(zoe, cast.make_venue())
    page = member.get(PAGE).text
    for fact in ("Measures how schedulers rest", "Intern", "Rest Inc.", "林 佐伊", "On Rest", "SYSCON"):
        assert fact in page, fact


@pytest.mark.parametrize("role", Role)
def test_it_tells_no_login_and_no_address_and_each_award_once(zoe, role):
    cast.make_award(zoe, "Golden Quokka")
    content = client_of(zoe, role).get(PAGE).text.partition('id="content"')[2]
    assert (content.count("Golden Quokka"), ">Login<" in content, ">Address<" in content) == (1, False, False)


@pytest.mark.parametrize(("role", "asks"), [(Role.MEMBER, True), (Role.EDITOR, False), (Role.ADMINISTRATOR, False)])
def test_who_cannot_change_their_roles_is_led_to_whom_to_ask(zoe, role, asks):
    page = client_of(zoe, role).get(PAGE).text
    assert "PhD student" in page
    assert ("Only an editor can change this." in page, "/admin/my-role/" in page) == (asks, asks)


def test_one_button_confirms_the_page_as_a_step_of_the_history(member, zoe):
    assert "Thank you" in confirm(member).text
    zoe.refresh_from_db()
    assert zoe.confirmed_on == timezone.localdate()
    assert Step.objects.first().comment == "Zoë Lindqvist confirmed their page"


def test_what_changed_while_it_was_open_is_looked_at_once_more(member, zoe):
    seen = newest(member.get(PAGE))
    confirm(member)
    assert "has changed since you opened this" in member.post(PAGE, {"newest": seen}, follow=True).text


def test_editors_see_who_confirmed_when_and_members_do_not(member, zoe):
    editor = client_of(cast.pi(), Role.EDITOR)
    zoe.confirmed_on = date(2026, 10, 3)
    zoe.save()
    assert re.search(r"Zoë Lindqvist[^<]*</a>:\s+3 Oct 2026", editor.get(PAGE).text)
    assert re.search(r"Ada Quill</a>:\s+never", editor.get(PAGE).text)
    assert "Who confirmed, and when" not in member.get(PAGE).text


def test_who_has_no_page_sees_the_list_alone():
    page = client_of(None, Role.EDITOR).get(PAGE)
    assert page.status_code == 200
    assert "All of this is up to date" not in page.text


@pytest.mark.parametrize("is_shown", [True, False])
def test_visitors_read_when_a_page_was_checked_where_the_lab_wants_it(client, zoe, is_shown):
    cast.make_lab(shows_confirmations=is_shown)
    Person.objects.update(confirmed_on=date(2026, 10, 3))
    assert ("Checked in October 2026." in client.get("/people/zoe-lindqvist/").text) == is_shown
    assert ("2026年10月" in client.get("/zh-hans/people/zoe-lindqvist/").text) == is_shown


def test_a_page_that_nobody_confirmed_says_nothing_of_it(client, zoe):
    cast.make_lab(shows_confirmations=True)
    assert "Checked in" not in client.get("/people/zoe-lindqvist/").text


@pytest.mark.parametrize(("confirmed", "is_due"), [(TERM_AGO, False), (TERM_AGO - timedelta(days=1), True)])
def test_a_page_is_due_again_after_a_term(member, zoe, confirmed, is_due):
    Person.objects.update(confirmed_on=confirmed)
    assert due(TODAY).contains(zoe) == is_due


@pytest.mark.parametrize(("joined", "is_due"), [(TERM_AGO, False), (TERM_AGO - timedelta(days=1), True)])
def test_who_never_confirmed_is_asked_a_term_after_they_came(member, zoe, joined, is_due):
    User.objects.update(date_joined=datetime(joined.year, joined.month, joined.day, tzinfo=UTC))
    assert due(TODAY).contains(zoe) == is_due


def test_nobody_is_asked_who_has_left_or_cannot_sign_in(member, zoe):
    User.objects.update(date_joined=timezone.now() - timedelta(days=2000))
    maren = cast.alumna()
    cast.make_login(maren, Role.MEMBER, date_joined=timezone.now() - timedelta(days=2000))
    assert list(due(timezone.localdate())) == [zoe]
    User.objects.update(is_active=False)
    assert not due(timezone.localdate()).exists()


def test_a_confirmation_is_undone_like_any_step(member, zoe):
    confirm(member)
    undo(Step.objects.first(), User.objects.get())
    zoe.refresh_from_db()
    assert zoe.confirmed_on is None
