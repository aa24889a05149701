"""Choosing e-mails, stopping one by its link, and saying of found papers whose they are, also on a phone."""

import pytest

from labsite.contrib.mail.letters import signed_address
from labsite.contrib.mail.models import MailSettings
from labsite.roles import Role
from publications.citations.entry import Entry, packed
from publications.citations.record import Record
from publications.models import Import
from tests import cast

PHONE = 390  # pixels


@pytest.fixture
def zoe(transactional_db):
    cast.make_lab()
    return cast.make_login(cast.student(), Role.MEMBER)


def test_a_member_chooses_by_keyboard_what_they_are_told_of(zoe, signed_in, axe, fits):
    page = signed_in(zoe)
    page.goto("/account/security/")
    page.get_by_role("link", name="Choose which e-mails you get").click()
    axe(page)
    fits(page, PHONE)
    page.get_by_label("An editor answered your question").press("Space")
    page.get_by_role("button", name="Save").press("Enter")
    page.get_by_text("From now on you get the e-mails that are ticked here.").wait_for()
    assert MailSettings.objects.get().unwanted == ["answered"]


def test_a_link_stops_a_kind_in_the_readers_language(zoe, visitor, live_server, settings, axe, fits):
    settings.SITE_ADDRESS = live_server.url
    visitor.goto(f"{signed_address('mail-unsubscribe', zoe, 'changed')}?language=zh-Hans")
    axe(visitor)
    fits(visitor, PHONE)
    visitor.get_by_role("button", name="停止接收").click()
    visitor.get_by_role("status").wait_for()
    assert MailSettings.objects.get().unwanted == ["changed"]


def test_papers_of_somebody_else_are_left_out_without_signing_in(zoe, visitor, live_server, settings, axe, fits):
    settings.SITE_ADDRESS = live_server.url
    entries = [packed(Entry(record=Record(key="", title=f"A found paper, number {number}"))) for number in range(3)]
    row = Import.objects.create(source="dblp:1", label="3 papers that dblp knows", person=zoe.person, entries=entries)
    visitor.goto(signed_address("mail-found", zoe, row.pk))
    axe(visitor)
    fits(visitor, PHONE)
    visitor.get_by_role("button", name="None of them are mine").click()
    visitor.get_by_role("heading", name="Declined").wait_for()
    assert Import.objects.get().state == Import.State.DECLINED
