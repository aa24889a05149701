"""The pages about e-mails: what somebody chooses, and what the signed links do without signing in."""

import re
import time

import pytest
from django.core import mail, signing
from django.test import Client
from django.urls import reverse

from labsite.contrib.mail.letters import SALTS, signed_address
from labsite.contrib.mail.models import MailSettings
from labsite.privacy.own_data import values_of
from publications.citations.entry import Entry, packed
from publications.citations.record import Name, Record
from publications.models import Import

from .conftest import save, sent

pytestmark = pytest.mark.django_db

CHOICES = "/account/mails/"
OF_EVERYONE = ["decided", "changed", "answered", "digest", "confirming"]


def path_of(address):
    return address.removeprefix("http://testserver")


def signed_in(login):
    client = Client()
    client.force_login(login)
    return client


def offered(client):
    return [value for value, _ in client.get(CHOICES).context["form"].fields["wanted"].choices]


class ChoosingTests:
    def test_members_choose_among_what_they_may_get(self, people):
        assert offered(signed_in(people.logins.zoe)) == OF_EVERYONE

    def test_editors_choose_among_all(self, people):
        all_kinds = ["waiting", "decided", "changed", "asked", "answered", "left", "digest", "overview", "confirming"]
        assert offered(signed_in(people.logins.ada)) == all_kinds

    def test_all_is_wanted_until_somebody_says_otherwise(self, people):
        client = signed_in(people.logins.zoe)
        assert client.get(CHOICES).context["form"].initial["wanted"] == OF_EVERYONE
        client.post(CHOICES, {"wanted": ["digest"]})
        assert MailSettings.objects.get().unwanted == ["answered", "changed", "confirming", "decided"]
        assert client.get(CHOICES).context["form"].initial["wanted"] == ["digest"]

    def test_what_was_not_offered_stays_as_it_was(self, people):
        MailSettings.objects.create(login=people.logins.zoe, unwanted=["overview"])
        signed_in(people.logins.zoe).post(CHOICES, {"wanted": OF_EVERYONE})
        assert MailSettings.objects.get().unwanted == ["overview"]

    def test_a_kind_that_is_not_ones_own_is_refused(self, people):
        page = signed_in(people.logins.zoe).post(CHOICES, {"wanted": ["overview"]})
        assert list(page.context["form"].errors) == ["wanted"]

    def test_a_visitor_signs_in_first(self, lab):
        assert Client().get(CHOICES).headers["Location"] == f"/account/sign-in/?next={CHOICES}"

    def test_the_page_about_signing_in_leads_there(self, people):
        assert f'href="{CHOICES}"' in signed_in(people.logins.zoe).get(reverse("mfa_index")).content.decode()


class UnsubscribingTests:
    @pytest.fixture
    def link(self, people):
        save(people.zoe, people.logins.ada, headline="Sleeps well")
        sent()
        return path_of(mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>"))

    def test_the_link_of_an_e_mail_stops_its_kind_without_signing_in(self, people, link):
        client = Client(enforce_csrf_checks=True)
        client.post(link, {"List-Unsubscribe": "One-Click"})
        assert MailSettings.objects.get(login=people.logins.zoe).unwanted == ["changed"]
        save(people.zoe, people.logins.ada, headline="Sleeps better")
        assert sent() == []

    def test_looking_at_it_changes_nothing(self, people, link):
        assert "Stop them" in Client().get(link).content.decode()
        assert not MailSettings.objects.exists()

    def test_twice_is_as_once(self, people, link):
        for _ in range(2):
            assert "Done. You will get no more" in Client().post(link).content.decode()
        assert MailSettings.objects.get().unwanted == ["changed"]

    def test_a_link_that_nobody_signed_says_so(self, people, link):
        page = Client().post(link.replace("/off/", "/off/x"))
        assert (page.status_code, "This link doesn’t work" in page.content.decode()) == (404, True)
        assert not MailSettings.objects.exists()

    def test_a_link_for_one_thing_is_none_for_another(self, people):
        row = Import.objects.create(source="dblp:1", label="A paper", person=people.zoe)
        token = path_of(signed_address("mail-found", people.logins.zoe, row.pk)).replace("/found/", "/off/")
        assert Client().post(token).status_code == 404

    @pytest.mark.parametrize(("days", "status"), [(364, 200), (366, 410)])
    def test_a_link_works_for_a_year_and_then_leads_to_signing_in(self, people, monkeypatch, days, status):
        sent = time.time() - days * 24 * 3600
        monkeypatch.setattr("django.core.signing.time.time", lambda: sent)
        link = path_of(signed_address("mail-unsubscribe", people.logins.ivo, "changed"))
        monkeypatch.undo()
        page = Client().post(link)
        assert (page.status_code, "It is more than a year old." in page.content.decode()) == (status, status == 410)
        assert MailSettings.objects.exists() == (status == 200)

    def test_a_link_of_a_version_whose_links_had_no_date_goes_on_working(self, people):
        token = signing.Signer(salt=SALTS["mail-unsubscribe"]).sign_object((people.logins.ivo.pk, "changed"))
        assert Client().post(reverse("mail-unsubscribe", args=[token])).status_code == 200

    def test_the_link_of_somebody_whose_login_is_no_more_says_so(self, people):
        link = path_of(signed_address("mail-unsubscribe", people.logins.ivo, "changed"))
        people.logins.ivo.delete()
        assert Client().get(link).status_code == 404


class FoundPapersTests:
    @pytest.fixture
    def found(self, people):
        records = [Record(key="", title=f"Found {number}", authors=(Name("Zoë", "Lindqvist"),)) for number in (1, 2)]
        entries = [packed(Entry(record=record)) for record in records]
        return Import.objects.create(
            source="dblp:1", label="2 papers that dblp knows", person=people.zoe, entries=entries
        )

    @pytest.fixture
    def link(self, people, found):
        return path_of(signed_address("mail-found", people.logins.zoe, found.pk))

    def test_it_shows_the_titles_and_leads_to_the_plan(self, found, link):
        page = Client().get(link).content.decode()
        assert re.findall("<li>(Found .)</li>", page) == ["Found 1", "Found 2"]
        assert f'href="/admin/import/{found.pk}/"' in page

    def test_none_is_mine_leaves_them_out(self, found, link):
        assert "Declined" in Client().post(link).content.decode()
        found.refresh_from_db()
        assert found.state == Import.State.DECLINED

    def test_a_form_of_another_site_leaves_nothing_out(self, found, link):
        assert Client(enforce_csrf_checks=True).post(link).status_code == 403

    def test_what_is_settled_stays_so(self, found, link):
        Import.objects.update(state=Import.State.DONE)
        assert "Already decided" in Client().post(link).content.decode()
        found.refresh_from_db()
        assert found.state == Import.State.DONE

    def test_who_has_left_decides_nothing(self, people, found, link):
        people.logins.zoe.is_active = False
        people.logins.zoe.save()
        assert Client().post(link).status_code == 404


class LanguageTests:
    @pytest.fixture
    def client(self, people):
        people.logins.zoe.set_password("correct horse battery")
        people.logins.zoe.save()
        return Client()

    def sign_in(self, client, **headers):
        fields = {"login": "zoe@lab.example", "password": "correct horse battery"}
        assert client.post("/account/sign-in/", fields, **headers).status_code == 302

    def test_signing_in_keeps_the_language_of_the_browser(self, client):
        self.sign_in(client, HTTP_ACCEPT_LANGUAGE="zh-CN")
        assert MailSettings.objects.get().language == "zh-hans"

    def test_the_switch_changes_it(self, client):
        self.sign_in(client, HTTP_ACCEPT_LANGUAGE="en")
        assert MailSettings.objects.get().language == "en-gb"
        client.get("/admin/", {"language": "zh-Hans"}, follow=True)
        assert MailSettings.objects.get().language == "zh-hans"

    def test_choices_survive_that(self, people, client):
        MailSettings.objects.create(login=people.logins.zoe, unwanted=["digest"])
        self.sign_in(client)
        assert MailSettings.objects.get().unwanted == ["digest"]


def test_what_the_site_holds_about_somebody_includes_what_they_chose(people):
    MailSettings.objects.create(login=people.logins.zoe, unwanted=["digest"])
    assert values_of(people.logins.zoe)["mail_settings"][0]["unwanted"] == ["digest"]
