"""What the history keeps goes on working after migrations that add, remove or fill columns."""

import json

import pytest

from labsite import history
from labsite.history.versions import deleted
from labsite.models import Page, Version
from publications.models import Link, Publication
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor():
    return cast.make_administrator(email="editor@lab.example")


def store(row, *lacking, **columns):
    """Make all versions of a row older: without some columns, and with others that tables have no more."""
    for version in Version.objects.of(type(row), row.pk).exclude(kind=Version.Kind.REMOVED):
        rows = json.loads(version.serialized_data)
        for each in rows:
            known = {name: value for name, value in each["fields"].items() if name not in lacking}
            each["fields"] = known | columns
        Version.objects.filter(pk=version.pk).update(serialized_data=json.dumps(rows))


def save(editor, row, **values):
    """Change a row in a step of its own."""
    with history.step(editor) as step:
        for name, value in values.items():
            setattr(row, name, value)
        row.save()
    return step.row


def add(editor):
    with history.step(editor) as step:
        page = cast.make_page(text="Rest.")
    return step.row, page


def test_an_addition_from_before_a_column_came_is_undone(editor):
    step, page = add(editor)
    store(page, "text_second", "place")
    history.undo(step, editor)
    assert not Page.objects.exists()


def test_what_a_migration_put_into_a_new_column_is_nobodys_change(editor):
    step, page = add(editor)
    store(page, "place")
    Page.objects.update(place=53)
    history.undo(step, editor)
    assert not Page.objects.exists()


def test_an_addition_is_undone_with_what_somebody_put_into_a_column_that_came_since(editor):
    step, page = add(editor)
    store(page, "text_second")
    save(editor, page, text_second="休息")
    history.undo(step, editor)
    assert not Page.objects.exists()


def test_an_addition_that_somebody_changed_elsewhere_since_the_column_came_is_refused(editor):
    step, page = add(editor)
    store(page, "text_second")
    save(editor, page, title="Join in")
    with pytest.raises(history.UndoRefused):
        history.undo(step, editor)


def test_columns_came_one_after_the_other_and_the_addition_is_undone(editor):
    step, page = add(editor)
    changes = []
    for number, column in enumerate(("place", "title_second", "text_second")):
        store(page, column)
        Page.objects.update(place=53)
        page.refresh_from_db()
        changes.append(save(editor, page, text=f"Rest {number}."))
    for change in reversed(changes):
        history.undo(change, editor)
    page.refresh_from_db()
    assert (page.text, page.place) == ("Rest.", 53)
    history.undo(step, editor)
    assert not Page.objects.exists()


def test_a_change_from_before_a_column_came_is_undone_and_the_column_stays(editor):
    _, page = add(editor)
    change = save(editor, page, text="Work.")
    store(page, "text_second", "place")
    save(editor, page, text_second="工作", place=3)
    history.undo(change, editor)
    page.refresh_from_db()
    assert (page.text, page.text_second, page.place) == ("Rest.", "工作", 3)


def test_the_first_change_after_a_column_came_is_undone_in_that_column_too(editor):
    _, page = add(editor)
    store(page, "text_second", "place")
    Page.objects.update(place=53)
    page.refresh_from_db()
    change = save(editor, page, text_second="工作", place=3)
    history.undo(change, editor)
    page.refresh_from_db()
    assert (page.text_second, page.place) == ("", 53)


def test_a_deletion_from_before_a_column_came_is_undone(editor):
    _, page = add(editor)
    store(page, "text_second", "menu_colour")
    with history.step(editor) as step:
        page.delete()
    store(page, "text_second", menu_colour="red")
    history.undo(step.row, editor)
    assert (Page.objects.get().text, Page.objects.get().text_second) == ("Rest.", "")


def test_what_was_deleted_before_a_column_came_is_brought_back_from_the_bin(editor):
    paper = cast.make_publication()
    Link.objects.create(publication=paper, kind="pdf", label="Talk")
    with history.step(editor):
        paper.delete()
    store(Publication(pk=deleted().get().object_id), "shows_notes", "label", "order", colour="red")
    history.bring_back(deleted().get(), editor)
    back = Publication.objects.get()
    assert (back.title, back.shows_notes, back.links.get().label) == (paper.title, False, "")


def test_a_column_that_is_no_more_is_left_out(editor):
    step, page = add(editor)
    change = save(editor, page, text="Work.")
    store(page, menu_colour="red")
    history.undo(change, editor)
    assert Page.objects.get().text == "Rest."
    history.undo(step, editor)
    assert not Page.objects.exists()


def test_nothing_stored_in_a_column_that_may_not_be_empty_any_more_is_what_the_migration_put_there(editor):
    step, page = add(editor)
    store(page, title_second=None)
    history.undo(step, editor)
    assert not Page.objects.exists()


def test_rows_that_belong_to_an_added_object_lack_columns_as_well(editor):
    with history.step(editor) as step:
        paper = cast.make_publication(authors=["Mara Quill"])
        Link.objects.create(publication=paper, kind="pdf", label="Talk", order=2)
    store(paper, "shows_notes", "awards", "order", colour="red")
    history.undo(step.row, editor)
    assert not Publication.objects.exists()


def test_the_first_step_after_a_column_came_writes_nothing_of_what_it_left_alone(editor):
    _, page = add(editor)
    store(page, "text_second")
    save(editor, page, text="Work.")
    versions = Version.objects.order_by("pk").values_list("kind", "changed_parts")
    assert [*versions] == [("added", ""), ("changed", "Text")]
