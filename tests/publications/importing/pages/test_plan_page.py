"""The page of a plan: what would become of each entry, and what somebody chooses about it."""

import pytest
from django.core.cache import caches

from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.editing import queries_of

from .ways import ALIKE, KNOWN, NEW, address, bring, fates, form_data, plan, said, send, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def editor(client):
    cast.make_lab()
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


@pytest.fixture
def quokka():
    venue = cast.make_venue("SYSCON")
    fields = {"doi": "10.1000/quokka", "pages": "1–11", "kind": "conference"}
    return cast.make_publication(authors=[cast.pi()], venue=venue, **fields)


@pytest.fixture
def beds():
    return cast.make_publication("Beds and Breakfasts of the Large Systems of Today", authors=["Ada Quill"])


def only(shown):
    """Return the only entry of a page."""
    [(_, _, [item])] = shown.sections
    return item


def test_the_numbers_add_up(editor, quokka):
    shown = plan(editor, bring(editor, f"{NEW}\n{KNOWN}\n@article{{broken, title = {{No end"))
    assert fates(shown) == {"CREATE": 1, "UPDATE": 1, "FAIL": 1}
    assert [(tab.number, tab.words) for tab in shown.tabs] == [
        *((3, "all"), (1, "new"), (1, "adds to a paper"), (1, "can’t be read")),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [(NEW, "Add 1 paper"), (KNOWN, "Change 1 paper"), (NEW + KNOWN, "Add 1 paper and change 1")],
)
def test_the_button_says_what_it_does(editor, quokka, text, words):
    assert plan(editor, bring(editor, text)).deed == words


def test_a_member_of_a_lab_that_approves_papers_adds_them_for_approval(client):
    cast.make_lab(needs_approval=True)
    client.force_login(cast.make_login(cast.student(), Role.MEMBER))
    assert plan(client, bring(client, NEW)).deed == "Add 1 paper for approval"


def test_known_and_new_authors_are_told_apart(editor):
    cast.student()
    shown = only(plan(editor, bring(editor, NEW)))
    assert [(author.name, author.standing) for author in shown.authors] == [
        ("Zoë Lindqvist", "known"),
        ("Una Hale", "new"),
    ]


def test_asking_changes_nothing(editor, quokka):
    row = bring(editor, NEW + KNOWN)
    before = (row.decisions, Publication.objects.count(), Person.objects.count())
    for query in ({}, {"show": "people"}, {"show": "venues"}, {"show": "new"}, {"page": "9"}, {"show": "nonsense"}):
        plan(editor, row, **query)
    row.refresh_from_db()
    assert (row.decisions, Publication.objects.count(), Person.objects.count()) == before


class ChoiceTests:
    def test_an_entry_is_left_out_and_brought_in_again(self, editor):
        row = bring(editor, NEW)
        answer = send(editor, row, entry__0__fate="skip")
        assert said(answer) == ["Your choices are saved. Here is what would happen now."]
        shown = plan(editor, row)
        assert (fates(shown), shown.deed) == ({"SKIP": 1}, "")
        send(editor, row, entry__0__fate="create")
        assert fates(plan(editor, row)) == {"CREATE": 1}

    def test_a_value_that_differs_is_taken_if_it_is_ticked(self, editor, quokka):
        row = bring(editor, KNOWN)
        taken = {each.name: each.is_taken for each in only(plan(editor, row)).item.changes}
        assert taken == {"pages": False, "publisher": True}
        send(editor, row, **{"entry-0-take": ["pages"]})
        taken = {each.name: each.is_taken for each in only(plan(editor, row)).item.changes}
        assert taken == {"pages": True, "publisher": False}
        row.refresh_from_db()
        [decided] = row.decisions["items"].values()
        assert decided == {"take": ["pages"], "leave": ["publisher"]}
        send(editor, row, **{"entry-0-take": ["publisher"]})
        row.refresh_from_db()
        assert row.decisions["items"] == {}

    def test_a_likeness_is_decided(self, editor, beds):
        row = bring(editor, ALIKE)
        choices = only(plan(editor, row)).choices
        assert [choice.value for choice in choices] == [f"same:{beds.pk}", "create", "skip"]
        for chosen, fate in (("create", "CREATE"), ("skip", "SKIP")):
            row = bring(editor, ALIKE)
            send(editor, row, entry__0__fate=chosen)
            assert fates(plan(editor, row)) == {fate: 1}

    def test_the_same_paper_gets_what_it_lacks(self, editor, beds):
        row = bring(editor, ALIKE)
        send(editor, row, entry__0__fate=f"same:{beds.pk}")
        item = only(plan(editor, row)).item
        assert (item.fate.name, item.publication) == ("UPDATE", beds.pk)

    def test_what_was_not_offered_is_not_decided(self, editor, beds, quokka):
        row = bring(editor, ALIKE)
        for forged in (f"same:{quokka.pk}", "same:99999", "same:x", "same-as:0", "same-as:99", "nonsense", "create:1"):
            send(editor, row, entry__0__fate=forged)
            assert fates(plan(editor, row)) == {"DECIDE": 1}

    def test_a_page_decides_nothing_of_what_it_does_not_show(self, editor):
        row = bring(editor, NEW)
        editor.post(address(row), {"shown": ["7", "-1", "x"], "entry-0-fate": "skip", "keep": "1"})
        assert fates(plan(editor, row)) == {"CREATE": 1}


class PeopleTests:
    def test_somebody_new_is_chosen_once_for_all_papers(self, editor):
        una = cast.make_person("Una Vale")
        row = bring(editor, NEW + NEW.replace("naps", "n2").replace("Naps", "Rests"))
        shown = plan(editor, row, show="people")
        assert [(each.name, each.number) for each in shown.people] == [("Una Hale", 2), ("Zoë Lindqvist", 2)]
        first = shown.forms[0]
        chosen = {first["who"].html_name: "other", first["other"].html_name: una.pk}
        send(editor, row, show="people", **form_data(shown.forms) | chosen)
        authors = [item.authors[1].match.person for item in plan(editor, row).plan.items]
        assert authors == [una.pk, una.pk]
        assert plan(editor, row, show="people").forms[0].chosen_name == "Una Vale"

    def test_doubt_about_a_name_ends_with_a_word(self, editor):
        for name in ("Una Maria Hale", "Una Rosa Hale"):
            cast.make_person(name)
        row = bring(editor, NEW)
        assert [author.standing for author in only(plan(editor, row)).authors] == ["new", "doubt"]
        send(editor, row, show="people", **form_data(plan(editor, row, show="people").forms))
        assert [author.standing for author in only(plan(editor, row)).authors] == ["new", "new"]

    def test_somebody_who_is_not_there_is_refused(self, editor):
        row = bring(editor, NEW)
        forms = plan(editor, row, show="people").forms
        forged = {forms[0]["who"].html_name: "99999"}
        answer = send(editor, row, show="people", **form_data(forms) | forged)
        assert said(answer) == ["Something is missing below: please correct what is marked."]
        row.refresh_from_db()
        assert row.decisions == {}


class MemberTests:
    """Who may be a member is asked beside the entries that wait for an answer."""

    @pytest.fixture
    def row(self, editor):
        cast.make_member("Una Maria Hale")
        return bring(editor, NEW + NEW.replace("naps", "n2").replace("Naps", "Rests"))

    def test_each_name_is_asked_about_once(self, editor, row):
        for shown in (plan(editor, row), plan(editor, row, show="decide")):
            assert fates(shown) == {"DECIDE": 2}
            assert [(form.newcomer.name, form.chosen) for form in shown.forms] == [("Una Hale", "")]
        assert not plan(editor, row, show="new").forms

    def test_whom_the_site_knows_of_the_others_is_shown(self, editor, row):
        cast.student()
        assert "2 papers: “Naps in the Afternoon”, “Rests in the Afternoon”, written with Zoë Lindqvist" in words_of(
            editor.get(address(row))
        )

    def test_without_an_answer_the_papers_are_left_out(self, editor, row):
        for show in ("", "people"):
            send(editor, row, show=show, **form_data(plan(editor, row, show=show).forms))
            assert fates(plan(editor, row)) == {"DECIDE": 2}
        row.refresh_from_db()
        assert "unahale" not in row.decisions["people"]

    @pytest.mark.parametrize("answer", ["member", "new"])
    def test_an_answer_brings_them_in(self, editor, row, answer):
        [form] = plan(editor, row).forms
        chosen = "new" if answer == "new" else str(Person.objects.get().pk)
        send(editor, row, "apply", **form_data([form]) | {form["who"].html_name: chosen})
        assert Publication.objects.count() == 2
        names = {"Zoë Lindqvist", "Una Maria Hale"} | ({"Una Hale"} if answer == "new" else set())
        assert set(Person.objects.values_list("name", flat=True)) == names

    def test_an_answer_can_be_taken_back(self, editor, row):
        [form] = plan(editor, row).forms
        send(editor, row, **form_data([form]) | {form["who"].html_name: "new"})
        assert fates(plan(editor, row)) == {"CREATE": 2}
        form = plan(editor, row, show="people").forms[0]
        member = Person.objects.get().pk
        send(editor, row, show="people", **form_data([form]) | {form["who"].html_name: str(member)})
        assert [item.authors[1].match.person for item in plan(editor, row).plan.items] == [member] * 2

    def test_an_answer_without_a_name_is_refused_and_other_choices_are_kept(self, editor, row):
        [form] = plan(editor, row).forms
        answer = send(editor, row, **form_data([form]) | {form["who"].html_name: "other", "entry-1-fate": "skip"})
        assert said(answer) == ["Something is missing below: please correct what is marked."]
        assert fates(plan(editor, row)) == {"DECIDE": 1, "SKIP": 1}

    def test_a_paper_is_left_out_without_an_answer(self, editor, row):
        send(editor, row, entry__0__fate="skip")
        assert fates(plan(editor, row)) == {"DECIDE": 1, "SKIP": 1}

    def test_on_the_page_of_one_entry_it_may_stay_open(self, editor, row):
        page = editor.get(address(row, 0)).context
        data = form_data([page["what"], *page["authors"]])
        assert (data["what-who"], data["author-1-who"]) == ("new", "")
        editor.post(address(row, 0), data)
        assert fates(plan(editor, row)) == {"DECIDE": 2}
        editor.post(address(row, 0), data | {"author-1-who": "new"})
        assert fates(plan(editor, row)) == {"CREATE": 1, "DECIDE": 1}


@pytest.mark.parametrize(("chosen", "fate"), [("", "DECIDE"), ("create", "CREATE"), ("skip", "SKIP")])
def test_what_may_be_no_paper_is_decided(editor, chosen, fate):
    row = bring(editor, "@misc{contents, title = {Table of Contents}, author = {Quill, Ada}}")
    choices = only(plan(editor, row)).choices
    assert [(each.value, each.words) for each in choices] == [
        ("create", "A paper: add it"),
        ("skip", "Skip it"),
    ]
    send(editor, row, entry__0__fate=chosen)
    assert fates(plan(editor, row)) == {fate: 1}


class VenueTests:
    def test_a_new_venue_gets_the_names_that_are_chosen(self, editor):
        row = bring(editor, NEW)
        forms = plan(editor, row, show="venues").forms
        chosen = {forms[0]["acronym"].html_name: "REST", forms[0]["name"].html_name: "Workshop on Resting"}
        send(editor, row, show="venues", **form_data(forms) | chosen)
        new = plan(editor, row).plan.items[0].venue.new
        assert (new.acronym, new.name) == ("REST", "Workshop on Resting")

    def test_a_venue_of_the_site_is_chosen(self, editor):
        row, venue = bring(editor, NEW), cast.make_venue("NAPCON")
        forms = plan(editor, row, show="venues").forms
        chosen = {forms[0]["who"].html_name: "other", forms[0]["other"].html_name: venue.pk}
        send(editor, row, show="venues", **form_data(forms) | chosen)
        assert only(plan(editor, row)).venue == "NAPCON"

    def test_a_new_venue_needs_a_name(self, editor):
        row = bring(editor, NEW)
        forms = plan(editor, row, show="venues").forms
        nameless = {forms[0][name].html_name: "" for name in ("acronym", "name")}
        answer = send(editor, row, show="venues", **form_data(forms) | nameless)
        assert "Give the new venue a name, or choose an existing one." in words_of(answer)


class OneEntryTests:
    def test_it_says_all_that_the_entry_says(self, editor):
        row = bring(editor, NEW.replace("year =", "keywords = {sleep}, isbn = {978-1-4503-0000-1}, year ="))
        words = words_of(editor.get(address(row, 0)))
        for fact in ("Proceedings of the Workshop on Rest", "sleep", "9781450300001", "2024", "Una Hale"):
            assert fact in words

    def test_it_is_another_paper_of_the_site(self, editor, quokka):
        row = bring(editor, NEW)
        page = editor.get(address(row, 0)).context
        data = form_data([page["what"], *page["authors"]])
        answer = editor.post(address(row, 0), data | {"what-who": "other", "what-other": quokka.pk})
        assert answer["Location"] == f"{address(row)}#entry-0"
        assert plan(editor, row).plan.items[0].publication == quokka.pk

    def test_an_author_is_somebody_else_in_this_paper_alone(self, editor):
        una = cast.make_person("Una Vale")
        row = bring(editor, NEW)
        page = editor.get(address(row, 0)).context
        data = form_data([page["what"], *page["authors"]])
        editor.post(address(row, 0), data | {"author-1-who": "other", "author-1-other": una.pk})
        row.refresh_from_db()
        assert list(row.decisions["items"].values()) == [{"authors": {"1": una.pk}}]
        assert plan(editor, row).plan.items[0].authors[1].match.person == una.pk
        assert [each.name for each in plan(editor, row, show="people").people] == ["Zoë Lindqvist"]

    def test_an_entry_that_is_not_there_has_no_page(self, editor):
        row = bring(editor, f"{NEW}\n@article{{broken, title = {{No end")
        assert [editor.get(address(row, index)).status_code for index in (0, 1, 2)] == [200, 404, 404]


def test_a_plan_costs_the_same_for_more_entries(editor, quokka):
    cast.student()
    few, many = (
        bring(editor, KNOWN + "".join(NEW.replace("Afternoon", f"{n} th hour of the day") for n in range(number)))
        for number in (2, 8)
    )
    asked = []
    for row in (few, few, many):
        caches["memory"].clear()
        asked.append(queries_of(editor, address(row)))
    assert asked[1] == asked[2]


def test_a_long_plan_is_shown_page_by_page(editor):
    said = "author = {Quill, Ada}, year = {2024}"
    row = bring(editor, "".join(f"@misc{{n{n}, title = {{Nap of day {n * 7919}}}, {said}}}" for n in range(60)))
    pages = [len(plan(editor, row, page=page).page) for page in (1, 2, 3)]
    assert pages == [25, 25, 10]
    send(editor, row, entry__0__fate="skip")
    assert fates(plan(editor, row, page=3)) == {"CREATE": 59, "SKIP": 1}
