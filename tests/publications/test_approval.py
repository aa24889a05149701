"""Members ask, editors publish: forms, the list and what is posted behind their backs."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from labsite import roles
from labsite.models import Lab, User
from labsite.roles import Role
from publications.models import Publication, Venue
from tests import cast
from tests.editing import address, column, form_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ADD = address(Publication, "add")


def login(role, person=None):
    user = cast.make_login(person)
    roles.give(user, role)
    return User.objects.get(pk=user.pk)


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def lab():
    return cast.make_lab(needs_approval=True)


@pytest.fixture
def author(lab):
    return login(Role.MEMBER, cast.student())


@pytest.fixture
def member(author):
    return client_of(author)


@pytest.fixture
def editor(lab):
    return client_of(login(Role.EDITOR))


def make_paper(author, **fields):
    return cast.make_publication(authors=[author.person], added_by=author, **fields)


def form_address(paper):
    return address(Publication, "change", paper.pk)


def choices(client, page):
    return [value for value, _ in client.get(page).context["adminform"].form.fields["state"].choices]


def save(client, page, **fields):
    response = client.post(page, form_of(client, page) | fields)
    return response.context["adminform"].form.errors if response.status_code == 200 else {}


def decide(client, paper, **data):
    paper.refresh_from_db()
    data = {"seen": paper.changed_at.isoformat()} | data
    response = client.post(reverse("admin:decide-on-paper", args=[paper.pk]), data, follow=True)
    paper.refresh_from_db()
    return [str(message) for message in response.context["messages"]]


class AskingTests:
    def test_a_members_new_paper_waits_unless_it_stays_a_draft(self, member):
        assert choices(member, ADD) == ["draft", "waiting"]
        assert member.get(ADD).context["adminform"].form["state"].value() == "waiting"

    def test_an_editors_new_paper_is_published(self, editor):
        assert choices(editor, ADD) == ["draft", "published"]
        assert editor.get(ADD).context["adminform"].form["state"].value() == "published"

    def test_a_new_paper_knows_who_added_it(self, member, author):
        assert save(member, ADD, title="Quokka: Asking") == {}
        paper = Publication.objects.get()
        assert (paper.state, paper.added_by) == ("waiting", author)

    def test_a_later_editor_is_not_who_added_it(self, editor, author):
        paper = make_paper(author, state="waiting")
        save(editor, form_address(paper), title="Another title")
        paper.refresh_from_db()
        assert (paper.title, paper.added_by) == ("Another title", author)

    @pytest.mark.parametrize("state", ["draft", "waiting"])
    def test_a_member_cannot_publish_by_posting_it(self, member, author, state):
        paper = make_paper(author, state=state)
        errors = save(member, form_address(paper), state="published")
        assert list(errors) == ["state"]
        paper.refresh_from_db()
        assert paper.state == state

    def test_a_member_cannot_publish_a_new_paper_by_posting_it(self, member):
        assert list(save(member, ADD, title="Quokka", state="published")) == ["state"]
        assert not Publication.objects.exists()

    def test_a_member_edits_their_published_paper_which_stays_published(self, member, author):
        paper = make_paper(author)
        tomorrow = timezone.localtime() + timedelta(days=1)
        sent = {"state": "draft", "publish_from_0": f"{tomorrow:%Y-%m-%d}", "publish_from_1": "12:00:00"}
        assert save(member, form_address(paper), title="Quokka: Better", **sent) == {}
        paper.refresh_from_db()
        assert (paper.title, paper.state, paper.publish_from) == ("Quokka: Better", "published", None)

    def test_without_approval_a_member_publishes(self, member, author):
        Lab.objects.update(needs_approval=False)
        assert choices(member, ADD) == ["draft", "published"]
        paper = make_paper(author, state="draft")
        assert save(member, form_address(paper), state="published") == {}
        paper.refresh_from_db()
        assert paper.is_published()

    def test_what_waited_when_the_lab_gave_up_approval_can_be_published_by_its_author(self, member, author):
        Lab.objects.update(needs_approval=False)
        assert choices(member, form_address(make_paper(author, state="waiting"))) == ["draft", "waiting", "published"]


class DecidingTests:
    @pytest.fixture
    def paper(self, author):
        return make_paper(author, state="waiting")

    def test_approving_publishes(self, editor, paper):
        assert decide(editor, paper, approve="") == ["Approved. “Quokka: Scheduling at Leisure” is on the site."]
        assert paper.is_published()
        assert Client().get(paper.get_absolute_url()).status_code == 200

    def test_approving_for_a_time_to_come_keeps_the_time(self, editor, paper):
        ahead = timezone.now() + timedelta(days=1)
        Publication.objects.update(publish_from=ahead)
        assert decide(editor, paper, approve="") == ["Approved. “Quokka: Scheduling at Leisure” will be on the site."]
        assert (paper.publish_from, paper.is_scheduled()) == (ahead, True)

    def test_returning_makes_it_a_draft_with_a_word_that_its_author_reads(self, editor, member, paper):
        decide(editor, paper, word=" Which venue?  ")
        assert (paper.state, paper.editors_word) == ("draft", "Which venue?")
        assert "An editor returned this paper" in member.get(form_address(paper)).content.decode()
        assert "Which venue?" in member.get(form_address(paper)).content.decode()
        assert "Returned: “Which venue?”" in member.get(address(Publication, "changelist")).content.decode()

    def test_the_word_is_kept_while_it_waits_again_and_goes_when_it_is_approved(self, editor, member, paper):
        decide(editor, paper, word="Which venue?")
        assert save(member, form_address(paper), state="waiting") == {}
        assert "It was returned before" in editor.get(form_address(paper)).content.decode()
        decide(editor, paper, approve="")
        assert paper.editors_word == ""

    def test_the_word_goes_too_when_an_editor_publishes_by_the_form(self, editor, paper):
        Publication.objects.update(editors_word="Which venue?")
        assert save(editor, form_address(paper), state="published") == {}
        paper.refresh_from_db()
        assert (paper.state, paper.editors_word) == ("published", "")

    def test_returning_needs_a_word(self, editor, paper):
        said = ["The paper is still awaiting approval: say in a few words what should change, then return it."]
        assert decide(editor, paper, word="  ") == said
        assert paper.state == "waiting"

    def test_what_was_changed_meanwhile_is_looked_at_again(self, editor, paper):
        messages = decide(editor, paper, approve="", seen="2026-01-01T00:00:00+00:00")
        assert messages[0].startswith("Nothing was decided: somebody changed this paper")
        assert paper.state == "waiting"

    def test_what_is_decided_already_stays_so(self, editor, paper):
        Publication.objects.update(state="draft")
        assert decide(editor, paper, approve="") == ["Nothing was decided: this paper is no longer awaiting approval."]
        assert paper.state == "draft"

    def test_only_editors_decide(self, member, paper):
        for data in ({"approve": ""}, {"word": "No."}):
            where = reverse("admin:decide-on-paper", args=[paper.pk])
            assert member.post(where, {"seen": paper.changed_at.isoformat()} | data).status_code == 403
        paper.refresh_from_db()
        assert (paper.state, paper.editors_word) == ("waiting", "")

    @pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
    def test_news_of_a_member_are_approved_from_the_inbox_by_one_button(self, role, member, author):
        item = cast.make_news("We moved the hammocks", state="waiting", added_by=author)
        editor = client_of(login(role))
        shown = editor.get(reverse("admin:inbox")).text
        where = reverse("admin:approve-news", args=[item.pk])
        assert f'action="{where}"' in shown
        sent = {"seen": item.changed_at.isoformat(), "inbox": "", "approve": ""}
        assert member.post(where, sent).status_code == 403
        answer = editor.post(where, sent, follow=True)
        assert [str(word) for word in answer.context["messages"]] == [
            "Approved. “We moved the hammocks” is on the site."
        ]
        item.refresh_from_db()
        assert item.is_published()

    def test_a_look_decides_nothing(self, editor, paper):
        assert editor.get(reverse("admin:decide-on-paper", args=[paper.pk]), {"approve": ""}).status_code == 405

    def test_the_form_offers_it_to_editors_only(self, editor, member, paper):
        assert "Approve and publish" in editor.get(form_address(paper)).content.decode()
        assert "Approve and publish" not in member.get(form_address(paper)).content.decode()
        assert "This paper is waiting for an editor" in member.get(form_address(paper)).content.decode()


@pytest.mark.both
class ListTests:
    def act(self, client, action):
        keys = list(Publication.objects.values_list("pk", flat=True))
        data = {"action": action, "_selected_action": keys}
        response = client.post(address(Publication, "changelist"), data, follow=True)
        return [str(message) for message in response.context["messages"]]

    def test_an_editor_approves_the_selected_that_wait(self, editor, author):
        waiting, draft = (make_paper(author, title=state, state=state) for state in ("waiting", "draft"))
        told = self.act(editor, "approve")
        assert told[:2] == ["Approved: 1.", "Left unchanged: “draft” (not awaiting approval)."]
        assert list(Publication.objects.published()) == [waiting]

    def test_a_member_has_no_such_action(self, member, author):
        make_paper(author, state="waiting")
        self.act(member, "approve")
        assert not Publication.objects.published().exists()

    def test_a_member_can_neither_publish_nor_hide_what_is_an_editors_to_decide(self, member, author):
        make_paper(author, title="waiting", state="waiting")
        assert self.act(member, "publish_selected") == ["Left unchanged: “waiting” (only an editor can publish it)."]
        Publication.objects.update(state="published")
        assert self.act(member, "make_drafts") == ["Left unchanged: “waiting” (only an editor can hide it)."]
        assert Publication.objects.published().count() == 1

    def test_it_says_who_sees_a_paper(self, editor, author):
        ahead = timezone.now() + timedelta(days=1)
        make_paper(author, title="Later", publish_from=ahead)
        for state in ("draft", "waiting", "published"):
            make_paper(author, title=state, state=state)
        page = editor.get(address(Publication, "changelist")).content.decode()
        for words in ("Draft", "Awaiting approval", f"From {timezone.localtime(ahead):%-d %b %Y, %H:%M}"):
            assert f'<td class="field-on_site">{words}</td>' in page

    @pytest.mark.parametrize("state", ["draft", "waiting", "published", "scheduled"])
    def test_it_is_narrowed_by_who_sees_a_paper(self, editor, author, state):
        make_paper(author, title="scheduled", publish_from=timezone.now() + timedelta(days=1))
        for each in ("draft", "waiting", "published"):
            make_paper(author, title=each, state=each)
        page = editor.get(address(Publication, "changelist"), {"on_site": state})
        assert [paper.title for paper in page.context["cl"].result_list] == [state]

    def test_the_waiting_are_counted(self, author):
        for state in ("draft", "waiting", "published"):
            make_paper(author, title=state, state=state)
        assert Publication.objects.waiting().count() == 1

    def test_a_member_sees_others_papers_once_they_are_published(self, member, author):
        cast.make_publication("Seen")
        cast.make_publication("Unseen", state="draft")
        make_paper(author, title="Own", state="draft")
        assert set(column(member, Publication, "state")) == {"Seen", "Own"}


def test_a_venue_that_only_unpublished_papers_name_has_no_page_to_view(editor):
    venue = cast.make_venue()
    form = address(Venue, "change", venue.pk)
    assert 'class="viewsitelink"' in editor.get(form).content.decode()
    cast.make_publication(venue=venue, state="draft")
    assert 'class="viewsitelink"' not in editor.get(form).content.decode()
