"""The pages of the history: who did what when, and the way back in two clicks."""

import re
from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from labsite import history, roles
from labsite.models import Step, Version
from people.models import Membership, Person
from publications.models import Publication, Venue
from tests import cast
from tests.editing import address, form_data, queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def signed_in(role, person=None, **fields):
    login = cast.make_login(person, **fields)
    roles.give(login, role)
    client = Client()
    client.force_login(login)
    client.login_row = login
    return client


@pytest.fixture
def lab():
    return cast.make_lab()


@pytest.fixture
def editor(lab):
    return signed_in(roles.Role.EDITOR, email="editor@lab.example", first_name="Edna", last_name="Page")


@pytest.fixture
def member(lab):
    return signed_in(roles.Role.MEMBER, cast.student(headline="Rests"))


def save(client, row, **values):
    page = client.get(address(type(row), "change", row.pk))
    answer = client.post(address(type(row), "change", row.pk), form_data(page) | values)
    assert answer.status_code == 302
    return answer


def words(answer):
    """Return the text of a page's content, without its markup."""
    html = answer.content.decode()
    content = html[html.index('id="content"') : html.index("<!-- END Content -->")]
    return " ".join(re.sub(r"<[^>]+>", " ", content).split())


def said(answer):
    return [str(message) for message in get_messages(answer.wsgi_request)]


def history_of(client, row):
    return client.get(address(type(row), "history", row.pk))


def oldest(row):
    return Version.objects.of(type(row), row.pk).last()


def go_back(client, version, newest=None):
    newest = newest or Version.objects.of(version.content_type.model_class(), version.object_id).first()
    return client.post(reverse("admin:version", args=[version.pk]), {"newest": newest.pk})


class ThingHistoryTests:
    def test_history_says_who_changed_what_from_what_to_what(self, editor):
        page = cast.make_page(text="Come in and rest.")
        save(editor, page, text="Come in and work.")
        shown = words(history_of(editor, page))
        assert "Edna Page" in shown
        assert "Text Come in and Before: rest After: work ." in shown

    def test_history_of_what_nobody_changed_says_so(self, editor):
        assert "Nobody has changed this yet." in words(history_of(editor, cast.make_page()))

    def test_values_are_told_as_the_form_shows_them(self, editor):
        paper = cast.make_publication(venue=cast.make_venue("OLD"), year=2020)
        new = cast.make_venue("NEW", name="New Conference")
        save(editor, paper, kind="journal", venue=new.pk, is_selected="on")
        shown = words(history_of(editor, paper))
        assert "Kind Before: Conference paper After: Journal article" in shown
        assert "Venue Before: OLD After: NEW (New Conference)" in shown
        assert "Selected Before: No After: Yes" in shown

    def test_rows_are_told_by_name(self, editor):
        paper = cast.make_publication(authors=[cast.pi(), cast.stranger()])
        with history.step(editor.login_row):
            cast.add_author(paper, cast.alumna(), order=3)
            paper.authorships.first().delete()
        shown = words(history_of(editor, paper))
        assert "Authors Removed Ada Quill Added Maren Hale" in shown or "Added Maren Hale" in shown
        assert "Removed Ada Quill" in shown

    def test_a_new_order_is_told(self, editor):
        paper = cast.make_publication(authors=[cast.pi(), cast.stranger()])
        first, second = paper.authorships.all()
        with history.step(editor.login_row):
            first.order, second.order = 2, 1
            first.save(), second.save()
        assert "Order Before: Ada Quill, Ivo Brandt After: Ivo Brandt, Ada Quill" in words(history_of(editor, paper))

    def test_a_person_who_was_deleted_is_still_named(self, editor):
        news, person = cast.make_news(), cast.stranger()
        with history.step(editor.login_row):
            news.people.add(person)
        with history.step(editor.login_row):
            person.delete()
        assert words(history_of(editor, news)).count("Ivo Brandt") == 2

    def test_history_costs_as_much_with_more_versions(self, editor):
        paper = cast.make_publication(authors=[cast.pi()], venue=cast.make_venue())
        save(editor, paper, title="Quokka: One")
        few = queries(editor, address(Publication, "history", paper.pk))
        for number in range(5):
            with history.step(editor.login_row):
                cast.add_author(paper, f"Author {number}")
        assert queries(editor, address(Publication, "history", paper.pk)) == few

    @pytest.mark.both
    def test_long_histories_have_pages(self, editor):
        page = cast.make_page()
        for number in range(25):
            with history.step(editor.login_row):
                page.title = f"Join {number}"
                page.save()
        shown = words(editor.get(address(type(page), "history", page.pk), {"page": 2}))
        assert shown.count("Before:") == 5
        assert "How it was until then." in shown


class GoingBackTests:
    def test_two_clicks_take_a_thing_back(self, editor):
        page = cast.make_page(text="Come in and rest.")
        save(editor, page, text="Come in and work.")
        version = oldest(page)
        assert reverse("admin:version", args=[version.pk]) in history_of(editor, page).content.decode()
        assert "Go back to this version" in words(editor.get(reverse("admin:version", args=[version.pk])))
        answer = go_back(editor, version)
        page.refresh_from_db()
        assert page.text == "Come in and rest."
        assert "rest" in page.text_html
        assert said(answer) == ["Join us is back to how it was."]

    def test_looking_changes_nothing(self, editor):
        page = cast.make_page(text="Rest.")
        save(editor, page, text="Work.")
        editor.get(reverse("admin:version", args=[oldest(page).pk]))
        page.refresh_from_db()
        assert page.text == "Work."

    def test_what_somebody_else_changed_meanwhile_is_not_overwritten(self, editor):
        page = cast.make_page(text="Rest.")
        save(editor, page, text="Work.")
        seen = Version.objects.of(type(page), page.pk).first()
        other = signed_in(roles.Role.EDITOR, first_name="Otto", last_name="Other")
        save(other, page, text="Play.")
        answer = go_back(editor, oldest(page), newest=seen)
        page.refresh_from_db()
        assert page.text == "Play."
        assert said(answer)[1:] == [
            "“Join us” was changed while you were looking. Check what would change now, then go back."
        ]

    @pytest.mark.both
    def test_nothing_goes_back_to_not_being_there(self, editor):
        page = cast.make_page()
        with history.step(editor.login_row) as step:
            page.delete()
        removal = Version.objects.get(kind="removed")
        history.undo(step.row, editor.login_row)
        assert go_back(editor, removal).status_code == 404
        assert type(page).objects.exists()

    def test_a_member_goes_back_on_their_own_page_alone(self, member):
        own, other = member.login_row.person, cast.alumna(headline="Works")
        save(member, own, headline="Sleeps")
        with history.step(None):
            Person.objects.filter(pk=other.pk).update(headline="Plays")
            cast.make_award(other)
        assert history_of(member, own).status_code == 200
        assert history_of(member, other).status_code == 403
        assert go_back(member, oldest(other)).status_code == 403
        go_back(member, oldest(own))
        own.refresh_from_db()
        assert own.headline == "Rests"

    def test_what_a_member_may_not_edit_does_not_go_back(self, member, editor):
        own = member.login_row.person
        save(member, own, headline="Sleeps")
        with history.step(editor.login_row):
            own.slug = "zoe"
            own.save()
            Membership.objects.update(end="2024")
            Membership.objects.get().save()
        own.refresh_from_db()
        save(member, own, headline="Dreams")
        shown = words(member.get(reverse("admin:version", args=[oldest(own).pk])))
        assert "Headline" in shown and "Address" not in shown and "Roles in the lab" not in shown
        go_back(member, oldest(own))
        own.refresh_from_db()
        assert (own.headline, own.slug, own.memberships.get().end) == ("Rests", "zoe", "2024")

    def test_a_member_does_not_publish_by_going_back(self, member, editor):
        paper = cast.make_publication(authors=[member.login_row.person])
        with history.step(editor.login_row):
            paper.state = "draft"
            paper.save()
        go_back(member, oldest(paper))
        paper.refresh_from_db()
        assert paper.state == "draft"
        go_back(editor, oldest(paper))
        paper.refresh_from_db()
        assert paper.state == "published"

    def test_a_login_is_not_put_back(self, editor):
        person = cast.student()
        save(editor, person, headline="Rests")
        login = cast.make_login(person)
        with history.step(editor.login_row):
            person.headline = "Works"
            person.save()
        go_back(editor, oldest(person))
        person.refresh_from_db()
        assert (person.login, person.headline) == (login, "")

    def test_a_taken_address_is_said_and_nothing_changes(self, editor):
        page = cast.make_page(text="Rest.", slug="rest")
        save(editor, page, text="Work.", slug="work")
        other = cast.make_page("Other")
        type(page).objects.filter(pk=other.pk).update(slug="rest")
        answer = go_back(editor, oldest(page))
        page.refresh_from_db()
        assert page.text == "Work."
        assert said(answer)[1:] == ["“Other” now has the address “rest”: give it another one first."]


class BinTests:
    @pytest.mark.both
    def test_a_deleted_thing_lies_in_the_bin_and_comes_back(self, editor):
        paper = cast.make_publication(authors=[cast.pi()])
        editor.post(address(Publication, "delete", paper.pk), {"post": "yes"})
        page = editor.get(reverse("admin:bin"))
        assert "“Quokka: Scheduling at Leisure” can be restored from the" in page.content.decode()
        shown = words(page)
        assert "Quokka: Scheduling at Leisure Publication · deleted by Edna Page" in shown
        version = Version.objects.get(kind="removed")
        assert "Ada Quill" in words(editor.get(reverse("admin:bring-back", args=[version.pk])))
        answer = editor.post(reverse("admin:bring-back", args=[version.pk]))
        assert said(answer) == ["Quokka: Scheduling at Leisure has been restored."]
        assert [str(author) for author in Publication.objects.get(pk=paper.pk).authorships.all()] == ["Ada Quill"]
        assert "The bin is empty." in words(editor.get(reverse("admin:bin")))
        assert editor.post(reverse("admin:bring-back", args=[version.pk])).status_code == 404

    def test_what_was_deleted_with_it_comes_back_with_it(self, editor):
        person, other = cast.student(), cast.alumna()
        talk, service = cast.make_talk(person), cast.make_service(person, cast.make_venue())
        cast.make_news().people.add(person, other)
        with history.step(editor.login_row):
            person.delete(), other.delete()
        version = Version.objects.get(kind="removed", object_repr="Zoë Lindqvist")
        shown = words(editor.get(reverse("admin:bring-back", args=[version.pk])))
        assert "Deleted in the same step: " in shown
        editor.post(reverse("admin:bring-back", args=[version.pk]))
        assert [str(person) for person in Person.objects.all()] == ["Zoë Lindqvist"]
        person = Person.objects.get()
        assert (person.talks.count(), person.services.count(), person.news.count()) == (1, 1, 1)
        assert (talk.title, service.kind) == ("On Leisure", "pc")

    def test_a_talk_brings_its_speaker_back(self, editor):
        cast.make_talk(cast.student())
        with history.step(editor.login_row):
            Person.objects.get().delete()
        version = Version.objects.get(kind="removed", object_repr="On Leisure")
        editor.post(reverse("admin:bring-back", args=[version.pk]))
        assert str(Person.objects.get().talks.get()) == "On Leisure"

    def test_what_needs_something_deleted_later_says_so(self, editor):
        person = cast.student()
        talk = cast.make_talk(person)
        for row in (talk, person):
            with history.step(editor.login_row):
                row.delete()
        version = Version.objects.get(kind="removed", object_repr="On Leisure")
        answer = editor.post(reverse("admin:bring-back", args=[version.pk]))
        assert said(answer) == [
            "Talk “On Leisure” needs its speaker, “Zoë Lindqvist”, which has been deleted: restore that first."
        ]


@pytest.mark.both
class RecentChangesTests:
    def test_a_step_is_a_line(self, editor):
        page = cast.make_page()
        save(editor, page, text="Come.")
        assert "Changed Join us Edna Page · Text" in words(editor.get(reverse("admin:changes")))

    def test_a_step_without_words_names_the_first_things(self, editor):
        with history.step(editor.login_row):
            cast.make_venue("ONE"), cast.make_venue("TWO")
        with history.step(editor.login_row):
            Venue.objects.get(acronym="ONE").delete(), [cast.make_venue(str(number)) for number in range(4)]
        lines = editor.get(reverse("admin:changes")).context["lines"]
        assert [line.words for line in lines] == ["Deleted ONE; Added 0, 1 and 2; 1 more", "Added ONE and TWO"]

    def test_changes_are_narrowed_by_person_kind_and_day(self, editor):
        other = signed_in(roles.Role.EDITOR)
        page, venue = cast.make_page(), cast.make_venue()
        save(editor, page, text="Come.")
        save(other, venue, name="Systems Conference")
        yesterday = timezone.localdate() - timedelta(days=1)
        Step.objects.filter(user=other.login_row).update(date_created=timezone.now() - timedelta(days=1))
        narrowed = {
            f"by={editor.login_row.pk}": ["Join us"],
            "kind=publications.venue": ["SYSCON (Systems Conference)"],
            f"day={yesterday}": ["SYSCON (Systems Conference)"],
            "kind=no.such&by=x&day=2024-13-45&page=x": ["Join us", "SYSCON (Systems Conference)"],
        }
        for query, names in narrowed.items():
            lines = editor.get(f"{reverse('admin:changes')}?{query}").context["lines"]
            assert [version.object_repr for line in lines for version in line.versions] == names

    def test_what_became_of_a_login_is_told(self, lab):
        administrator, login = signed_in(roles.Role.ADMINISTRATOR), cast.make_login(email="zoe@lab.example")
        save(administrator, login, first_name="Zoë")
        lines = administrator.get(reverse("admin:changes"), {"kind": "logins"}).context["lines"]
        assert [line.words for line in lines] == ["User zoe@lab.example: Changed First name."]
        step = administrator.get(reverse("admin:step", args=[lines[0].step.pk]))
        assert "There is nothing here to undo." in words(step)
        assert "Undo this" not in words(step)

    def test_the_list_costs_as_much_with_more_changes(self, editor):
        page = cast.make_page()
        save(editor, page, text="0")
        few = queries(editor, reverse("admin:changes"))
        for number in range(1, 5):
            save(signed_in(roles.Role.EDITOR), page, text=str(number))
        assert queries(editor, reverse("admin:changes")) == few


class StepTests:
    def test_a_whole_step_is_shown_and_undone(self, editor):
        papers = [cast.make_publication(f"Paper {number}") for number in range(2)]
        with history.step(editor.login_row, "Selected two papers") as step:
            step.about_to_change(*papers)
            Publication.objects.update(is_selected=True)
        where = reverse("admin:step", args=[step.row.pk])
        shown = words(editor.get(where))
        assert shown.startswith("Selected two papers Edna Page,") or "Selected two papers" in shown
        assert shown.count("Selected Before: No After: Yes") == 2
        assert said(editor.post(where)) == ["Undone."]
        assert not Publication.objects.filter(is_selected=True).exists()
        assert Step.objects.first().comment == "Undid: Selected two papers"

    @pytest.mark.both
    def test_what_a_list_did_can_be_undone_at_once(self, editor):
        papers = [cast.make_publication(f"Paper {number}", state="draft") for number in range(2)]
        data = {"action": "publish_selected", "_selected_action": [paper.pk for paper in papers], "index": 0}
        answer = editor.post(address(Publication, "changelist"), data)
        where = reverse("admin:step", args=[Step.objects.first().pk])
        assert said(answer) == ["Published: 2.", f'You can <a href="{where}">review or undo this</a>.']
        editor.post(where)
        assert {paper.state for paper in Publication.objects.all()} == {"draft"}

    def test_a_step_costs_as_much_with_more_things(self, editor):
        few, many = (self.selecting(editor, number) for number in (2, 6))
        assert queries(editor, many) == queries(editor, few)

    def selecting(self, editor, number):
        papers = [cast.make_publication(f"{number} {n}", authors=[f"Author {number} {n}"]) for n in range(number)]
        with history.step(editor.login_row, "Selected papers") as step:
            step.about_to_change(*papers)
            Publication.objects.filter(pk__in=[paper.pk for paper in papers]).update(is_selected=True)
        return reverse("admin:step", args=[step.row.pk])

    def test_what_others_changed_elsewhere_since_stays(self, editor):
        page = cast.make_page(text="Rest.")
        with history.step(editor.login_row) as step:
            page.text = "Work."
            page.save()
        save(editor, page, title="Come")
        editor.post(reverse("admin:step", args=[step.row.pk]))
        page.refresh_from_db()
        assert (page.title, page.text) == ("Come", "Rest.")

    def test_what_was_changed_since_in_the_same_place_is_said(self, editor):
        page = cast.make_page(text="Rest.")
        with history.step(editor.login_row) as step:
            page.text = "Work."
            page.save()
        save(editor, page, text="Play.")
        answer = editor.post(reverse("admin:step", args=[step.row.pk]))
        assert said(answer)[1:] == ["The same parts of “Join us” have been changed since: go back in its own history."]
        page.refresh_from_db()
        assert page.text == "Play."

    def test_what_others_need_by_now_is_not_removed(self, editor):
        with history.step(editor.login_row) as step:
            venue = cast.make_venue()
        cast.make_publication(venue=venue)
        answer = editor.post(reverse("admin:step", args=[step.row.pk]))
        assert said(answer) == ["SYSCON can’t be removed, because these need it: Quokka: Scheduling at Leisure."]
        assert Venue.objects.exists()


@pytest.mark.parametrize(
    "query", ["by=999999999999999999999999", "day=0001-01-01", "day=9999-12-31", "kind=x.y.z", "page=-1", "by=²"]
)
def test_odd_questions_are_answered(editor, query):
    assert editor.get(f"{reverse('admin:changes')}?{query}").status_code == 200


@pytest.mark.parametrize("name", ["version", "step", "bring-back"])
def test_what_is_not_there_is_missing(editor, name):
    odd = [reverse(f"admin:{name}", args=[pk]) for pk in (0, 10**30)]
    assert [editor.get(where).status_code for where in odd] == [404, 404]
    assert [editor.post(where).status_code for where in odd] == [404, 404]


@pytest.mark.parametrize("name", ["changes", "bin"])
def test_a_member_sees_no_page_of_editors(member, name):
    assert member.get(reverse(f"admin:{name}")).status_code == 403


def test_a_member_brings_nothing_back_and_undoes_no_step(member, editor):
    page = cast.make_page()
    with history.step(editor.login_row) as step:
        page.delete()
    version = Version.objects.get(kind="removed")
    addresses = [reverse("admin:step", args=[step.row.pk]), reverse("admin:bring-back", args=[version.pk])]
    assert [member.post(where).status_code for where in addresses] == [403, 403]
    assert [member.get(where).status_code for where in addresses] == [403, 403]
    assert [Client().post(where).status_code for where in addresses] == [302, 302]
    assert not type(page).objects.exists()


def queries(client, where):
    """Return how many queries a page needs, once it has shown what the last save said."""
    client.get(where)
    return queries_of(client, where)


@pytest.mark.both
def test_a_step_of_very_many_things_is_shown_page_by_page(editor):
    with history.step(None, "An import") as step:
        for number in range(60):
            cast.make_venue(f"V{number:02}")
    first, second = (editor.get(f"/admin/changes/{step.row.pk}/?page={page}") for page in (1, 2))
    assert "V00" in words(first) and "V55" not in words(first)
    assert "V55" in words(second) and "Undo all of this" in words(second)
    assert "60 items" in words(editor.get("/admin/changes/"))
