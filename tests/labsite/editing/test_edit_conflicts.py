import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from labsite import roles
from labsite.models import User
from labsite.roles import Role
from people.models import Membership, Person, Position
from publications.models import Authorship, Link, Publication
from tests import cast
from tests.editing import address, chosen, form_data, form_of, undrawn
from tests.labsite.editing.conftest import EDITORS

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NONSENSE = ["9" * 30, "x", "٣", "-1", "=", "\u2028"]


@pytest.fixture
def paper(member):
    return cast.make_publication(authors=[member, "Ivo Brandt"])


@pytest.fixture
def first(member):
    """The client of an administrator, who is the first to save."""
    return _signed_in(cast.make_administrator(email="first@lab.example"))


@pytest.fixture
def second(role, member):
    """The client of each role that may save after that."""
    return _signed_in(cast.make_typist(role, member))


def _signed_in(login):
    client = Client()
    client.force_login(login)
    return client


def opened(client, row):
    return form_of(client, address(type(row), "change", row.pk))


def sent(client, row, data):
    return client.post(address(type(row), "change", row.pk), data)


def saved(client, row, data):
    with undrawn():
        return sent(client, row, data)


def asked(answer):
    """Return what a page of choices asks: by heading the pairs of theirs and mine."""
    assert answer.status_code == 200
    return {
        each.heading: [(line.theirs, line.mine) for line in each.lines] for each in answer.context_data["conflicts"]
    }


def told(client, row):
    """Return what the page after a save says."""
    return [str(message) for message in client.get(address(type(row), "changelist")).context["messages"]]


def headline(member):
    return Person.objects.get(pk=member.pk).headline


def authors(paper):
    return [str(author) for author in Authorship.objects.filter(publication=paper)]


class FieldTests:
    def test_the_second_to_save_is_shown_both_versions(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        answer = sent(second, member, stale | {"headline": "Sleeps"})
        assert asked(answer) == {"Headline": [("Naps", "Sleeps")]}
        assert "This was changed by First at " in answer.content.decode()
        assert headline(member) == "Naps"

    @pytest.mark.parametrize(("choice", "result"), [("mine", "Sleeps"), ("theirs", "Naps")])
    def test_what_is_chosen_is_saved(self, first, second, member, choice, result):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        answer = saved(second, member, stale | {"headline": "Sleeps", "native_name": "林"})
        assert saved(second, member, chosen(answer, headline=choice)).status_code == 302
        assert headline(member) == result
        assert Person.objects.get(pk=member.pk).native_name == "林"

    def test_nothing_is_chosen_by_saying_nothing(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        answer = saved(second, member, stale | {"headline": "Sleeps"})
        again = saved(second, member, chosen(answer))
        assert asked(again) == {"Headline": [("Naps", "Sleeps")]}
        assert headline(member) == "Naps"

    def test_a_change_in_between_is_asked_about_too(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        answer = saved(second, member, stale | {"headline": "Sleeps"})
        saved(first, member, opened(first, member) | {"headline": "Dozes"})
        again = saved(second, member, chosen(answer, headline="mine"))
        assert asked(again) == {"Headline": [("Dozes", "Sleeps")]}
        assert saved(second, member, chosen(again, headline="mine")).status_code == 302
        assert headline(member) == "Sleeps"

    def test_what_only_the_other_changed_is_kept_and_told(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        assert saved(second, member, stale | {"native_name": "林"}).status_code == 302
        assert headline(member) == "Naps"
        assert "Changed by First while you had this open, and kept: headline." in told(second, member)

    def test_the_same_change_by_both_is_no_conflict(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        assert saved(second, member, stale | {"headline": "Naps "}).status_code == 302

    def test_a_form_that_tells_nothing_of_what_it_held_is_asked_about_all_that_differs(self, second, member):
        stale = opened(second, member) | {"seen": "", "headline": "Sleeps"}
        assert asked(saved(second, member, stale)) == {"Headline": [("Rests", "Sleeps")]}

    def test_what_another_row_held_counts_for_nothing(self, second, member):
        other = opened(second, cast.alumna(headline="Rests"))
        stale = opened(second, member) | {"seen": other["seen"], "headline": "Sleeps"}
        assert asked(saved(second, member, stale)) == {"Headline": [("Rests", "Sleeps")]}

    def test_nonsense_is_asked_about_in_its_own_words(self, second, paper):
        shown, refused = opened(second, paper), []
        for nonsense in NONSENSE:
            sent = dict.fromkeys(("venue", "year", "kind", "publish_from_0", "publish_from_1", "state"), nonsense)
            stale = shown | sent | {"seen": nonsense, "awards": [nonsense, "1"]}
            stale |= {"authorships-0-order": nonsense, "authorships-0-person": nonsense, "authorships-1-id": nonsense}
            answer = saved(second, paper, stale)
            keys = {each.key: "mine" for each in answer.context_data["conflicts"]}
            again = saved(second, paper, chosen(answer, **keys))
            if {"Venue", "Year", "Kind"} <= asked(answer).keys() and again.status_code == 200:
                refused.append(nonsense)
        assert refused == NONSENSE

    def test_chosen_without_being_asked_counts_for_nothing(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        answer = saved(second, member, stale | {"headline": "Sleeps", "choose-headline": "mine"})
        assert asked(answer) == {"Headline": [("Naps", "Sleeps")]}

    def test_a_form_that_nobody_else_touched_is_saved_twice_in_a_row(self, first, member):
        for words in ("Naps", "Sleeps"):
            assert saved(first, member, opened(first, member) | {"headline": words}).status_code == 302
        assert headline(member) == "Sleeps"

    def test_reading_and_other_peoples_rows_make_no_form_stale(self, first, second, member):
        open_form = opened(second, member)
        other = cast.alumna()
        saved(first, other, opened(first, other) | {"headline": "Naps"})
        opened(first, member)
        assert saved(second, member, open_form | {"headline": "Sleeps"}).status_code == 302

    def test_choices_and_lists_of_rows_are_said_in_words(self, first, second, member, paper):
        award = cast.make_award(member, title="Golden Quokka", year=None)
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | {"kind": "journal", "month": "6", "awards": [award.pk]})
        answer = saved(second, paper, stale | {"kind": "poster", "month": "7", "awards": []})
        assert asked(answer) == {"Kind": [("Journal article", "Poster")], "Month": [("June", "July")]}
        saved(second, paper, chosen(answer, kind="theirs", month="mine"))
        paper.refresh_from_db()
        assert (paper.kind, paper.month, list(paper.awards.all())) == ("journal", 7, [award])

    @EDITORS
    def test_a_check_box_that_the_other_cleared_stays_cleared(self, first, second):
        paper = cast.make_publication(is_selected=True)
        stale = opened(second, paper)
        data = opened(first, paper)
        del data["is_selected"]
        saved(first, paper, data)
        saved(second, paper, stale | {"title": "Wombats"})
        paper.refresh_from_db()
        assert (paper.is_selected, paper.title) == (False, "Wombats")

    def test_the_words_of_the_other_version_are_escaped(self, second, member):
        stale = opened(second, member)
        Person.objects.update(headline="<script>alert(1)</script>")
        page = sent(second, member, stale | {"headline": "Sleeps"}).content.decode()
        assert "<script>alert(1)</script>" not in page
        assert "&lt;script&gt;alert(1)" in page

    def test_the_log_of_changes_does_not_speak_of_it(self, first, member):
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        assert LogEntry.objects.get().get_change_message() == "Changed Headline."

    def test_errors_beside_what_was_taken_over_are_shown_in_the_form(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        answer = saved(second, member, stale | {"orcid": "nonsense"})
        assert form_data(answer)["headline"] == "Naps"
        assert saved(second, member, form_data(answer) | {"orcid": ""}).status_code == 302
        assert headline(member) == "Naps"

    def test_the_way_back_to_the_form_saves_nothing_and_asks_again(self, first, second, member):
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"headline": "Naps"})
        answer = saved(second, member, stale | {"headline": "Sleeps"})
        form = sent(second, member, chosen(answer) | {"_back_to_form": "Back"})
        assert "Nothing is saved yet." in form.content.decode()
        assert form_data(form)["headline"] == "Sleeps"
        again = saved(second, member, form_data(form) | {"headline": "Naps and sleeps"})
        assert asked(again) == {"Headline": [("Naps", "Naps and sleeps")]}


class RowTests:
    def test_rows_that_the_other_added_changed_and_removed_stay_so(self, first, second, paper):
        stale = opened(second, paper)
        data = opened(first, paper)
        data |= {"authorships-0-printed_name": "U. Vale", "authorships-1-DELETE": "on"}
        data |= new_author(2, cast.make_person("Ada Quill"))
        saved(first, paper, data)
        assert saved(second, paper, stale | {"title": "Wombats"}).status_code == 302
        assert authors(paper) == ["U. Vale", "Ada Quill"]
        assert Publication.objects.get().title == "Wombats"
        changed = "authors (U. Vale changed, Ada Quill added, 1 removed)"
        assert f"Changed by First while you had this open, and kept: {changed}." in told(second, paper)

    @pytest.mark.parametrize("name", ["authorships-0-order", "authorships-TOTAL_FORMS", "venue"])
    def test_thousands_of_digits_are_no_number_of_a_row(self, first, second, paper, name):
        before, stale = authors(paper), opened(second, paper)
        saved(first, paper, opened(first, paper) | {"title": "Wombat"})
        assert saved(second, paper, stale | {name: "9" * 5000}).status_code == 200
        assert authors(paper) == before

    def test_two_who_add_an_author_each_are_both_heard(self, first, second, paper):
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | new_author(2, cast.make_person("Ada Quill")))
        data = stale | {"authorships-0-order": 2, "authorships-1-order": 3}
        saved(second, paper, data | new_author(2, cast.make_person("Maren Hale"), order=1))
        assert authors(paper) == ["Maren Hale", "Una Vale", "Ivo Brandt", "Ada Quill"]

    def test_two_who_add_the_same_author_add_one(self, first, second, paper):
        ada = cast.make_person("Ada Quill")
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | new_author(2, ada))
        assert saved(second, paper, stale | new_author(2, ada)).status_code == 302
        assert authors(paper) == ["Una Vale", "Ivo Brandt", "Ada Quill"]

    @pytest.mark.parametrize(("choice", "result"), [("mine", "Una V."), ("theirs", "U. Vale")])
    def test_a_row_that_both_changed_is_asked_about_as_a_whole(self, first, second, paper, choice, result):
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | {"authorships-0-printed_name": "U. Vale"})
        answer = saved(second, paper, stale | {"authorships-0-printed_name": "Una V.", "authorships-0-is_lead": "on"})
        assert asked(answer) == {"Author: U. Vale": [("U. Vale", "Una V."), ("No", "Yes")]}
        key = answer.context_data["conflicts"][0].key
        saved(second, paper, chosen(answer, **{key: choice}))
        assert authors(paper) == [result, "Ivo Brandt"]
        assert Authorship.objects.get(order=1).is_lead is (choice == "mine")

    @pytest.mark.parametrize(("choice", "result"), [("mine", ["Una Vale"]), ("theirs", ["Una Vale", "I. Brandt"])])
    def test_a_row_that_one_changed_and_the_other_removed_is_asked_about(self, first, second, paper, choice, result):
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | {"authorships-1-printed_name": "I. Brandt"})
        answer = saved(second, paper, stale | {"authorships-1-DELETE": "on"})
        [conflict] = answer.context_data["conflicts"]
        assert conflict.mine_is_gone is True
        saved(second, paper, chosen(answer, **{conflict.key: choice}))
        assert authors(paper) == result

    @pytest.mark.parametrize(("choice", "result"), [("mine", ["Una Vale", "I. Brandt"]), ("theirs", ["Una Vale"])])
    def test_a_row_that_the_other_removed_can_be_put_back(self, first, second, paper, choice, result):
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | {"authorships-1-DELETE": "on"})
        answer = saved(second, paper, stale | {"authorships-1-printed_name": "I. Brandt"})
        [conflict] = answer.context_data["conflicts"]
        assert conflict.theirs_is_gone is True
        assert saved(second, paper, chosen(answer, **{conflict.key: choice})).status_code == 302
        assert authors(paper) == result

    def test_a_row_that_both_removed_is_gone(self, first, second, paper):
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | {"authorships-1-DELETE": "on"})
        assert saved(second, paper, stale | {"authorships-1-DELETE": "on"}).status_code == 302
        assert authors(paper) == ["Una Vale"]

    def test_an_order_that_only_the_other_changed_is_kept(self, first, second, paper):
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | {"authorships-0-order": 2, "authorships-1-order": 1})
        saved(second, paper, stale | {"authorships-0-printed_name": "U. Vale"})
        assert authors(paper) == ["Ivo Brandt", "U. Vale"]

    @pytest.mark.parametrize(
        ("choice", "result"), [("mine", ["B", "Una Vale", "C"]), ("theirs", ["C", "Una Vale", "B"])]
    )
    def test_an_order_that_both_changed_is_asked_about(self, first, second, member, choice, result):
        paper = cast.make_publication(authors=[member, "B", "C"])
        stale = opened(second, paper)
        orders = [f"authorships-{row}-order" for row in range(3)]
        saved(first, paper, opened(first, paper) | dict(zip(orders, (2, 3, 1), strict=True)))
        answer = saved(second, paper, stale | dict(zip(orders, (2, 1, 3), strict=True)))
        assert asked(answer) == {"Order of the authors": [("C, Una Vale, B", "B, Una Vale, C")]}
        assert saved(second, paper, chosen(answer, **{"authorships-order": choice})).status_code == 302
        assert authors(paper) == result

    def test_rows_of_several_kinds_are_asked_about_at_once(self, first, second, paper):
        link = Link.objects.create(publication=paper, kind="pdf", url="https://a.example/1")
        stale = opened(second, paper)
        theirs = {"links-0-url": "https://a.example/2", "title": "Wombats"}
        saved(first, paper, opened(first, paper) | theirs)
        answer = saved(second, paper, stale | {"links-0-url": "https://a.example/3", "title": "Koalas"})
        assert asked(answer) == {
            "Title": [("Wombats", "Koalas")],
            "Link: PDF": [("https://a.example/2", "https://a.example/3")],
        }
        saved(second, paper, chosen(answer, title="theirs", **{f"links-{link.pk}": "mine"}))
        link.refresh_from_db()
        assert (link.url, Publication.objects.get().title) == ("https://a.example/3", "Wombats")

    def test_another_rows_id_is_no_way_to_that_row(self, first, second, paper):
        other = cast.make_publication(title="Wombats", authors=["Maren Hale"])
        theirs = other.authorships.get()
        stale = opened(second, paper)
        saved(first, paper, opened(first, paper) | {"authorships-0-printed_name": "U. Vale"})
        saved(second, paper, stale | {"authorships-1-id": theirs.pk, "authorships-1-printed_name": "Stolen"})
        theirs.refresh_from_db()
        assert (theirs.publication_id, theirs.printed_name) == (other.pk, "")

    def test_rows_of_a_profile(self, first, second, member):
        position = Position.objects.create(person=member, title="Miller", organisation="Mill", start="2020")
        stale = opened(second, member)
        saved(first, member, opened(first, member) | {"positions-0-end": "2026"})
        answer = saved(second, member, stale | {"positions-0-unit": "Dam", "headline": "Sleeps"})
        assert asked(answer) == {"Position: Miller, Mill": [("nothing", "Dam"), ("2026", "nothing")]}
        saved(second, member, chosen(answer, **{f"positions-{position.pk}": "theirs"}))
        position.refresh_from_db()
        assert (position.unit, position.end) == ("", "2026")
        assert headline(member) == "Sleeps"

    def test_rows_that_one_may_only_read_are_as_the_other_saved_them(self, first, second, member):
        stale = opened(second, member)
        another = {"memberships-TOTAL_FORMS": 2, "memberships-1-role": "postdoc", "memberships-1-start": "2026-02"}
        saved(first, member, opened(first, member) | {"memberships-0-end": "2026-01"} | another)
        assert saved(second, member, stale | {"headline": "Sleeps"}).status_code == 302
        assert headline(member) == "Sleeps"
        times = Membership.objects.filter(person=member).order_by("start")
        assert [(each.start, each.end) for each in times] == [("2022-09", "2026-01"), ("2026-02", "")]


def new_author(index, person, order=0):
    row = {"person": person.pk, "order": order, "printed_name": ""}
    total = {"authorships-TOTAL_FORMS": index + 1}
    return total | {f"authorships-{index}-{name}": value for name, value in row.items()}


class TooLateTests:
    """A form that can't be saved any more: what was typed can be copied, rows and all."""

    TYPED = {"title": "Wombats", "authorships-0-printed_name": "U. Vale"}

    def test_where_it_was_deleted(self, second, paper):
        stale = opened(second, paper)
        where = address(Publication, "change", paper.pk)
        paper.delete()
        answer = second.post(where, stale | self.TYPED)
        assert (answer.status_code, answer.context["title"]) == (
            410,
            "This publication was deleted while you had it open",
        )
        assert "Title: Wombats" in answer.text
        assert "Author: Person: Una Vale; Name as printed: U. Vale" in answer.text

    def test_where_somebody_was_merged(self, second, member):
        stale = opened(second, member) | {"positions-TOTAL_FORMS": 1, "positions-0-title": "Miller"}
        Person.objects.filter(pk=member.pk).delete()
        answer = sent(second, member, stale | {"biography": "Sleeps.", "biography_second": "睡"})
        assert answer.status_code == 410
        for words in ("Biography: Sleeps.", "睡", "Position: Title: Miller"):
            assert words in answer.text

    @pytest.mark.parametrize("state", ["published", "draft"])
    def test_where_it_is_not_ones_own_any_more(self, second, role, member, paper, state):
        stale = opened(second, paper)
        Publication.objects.update(state=state)
        Authorship.objects.filter(person=member).delete()
        roles.give(role_holder(second), Role.MEMBER)
        answer = sent(second, paper, stale | self.TYPED | {"kept_form": "12-3-4"})
        assert (answer.status_code, answer.context["title"]) == (403, "You may no longer change this publication")
        assert "Title: Wombats" in answer.text
        assert "Author: Person: Una Vale; Name as printed: U. Vale" in answer.text
        assert "saved-12-3-4" not in answer.cookies
        assert Publication.objects.get().title == "Quokka: Scheduling at Leisure"


def role_holder(client):
    return User.objects.get(pk=client.session["_auth_user_id"])
