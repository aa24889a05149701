"""From an invitation to one's own page, and out again, as those do who never touch a mouse."""

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from labsite.models import Invitation, User
from tests import cast
from tests.browser import keyboard
from tests.mailbox import mailbox  # noqa: F401  (a fixture)


@pytest.fixture
def zoe():
    cast.make_lab()
    return cast.student()


def press(page, role, name, exact=False):
    keyboard.press(page, page.get_by_role(role, name=name, exact=exact))


class InvitationTests:
    def test_an_administrator_invites_and_the_invited_get_to_their_page(self, editor, visitor, zoe, axe):
        editor.goto(f"/admin/people/person/{zoe.pk}/change/")
        axe(editor)
        press(editor, "link", "Invite")
        axe(editor)
        editor.get_by_label("E-mail address").focus()
        editor.keyboard.type("zoe@lab.example")
        press(editor, "button", "Send the invitation")
        expect(editor.locator(".messagelist")).to_have_text(
            "An invitation for Zoë Lindqvist is on its way to zoe@lab.example."
        )
        visitor.goto(re.search(r"http://\S+", mail.outbox[0].body)[0])
        axe(visitor)
        visitor.keyboard.press("Tab")
        visitor.locator("#id_password1").focus()
        visitor.keyboard.type("quokka-12345")
        visitor.keyboard.press("Tab")
        visitor.keyboard.type("quokka-12345")
        with visitor.expect_navigation():
            visitor.keyboard.press("Enter")
        expect(visitor).to_have_url(re.compile(rf"/admin/people/person/{zoe.pk}/change/$"))
        expect(visitor.get_by_label("Name:", exact=True)).to_have_value("Zoë Lindqvist")

    def test_an_invitation_goes_by_a_real_server_to_the_own_page(self, editor, visitor, zoe, mailbox):  # noqa: F811
        """Three clicks and the link of the e-mail, from the form of a person to one’s own."""
        editor.goto(f"/admin/people/person/{zoe.pk}/change/")
        editor.get_by_role("link", name="Invite").click()
        editor.get_by_label("E-mail address").fill("zoe@lab.example")
        editor.get_by_role("button", name="Send the invitation").click()
        expect(editor.locator(".messagelist")).to_contain_text("is on its way to zoe@lab.example")
        [(recipients, message)] = mailbox.kept
        assert (recipients, message["From"]) == (["zoe@lab.example"], "Leisure Lab <site@lab.example>")
        visitor.goto(re.search(r"http://\S+", message.get_body(["plain"]).get_content())[0])
        for field in ("Password", "Repeat the password"):
            visitor.get_by_label(field, exact=True).fill("quokka-12345")
        visitor.get_by_role("button", name="Save and go to my page").click()
        expect(visitor).to_have_url(re.compile(rf"/admin/people/person/{zoe.pk}/change/$"))

    def test_what_the_server_refuses_is_said_and_nobody_is_invited(self, editor, zoe, mailbox, complaints):  # noqa: F811
        mailbox.refusal = "552 Too large"
        editor.goto(f"/admin/invite/{zoe.pk}/")
        editor.get_by_label("E-mail address").fill("zoe@lab.example")
        editor.get_by_role("button", name="Send the invitation").click()
        expect(editor.locator("main")).to_contain_text("couldn’t be sent, so nobody has been invited yet")
        assert Invitation.objects.count() == 0
        complaints.clear()

    def test_an_invitation_is_withdrawn_and_its_link_says_so(self, editor, visitor, complaints, zoe, axe):
        editor.goto(f"/admin/invite/{zoe.pk}/")
        editor.get_by_label("E-mail address").fill("zoe@lab.example")
        press(editor, "button", "Send the invitation")
        press(editor, "link", "Invitation", exact=True)
        axe(editor)
        press(editor, "button", "Withdraw the invitation")
        visitor.goto(re.search(r"http://\S+", mail.outbox[0].body)[0])
        expect(visitor.get_by_role("heading", level=1)).to_have_text("This link doesn’t work any more")
        axe(visitor)
        complaints.clear()

    def test_a_wrong_address_is_said_next_to_its_field(self, editor, zoe, axe):
        editor.goto(f"/admin/invite/{zoe.pk}/")
        editor.get_by_label("E-mail address").fill("zoe")
        press(editor, "button", "Send the invitation")
        expect(editor.locator(".errorlist")).to_have_text("Enter a valid email address.")
        axe(editor)


class LeavingTests:
    def test_what_will_change_is_shown_and_then_done(self, editor, zoe, axe):
        cast.make_login(zoe, email="zoe@lab.example")
        editor.goto(f"/admin/people/person/{zoe.pk}/change/")
        press(editor, "link", "Leaving the lab")
        expect(editor.get_by_role("listitem").filter(has_text="zoe@lab.example")).to_contain_text("is closed at once")
        axe(editor)
        editor.get_by_label("Where they went").fill("Example University")
        press(editor, "button", "Yes, Zoë Lindqvist has left")
        expect(editor.locator(".messagelist")).to_contain_text("Zoë Lindqvist has left the lab.")
        assert User.objects.get(email="zoe@lab.example").is_active is False
        assert zoe.memberships.get().went_to == "Example University"


class PhoneTests:
    @pytest.mark.parametrize("page", ["invite", "leave"])
    def test_nothing_is_wider_than_a_phone(self, editor, zoe, page):
        editor.set_viewport_size({"width": 320, "height": 700})
        editor.goto(f"/admin/{page}/{zoe.pk}/")
        assert editor.evaluate("document.documentElement.scrollWidth") <= 320

    @pytest.mark.parametrize("page", ["sign-in", "password/forgotten", "security", "password/change"])
    def test_nothing_for_signing_in_is_wider_than_a_phone(self, editor, visitor, page):
        for who in (editor, visitor):
            who.set_viewport_size({"width": 320, "height": 700})
            who.goto(f"/account/{page}/")
            assert who.evaluate("document.documentElement.scrollWidth") <= 320


class UrgedTests:
    def test_the_notice_leads_to_a_passkey(self, editor, axe):
        cast.make_lab()
        editor.goto("/admin/")
        axe(editor)
        press(editor, "link", "Add a passkey")
        expect(editor.get_by_role("heading", level=1)).to_have_text("How you sign in")
        axe(editor)
