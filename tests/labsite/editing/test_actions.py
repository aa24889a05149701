"""What can be done to several rows of a list at once."""

import csv
import io

import pytest
from django.test import Client

from labsite import history, roles
from labsite.editing import actions
from labsite.editing.actions import csv_cell
from labsite.jobs import JobRun, Progress
from labsite.jobs.background import carry_out
from labsite.models import NewsItem, Step
from labsite.roles import Role
from people.models import Person, Reference
from publications.models import Authorship, Publication, Venue
from tests import cast
from tests.editing import address

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def editor(client):
    return signed_in(Role.EDITOR)


@pytest.fixture
def papers():
    return [cast.make_publication(title=title, state="draft") for title in ("Koalas", "Wombats", "Quolls")]


def signed_in(role, person=None):
    login = cast.make_login(person)
    roles.give(login, role)
    client = Client()
    client.force_login(login)
    return client


def act(client, model, action, rows, query="", **data):
    """Choose an action for rows of a list, as the list's own button or, with ``apply``, the page after it does."""
    sent = {"action": action, "_selected_action": [getattr(row, "pk", row) for row in rows], **data}
    if "apply" not in data and "post" not in data:
        sent["index"] = 0
    return client.post(address(model, "changelist") + query, sent)


def told(client):
    """Return what somebody is told on their next page, but for the offer to undo it."""
    messages = [str(message) for message in client.get("/admin/").context["messages"]]
    return [message for message in messages if "undo this" not in message]


def states():
    return dict(Publication.objects.values_list("title", "state"))


def table_of(answer):
    text = answer.content.decode()
    assert text[0] == "\N{ZERO WIDTH NO-BREAK SPACE}"
    return list(csv.reader(io.StringIO(text[1:], newline="")))


class PublishingTests:
    def test_drafts_are_published_and_the_others_named(self, editor, papers):
        Publication.objects.filter(title="Quolls").update(state="published")
        act(editor, Publication, "publish_selected", papers)
        assert set(states().values()) == {"published"}
        assert told(editor) == ["Published: 2.", "Left unchanged: “Quolls” (already published)."]

    def test_back_to_draft(self, editor):
        news = cast.make_news()
        act(editor, NewsItem, "make_drafts", [news])
        news.refresh_from_db()
        assert news.state == "draft"

    @pytest.mark.both
    def test_all_of_several_pages(self, editor, papers):
        act(editor, Publication, "publish_selected", papers[:1], select_across="1")
        assert set(states().values()) == {"published"}

    @pytest.mark.both
    def test_all_of_a_narrowed_list_are_those_of_the_list(self, editor, papers):
        act(editor, Publication, "publish_selected", papers[:1], query="?q=koalas", select_across="1")
        assert states() == {"Koalas": "published", "Wombats": "draft", "Quolls": "draft"}

    @pytest.mark.both
    def test_members_publish_their_own_and_are_told_of_the_others(self):
        member = cast.student()
        own = cast.make_publication(title="Own", authors=[member], state="draft")
        other = cast.make_publication(title="Other", state="draft")
        client = signed_in(Role.MEMBER, member)
        act(client, Publication, "publish_selected", [own, other])
        assert states() == {"Own": "published", "Other": "draft"}

    def test_where_papers_are_approved_members_publish_none(self):
        cast.make_lab(needs_approval=True)
        member = cast.student()
        own = cast.make_publication(title="Own", authors=[member], state="draft")
        client = signed_in(Role.MEMBER, member)
        act(client, Publication, "publish_selected", [own])
        assert states() == {"Own": "draft"}
        assert told(client) == ["Left unchanged: “Own” (only an editor can publish it)."]

    def test_a_step_is_undone_as_one(self, editor, papers):
        act(editor, Publication, "publish_selected", papers)
        [step] = Step.objects.filter(comment="Published: 3")
        history.undo(step, step.user)
        assert set(states().values()) == {"draft"}

    @pytest.mark.parametrize("role", [Role.EDITOR, Role.ADMINISTRATOR])
    def test_many_rows_are_changed_in_the_background_by_one_step(
        self, role, papers, monkeypatch, django_capture_on_commit_callbacks
    ):
        monkeypatch.setattr(actions, "LONG", 2)
        monkeypatch.setattr(actions, "PIECE", 2)
        monkeypatch.setattr(actions, "start", lambda run, work: carry_out(work, Progress(run)))
        client = signed_in(role)
        with django_capture_on_commit_callbacks(execute=True):
            act(client, Publication, "publish_selected", papers)
            assert set(states().values()) == {"draft"}
        run = JobRun.objects.get()
        assert told(client) == [f'<a href="{run.get_absolute_url()}">Published</a>: in progress']
        assert set(states().values()) == {"published"}
        assert (run.outcome, Step.objects.get(pk=run.step).comment) == ("Published: 3.", "Published: 3")
        history.undo(Step.objects.get(pk=run.step), None)
        assert set(states().values()) == {"draft"}

    def test_rows_that_are_gone_are_counted(self, editor, papers):
        papers[0].delete()
        act(editor, Publication, "publish_selected", [papers[1].pk, 999_999])
        assert told(editor) == ["Published: 1.", "Left unchanged: 1 that no longer exists."]


class VenueTests:
    def test_a_venue_is_asked_for_and_set(self, editor, papers):
        venue = cast.make_venue()
        page = act(editor, Publication, "set_venue", papers[:2])
        assert page.context["title"] == "Set the venue"
        assert [pk for _, pk in page.context["hidden"]] == [row.pk for row in papers[:2]]
        act(editor, Publication, "set_venue", papers[:2], apply="Set", venue=venue.pk)
        assert set(Publication.objects.filter(venue=venue)) == set(papers[:2])

    @pytest.mark.parametrize("venue", ["", "x", "999999", "99999999999999999999999999"])
    def test_no_venue_is_said_beside_the_field(self, editor, papers, venue):
        page = act(editor, Publication, "set_venue", papers, apply="Set", venue=venue)
        assert "venue" in page.context["form"].errors


class AuthorTests:
    @pytest.mark.both
    def test_somebody_becomes_the_last_author_of_each(self, editor):
        ada = cast.pi()
        paper = cast.make_publication(title="Koalas", authors=["Una Vale"])
        other = cast.make_publication(title="Wombats", authors=[ada])
        act(editor, Publication, "add_author", [paper, other], apply="Add", person=ada.pk, printed_name="A. Quill")
        added = Authorship.objects.get(publication=paper, person=ada)
        assert (added.order, added.printed_name) == (2, "A. Quill")
        assert told(editor) == ["Added Ada Quill as an author: 1.", "Left unchanged: “Wombats” (already an author)."]


class ExportTests:
    @pytest.mark.both
    def test_bibtex(self, editor, papers):
        answer = act(editor, Publication, "export_bibtex", papers[:1])
        assert answer["Content-Disposition"] == 'attachment; filename="publications.bib"'
        assert "title = {Koalas}" in answer.content.decode()

    def test_papers_as_a_table(self, editor):
        paper = cast.make_publication(title='=HYPERLINK("x")', authors=["Una Vale", "Zoë Y"], venue=cast.make_venue())
        heads, line = table_of(act(editor, Publication, "export_csv", [paper]))
        assert heads[:4] == ["Title", "Authors", "Venue", "Year"]
        assert line[:4] == ['\'=HYPERLINK("x")', "Una Vale; Zoë Y", "SYSCON", "2024"]

    @pytest.mark.parametrize("model", ["Person", "Talk", "Service", "Award", "Venue"])
    @pytest.mark.both
    def test_other_kinds_as_a_table(self, editor, model):
        member = cast.student()
        venue = cast.make_venue()
        rows = {
            "Person": member,
            "Talk": cast.make_talk(member),
            "Service": cast.make_service(member, venue),
            "Award": cast.make_award(member),
            "Venue": venue,
        }
        row = rows[model]
        assert len(table_of(act(editor, type(row), "export_csv", [row]))) == 2

    @pytest.mark.parametrize(
        "text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", '"=1"', "' =1", "\u201c=1", "\uff1d1", "\n=1"]
    )
    def test_nothing_is_taken_for_a_formula(self, text):
        assert csv_cell(text) == f"'{text}"

    @pytest.mark.parametrize(("value", "text"), [(None, ""), (2024, "2024"), ("a-b", "a-b"), (True, "yes")])
    def test_all_else_stays_as_it_is(self, value, text):
        assert csv_cell(value) == text

    @pytest.mark.both
    def test_a_member_exports_what_they_may_read(self):
        member = cast.student()
        draft = cast.make_publication(title="Secret", state="draft")
        answer = act(signed_in(Role.MEMBER, member), Publication, "export_csv", [draft])
        assert answer.status_code == 302


class DeletionTests:
    @pytest.mark.both
    def test_deleting_asks_first(self, editor, papers):
        page = act(editor, Publication, "delete_selected", papers)
        assert Publication.objects.count() == 3
        act(editor, Publication, "delete_selected", papers, post="yes", seen=page.context["seen"])
        assert Publication.objects.count() == 0

    def test_what_changed_since_is_asked_about_again(self, editor, papers):
        page = act(editor, Publication, "delete_selected", papers)
        cast.add_author(papers[0], "Una Vale")
        again = act(editor, Publication, "delete_selected", papers, post="yes", seen=page.context["seen"])
        assert Publication.objects.count() == 3
        assert "Nothing was deleted, because something was changed in the meantime." in again.content.decode()

    def test_a_row_that_changed_since_is_not_deleted(self, editor, papers):
        where = address(Publication, "delete", papers[0].pk)
        seen = editor.get(where).context["seen"]
        Publication.objects.filter(pk=papers[0].pk).update(title="Koalas again")
        editor.post(where, {"post": "yes", "seen": seen})
        assert Publication.objects.filter(pk=papers[0].pk).exists()
        again = editor.get(where)
        assert "Nothing was deleted, because it was changed in the meantime." in again.content.decode()
        editor.post(where, {"post": "yes", "seen": again.context["seen"]})
        assert not Publication.objects.filter(pk=papers[0].pk).exists()


class HeldRowTests:
    """Rows that others name: what goes along is said first, and offered in one go."""

    @pytest.fixture
    def lab(self):
        ada, zoe, stranger = cast.pi(), cast.student(), cast.stranger()
        venue = cast.make_venue()
        cast.make_publication("Koalas", [ada], venue)
        cast.make_publication("Wombats", [zoe, stranger], venue)
        cast.make_talk(ada)
        cast.make_service(zoe, venue)
        return ada, zoe, stranger

    @pytest.mark.both
    def test_the_ways_to_delete_say_what_goes_along(self, editor, lab):
        page = act(editor, Person, "delete_selected", [*lab[:2], cast.make_person("Bo Li")])
        assert [(each.name, each.words, each.named) for each in page.context["choices"]] == [
            ("all", "3 people, and 2 publications", "“Koalas”, “Wombats”."),
            ("unshared", "2 people, and 1 publication involving nobody else", "“Koalas”."),
            ("free", "1 person, which nothing else uses", ""),
        ]
        assert sorted(page.context["choices"][0].numbers.split(", ")) == [
            *("1 service role", "1 talk", "1 talk occasion", "2 memberships", "3 authorships"),
        ]
        assert Person.objects.count() == 4

    @pytest.mark.both
    @pytest.mark.parametrize(
        ("choice", "people", "papers"),
        [("all", ["Ivo Brandt"], []), ("unshared", ["Ivo Brandt", "Zoë Lindqvist"], ["Wombats"])],
    )
    def test_what_is_chosen_goes_as_one_step_that_is_undone_as_one(self, editor, lab, choice, people, papers):
        seen = act(editor, Person, "delete_selected", lab[:2]).context["seen"]
        act(editor, Person, "delete_selected", lab[:2], post="yes", seen=seen, choice=choice)
        assert list(Person.objects.order_by("name").values_list("name", flat=True)) == people
        assert list(Publication.objects.values_list("title", flat=True)) == papers
        history.undo(Step.objects.latest("pk"), cast.make_administrator())
        assert Publication.objects.get(title="Koalas").authors.get().name == "Ada Quill"
        assert [each.title for each in Person.objects.get(name="Ada Quill").talks.all()] == ["On Leisure"]

    def test_without_a_choice_or_after_a_change_it_is_asked_again(self, editor, lab):
        page = act(editor, Person, "delete_selected", lab[:2])
        assert act(editor, Person, "delete_selected", lab[:2], post="yes").status_code == 200
        cast.add_author(Publication.objects.get(title="Koalas"), "Una Vale")
        sent = {"post": "yes", "seen": page.context["seen"], "choice": "all"}
        again = act(editor, Person, "delete_selected", lab[:2], **sent)
        assert "Nothing was deleted, because something was changed in the meantime." in again.content.decode()
        assert Person.objects.count() == 4

    def test_the_page_that_deletes_one_row_asks_the_same(self, editor, lab):
        page = editor.get(address(Person, "delete", lab[0].pk))
        assert [each.words for each in page.context["choices"]] == ["1 person, and 1 publication"]

    def test_a_venue_goes_with_its_papers_and_services(self, editor, lab):
        page = act(editor, Venue, "delete_selected", Venue.objects.all())
        assert [each.words for each in page.context["choices"]] == ["1 venue, and 2 publications, 1 service role"]

    @pytest.mark.both
    def test_co_authors_of_whom_nothing_is_left_go_with_their_papers(self, editor, lab):
        cast.make_publication("Quolls", ["Bo Li", lab[2], lab[1]])
        papers = Publication.objects.exclude(title="Wombats")
        page = act(editor, Publication, "delete_selected", papers)
        assert [(each.words, each.named) for each in page.context["choices"]] == [
            ("2 publications, and 1 person named nowhere else", "“Bo Li”."),
            ("2 publications", ""),
        ]
        act(editor, Publication, "delete_selected", papers, post="yes", choice="forlorn")
        assert not Person.objects.filter(name="Bo Li").exists()
        history.undo(Step.objects.latest("pk"), cast.make_administrator())
        assert Publication.objects.get(title="Quolls").authors.filter(name="Bo Li").exists()

    def test_of_somebody_who_speaks_for_another_only_the_reference_goes(self, editor, lab):
        referee = cast.make_person("Una Vale")
        Reference.objects.create(person=lab[0], referee=referee)
        answer = act(editor, Person, "delete_selected", [referee], post="yes", choice="all")
        assert answer.status_code == 302
        assert Person.objects.filter(pk=lab[0].pk).exists()
        assert not Reference.objects.exists()


@pytest.mark.both
class TamperedTests:
    def test_a_selection_that_makes_no_sense_changes_nothing(self, editor, papers):
        words, before, wrong = (
            "The selection could not be read. Nothing was changed: select the rows again.",
            states(),
            [],
        )
        for key in ("x", "", "1 OR 1", "-1", "9" * 30, "\0", "١"):
            for action in ("publish_selected", "set_venue", "export_csv", "delete_selected"):
                answer = act(editor, Publication, action, [papers[0], key])
                if (answer.status_code, told(editor), states()) != (302, [words], before):
                    wrong.append((key, action))
        assert wrong == []

    def test_a_list_answers_any_question(self, editor):
        cast.student()
        queries = [
            *("name__regex=(", "name__iregex=(", "slug__in=x", "id__in=" + "9" * 30, "changed_at__year=x"),
            *("login__email__startswith=a", "e=1", "p=x", "o=x.y", "q=(", "id=" + "9" * 30, "id=x", "all="),
            *("nothing=1", "memberships__role__exact=x"),
        ]
        statuses = {query: editor.get(f"{address(Person, 'changelist')}?{query}").status_code for query in queries}
        assert {query: status for query, status in statuses.items() if status not in (200, 302, 400)} == {}

    def test_characters_that_no_text_has_are_refused(self, editor):
        queries = ["slug=%00", "%00=1", "q=%00", "e=%00"]
        statuses = {query: editor.get(f"{address(Person, 'changelist')}?{query}").status_code for query in queries}
        assert statuses == dict.fromkeys(queries, 400)

    @pytest.mark.parametrize("key", ["x", "9" * 30, "\0", "-1"])
    def test_a_choice_that_is_no_row_is_said_beside_the_field(self, editor, key):
        paper = {"title": "Koalas", "venue": key, "awards": [key]}
        page = editor.post(address(Publication, "add"), paper | management())
        assert page.status_code == 200
        assert {"venue", "awards"} <= page.context["adminform"].form.errors.keys()


def management():
    groups = ("authorships", "links", "earlier_versions")
    return {f"{group}-{name}_FORMS": 0 for group in groups for name in ("TOTAL", "INITIAL")}
