"""What stands in the way of going back is said in plain words, and nothing is half restored."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite import history
from labsite.modelling import content_version
from labsite.models import NewsItem, Page, Version
from people.models import Membership, Person
from publications.models import Link, Publication, Talk, Venue
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor():
    return cast.make_administrator(email="editor@lab.example")


def oldest(row):
    return Version.objects.of(type(row), row.pk).last()


def reasons(act, *args):
    with pytest.raises(history.UndoRefused) as refused:
        act(*args)
    return list(refused.value.reasons)


def test_old_addresses_go_on_leading_to_what_went_back(editor):
    page = cast.make_page(slug="rest")
    with history.step(editor):
        page.slug = "work"
        page.save()
    history.go_back(oldest(page), editor)
    assert Page.objects.at("rest") == Page.objects.at("work") == page
    assert Page.objects.get().slug == "rest"


def test_the_search_finds_what_came_back(editor):
    page = cast.make_page(text="Wombats rest.")
    with history.step(editor):
        page.text = "Nobody rests."
        page.save()
    history.go_back(oldest(page), editor)
    assert list(Page.objects.matching(["wombats"])) == [page]
    assert "Wombats" in Page.objects.get().text_html


def test_pages_of_visitors_are_made_anew(editor):
    page = cast.make_page(text="Rest.")
    with history.step(editor) as step:
        page.text = "Work."
        page.save()
    before = content_version.current()
    history.undo(step.row, editor)
    assert content_version.current() > before


def test_a_taken_citation_key_is_said(editor):
    paper = cast.make_publication(citation_key="quill2024")
    with history.step(editor) as step:
        paper.delete()
    cast.make_publication("Wombats", citation_key="quill2024")
    assert reasons(history.undo, step.row, editor) == [
        "“Wombats” now has the BibTeX key “quill2024”: give it another one first."
    ]
    assert Publication.objects.count() == 1


def test_rows_that_changed_places_go_back(editor):
    paper = cast.make_publication()
    first, second = (Link.objects.create(publication=paper, kind="pdf", label=label) for label in "ab")
    with history.step(editor):
        for link, label in ((first, "c"), (second, "a"), (first, "b")):
            link.label = label
            link.save()
    history.go_back(oldest(paper), editor)
    assert dict(Link.objects.values_list("pk", "label")) == {first.pk: "a", second.pk: "b"}


def test_an_empty_place_stands_for_what_was_deleted_since(editor):
    paper = cast.make_publication()
    talk = cast.make_talk(cast.student(), publication=paper)
    with history.step(editor):
        talk.publication = None
        talk.save()
    with history.step(editor):
        paper.delete()
    done = history.go_back(oldest(talk), editor)
    assert done.remarks == ["Publication is left empty: “Quokka: Scheduling at Leisure” has been deleted."]
    assert Talk.objects.get().publication is None


def test_a_list_does_without_whom_was_deleted_since(editor):
    news, lead, gone = cast.make_news(), cast.pi(), cast.stranger()
    news.people.add(lead, gone)
    with history.step(editor):
        news.people.clear()
    with history.step(editor):
        gone.delete()
    done = history.go_back(oldest(news), editor)
    assert done.remarks == ["People: without “Ivo Brandt”, which has been deleted."]
    assert list(NewsItem.objects.get().people.all()) == [lead]


def test_nothing_is_half_restored(editor):
    page, paper = cast.make_page(text="Rest."), cast.make_publication(citation_key="one")
    with history.step(editor) as step:
        page.text, paper.citation_key = "Work.", "other"
        page.save(), paper.save()
    cast.make_publication("Wombats", citation_key="one")
    reasons(history.undo, step.row, editor)
    assert Page.objects.get().text == "Work."


def test_a_venue_with_papers_stays(editor):
    with history.step(editor) as step:
        venue = cast.make_venue()
    cast.make_publication("Wombats", venue=venue)
    assert reasons(history.undo, step.row, editor) == ["SYSCON can’t be removed, because these need it: Wombats."]


def test_what_others_need_by_now_stays_and_the_rest_goes(editor):
    with history.step(editor) as step:
        venues = [cast.make_venue(acronym) for acronym in ("SYSCON", "NAPS", "WREST")]
        cast.make_publication("Quokkas", [cast.student()], venues[0])
    cast.make_publication("Wombats", [Person.objects.get()], venues[0])
    undone = history.undo(step.row, editor)
    assert undone.remarks == [
        "Zoë Lindqvist stays, because these need it: Wombats.",
        "SYSCON stays, because these need it: Wombats.",
    ]
    assert [str(row) for model in (Publication, Venue, Person) for row in model.objects.all()] == [
        "Wombats",
        "SYSCON",
        "Zoë Lindqvist",
    ]
    assert Membership.objects.count() == 1


def test_many_things_that_were_added_go_with_as_many_questions_as_few(editor):
    def questions(number):
        with history.step(editor) as step:
            for each in range(number):
                cast.make_publication(f"Paper {each}", [f"Author {each}"], cast.make_venue(f"V{each}"))
        with CaptureQueriesContext(connection) as captured:
            history.undo(step.row, editor)
        return len(captured)

    questions(1)  # after which content types are known
    assert questions(2) == questions(12)


def test_a_person_with_services_added_since_stays(editor):
    with history.step(editor) as step:
        person = cast.student()
    cast.make_service(person, cast.make_venue())
    assert reasons(history.undo, step.row, editor) == [
        "Zoë Lindqvist can’t be removed, because these need it: Programme committee, SYSCON 2024."
    ]
    assert Membership.objects.exists()


def test_a_version_from_before_a_column_was_there_leaves_it(editor):
    page = cast.make_page(text="Rest.", place=3)
    with history.step(editor):
        page.text = "Work."
        page.save()
    version = oldest(page)
    rows = json.loads(version.serialized_data)
    del rows[0]["fields"]["place"]
    rows[0]["fields"]["colour"] = "red"
    rows.append({"model": "labsite.nosuchmodel", "pk": 1, "fields": {}})
    Version.objects.filter(pk=version.pk).update(serialized_data=json.dumps(rows))
    history.go_back(oldest(page), editor)
    page.refresh_from_db()
    assert (page.text, page.place) == ("Rest.", 3)


def test_times_of_adding_stay_and_come_back(editor):
    paper = cast.make_publication()
    added = paper.added_at
    with history.step(editor) as step:
        paper.delete()
    history.undo(step.row, editor)
    assert Publication.objects.get().added_at == added


def test_undoing_an_addition_puts_it_into_the_bin(editor):
    with history.step(editor) as step:
        cast.student()
    undoing = history.undo(step.row, editor)
    assert not Person.objects.exists()
    history.undo(undoing.row, editor)
    assert str(Person.objects.get().memberships.get()) == "PhD student Sep 2022"


def test_a_row_that_belongs_to_another_by_now_stays_there(editor):
    one, other = (cast.make_publication(title, citation_key=title) for title in ("One", "Other"))
    link = Link.objects.create(publication=one, kind="pdf", label="Slides")
    with history.step(editor):
        link.publication = other
        link.save()
    done = history.go_back(oldest(one), editor)
    assert done.remarks == ["Without Link “Slides”, which now belongs to “Other”."]
    assert Link.objects.get().publication == other


def test_stays_without_a_start_that_change_their_ends_go_back(editor):
    ada = cast.make_member("Ada Quill", "", start="", end="2015")
    first, second = ada.memberships.get(), ada.memberships.create(role="", start="", end="2020")
    with history.step(editor) as step:
        step.about_to_change(ada)
        for row, end in ((first, "2000"), (second, "2015"), (first, "2020")):
            row.end = end
            row.save()
    history.undo(step.row, editor)
    assert list(ada.memberships.order_by("pk").values_list("pk", "end")) == [(first.pk, "2015"), (second.pk, "2020")]


def test_a_deleted_stay_without_role_and_start_comes_back_beside_another(editor):
    ada = cast.make_member("Ada Quill", "", start="", end="2015")
    ada.memberships.create(role="", start="", end="2020")
    with history.step(editor) as step:
        step.about_to_change(ada)
        ada.memberships.get(end="2015").delete()
    history.undo(step.row, editor)
    assert sorted(ada.memberships.values_list("end", flat=True)) == ["2015", "2020"]
