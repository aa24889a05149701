"""The digests of Mondays: to whom, once, of what is new, and never empty."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from labsite import history
from labsite.contrib.link_checking.models import LinkCheck
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.contrib.mail.noticing import queue_weekly
from labsite.contrib.mail.sending import send_due
from labsite.curation.worklist.listed import listed
from labsite.models import Dismissal, Step
from labsite.roles import Role
from people.models import ProfileLink
from publications.models import Import
from tests import cast

from .conftest import body, save

pytestmark = pytest.mark.django_db

MONDAY = datetime(2090, 1, 2, 6, tzinfo=UTC)
A_MINUTE, A_WEEK = timedelta(minutes=1), timedelta(days=7)


@pytest.fixture
def quiet(people):
    """Nothing is missing of anybody's that a digest would name first."""
    for login in vars(people.logins).values():
        MailSettings.objects.create(login=login, digest_at=timezone.now(), unwanted=["changed"])
    send(MONDAY - A_WEEK)
    MailSettings.objects.update(digest_at=timezone.now())
    return people


def queue_digests(at):
    """Queue what is due, leave out who is asked whether their page is true, and return how many digests are new."""
    before = Notice.objects.count()
    queue_weekly(at)
    Notice.objects.filter(kind="confirming").delete()
    return Notice.objects.count() - before


def send(at=MONDAY):
    """Queue and send the digests of a Monday; return the recipients and the subject of each."""
    mail.outbox.clear()
    queue_digests(at)
    send_due(at)
    return sorted((*message.to, message.subject) for message in mail.outbox)


def digest_of(address):
    [message] = [each for each in mail.outbox if each.to == [address] and each.subject == "Your week at Leisure Lab"]
    return message.body


def propose(person, number=1, label="2 papers that dblp knows of Zoë Lindqvist"):
    return Import.objects.create(source="dblp:1", label=label, person=person, entries=[{}] * number)


class QueueTests:
    def test_everyone_who_signs_in_has_one_and_editors_two(self, people):
        queue_digests(MONDAY)
        kinds = Notice.objects.values_list("to__email", "kind").order_by("to__email", "kind")
        assert list(kinds) == [
            ("ada@lab.example", "digest"),
            ("ada@lab.example", "overview"),
            ("ivo@lab.example", "digest"),
            ("maren@lab.example", "digest"),
            ("maren@lab.example", "overview"),
            ("zoe@lab.example", "digest"),
        ]

    @pytest.mark.parametrize("at", [MONDAY - A_MINUTE, MONDAY + timedelta(days=1), MONDAY + timedelta(days=5)])
    def test_at_no_other_time_than_mondays_from_six_on(self, people, at):
        assert queue_digests(at) == 0

    def test_once_a_monday_however_often_it_is_asked(self, people):
        assert [queue_digests(MONDAY + n * A_MINUTE) for n in range(3)] == [6, 0, 0]
        assert queue_digests(MONDAY + A_WEEK) == 6

    def test_the_first_tells_of_a_week_and_each_further_of_the_time_since_the_last(self, people):
        queue_digests(MONDAY)
        assert set(Notice.objects.values_list("since", flat=True)) == {MONDAY - A_WEEK}
        Notice.objects.all().delete()
        queue_digests(MONDAY + 3 * A_WEEK)
        assert set(Notice.objects.values_list("since", flat=True)) == {MONDAY}

    def test_it_is_monday_where_the_site_is(self, people, settings):
        settings.TIME_ZONE = "Asia/Shanghai"
        with timezone.override("Asia/Shanghai"):
            assert queue_digests(MONDAY - timedelta(hours=8)) == 6

    def test_more_members_cost_no_more_queries(self, people, django_assert_num_queries):
        queue_digests(MONDAY - A_WEEK)
        with django_assert_num_queries(9):
            queue_weekly(MONDAY)
        for number in range(5):
            cast.make_login(cast.make_member(f"Member {number}"), Role.MEMBER)
        with django_assert_num_queries(9):
            queue_weekly(MONDAY + A_WEEK)


class DigestTests:
    def test_an_empty_one_is_not_sent(self, quiet):
        assert send() == []
        assert not Notice.objects.exists()

    def test_papers_that_were_found_lead_by_a_signed_link_to_the_plan(self, quiet):
        row = propose(quiet.zoe)
        assert send() == [("zoe@lab.example", "Your week at Leisure Lab")]
        lines = body().split("\n")
        place = lines.index("- 2 papers that dblp knows of Zoë Lindqvist")
        link = lines[place + 2].strip().removeprefix("http://testserver")
        assert f"/admin/import/{row.pk}/" in Client().get(link).content.decode()

    def test_papers_found_for_another_are_not_told(self, quiet):
        propose(quiet.ivo)
        assert [address for address, _ in send()] == ["ivo@lab.example"]

    def test_what_was_told_and_left_as_it_was_is_no_news(self, quiet):
        row = propose(quiet.zoe)
        assert len(send()) == 1
        assert send(MONDAY + A_WEEK) == []
        row.entries *= 2
        row.save()
        assert len(send(MONDAY + 2 * A_WEEK)) == 1

    def test_what_is_missing_is_told_once_with_the_way_to_put_it_right(self, quiet):
        paper = cast.make_publication("Leisure", [quiet.zoe], year=None)
        assert [address for address, _ in send()] == ["zoe@lab.example"]
        assert "What is missing or looks wrong" in body()
        assert f"/admin/publications/publication/{paper.pk}/change/" in body()
        assert send(MONDAY + A_WEEK) == []

    def test_what_somebody_called_no_problem_is_not_told(self, quiet):
        paper = cast.make_publication("Leisure", [quiet.zoe], year=None)
        queue_digests(MONDAY)
        for issue in listed(quiet.logins.zoe):
            if issue.form_of == paper.pk:
                Dismissal.objects.create(rule=issue.key[0], model=issue.key[1], row=issue.key[2], about=issue.key[3])
        assert send() == []

    def test_links_that_broke_have_a_part_of_their_own(self, quiet):
        ProfileLink.objects.create(person=quiet.zoe, url="https://gone.example/")
        LinkCheck.objects.create(
            url="https://gone.example/", state="broken", words="404", checked_at=timezone.now() + A_MINUTE
        )
        send()
        assert "Links that lead nowhere any more\n\n- Zoë Lindqvist\n  https://gone.example/ can’t be" in body()

    def test_a_paper_that_another_added_is_told_and_ones_own_is_not(self, quiet):
        complete = {"year": 2024, "kind": "conference", "abstract": "Sleep."}
        for by, title in ((quiet.logins.ada, "Hers"), (quiet.logins.zoe, "Mine")):
            with history.step(by):
                cast.make_publication(title, [quiet.zoe], **complete)
        send()
        news = digest_of("zoe@lab.example").partition("New on what is yours")[2].partition("\n\n\n")[0]
        assert "- Hers\n  added by Ada Quill\n" in news
        assert "- Mine\n  added" not in news

    def test_changes_are_told_to_those_who_did_not_want_them_at_once(self, quiet):
        save(quiet.zoe, quiet.logins.ada, headline="Sleeps well")
        save(quiet.ivo, quiet.logins.ada, headline="Sleeps")
        MailSettings.objects.filter(login=quiet.logins.ivo).update(unwanted=[])
        Notice.objects.all().delete()
        assert ("ivo@lab.example", "Your week at Leisure Lab") not in send()
        assert "- Zoë Lindqvist\n  Ada Quill: Headline\n" in digest_of("zoe@lab.example")

    def test_who_wants_none_gets_none(self, quiet):
        propose(quiet.zoe)
        MailSettings.objects.update(unwanted=["digest"])
        assert send() == []

    def test_a_login_without_a_page_has_none(self, quiet):
        propose(None)
        assert [subject for _, subject in send()] == []

    def test_many_things_cost_as_many_queries_as_one(self, quiet, django_assert_max_num_queries):
        costs = []
        for number in (1, 6):
            with history.step(quiet.logins.ada):
                for n in range(number):
                    cast.make_publication(f"Paper {number} {n}", [quiet.zoe], year=None)
            at = MONDAY + number * A_WEEK
            queue_digests(at)
            Notice.objects.exclude(to=quiet.logins.zoe).delete()
            with django_assert_max_num_queries(200) as captured:
                send_due(at)
            costs.append(len(captured))
        assert costs[1] <= costs[0]


class OverviewTests:
    def test_each_step_of_others_leads_to_the_page_that_undoes_it(self, quiet):
        save(quiet.zoe, quiet.logins.zoe, headline="Sleeps well")
        step = Step.objects.get(user=quiet.logins.zoe)
        assert ("ada@lab.example", "The week at Leisure Lab") in send()
        [message] = [each for each in mail.outbox if each.to == ["ada@lab.example"]]
        assert (
            f"- Changed Zoë Lindqvist\n  Zoë Lindqvist. Headline\n  http://testserver/admin/changes/{step.pk}/\n"
            in (message.body)
        )

    def test_an_editors_own_steps_are_no_news_to_them(self, quiet):
        save(cast.make_news(), quiet.logins.ada, title="Other news")
        assert send() == [("maren@lab.example", "The week at Leisure Lab")]

    def test_members_do_not_get_it(self, quiet):
        save(cast.make_news(), quiet.logins.ada, title="Other news")
        Notice.objects.create(kind="overview", to=quiet.logins.zoe, since=MONDAY - A_WEEK)
        assert "zoe@lab.example" not in [address for address, _ in send()]

    def test_what_is_too_much_for_an_e_mail_is_counted(self, quiet, monkeypatch):
        monkeypatch.setattr("labsite.contrib.mail.letters.MAX_LINES", 2)
        for number in range(3):
            save(quiet.zoe, quiet.logins.zoe, headline=f"Sleeps {number} times")
        send()
        [message] = [each for each in mail.outbox if each.to == ["ada@lab.example"]]
        assert "Others made 3 changes." in message.body
        assert message.body.count("- Changed Zoë Lindqvist") == 2
