"""A form with many rows asks the database as often as one with few; only what was changed is checked and saved."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite import history
from people.models import Education, Person, Position
from publications.models import Authorship, Publication, Talk, TalkOccasion, Venue
from tests import cast
from tests.editing import address, form_of, queries_of

pytestmark = pytest.mark.django_db

FEW, MANY = 3, 30  # rows


@pytest.fixture
def administrator():
    return cast.make_administrator()


@pytest.fixture
def editor(client, administrator):
    client.force_login(administrator)
    return client


def make_paper(number):
    return cast.make_publication("Quokka", [f"Ivo {cast_name(each)}" for each in range(number)])


def cast_name(number):
    return "Brandt" + "abcdefghij"[number // 10] + "abcdefghij"[number % 10]


def make_career(number):
    person, advisor = cast.student(), Person.objects.filter(name="Ada Quill").first() or cast.pi()
    for each in range(number):
        Position.objects.create(person=person, title=f"Fellow {each}", organisation="Elmhurst").advisors.add(advisor)
        Education.objects.create(person=person, degree=f"Degree {each}", organisation="Elmhurst").advisors.add(advisor)
    return person


def make_tour(number):
    talk = Talk.objects.create(title="Resting", speaker=cast.pi())
    venue = Venue.objects.first() or cast.make_venue()
    for each in range(number):
        TalkOccasion.objects.create(talk=talk, host=f"Host {each}", venue=venue)
    return talk


def saving(client, row, **changes):
    """Return how many queries saving the form of a row takes."""
    where = address(type(row), "change", row.pk)
    form = form_of(client, where) | changes
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(where, form)
    assert answer.status_code == 302, answer.context_data["errors"]
    return len(queries)


@pytest.mark.parametrize("make", [make_paper, make_career, make_tour])
def test_more_rows_need_no_more_queries_to_open_a_form(editor, make):
    few, many = make(FEW), make(MANY)
    queries_of(editor, address(type(few), "change", few.pk))  # what is kept from then on
    asked = [queries_of(editor, address(type(row), "change", row.pk)) for row in (few, many)]
    assert asked[0] == asked[1]


@pytest.mark.parametrize(("make", "name"), [(make_paper, "title"), (make_career, "headline"), (make_tour, "title")])
def test_more_rows_need_no_more_queries_to_save_a_change_beside_them(editor, make, name):
    few, many = make(FEW), make(MANY)
    for row in (few, many):
        saving(editor, row, **{name: "Wombat"})  # which keeps what it was before
    assert saving(editor, few, **{name: "Numbat"}) == saving(editor, many, **{name: "Numbat"})


def test_a_paper_opens_with_45_queries_and_saves_with_70(editor):
    cast.make_lab()
    paper = make_paper(MANY)
    where = address(Publication, "change", paper.pk)
    queries_of(editor, where)  # what is kept from then on
    assert queries_of(editor, where) <= 45
    assert saving(editor, paper, title="Wombat") <= 70


def test_authors_put_in_another_order_are_saved_at_once(editor):
    few, many = make_paper(FEW), make_paper(MANY)

    def turned_round(paper):
        number = paper.authorships.count()
        return {f"authorships-{each}-order": number - each for each in range(number)}

    saving(editor, few)
    assert saving(editor, few, **turned_round(few)) == saving(editor, many, **turned_round(many))
    assert [str(each) for each in many.authorships.all()][::29] == ["Ivo Brandtcj", "Ivo Brandtaa"]


def test_an_order_is_part_of_the_history(editor, administrator):
    paper = make_paper(2)
    saving(editor, paper, **{"authorships-0-order": 2, "authorships-1-order": 1})
    assert [str(each) for each in paper.authorships.all()] == ["Ivo Brandtab", "Ivo Brandtaa"]
    (step,) = history.steps_since(paper, paper.added_at)[:1]
    history.undo(step, administrator)
    assert [str(each) for each in paper.authorships.all()] == ["Ivo Brandtaa", "Ivo Brandtab"]


def test_of_many_rows_the_one_that_was_changed_is_checked(editor):
    paper = make_paper(FEW)
    where = address(Publication, "change", paper.pk)
    first, second, _ = paper.authorships.all()
    form = form_of(editor, where) | {"authorships-0-mentor": first.person_id}
    page = editor.post(where, form)
    assert "An author can’t be their own mentee." in str(page.context_data["errors"])
    form |= {"authorships-0-mentor": "", "authorships-0-person": second.person_id}
    page = editor.post(where, form)
    assert "Please correct the duplicate data for person." in str(page.context_data["errors"])


def test_a_row_that_says_what_no_row_may_say_any_more_stops_nobody_who_changes_another(editor):
    paper = make_paper(FEW)
    person = cast.student()
    Position.objects.create(person=person, title="Fellow", organisation="Elmhurst", ongoing=True, end="2020")
    saving(editor, person, headline="Rests")
    saving(editor, paper, title="Wombat")
    assert Person.objects.get(pk=person.pk).headline == "Rests"


def test_a_row_that_nobody_may_choose_is_refused_beside_those_that_are_known(editor):
    paper = make_paper(FEW)
    where = address(Publication, "change", paper.pk)
    page = editor.post(where, form_of(editor, where) | {"authorships-1-person": 987654})
    assert "valid choice" in str(page.context_data["errors"])
    assert str(Authorship.objects.filter(publication=paper)[1].person) in editor.get(where).content.decode()


def test_a_refused_form_shows_again_whom_it_named(editor):
    paper, other = make_paper(FEW), cast.stranger()
    where = address(Publication, "change", paper.pk)
    page = editor.post(where, form_of(editor, where) | {"title": "", "authorships-1-person": other.pk})
    assert f'<option value="{other.pk}" selected' in page.content.decode()


def test_a_list_that_a_page_between_asks_for_is_made_anew_each_time(editor):
    paper, one = make_paper(1), cast.stranger()
    where, chosen = address(Publication, "changelist"), {"action": "add_author", "_selected_action": paper.pk}
    editor.post(where, chosen | {"apply": "1", "person": one.pk})
    one.name = "Ivo Brandt-Hale"
    one.save()
    page = editor.post(where, chosen | {"apply": "1", "person": one.pk, "printed_name": "x" * 300})
    assert "Ivo Brandt-Hale" in page.content.decode()
