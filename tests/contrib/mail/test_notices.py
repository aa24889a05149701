"""Who is told of what: each once, nobody of their own doing, and nobody of what they may not see."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import override

from labsite import history
from labsite.accounts.logins import leave_lab
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.contrib.mail.noticing import notice_changes
from labsite.history import steps
from labsite.models import Question
from labsite.roles import Role
from people.models import ContactDetail, Person
from publications.models import Authorship, Publication
from tests import cast

from .conftest import body, save, sent

pytestmark = pytest.mark.django_db

State = Publication.State
TITLE = "Quokka: Scheduling at Leisure"


def hand_in(people, by="zoe", **fields):
    """Add a paper of Zoë's, and Ivo's, as the form does."""
    user = getattr(people.logins, by)
    with history.step(user):
        return cast.make_publication(authors=[people.zoe, people.ivo], state=State.WAITING, added_by=user, **fields)


class WaitingTests:
    def test_each_editor_is_told_once_that_a_paper_waits(self, people):
        hand_in(people)
        subject = f"“{TITLE}” is awaiting approval"
        assert sent() == [("ada@lab.example", subject), ("maren@lab.example", subject)]
        assert sent() == []

    def test_the_e_mail_says_who_handed_it_in_and_leads_to_its_form(self, people):
        people.logins.maren.delete()
        paper = hand_in(people)
        sent()
        assert f"- {TITLE}\n  Submitted by Zoë Lindqvist.\n  http://testserver{paper.form_url}\n" in body()

    def test_papers_of_one_import_are_one_e_mail(self, people):
        with history.step(people.logins.zoe):
            for number in range(3):
                cast.make_publication(f"Paper {number}", [people.zoe], state=State.WAITING)
        assert {subject for _, subject in sent()} == {"3 items are awaiting approval"}

    def test_what_somebody_decided_meanwhile_is_not_told(self, people):
        paper = hand_in(people)
        Publication.objects.filter(pk=paper.pk).update(state=State.DRAFT)
        assert sent() == []
        assert not Notice.objects.exists()

    def test_an_editor_who_hands_in_a_paper_is_not_asked_by_oneself(self, people):
        hand_in(people, by="ada")
        assert [address for address, _ in sent()] == ["maren@lab.example"]

    def test_editors_who_can_not_sign_in_are_not_told(self, people):
        people.logins.maren.is_active = False
        people.logins.maren.save()
        people.logins.ada.is_staff = False
        people.logins.ada.save()
        hand_in(people)
        assert not Notice.objects.exists()

    def test_a_draft_is_nobody_elses(self, people):
        with history.step(people.logins.zoe):
            cast.make_publication(authors=[people.zoe, people.ivo], state=State.DRAFT)
        assert sent() == []


class DecidedTests:
    def test_all_whose_paper_it_is_learn_that_it_is_published(self, people):
        paper = hand_in(people)
        Notice.objects.all().delete()
        save(paper, people.logins.ada, state=State.PUBLISHED)
        subject = f"“{TITLE}” is now on the site"
        assert sent() == [("ivo@lab.example", subject), ("zoe@lab.example", subject)]

    def test_who_handed_it_in_for_others_learns_it_too(self, people):
        with history.step(people.logins.zoe):
            paper = cast.make_publication(authors=["Nobody"], state=State.WAITING, added_by=people.logins.zoe)
        Notice.objects.all().delete()
        save(paper, people.logins.ada, state=State.PUBLISHED)
        assert sent() == [("zoe@lab.example", f"“{TITLE}” is now on the site")]

    def test_a_returned_paper_comes_with_the_editors_word(self, people):
        people.ivo.login.delete()
        paper = hand_in(people)
        Notice.objects.all().delete()
        save(paper, people.logins.ada, state=State.DRAFT, editors_word="Which venue?")
        assert sent() == [("zoe@lab.example", f"“{TITLE}” was returned")]
        assert "Ada Quill returned it with a note: “Which venue?”" in body()

    def test_what_appears_later_says_when(self, people):
        people.ivo.login.delete()
        paper = hand_in(people)
        Notice.objects.all().delete()
        later = timezone.now().replace(year=2190, month=3, day=1, hour=9, minute=0)
        save(paper, people.logins.ada, state=State.PUBLISHED, publish_from=later)
        assert sent() == [("zoe@lab.example", f"“{TITLE}” has been approved")]
        assert "Ada Quill approved it. It will appear on the site on 1 March 2190, 09:00." in body()


class NewsTests:
    @pytest.fixture
    def news(self, people):
        """A paper waits at the number of the news item that Zoë hands in."""
        with history.step(people.logins.zoe):
            news = cast.make_news(title="Quokka rests", state=State.WAITING, added_by=people.logins.zoe)
        cast.make_publication(authors=[people.ivo], state=State.WAITING, pk=news.pk)
        return news

    def test_each_editor_is_told_once_that_news_waits(self, people, news):
        subject = "“Quokka rests” is awaiting approval"
        assert sent() == [("ada@lab.example", subject), ("maren@lab.example", subject)]
        assert f"Submitted by Zoë Lindqvist.\n  http://testserver{news.form_url}\n" in mail.outbox[0].body

    def test_who_handed_news_in_learns_that_it_is_published(self, people, news):
        Notice.objects.all().delete()
        save(news, people.logins.ada, state=State.PUBLISHED)
        assert sent() == [("zoe@lab.example", "“Quokka rests” is now on the site")]
        assert "- Quokka rests\n  Ada Quill published it.\n  http://testserver/news/" in body()


class ChangedTests:
    def test_what_others_change_on_ones_page_is_gathered_into_one_e_mail(self, people):
        save(people.zoe, people.logins.ada, headline="Sleeps well")
        save(people.zoe, people.logins.maren, headline="Sleeps better")
        assert sent(timedelta(minutes=59)) == []
        assert sent() == [("zoe@lab.example", "Changes to Zoë Lindqvist")]
        assert "- Zoë Lindqvist\n  Ada Quill changed: Headline; Maren Hale changed: Headline\n" in body()

    def test_nobody_is_told_of_their_own_changes(self, people):
        save(people.zoe, people.logins.zoe, headline="Sleeps well")
        assert not Notice.objects.filter(to=people.logins.zoe).exists()

    def test_a_change_of_a_paper_is_told_to_the_other_authors(self, people):
        paper = cast.make_publication(authors=[people.zoe, people.ivo])
        save(paper, people.logins.zoe, title="Quokka")
        assert sent() == [("ivo@lab.example", "Changes to Quokka")]

    def test_rows_of_all_kinds_that_are_ones_own_count(self, people):
        rows = [cast.make_talk(people.zoe), cast.make_award(people.zoe)]
        rows.append(cast.make_service(people.zoe, cast.make_venue()))
        with history.step(people.logins.ada):
            for row in rows:
                row.delete()
        [(address, subject)] = sent()
        assert (address, subject[-10:]) == ("zoe@lab.example", ", and more")
        assert body().count("deleted by Ada Quill") == 3
        assert "- Zoë Lindqvist\n  Ada Quill changed: Awards\n" in body()  # an award stands in the page's form

    def test_who_is_taken_off_a_draft_reads_nothing_of_it(self, people):
        paper = cast.make_publication("Secret", authors=[people.zoe, people.ivo], state=State.DRAFT)
        with history.step(people.logins.ada):
            paper.authorships.get(person=people.ivo).delete()
        assert [address for address, _ in sent()] == ["zoe@lab.example"]

    def test_no_content_of_a_field_is_told(self, people):
        detail = ContactDetail.objects.create(person=people.zoe, kind="phone", value="+1 555 0100")
        save(detail, people.logins.ada, value="+1 555 0199")
        sent()
        assert "555" not in body()

    def test_a_row_of_the_lab_is_nobodys_own(self, people):
        save(cast.make_news(), people.logins.ada, title="Other news")
        assert sent() == []

    def test_parts_are_named_in_the_language_of_the_reader(self, people, settings):
        MailSettings.objects.create(login=people.logins.zoe, language="zh-hans")
        save(people.zoe, people.logins.ada, headline="Sleeps well")
        with override("zh-hans"):
            part = capfirst(str(Person._meta.get_field("headline").verbose_name))
        sent()
        assert f"Ada Quill改动：{part}\n" in body()

    def test_what_somebody_did_to_many_is_one_line(self, people):
        papers = [cast.make_publication(f"Paper {n}", [people.zoe]) for n in range(3)]
        with history.step(people.logins.ada):
            for paper in papers:
                paper.year = 2020
                paper.save()
        assert sent() == [("zoe@lab.example", "Changes to 3 of your publications")]
        assert (
            "- 3 of your publications\n  Ada Quill changed: Year\n  http://testserver/admin/publications/publication/\n"
            in body()
        )


class LeavingTests:
    def test_the_other_editors_learn_who_left(self, people):
        leave_lab(people.ivo, "2026-01", "Quokka Inc.", people.logins.ada)
        assert not Notice.objects.filter(kind="overview").exists()  # told by this e-mail alone
        assert sent() == [("maren@lab.example", "Ivo Brandt has left the lab")]
        assert (
            f"- Ivo Brandt\n  Quokka Inc.\n  http://testserver/admin/people/person/{people.ivo.pk}/change/" in body()
        )

    def test_who_left_gets_nothing_that_waits_for_them(self, people):
        save(people.ivo, people.logins.ada, headline="Sleeps well")
        leave_lab(people.ivo, "2026-01", "", people.logins.ada)
        assert [address for address, _ in sent()] == ["maren@lab.example"]


class QuestionTests:
    @pytest.fixture
    def question(self, people):
        about = {"model": "people.person", "row": people.ivo.pk, "about": "Ivo Brandt"}
        return Question.objects.create(**about, text="Is this his name?", asked_by=people.logins.zoe)

    def test_editors_are_told_what_a_member_asks(self, question):
        subject = "Zoë Lindqvist has a question for the editors"
        assert sent() == [("ada@lab.example", subject), ("maren@lab.example", subject)]

    def test_what_is_answered_by_then_is_not_told(self, people, question):
        Question.objects.update(answered_at=timezone.now())
        assert sent() == []

    def test_who_asked_is_told_what_an_editor_answered(self, people, question):
        Notice.objects.all().delete()
        client = Client()
        client.force_login(people.logins.ada)
        client.post(reverse("admin:questions"), {"question": question.pk, "answer": "It is."})
        assert sent() == [("zoe@lab.example", "Your question has been answered")]
        assert "- Ivo Brandt\n  Ada Quill: “It is.”\n" in body()

    def test_an_answer_that_was_seen_is_not_told(self, people, question):
        Notice.objects.all().delete()
        question.answered_at, question.answered_by = timezone.now(), people.logins.ada
        question.save()
        Question.objects.update(is_seen=True)
        assert sent() == []


class WritingTests:
    def test_apps_that_start_again_tell_nothing_twice(self, people):
        apps.get_app_config("labsite").ready()
        hand_in(people)
        assert [*Notice.objects.values_list("kind", flat=True)] == ["waiting"] * 2

    def test_nothing_is_told_of_what_is_taken_back(self, people):
        with pytest.raises(RuntimeError), transaction.atomic():
            hand_in(people)
            assert Notice.objects.filter(to__in=vars(people.logins).values()).count() == 2
            raise RuntimeError
        assert not Notice.objects.filter(to__in=vars(people.logins).values()).exists()

    def test_a_site_without_e_mail_writes_nothing_down(self, people, settings):
        settings.SENDS_EMAIL = False
        hand_in(people)
        leave_lab(people.ivo, "2026-01", "", people.logins.ada)
        assert not Notice.objects.exists()

    def test_many_papers_cost_as_many_queries_and_notices_as_one(self, people, monkeypatch):
        for number in range(4):
            cast.make_login(cast.make_member(f"Member {number}"), Role.MEMBER, email=f"{number}@lab.example")
        calls = []
        monkeypatch.setattr(steps, "listeners", {lambda *step_and_changes: calls.append(step_and_changes)})
        assert costs_of_an_import(people, calls, 1) == costs_of_an_import(people, calls, 100)


def costs_of_an_import(people, calls, number):
    """Count the queries that write down whom a step concerns which adds so many papers of all, and the notices."""
    papers = [
        Publication(title=f"{number} {n}", slug=f"{number}-{n}", citation_key=f"{number}-{n}") for n in range(number)
    ]
    authors = Person.objects.order_by("pk")
    with history.step(people.logins.zoe) as step:
        step.added(Publication.objects.bulk_create(papers))
        Authorship.objects.bulk_create(
            Authorship(publication=paper, person=person, order=order)
            for paper in papers
            for order, person in enumerate(authors)
        )
    Notice.objects.all().delete()
    with CaptureQueriesContext(connection) as captured:
        notice_changes(*calls[-1])
    notices = sorted(Notice.objects.values_list("to", "kind"))
    assert [kind for _, kind in notices] == ["digest", "overview", *["digest"] * 5]  # of seven logins, but Zoë's
    return len(captured), notices


def test_a_step_that_is_written_in_parts_waits_once_for_each_editor(people):
    with history.step(None, "Brought in") as first:
        people.zoe.headline = "Rests"
        people.zoe.save()
    with history.step(None, "Brought in", part_of=first):
        people.ivo.headline = "Sleeps"
        people.ivo.save()
    editors = [*Notice.objects.filter(kind="overview", step=first.row).values_list("to", flat=True)]
    assert len(editors) == len({*editors}) > 0
