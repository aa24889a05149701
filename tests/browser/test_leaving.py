"""Whoever leaves a form that they changed is asked first, and nobody else."""

import pytest
from playwright.sync_api import expect

from people.models import Person, Position
from publications.models import Publication
from tests import cast
from tests.editing import address

UNFOLD = "document.querySelectorAll('details').forEach(details => { details.open = true; })"


@pytest.fixture
def member():
    cast.make_lab()
    member = cast.student(headline="Rests ", biography="Sleeps.\r\nRests.")
    Position.objects.create(person=member, title="Baker", organisation="Bakery", text="- Bread\r\n- Cake")
    return member


@pytest.fixture
def paper():
    award = cast.make_award(None)
    paper = cast.make_publication(authors=[cast.pi(), cast.stranger()], venue=cast.make_venue(), month=5)
    paper.awards.add(award)
    return paper


@pytest.fixture
def is_asked(editor):
    """Return a function that goes to the first page and says whether the browser asked; who is asked stays."""

    def leave():
        asked = []
        editor.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
        editor.get_by_role("link", name="Home").click()
        if not asked:
            expect(editor).to_have_url("/admin/")
        return asked == ["beforeunload"]

    return leave


def open_form(page, row):
    page.goto(address(type(row), "change", row.pk))
    page.evaluate(UNFOLD)


def test_untouched_forms_are_left_without_a_word(editor, member, paper, is_asked):
    for row in (member, paper):
        open_form(editor, row)
        assert is_asked() is False
    editor.goto(address(Publication, "add"))
    assert is_asked() is False


def test_typing_counts_until_it_is_taken_back(editor, member, is_asked):
    open_form(editor, member)
    editor.get_by_label("Headline:", exact=True).fill("Naps")
    assert is_asked() is True
    editor.get_by_label("Headline:", exact=True).fill("Rests ")
    editor.locator("#id_biography").fill("Sleeps.")
    assert is_asked() is True
    editor.locator("#id_biography").fill("Sleeps.\nRests.")
    assert is_asked() is False


def test_rows_count_once_they_are_filled_in_moved_or_marked(editor, paper, is_asked):
    open_form(editor, paper)
    editor.get_by_role("button", name="Add another Link").click()
    editor.get_by_role("button", name="Add another Author").click()
    assert is_asked() is False
    open_form(editor, paper)
    editor.get_by_role("button", name="Add another Link").click()
    editor.locator("#id_links-0-label").fill("Poster")
    assert is_asked() is True
    open_form(editor, paper)
    editor.locator("#authorships-1 .move-up").click()
    assert is_asked() is True
    editor.locator("#authorships-1 .move-down").click()
    assert is_asked() is False
    open_form(editor, paper)
    editor.get_by_role("button", name="Ivo Brandt").click()
    editor.get_by_label("Delete Ivo Brandt").check()
    assert is_asked() is True


def test_choosing_counts(editor, paper, is_asked):
    open_form(editor, paper)
    editor.get_by_label("Month").select_option("June")
    assert is_asked() is True
    editor.get_by_label("Month").select_option("May")
    assert is_asked() is False


def test_a_chosen_file_counts(editor, paper, is_asked):
    open_form(editor, paper)
    editor.locator("#id_teaser").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"png"})
    assert is_asked() is True


def test_saving_a_changed_form_asks_nothing_and_a_refused_form_counts(editor, member, is_asked):
    open_form(editor, member)
    editor.get_by_label("ORCID").fill("nonsense")
    editor.get_by_role("button", name="Save", exact=True).click()
    editor.locator(".error-summary").wait_for()
    assert is_asked() is True
    editor.get_by_label("ORCID").fill("")
    editor.get_by_role("button", name="Save", exact=True).click()
    expect(editor).to_have_url(member.get_absolute_url())


def test_two_versions_to_choose_from_count(editor, member, is_asked):
    open_form(editor, member)
    editor.get_by_label("Headline:", exact=True).fill("Naps")
    Person.objects.update(headline="Sleeps")
    editor.get_by_role("button", name="Save", exact=True).click()
    editor.get_by_text("Two people changed this").first.wait_for()
    assert is_asked() is True
