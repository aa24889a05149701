"""A step: what is done in one go is one entry of the history, with what was there before."""

import pytest

from labsite import history
from labsite.history.versions import snapshot_of
from labsite.models import Step, Version
from people.models import Membership, Person
from publications.models import Authorship, Publication, Talk
from tests import cast
from tests.editing import address, form_data, form_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor():
    return cast.make_administrator(email="editor@lab.example")


@pytest.fixture
def signed_in(client, editor):
    client.force_login(editor)
    return client


def changes():
    """Return what the history says, oldest first: kind, thing, words."""
    versions = Version.objects.order_by("pk")
    return [(version.kind, version.object_repr, version.changed_parts) for version in versions]


def save(client, row, **values):
    page = client.get(address(type(row), "change", row.pk))
    return client.post(address(type(row), "change", row.pk), form_data(page) | values)


def test_what_nobody_edited_before_is_kept_as_it_was_found(editor):
    page = cast.make_page(text="Come.")
    with history.step(editor, "Wrote more") as step:
        page.text = "Come in."
        page.save()
    assert changes() == [("found", "Join us", ""), ("changed", "Join us", "Text")]
    found, changed = Version.objects.order_by("pk")
    assert [next(iter(snapshot_of(each).rows.values()))["text"] for each in (found, changed)] == ["Come.", "Come in."]
    assert (found.step.user, changed.step.user) == (None, editor)
    assert step.row == changed.step
    assert changed.step.comment == "Wrote more"


def test_a_second_change_finds_nothing_new(editor):
    page = cast.make_page()
    for title in ("Join", "Join in"):
        with history.step(editor):
            page.title = title
            page.save()
    assert [kind for kind, *_ in changes()] == ["found", "changed", "changed"]


def test_a_step_without_a_change_leaves_nothing(editor):
    page = cast.make_page()
    with history.step(editor) as step:
        page.save()
    assert step.row is None
    assert (Step.objects.count(), Version.objects.count()) == (0, 0)


def test_what_was_added_and_deleted_in_one_step_leaves_nothing(editor):
    with history.step(editor):
        cast.make_page().delete()
    assert Step.objects.count() == 0


def test_a_step_that_fails_leaves_nothing(editor):
    with pytest.raises(ZeroDivisionError), history.step(editor):
        cast.make_page()
        raise ZeroDivisionError
    assert Step.objects.count() == 0
    with history.step(editor):
        cast.make_page("Another")
    assert changes() == [("added", "Another", "")]


def test_a_step_within_a_step_is_part_of_it_and_gives_it_its_words(editor):
    with history.step(editor) as outer, history.step(editor, "Made two pages") as inner:
        cast.make_page("One"), cast.make_page("Two")
    assert outer is inner
    assert [each.comment for each in Step.objects.all()] == ["Made two pages"]
    assert [name for _, name, _ in changes()] == ["One", "Two"]


def test_a_changed_row_changes_what_it_belongs_to(editor):
    person = cast.student()
    with history.step(editor):
        Membership.objects.get().delete()
    assert changes() == [("found", "Zoë Lindqvist", ""), ("changed", "Zoë Lindqvist", "Roles in the lab")]
    assert Person.objects.get() == person


def test_a_row_that_moves_changes_both_things(editor):
    one, other = (cast.make_publication(title, citation_key=title) for title in ("One", "Other"))
    author = cast.add_author(one, cast.pi())
    with history.step(editor):
        author.publication = other
        author.save()
    assert changes()[2:] == [("changed", "Other", "Authors"), ("changed", "One", "Authors")]


def test_what_save_does_not_see_is_announced(editor):
    papers = [cast.make_publication(f"Paper {number}") for number in range(2)]
    with history.step(editor, "Selected two") as step:
        step.about_to_change(*papers)
        Publication.objects.update(is_selected=True)
    assert changes()[2:] == [("changed", "Paper 0", "Selected"), ("changed", "Paper 1", "Selected")]
    history.undo(step.row, editor)
    assert not Publication.objects.filter(is_selected=True).exists()


def test_many_things_cost_as_many_questions_as_one(editor, django_assert_num_queries):
    papers = [cast.make_publication(f"Paper {number}", authors=["Ivo Brandt"]) for number in range(5)]
    with history.step(editor) as step, django_assert_num_queries(8):
        step.about_to_change(*papers)


def test_deleting_a_person_changes_what_named_them(editor):
    lead, member = cast.pi(), cast.student()
    paper = cast.make_publication(authors=["Ivo Brandt"])
    Authorship.objects.update(mentor=member)
    news, talk = cast.make_news(), cast.make_talk(member).pk
    news.people.add(member, lead)
    with history.step(editor) as step:
        member.delete()
    assert set(changes()[-4:]) == {
        ("removed", "Zoë Lindqvist", ""),
        ("removed", "On Leisure", ""),
        ("changed", "A paper was accepted", "People"),
        ("changed", "Quokka: Scheduling at Leisure", "Authors"),
    }
    history.undo(step.row, editor)
    assert list(news.people.all()) == [Person.objects.get(name="Zoë Lindqvist"), lead]
    assert str(paper.authorships.get().mentor) == "Zoë Lindqvist"
    assert str(Talk.objects.get(pk=talk).speaker) == "Zoë Lindqvist"


class FormTests:
    def test_a_saved_form_is_a_step(self, signed_in, editor):
        person = cast.student()
        save(signed_in, person, headline="Rests")
        assert changes()[1:] == [("changed", "Zoë Lindqvist", "Headline")]
        assert Step.objects.first().user == editor

    def test_a_form_saved_as_it_is_leaves_nothing(self, signed_in):
        for row in (cast.student(), cast.make_publication(authors=[cast.pi()]), cast.make_venue(), cast.make_news()):
            assert save(signed_in, row).status_code == 302
        assert changes() == []

    def test_a_refused_form_leaves_nothing(self, signed_in):
        assert save(signed_in, cast.student(), name="").status_code == 200
        assert changes() == []

    def test_an_added_thing_is_a_step(self, signed_in):
        data = form_of(signed_in, address(Publication, "add")) | {"title": "Wombats"}
        assert signed_in.post(address(Publication, "add"), data).status_code == 302
        assert changes() == [("added", "Wombats", "")]

    def test_a_deletion_is_a_step(self, signed_in):
        page = cast.make_page()
        signed_in.post(address(type(page), "delete", page.pk), {"post": "yes"})
        assert changes() == [("found", "Join us", ""), ("removed", "Join us", "")]

    def test_a_list_action_is_one_step(self, signed_in):
        pages = [cast.make_page(title) for title in ("One", "Two")]
        data = {"action": "delete_selected", "_selected_action": [page.pk for page in pages], "post": "yes"}
        signed_in.post(address(type(pages[0]), "changelist"), data)
        assert changes()[2:] == [("removed", "One", ""), ("removed", "Two", "")]
        assert len(set(Version.objects.filter(kind="removed").values_list("step"))) == 1
