import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache, caches
from django.core.cache.backends.db import DatabaseCache
from django.test import Client
from django.urls import NoReverseMatch, reverse

from labsite.modelling import content_version
from labsite.models import SharedValue, User
from labsite.roles import Role
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PASSWORD = "a long pass phrase"
SIGN_IN = "/account/sign-in/"
FORGOTTEN = "/account/password/forgotten/"

TRICKS = [
    "//evil.example",
    "///evil.example",
    "////evil.example/%2f..",
    "\\\\evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "http://evil.example",
    "http:/evil.example",
    "https:evil.example",
    "https:///evil.example",
    "HTTPS://evil.example",
    "//evil.example:80",
    "http://testserver@evil.example/",
    "//testserver@evil.example/",
    "http://testserver.evil.example/",
    "http://evil.example\\@testserver/",
    "http://evil。example/",
    "//ｅvil.example",
    "//[::1]/",
    "http://2130706433/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "ftp://testserver/",
    "admin/../../x",
    "?next=//evil.example",
    "\x00//evil.example",
    "http://testserver:8000/",
    "http://localhost/",
    "//127.0.0.1/",
]


@pytest.fixture(autouse=True)
def ada():
    cast.make_lab()
    return cast.make_login(email="ada@lab.example", password=PASSWORD, role=Role.EDITOR)


def sign_in(client, password=PASSWORD, email="ada@lab.example", **more):
    return client.post(SIGN_IN, {"login": email, "password": password, **more.pop("data", {})}, **more)


def is_signed_in(client):
    return "_auth_user_id" in client.session


class AddressTests:
    def test_the_admins_door_leads_to_the_one_page_for_signing_in(self, client):
        answer = client.get("/admin/people/person/?q=ada", follow=True)
        assert answer.redirect_chain[-1] == (f"{SIGN_IN}?next=/admin/people/person/%3Fq%3Dada", 302)
        assert '<input type="hidden" name="next" value="/admin/people/person/?q=ada">' in answer.content.decode()

    def test_who_signs_in_gets_to_the_page_they_asked_for(self, client):
        assert sign_in(client, data={"next": "/admin/people/person/?q=ada"}).url == "/admin/people/person/?q=ada"

    def test_who_signs_in_without_a_page_to_go_to_gets_to_the_admin(self, client):
        assert sign_in(client).url == "/admin/"

    @pytest.mark.parametrize("trick", TRICKS)
    def test_nobody_is_led_elsewhere(self, client, trick):
        assert sign_in(client, data={"next": trick}).url == "/admin/"
        assert client.get(SIGN_IN, {"next": trick}).url == "/admin/"
        assert client.post("/account/sign-out/", {"next": trick}).url == "/"
        door = client.get("/admin/login/", {"next": trick})
        assert door.url.startswith(f"{SIGN_IN}?next=")

    def test_a_line_break_in_an_address_adds_no_header(self, client):
        answer = sign_in(client, data={"next": "/admin/\r\nSet-Cookie: a=b"})
        assert (answer.url, "a" in answer.cookies) == ("/admin/%0D%0ASet-Cookie:%20a=b", False)

    def test_nobody_signs_up(self, client):
        for path in ("/account/signup/", "/account/sign-up/", "/accounts/signup/", "/account/email/", "/account/"):
            assert client.get(path).status_code == 404
        for name in ("account_signup", "account_email", "socialaccount_signup", "socialaccount_connections"):
            with pytest.raises(NoReverseMatch):
                reverse(name)

    def test_the_admins_own_pages_for_passwords_lead_to_ours(self, client, ada):
        client.force_login(ada)
        assert client.get("/admin/password_change/").url == "/account/password/change/"
        assert client.get("/admin/password_change/done/").url == "/account/security/"

    def test_signing_out_takes_a_post_and_leads_to_the_site(self, client, ada):
        client.force_login(ada)
        for path in ("/admin/logout/", "/account/sign-out/"):
            client.get(path)
            assert is_signed_in(client)
        answer = client.post("/admin/logout/")
        assert (answer.url, answer["Clear-Site-Data"]) == ("/", '"cache"')
        assert not is_signed_in(client)

    def test_whoever_looks_after_their_login_may_sign_out_there(self, client, ada):
        assert "Sign out" not in client.get("/account/sign-in/").text
        client.force_login(ada)
        page = client.get("/account/security/")
        assert '<form method="post" action="/account/sign-out/">' in page.text
        assert "Clear-Site-Data" not in page

    @pytest.mark.parametrize("is_staff", [True, False])
    def test_a_login_without_a_role_is_told_so_and_not_led_in_circles(self, client, is_staff):
        cast.make_login(email="una@lab.example", password=PASSWORD, is_staff=is_staff)
        sign_in(client, email="una@lab.example")
        answer = client.get("/admin/people/person/", follow=True)
        assert (answer.status_code, len(answer.redirect_chain)) == (403, 1)
        assert "this login has no role yet" in answer.content.decode()
        assert 'href="/admin/"' not in answer.content.decode()

    def test_an_ended_login_is_told_so(self, client):
        User.objects.update(is_active=False)
        assert "This login is closed" in sign_in(client, follow=True).content.decode()
        assert not is_signed_in(client)

    def test_secrets_of_second_factors_are_not_in_the_admin(self, client):
        client.force_login(cast.make_administrator())
        assert client.get("/admin/mfa/authenticator/").status_code == 404
        assert client.get("/admin/account/emailaddress/").status_code == 404

    @pytest.mark.parametrize("part", ["sign-in", "password/forgotten", "password/forgotten/sent", "inactive"])
    def test_pages_are_in_the_readers_language_and_for_nobody_to_keep(self, client, part):
        answer = client.get(f"/account/{part}/", headers={"accept-language": "zh-CN"})
        assert answer.status_code == 200
        assert '<html lang="zh-Hans">' in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
        assert answer["Content-Security-Policy"].startswith("default-src 'none';")


class PasswordTests:
    def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(self, client):
        pages = [sign_in(client, "wrong", email) for email in ("ada@lab.example", "eve@lab.example")]
        assert [page.context["form"].non_field_errors() for page in pages] == [
            ["The e-mail address or password isn’t correct."]
        ] * 2
        assert same([page.content.decode() for page in pages])

    @pytest.mark.parametrize("email", ["ada@lab.example", "eve@lab.example", "ended@lab.example"])
    def test_whoever_it_is_one_password_is_computed(self, client, email, monkeypatch):
        cast.make_login(email="ended@lab.example", password=PASSWORD, is_active=False)
        computed = []
        encode = MD5PasswordHasher.encode
        monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *args: computed.append(1) or encode(*args))
        sign_in(client, "wrong", email)
        assert len(computed) == 1

    def test_a_new_password_ends_other_sessions_and_not_this_one(self, client, ada):
        here, elsewhere = client, Client()
        here.force_login(ada)
        elsewhere.force_login(ada)
        new = {"oldpassword": PASSWORD, "password1": "quokka-12345", "password2": "quokka-12345"}
        assert here.post("/account/password/change/", new).url == "/account/security/"
        assert [is_let_in(here), is_let_in(elsewhere)] == [True, False]
        assert mail.outbox[-1].subject == "New password at Leisure Lab"
        assert "Your password was changed." in mail.outbox[-1].body

    def test_the_old_password_is_needed_for_a_new_one(self, client, ada):
        client.force_login(ada)
        new = {"oldpassword": "x", "password1": "quokka-12345", "password2": "quokka-12345"}
        form = client.post("/account/password/change/", new).context["form"]
        assert form.errors == {"oldpassword": ["This isn’t your password. Enter the one that you sign in with now."]}

    def test_a_notice_that_cannot_be_sent_does_not_undo_the_change(self, client, ada, monkeypatch, caplog):
        def fail(*args):
            raise ConnectionRefusedError

        monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
        client.force_login(ada)
        new = {"oldpassword": PASSWORD, "password1": "quokka-12345", "password2": "quokka-12345"}
        assert client.post("/account/password/change/", new).status_code == 302
        assert User.objects.get(pk=ada.pk).check_password("quokka-12345")
        assert "A notice about a login could not be sent" in caplog.text


class ForgottenPasswordTests:
    def asked(self, client, email, **more):
        mail.outbox.clear()
        answer = client.post(FORGOTTEN, {"email": email}, **more)
        return answer, list(mail.outbox)

    def link(self, client):
        _, [letter] = self.asked(client, "ada@lab.example")
        return re.search(r"http://testserver(\S+)", letter.body)[1]

    def test_whether_somebody_exists_changes_nothing_but_what_the_one_letter_says(self, client):
        known, [reset] = self.asked(client, "ada@lab.example")
        unknown, [none] = self.asked(client, "eve@lab.example")
        assert (known.url, known.status_code) == (unknown.url, unknown.status_code)
        assert same([client.get(answer.url).content.decode() for answer in (known, unknown)])
        assert (reset.subject, reset.to) == ("Your password at Leisure Lab", ["ada@lab.example"])
        assert (none.subject, none.to) == ("Your password at Leisure Lab", ["eve@lab.example"])
        assert "no login there has this address." in none.body
        assert "/account/password/new/" not in none.body

    def test_an_ended_login_counts_as_unknown(self, client):
        User.objects.update(is_active=False)
        assert "no login there has this address" in self.asked(client, "ada@lab.example")[1][0].body

    def test_asking_writes_nothing_about_anybody(self, client):
        before = list(User.objects.values())
        self.asked(client, "ada@lab.example")
        assert (list(User.objects.values()), EmailAddress.objects.count()) == (before, 0)

    def test_the_case_of_the_address_does_not_matter(self, client):
        assert "/account/password/new/" in self.asked(client, "ADA@Lab.example")[1][0].body

    def test_the_link_sets_a_new_password_once(self, client, ada):
        form = client.get(self.link(client)).url
        assert form.endswith("-set-password/")
        new = {"password1": "quokka-12345", "password2": "quokka-12345"}
        assert client.post(form, new).url == "/account/password/new/done/"
        assert User.objects.get(pk=ada.pk).check_password("quokka-12345")
        assert not is_signed_in(client)
        assert "doesn’t work any more" in client.get(form).content.decode()

    def test_a_new_password_ends_every_session(self, client, ada):
        elsewhere = Client()
        elsewhere.force_login(ada)
        form = client.get(self.link(client)).url
        client.post(form, {"password1": "quokka-12345", "password2": "quokka-12345"})
        assert not is_let_in(elsewhere)

    def test_a_tampered_link_sets_nothing(self, client, ada):
        link = self.link(client)
        eve = cast.make_login(email="eve@lab.example")
        pk = re.search(r"/new/(\w+)-", link)[1]
        for path in (link[:-2] + "/", link.replace(f"/{pk}-", f"/{eve.pk}-")):
            assert "doesn’t work any more" in client.get(path).content.decode()
        assert User.objects.get(pk=ada.pk).check_password(PASSWORD)

    def test_failed_tries_are_forgotten_with_the_old_password(self, client):
        for _ in range(5):
            sign_in(client, "wrong")
        form = client.get(self.link(client)).url
        client.post(form, {"password1": "quokka-12345", "password2": "quokka-12345"})
        assert sign_in(client, "quokka-12345").url == "/admin/"

    @pytest.mark.parametrize(
        "name", ["x-forwarded-host", "x-host", "x-forwarded-server", "forwarded", "x-original-host"]
    )
    def test_a_forged_host_does_not_get_into_the_letter(self, client, name):
        for value in ("evil.example", "host=evil.example"):
            _, [letter] = self.asked(client, "ada@lab.example", headers={name: value})
            assert "evil" not in letter.body
            assert "http://testserver/account/password/new/" in letter.body

    @pytest.mark.parametrize("host", ["evil.example", "testserver@evil.example", "testserver.evil.example"])
    def test_a_host_that_is_not_ours_gets_no_letter_sent(self, client, host):
        answer, letters = self.asked(client, "ada@lab.example", headers={"host": host})
        assert (answer.status_code, letters) == (400, [])

    def test_a_site_that_sends_no_e_mail_says_so_to_everyone(self, client, settings):
        settings.SENDS_EMAIL = False
        for email in ("ada@lab.example", "eve@lab.example"):
            answer, letters = self.asked(client, email)
            assert "This site can’t send e-mail yet." in answer.context["form"].non_field_errors()[0]
            assert letters == []


class RateTests:
    HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"

    def test_nobody_elsewhere_keeps_the_owner_of_a_login_out(self, client):
        for _ in range(12):
            sign_in(client, "wrong", REMOTE_ADDR=self.ELSEWHERE)
        refused = sign_in(client, REMOTE_ADDR=self.ELSEWHERE)
        assert refused.context["form"].non_field_errors() == ["Too many attempts. Wait five minutes, then try again."]
        assert sign_in(Client(), REMOTE_ADDR=self.HERE).url == "/admin/"

    def test_too_many_tries_are_answered_so_and_with_when_to_come_back(self, client):
        answers = [sign_in(client, "wrong") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert [answer.get("Retry-After") for answer in answers] == [None] * 5 + ["300"]

    def test_forms_sent_too_often_are_answered_so_too(self, client):
        answers = [client.post(FORGOTTEN, {"email": "ada@lab.example"}) for _ in range(6)]
        assert [answer.get("Retry-After") for answer in answers] == [None] * 5 + ["300"]

    @pytest.mark.both
    def test_all_workers_count_together_and_a_restart_forgets_nothing(self, client):
        for _ in range(5):
            sign_in(client, "wrong")
        caches["memory"].clear()
        in_another_process = DatabaseCache("labsite_sharedvalue", {})
        counts = SharedValue.objects.filter(cache_key__contains=":login_failed:5/")
        assert [len(in_another_process.get(row.cache_key.removeprefix(":1:"))) for row in counts] == [5]
        assert sign_in(client).status_code == 429
        counts.delete()
        SharedValue.objects.filter(cache_key__contains=":login_failed:").delete()
        assert sign_in(client).url == "/admin/"

    def test_counting_changes_no_content(self, client):
        before = content_version.current()
        sign_in(client, "wrong")
        assert content_version.current() == before

    def test_whoever_tries_one_login_too_often_may_still_try_their_own(self, client):
        cast.make_login(email="bo@lab.example", password=PASSWORD)
        for _ in range(6):
            sign_in(client, "wrong")
        assert sign_in(client, email="bo@lab.example").url == "/admin/"

    def test_one_address_tries_ten_logins_a_minute(self, client):
        for number in range(10):
            assert "correct" in sign_in(client, "wrong", f"{number}@lab.example").context["form"].non_field_errors()[0]
        assert "Too many" in sign_in(client, "wrong", "x@lab.example").context["form"].non_field_errors()[0]

    def test_nobody_elsewhere_keeps_anyone_from_a_new_password(self, client):
        statuses = [
            client.post(FORGOTTEN, {"email": "ada@lab.example"}, REMOTE_ADDR=self.ELSEWHERE).status_code
            for _ in range(6)
        ]
        assert statuses == [302] * 5 + [429]
        assert client.post(FORGOTTEN, {"email": "ada@lab.example"}, REMOTE_ADDR=self.HERE).status_code == 302

    def test_links_of_invitations_are_not_guessed(self, client):
        statuses = {client.post("/account/invitation/guess/").status_code for _ in range(20)}
        assert statuses == {410}
        answer = client.post("/account/invitation/guess/")
        assert answer.status_code == 429
        assert "Too many attempts" in answer.content.decode()

    def test_without_a_proxy_a_forged_address_counts_for_nothing(self, client):
        for number in range(12):
            sign_in(client, "wrong", f"{number}@lab.example", headers={"x-forwarded-for": f"192.0.2.{number}"})
        assert "Too many" in sign_in(client, "wrong", "x@lab.example").context["form"].non_field_errors()[0]

    def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_wrote(self, client, settings):
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        for number in range(12):
            forwarded = {"x-forwarded-for": f"10.0.0.{number}, {self.ELSEWHERE}"}
            sign_in(client, "wrong", f"{number}@lab.example", headers=forwarded)
        refused = sign_in(client, headers={"x-forwarded-for": self.ELSEWHERE})
        assert "Too many" in refused.context["form"].non_field_errors()[0]
        assert sign_in(Client(), headers={"x-forwarded-for": f"{self.ELSEWHERE}, {self.HERE}"}).url == "/admin/"


class SecondFactorTests:
    def test_administrators_without_one_are_urged_on_the_first_page(self, client):
        login = cast.make_login(role=Role.ADMINISTRATOR)
        client.force_login(login)
        assert "only a password keeps others" in client.get("/admin/").content.decode()
        Authenticator.objects.create(user=login, type="totp", data={"secret": "x"})
        assert "only a password keeps others" not in client.get("/admin/").content.decode()

    def test_others_are_not_urged(self, client, ada):
        client.force_login(ada)
        assert "only a password keeps others" not in client.get("/admin/").content.decode()

    @pytest.mark.both
    def test_an_administrator_removes_what_somebody_lost_and_they_are_told(self, client, ada):
        Authenticator.objects.create(user=ada, type="totp", data={"secret": "x"})
        client.force_login(cast.make_administrator())
        action = {"action": "remove_second_factors", "_selected_action": [ada.pk]}
        answer = client.post("/admin/labsite/user/", action, follow=True)
        assert "Can now sign in with just a password: ada@lab.example." in answer.content.decode()
        assert Authenticator.objects.count() == 0
        assert (mail.outbox[-1].to, mail.outbox[-1].subject) == (
            ["ada@lab.example"],
            "Second factors removed at Leisure Lab",
        )

    @pytest.mark.both
    def test_nobody_else_removes_them(self, client, ada):
        factor = Authenticator.objects.create(user=ada, type="totp", data={"secret": "x"})
        client.force_login(cast.make_login(role=Role.EDITOR))
        action = {"action": "remove_second_factors", "_selected_action": [ada.pk]}
        assert client.post("/admin/labsite/user/", action).status_code == 403
        assert list(Authenticator.objects.all()) == [factor]

    @pytest.mark.parametrize("part", ["", "recovery-codes/", "recovery-codes/download/", "webauthn/add/"])
    def test_no_cache_keeps_anybodys_secrets(self, client, ada, part):
        cast.make_second_factors(ada)
        client.force_login(ada)
        client.post("/account/confirm/", {"password": PASSWORD})
        answer = client.get(f"/account/security/{part}")
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)

    @pytest.mark.parametrize("part", ["webauthn/add", "totp/activate", "recovery-codes/generate"])
    def test_setting_one_up_asks_for_the_password_again(self, client, ada, part):
        client.force_login(ada)
        assert client.get(f"/account/security/{part}/").url.startswith("/account/confirm/?next=")

    @pytest.mark.both
    def test_a_password_alone_no_longer_lets_in(self, client, ada):
        Authenticator.objects.create(user=ada, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
        assert sign_in(client, data={"next": "/admin/people/person/"}).url == "/account/security/authenticate/"
        assert not is_let_in(client)
        wrong = client.post("/account/security/authenticate/", {"code": "000000x"})
        assert wrong.context["form"].errors == {
            "code": ["This code isn’t correct. Enter the one that your app shows now."]
        }

    def test_a_code_lets_in_once_as_long_as_it_is_right(self, ada):
        factor = Authenticator.objects.create(user=ada, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
        _, now, after = auth.yield_hotp_counters_from_time()
        code, other = (auth.format_hotp_value(auth.hotp_value("JBSWY3DPEHPK3PXP", each)) for each in (now, after))
        answers = []
        for typed in (code, f"{code[:3]} {code[3:]}", other):
            browser = Client()
            sign_in(browser)
            browser.post("/account/security/authenticate/", {"code": typed})
            cache.delete(factor.wrap()._get_used_cache_key(typed))  # as allauth forgets it after a step
            answers.append(is_let_in(browser))
        assert answers == [True, False, True]

    def test_who_cancels_the_second_step_may_begin_again(self, client, ada):
        Authenticator.objects.create(user=ada, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
        sign_in(client)
        assert client.get(SIGN_IN).url == "/account/security/authenticate/"
        assert client.post("/account/sign-out/", {"next": SIGN_IN}).url == SIGN_IN
        assert client.get(SIGN_IN).status_code == 200

    def test_a_forgotten_password_does_not_get_around_it(self, client, ada):
        Authenticator.objects.create(user=ada, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
        client.post(FORGOTTEN, {"email": "ada@lab.example"})
        link = re.search(r"http://testserver(\S+)", mail.outbox[-1].body)[1]
        new = {"password1": "quokka-12345", "password2": "quokka-12345"}
        client.post(client.get(link).url, new)
        assert sign_in(client, "quokka-12345").url == "/account/security/authenticate/"


def is_let_in(client):
    return client.get("/admin/").status_code == 200


def same(pages):
    """Whether pages differ in nothing but their tokens and the address that was typed."""
    changing = r'(name="csrfmiddlewaretoken" value=")[^"]*|(ada|eve)@lab.example'
    return len({re.sub(changing, "", page) for page in pages}) == 1
