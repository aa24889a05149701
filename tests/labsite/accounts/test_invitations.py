import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.translation import override

from labsite.accounts import logins
from labsite.accounts.letters import Letter, Line, absolute, typeset
from labsite.models import Invitation, User
from labsite.roles import Role, role_of
from people.models import ContactDetail, Person
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PASSWORD = "a long pass phrase"
SHORT = "This password is too short. It must contain at least 10 characters."
WORDS = "The lab’s name and the site’s address are easy to guess: a password needs more than that."


@pytest.fixture
def zoe():
    cast.make_lab()
    return cast.student()


@pytest.fixture
def administrator(client):
    login = cast.make_administrator(email="ada@lab.example", first_name="Ada", last_name="Quill")
    client.force_login(login)
    return client


def page(person):
    return f"/admin/invite/{person.pk}/"


def send(client, person, email="zoe@lab.example", role=Role.MEMBER):
    """Invite somebody, and return the path of the link that they get."""
    mail.outbox.clear()
    answer = client.post(page(person), {"email": email, "role": role.value})
    assert answer.url == f"/admin/people/person/{person.pk}/change/"
    return link()


def link():
    return re.search(r"http://testserver(/account/invitation/\S+)", mail.outbox[0].body)[1]


def choose(client, path, password=PASSWORD, again=None):
    client.logout()
    return client.post(path, {"password1": password, "password2": again or password})


class SendingTests:
    def test_the_terminal_of_ones_own_machine_shows_its_words_alone(self, zoe, settings, capsys):
        settings.EMAIL_BACKEND = "labsite.accounts.letters.ReadableBackend"
        settings.SITE_ADDRESS = "http://localhost:8001"
        with override("zh-hans"):
            typeset(Letter("邀请", "您好，Zoë。", button=Line("选择密码", absolute("/a/"))), "zoe@lab.example").send()
        printed = capsys.readouterr().out
        assert printed.startswith("To: zoe@lab.example\nSubject: 邀请\n\n您好，Zoë。")
        assert "http://localhost:8001/a/" in printed
        assert "base64" not in printed and "<" not in printed

    def test_the_letter_says_who_invites_to_what_and_until_when(self, administrator, zoe):
        path = send(administrator, zoe)
        letter = mail.outbox[0]
        expires = timezone.localtime(Invitation.objects.get().expires_at)
        assert (letter.subject, letter.to, letter.reply_to) == (
            "Your invitation to the website of Leisure Lab",
            ["zoe@lab.example"],
            ["ada@lab.example"],
        )
        assert letter.body == (
            "Dear Zoë Lindqvist, Ada Quill invites you to edit your page on the website of Leisure Lab, "
            "testserver.\n\n"
            f"Choose a password: http://testserver{path}\n\n"
            f"The link is for you alone. It works once, until {expires.day} {expires:%B %Y}. If you didn’t expect it, "
            "ignore this e-mail, or reply to it to ask.\n\n-- \nLeisure Lab\nhttp://testserver/\n"
        )

    def test_only_a_fingerprint_of_the_link_is_kept(self, administrator, zoe):
        token = send(administrator, zoe).split("/")[-2]
        invitation = Invitation.objects.get()
        assert len(token) == 43
        assert invitation.fingerprint == logins.fingerprint(token)
        assert token not in str(vars(invitation))

    def test_the_persons_own_address_is_suggested_and_the_role_of_a_member(self, administrator, zoe):
        ContactDetail.objects.create(person=zoe, kind="email", value="old@lab.example", is_former=True)
        ContactDetail.objects.create(person=zoe, kind="email", value="zoe@uni.example")
        form = administrator.get(page(zoe)).context["form"]
        assert (form["email"].value(), form["role"].value()) == ("zoe@uni.example", 1)

    def test_an_address_with_a_login_is_refused_and_its_owner_named(self, administrator, zoe):
        cast.make_login(cast.alumna(), email="zoe@lab.example")
        answer = administrator.post(page(zoe), {"email": "Zoe@Lab.example", "role": 1})
        assert answer.context["form"].errors["email"] == [
            "The login of Maren Hale already has this address. Enter another address, or link that "
            "login to this page under “Address and account”."
        ]
        assert (mail.outbox, Invitation.objects.count()) == ([], 0)

    def test_an_address_that_somebody_else_was_invited_with_is_refused(self, administrator, zoe):
        maren = cast.alumna()
        send(administrator, maren)
        answer = administrator.post(page(zoe), {"email": "ZOE@lab.example", "role": 1})
        assert answer.context["form"].errors["email"] == ["Maren Hale has already been invited at this address."]
        Invitation.objects.update(expires_at=timezone.now())
        send(administrator, zoe)

    def test_whose_login_is_gone_can_be_invited_anew(self, administrator, zoe, client):
        path = send(administrator, zoe)
        choose(administrator, path)
        User.objects.get(email="zoe@lab.example").delete()
        client.force_login(User.objects.get(email="ada@lab.example"))
        assert "Invited on" not in client.get(page(zoe)).content.decode()
        assert choose(client, send(client, zoe)).status_code == 302

    def test_who_has_a_login_is_not_invited(self, administrator, zoe):
        cast.make_login(zoe)
        assert "needs no invitation" in administrator.get(page(zoe)).content.decode()
        administrator.post(page(zoe), {"email": "zoe@lab.example", "role": 1})
        assert (mail.outbox, Invitation.objects.count()) == ([], 0)

    def test_a_second_letter_makes_the_first_ones_link_useless(self, administrator, zoe):
        first, second = send(administrator, zoe), send(administrator, zoe)
        assert first != second
        assert choose(administrator, first).status_code == 410
        assert choose(administrator, second).status_code == 302

    def test_a_withdrawn_link_is_useless(self, administrator, zoe):
        path = send(administrator, zoe)
        administrator.post(page(zoe), {"withdraw": ""})
        assert choose(administrator, path).status_code == 410
        assert not User.objects.filter(email="zoe@lab.example").exists()

    @pytest.mark.both
    def test_nobody_is_invited_when_the_letter_cannot_be_sent(self, administrator, zoe, monkeypatch):
        def fail(*args):
            raise ConnectionRefusedError("nobody at home")

        monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
        answer = administrator.post(page(zoe), {"email": "zoe@lab.example", "role": 1})
        assert answer.context["form"].non_field_errors() == [
            "The e-mail couldn’t be sent, so nobody has been invited yet. The mail server replied: nobody at home"
        ]
        assert Invitation.objects.count() == 0

    def test_a_site_that_sends_no_e_mail_says_so(self, administrator, zoe, settings):
        settings.SENDS_EMAIL = False
        answer = administrator.get(page(zoe)).content.decode()
        assert "This site can’t send e-mail yet" in answer
        assert "Send the invitation" not in answer

    @pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR, None])
    def test_only_administrators_invite(self, client, zoe, role):
        client.force_login(cast.make_login(role=role) if role else cast.make_login(is_staff=False))
        for answer in (client.get(page(zoe)), client.post(page(zoe), {"email": "zoe@lab.example", "role": 3})):
            assert answer.status_code in (302, 403)
        assert (mail.outbox, Invitation.objects.count()) == ([], 0)

    def test_a_forged_host_does_not_get_into_the_letter(self, administrator, zoe):
        forged = {
            "x-forwarded-host": "evil.example",
            "x-forwarded-server": "evil.example",
            "forwarded": "host=evil.example",
        }
        administrator.post(page(zoe), {"email": "zoe@lab.example", "role": 1}, headers=forged)
        assert "evil" not in mail.outbox[0].body
        answer = administrator.post(
            page(zoe), {"email": "zoe@lab.example", "role": 1}, headers={"host": "evil.example"}
        )
        assert (answer.status_code, len(mail.outbox)) == (400, 1)


class AcceptingTests:
    def test_the_invited_choose_a_password_and_are_signed_in_at_their_page(self, administrator, zoe):
        answer = choose(administrator, send(administrator, zoe, role=Role.EDITOR))
        login = User.objects.get(email="zoe@lab.example")
        assert answer.url == f"/admin/people/person/{zoe.pk}/change/"
        assert administrator.get(answer.url).status_code == 200
        assert administrator.session["_auth_user_id"] == str(login.pk)
        assert Person.objects.get(pk=zoe.pk).login == login
        assert (role_of(login), login.is_superuser, login.get_full_name()) == (Role.EDITOR, False, "Zoë Lindqvist")
        assert login.check_password(PASSWORD)

    def test_following_the_link_changes_nothing(self, administrator, zoe, client):
        path = send(administrator, zoe)
        client.logout()
        before = Invitation.objects.values().get()
        for method in (client.get, client.head, client.get):
            assert method(path).status_code == 200
        assert Invitation.objects.values().get() == before
        assert not User.objects.filter(email="zoe@lab.example").exists()

    def test_the_link_works_once(self, administrator, zoe):
        path = send(administrator, zoe)
        choose(administrator, path)
        again = choose(administrator, path, "another pass phrase")
        assert again.status_code == 410
        assert "You have already used it to choose your password." in again.content.decode()
        assert User.objects.get(email="zoe@lab.example").check_password(PASSWORD)

    @pytest.mark.both
    def test_of_two_who_use_it_at_once_one_gets_in(self, administrator, zoe):
        send(administrator, zoe)
        invitation = Invitation.objects.get()
        logins.accept(invitation, PASSWORD)
        with pytest.raises(logins.InvitationRefused):
            logins.accept(invitation, PASSWORD)
        assert User.objects.filter(email="zoe@lab.example").count() == 1

    def test_after_a_week_the_link_says_whom_to_ask(self, administrator, zoe):
        path = send(administrator, zoe)
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        answer = choose(administrator, path)
        assert answer.status_code == 410
        assert "Ask Ada Quill to send you a new one." in answer.content.decode()
        assert not User.objects.filter(email="zoe@lab.example").exists()

    @pytest.mark.both
    def test_it_is_good_for_a_week(self, administrator, zoe):
        send(administrator, zoe)
        invitation = Invitation.objects.get()
        for moment, is_open in ((timedelta(days=7, seconds=-1), True), (timedelta(days=7), False)):
            assert invitation.is_open(invitation.sent_at + moment) is is_open
            assert Invitation.objects.open(invitation.sent_at + moment).exists() is is_open

    @pytest.mark.parametrize(
        "change", [str.swapcase, lambda token: token[:-1], lambda token: f"{token}=", lambda _: "x"]
    )
    def test_a_tampered_link_opens_nothing(self, administrator, zoe, change):
        *path, token, _ = send(administrator, zoe).split("/")
        assert choose(administrator, "/".join([*path, change(token), ""])).status_code == 410
        assert not User.objects.filter(email="zoe@lab.example").exists()

    @pytest.mark.parametrize(
        ("password", "again", "errors"),
        [
            ("12345678", "12345678", [SHORT, "This password is too common."]),
            ("zoe@lab.example", "zoe@lab.example", ["The password is too similar to the e-mail address."]),
            ("lindqvist1", "lindqvist1", ["The password is too similar to the last name."]),
            ("Leisure-2024", "Leisure-2024", [WORDS]),
            ("testserver.localhost", "testserver.localhost", [WORDS]),
        ],
    )
    def test_a_weak_password_is_refused_in_words(self, administrator, zoe, password, again, errors):
        answer = choose(administrator, send(administrator, zoe), password, again)
        assert answer.context["form"].errors["password1"] == errors
        assert not User.objects.filter(email="zoe@lab.example").exists()

    @pytest.mark.both
    def test_a_mistyped_password_is_said_next_to_its_field(self, administrator, zoe):
        answer = choose(administrator, send(administrator, zoe), PASSWORD, "a long pass fraze")
        assert answer.context["form"].errors == {"password2": ["You must type the same password each time."]}

    def test_an_address_taken_meanwhile_is_said_and_nothing_is_made(self, administrator, zoe):
        path = send(administrator, zoe)
        cast.make_login(email="zoe@lab.example")
        answer = choose(administrator, path)
        assert answer.context["form"].non_field_errors() == ["Somebody already signs in with zoe@lab.example."]
        assert Invitation.objects.get().accepted_at is None

    def test_a_page_that_got_a_login_meanwhile_keeps_it(self, administrator, zoe):
        path = send(administrator, zoe)
        login = cast.make_login(zoe)
        answer = choose(administrator, path)
        assert answer.context["form"].non_field_errors() == ["Your page already has a login."]
        assert Person.objects.get(pk=zoe.pk).login == login
        assert not User.objects.filter(email="zoe@lab.example").exists()

    def test_the_link_leaks_by_no_referrer_and_no_cache(self, administrator, zoe):
        for path in (send(administrator, zoe), "/account/invitation/x/"):
            answer = administrator.get(path)
            assert answer["Referrer-Policy"] == "same-origin"
            assert "no-store" in answer["Cache-Control"]
            assert "http" not in re.sub(r"<html.*?>|xmlns=\S+", "", answer.content.decode())

    def test_who_is_signed_in_as_somebody_else_ends_up_as_the_invited(self, administrator, zoe):
        path = send(administrator, zoe)
        administrator.post(path, {"password1": PASSWORD, "password2": PASSWORD})
        assert administrator.session["_auth_user_id"] == str(User.objects.get(email="zoe@lab.example").pk)


class StateTests:
    """What the form of a person says of their signing in, to administrators only."""

    def said(self, client, person):
        return re.sub(r"<[^>]+>|\s+", " ", client.get(f"/admin/people/person/{person.pk}/change/").content.decode())

    def test_not_invited(self, administrator, zoe):
        assert "Can’t sign in yet." in self.said(administrator, zoe)

    def test_who_never_was_in_the_lab_is_not_offered_to_be_invited(self, administrator):
        assert "sign in" not in self.said(administrator, cast.stranger()).replace("How I sign in", "")

    def test_invited(self, administrator, zoe):
        send(administrator, zoe)
        today = timezone.localtime()
        assert f"Invited on {today.day} {today:%B %Y}, at zoe@lab.example; not accepted yet." in self.said(
            administrator, zoe
        )

    def test_expired(self, administrator, zoe):
        send(administrator, zoe)
        Invitation.objects.update(expires_at=timezone.now())
        assert "the link expired unused." in self.said(administrator, zoe)

    def test_accepted(self, administrator, zoe, client):
        path = send(administrator, zoe)
        choose(administrator, path)
        client.force_login(User.objects.get(email="ada@lab.example"))
        assert re.search(r"Signs in as +zoe@lab.example +, member", self.said(client, zoe))

    def test_others_are_told_nothing(self, client, zoe):
        client.force_login(cast.make_login(role=Role.EDITOR))
        assert "sign-in-of" not in client.get(f"/admin/people/person/{zoe.pk}/change/").content.decode()
