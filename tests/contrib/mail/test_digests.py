"""The digests of Mondays: to whom, once, of what is new, and never empty."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from labsite import history
from labsite.accounts.letters import LetterPart, Line
from labsite.contrib.link_checking.models import LinkCheck
from labsite.contrib.mail.letters import _shortened
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.contrib.mail.noticing import next_monday, queue_weekly
from labsite.contrib.mail.sending import send_due
from labsite.curation.worklist.listed import listed
from labsite.models import Dismissal, Step
from labsite.roles import Role
from people.models import ProfileLink
from publications.models import Import, Publication
from tests import cast

from .conftest import body, save

pytestmark = pytest.mark.django_db

State = Publication.State

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


def sent_at_once():
    """Send what doesn't wait for a Monday; return to whom."""
    mail.outbox.clear()
    Notice.objects.exclude(kind__in=("digest", "overview")).update(due_at=timezone.now())
    send_due(timezone.now())
    return sorted(message.to[0] for message in mail.outbox)


def propose(person, number=1, label="2 papers by Zoë Lindqvist at dblp"):
    return Import.objects.create(source="dblp:1", label=label, person=person, entries=[{}] * number)


class QueueTests:
    def test_everyone_who_signs_in_has_one(self, people):
        queue_digests(MONDAY)
        kinds = Notice.objects.values_list("to__email", "kind").order_by("to__email")
        assert list(kinds) == [(f"{name}@lab.example", "digest") for name in ("ada", "ivo", "maren", "zoe")]

    @pytest.mark.parametrize("at", [MONDAY - A_MINUTE, MONDAY + timedelta(days=1), MONDAY + timedelta(days=5)])
    def test_at_no_other_time_than_mondays_from_six_on(self, people, at):
        assert queue_digests(at) == 0

    def test_once_a_monday_however_often_it_is_asked(self, people):
        assert [queue_digests(MONDAY + n * A_MINUTE) for n in range(3)] == [4, 0, 0]
        assert queue_digests(MONDAY + A_WEEK) == 4

    @pytest.mark.parametrize(
        ("now", "due"),
        [(MONDAY - A_MINUTE, MONDAY), (MONDAY, MONDAY + A_WEEK), (MONDAY + timedelta(days=6), MONDAY + A_WEEK)],
    )
    def test_changes_wait_for_the_next_monday(self, now, due):
        assert next_monday(now) == due

    def test_it_is_monday_where_the_site_is(self, people, settings):
        settings.TIME_ZONE = "Asia/Shanghai"
        with timezone.override("Asia/Shanghai"):
            assert queue_digests(MONDAY - timedelta(hours=8)) == 4

    def test_more_members_cost_no_more_queries(self, people, django_assert_num_queries):
        queue_digests(MONDAY - A_WEEK)
        with django_assert_num_queries(8):
            queue_weekly(MONDAY)
        for number in range(5):
            cast.make_login(cast.make_member(f"Member {number}"), Role.MEMBER)
        with django_assert_num_queries(8):
            queue_weekly(MONDAY + A_WEEK)


class DigestTests:
    def test_an_empty_one_is_not_sent(self, quiet):
        assert send() == []
        assert not Notice.objects.exists()

    def test_papers_that_were_found_lead_by_a_signed_link_to_the_plan(self, quiet):
        row = propose(quiet.zoe)
        assert send() == [("zoe@lab.example", "Your week at Leisure Lab")]
        lines = body().split("\n")
        place = lines.index("- 2 papers by Zoë Lindqvist at dblp")
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
        assert "What is missing or looks wrong\n\n- Leisure\n" in body()
        assert f"/admin/publications/publication/{paper.pk}/change/" in body()
        assert send(MONDAY + A_WEEK) == []

    def test_what_is_missing_of_several_is_one_line(self, quiet):
        for number in range(3):
            cast.make_publication(f"Paper {number}", [quiet.zoe], year=None)
        send()
        assert (
            "- Papers without a year: 3\n  Lists and citations need it.\n"
            "  http://testserver/admin/inbox/?kind=no-year&person=zoe-lindqvist\n" in body()
        )

    def test_what_somebody_called_no_problem_is_not_told(self, quiet):
        paper = cast.make_publication("Leisure", [quiet.zoe], year=None)
        queue_digests(MONDAY)
        for issue in listed(quiet.logins.zoe):
            if issue.form_of == paper.pk:
                Dismissal.objects.create(rule=issue.key[0], model=issue.key[1], row=issue.key[2], about=issue.key[3])
        assert send() == []

    def test_links_that_broke_are_told(self, quiet):
        ProfileLink.objects.create(person=quiet.zoe, url="https://gone.example/")
        LinkCheck.objects.create(
            url="https://gone.example/", state="broken", words="404", checked_at=timezone.now() + A_MINUTE
        )
        send()
        assert "\n- Zoë Lindqvist\n  https://gone.example/ can’t be" in body()

    def test_a_paper_that_another_added_is_told_and_ones_own_is_not(self, quiet):
        complete = {"year": 2024, "kind": "conference", "abstract": "Sleep."}
        for by, title in ((quiet.logins.ada, "Hers"), (quiet.logins.zoe, "Mine")):
            with history.step(by):
                cast.make_publication(title, [quiet.zoe], **complete)
        send()
        news = digest_of("zoe@lab.example").partition("New on your page and papers")[2].partition("\n\n\n")[0]
        assert "- Hers\n  added by Ada Quill\n" in news
        assert "- Mine\n  added" not in news

    def test_changes_are_told_to_those_who_did_not_want_them_at_once(self, quiet):
        MailSettings.objects.filter(login=quiet.logins.ivo).update(unwanted=[])
        save(quiet.zoe, quiet.logins.ada, headline="Sleeps well")
        save(quiet.ivo, quiet.logins.ada, headline="Sleeps")
        assert sent_at_once() == ["ivo@lab.example"]
        assert "ivo@lab.example" not in [address for address, _ in send()]
        assert "- Zoë Lindqvist\n  Ada Quill changed: Headline\n" in digest_of("zoe@lab.example")

    def test_what_an_e_mail_told_in_the_week_is_not_told_again(self, quiet):
        with history.step(quiet.logins.zoe):
            paper = cast.make_publication("Hers", [quiet.zoe, quiet.ivo], state=State.WAITING)
        save(paper, quiet.logins.ada, state=State.PUBLISHED)
        assert sent_at_once() == ["ivo@lab.example", "zoe@lab.example"]
        send()
        for message in mail.outbox:
            assert "added by" not in message.body

    def test_what_programs_brought_in_is_one_line(self, quiet):
        with history.step(None):
            for number in range(27):
                cast.make_publication(f"Paper {number}", [quiet.zoe], year=2024, kind="conference", doi="10.1/1")
        send()
        assert (
            "New on your page and papers\n\n- 27 of your publications\n  added by the site itself\n"
            "  http://testserver/admin/publications/publication/\n" in digest_of("zoe@lab.example")
        )

    def test_the_first_introduces_itself_and_no_other(self, quiet):
        MailSettings.objects.update(told=[])
        for at in (MONDAY, MONDAY + A_WEEK):
            cast.make_publication(f"{at}", [quiet.zoe], year=None)
            send(at)
            assert ("This is the first of your Monday e-mails." in digest_of("zoe@lab.example")) is (at == MONDAY)

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

    def test_what_one_person_did_is_one_line_that_leads_to_all_of_it(self, quiet):
        for number in range(5):
            save(quiet.zoe, quiet.logins.zoe, headline=f"Sleeps {number} times")
        send()
        [message] = [each for each in mail.outbox if each.to == ["ada@lab.example"]]
        assert (
            "- Zoë Lindqvist: 5 changes\n  Changed Zoë Lindqvist\n"
            f"  http://testserver/admin/changes/?by={quiet.logins.zoe.pk}\n" in message.body
        )

    def test_an_editors_own_steps_are_no_news_to_them(self, quiet):
        save(cast.make_news(), quiet.logins.ada, title="Other news")
        assert send() == [("maren@lab.example", "The week at Leisure Lab")]

    def test_what_an_editor_is_told_otherwise_does_not_come_again(self, quiet):
        save(quiet.ada, quiet.logins.maren, headline="Leads")
        with history.step(quiet.logins.zoe):
            cast.make_publication("Hers", [quiet.zoe], state=State.WAITING)
        assert [*Notice.objects.filter(kind="overview").values_list("to", flat=True)] == []

    def test_what_was_done_to_logins_is_told_too(self, quiet):
        with history.step(quiet.logins.ada, "Invited {person}") as step:
            step.note("")
        send()
        assert "- Invited {person}\n  Ada Quill.\n" in body()

    def test_members_do_not_get_it(self, quiet):
        save(cast.make_news(), quiet.logins.ada, title="Other news")
        Notice.objects.filter(kind="overview").update(to=quiet.logins.zoe)
        assert send() == []

    def test_no_letter_has_more_than_twelve_lines(self, quiet):
        for number in range(14):
            member = cast.make_login(cast.make_member(f"Member {number}"), Role.MEMBER, email=f"m{number}@lab.example")
            save(member.person, member, headline="Is new")
        send()
        [message] = [each for each in mail.outbox if each.to == ["ada@lab.example"]]
        [lead, *lines] = [line for line in message.body.partition("\n-- ")[0].split("\n") if line]
        [*shown, more, button] = lines[: lines.index("- and 5 more") + 2]
        assert (lead[:12], len(shown), more, button[:11]) == ("Here is what", 9, "- and 5 more", "All changes")


def test_a_part_leaves_room_for_those_behind_it():
    parts = [LetterPart(heading, [Line(f"{heading} {n}") for n in range(20)]) for heading in ("Found", "New", "Odd")]
    found, new, odd = ([line.words for line in part.lines] for part in _shortened([LetterPart("", []), *parts]))
    assert found == ["Found 0", "Found 1", "and 18 more"]
    assert new == ["New 0", "and 19 more"]
    assert odd == ["Odd 0", "and 19 more"]
