"""Duplicates and a name change, settled by keyboard alone."""

from django.urls import reverse
from playwright.sync_api import expect

from people.models import Person
from tests import cast
from tests.browser.keyboard import reach


def two_of_one():
    ada = cast.pi(headline="Rests")
    una = cast.make_person("Una Vale")
    cast.make_publication("Naps", [ada, una])
    cast.make_publication("Beds", [cast.make_person("A. Quill", headline="Sleeps"), una])


def test_two_people_are_merged_and_the_merge_undone_by_keyboard(editor, live_server, axe):
    cast.make_lab()
    two_of_one()
    editor.goto(live_server.url + reverse("admin:inbox"))
    axe(editor)
    reach(editor, editor.get_by_role("link", name="Compare: Ada Quill (1 paper) and A. Quill (1 paper)"))
    editor.keyboard.press("Enter")
    expect(editor.get_by_role("heading", level=1)).to_have_text("Are these the same person?")
    axe(editor)
    headlines = editor.get_by_role("group", name="Headline")
    reach(editor, headlines.get_by_label("Rests"))
    editor.keyboard.press("ArrowDown")
    expect(headlines.get_by_label("Sleeps")).to_be_checked()
    reach(editor, editor.get_by_role("button", name="Merge"))
    editor.keyboard.press("Enter")
    expect(editor.get_by_text("A. Quill and Ada Quill have been merged into")).to_be_visible()
    assert Person.objects.get(name="Ada Quill").headline == "Sleeps"
    assert not Person.objects.filter(name="A. Quill").exists()
    reach(editor, editor.get_by_role("link", name="See what was changed, or undo it"))
    editor.keyboard.press("Enter")
    expect(editor.get_by_text("Merged A. Quill into Ada Quill").first).to_be_visible()


def test_any_two_are_chosen_by_typing_their_names(editor, live_server, axe):
    cast.make_lab()
    cast.make_venue("SYSCON")
    cast.make_venue("WREST")
    editor.goto(f"{live_server.url}{reverse('admin:inbox')}?kind=venues")
    for name, typed in (("First one", "SYSC"), ("Second one", "WRE")):
        reach(editor, editor.get_by_role("combobox", name=name))
        editor.keyboard.press("Enter")
        expect(editor.locator(".select2-container--open .select2-search__field")).to_be_focused()
        editor.keyboard.type(typed)
        expect(editor.locator(".select2-results__option--highlighted")).to_contain_text(typed)
        editor.keyboard.press("Enter")
    reach(editor, editor.get_by_role("button", name="Compare"))
    editor.keyboard.press("Enter")
    expect(editor.get_by_role("heading", level=1)).to_have_text("Are these the same venue?")
    axe(editor)
    reach(editor, editor.get_by_role("button", name="Not the same"))
    editor.keyboard.press("Enter")
    expect(editor.get_by_text("you won’t be asked again")).to_be_visible()
    editor.get_by_role("link", name="Resolved duplicates").click()
    axe(editor)


def test_a_name_is_changed_by_keyboard(editor, live_server, axe):
    cast.make_lab()
    ada = cast.pi()
    cast.make_publication("Naps", [ada])
    editor.goto(live_server.url + reverse("admin:rename", args=[ada.pk]))
    axe(editor)
    reach(editor, editor.get_by_label("Name:", exact=True))
    editor.keyboard.press("Control+A")
    editor.keyboard.type("Ada Stone")
    reach(editor, editor.get_by_label("Keep it as another spelling"))
    editor.keyboard.press("ArrowDown")
    expect(editor.get_by_label("Forget it")).to_be_checked()
    reach(editor, editor.get_by_role("button", name="Show what will change"))
    editor.keyboard.press("Enter")
    expect(editor.get_by_text("Naps: Ada Quill becomes Ada Stone")).to_be_visible()
    axe(editor)
    reach(editor, editor.get_by_role("button", name="Change the name"))
    editor.keyboard.press("Enter")
    expect(editor.get_by_text("The name is now Ada Stone.")).to_be_visible()
    assert Person.objects.get().slug == "ada-stone"


def test_ticking_a_paper_chooses_those_that_are_ticked(editor, live_server):
    cast.make_lab()
    ada = cast.pi()
    cast.make_publication("Naps", [ada])
    editor.goto(live_server.url + reverse("admin:rename", args=[ada.pk]))
    reach(editor, editor.get_by_label("Naps (2024), as Ada Quill"))
    editor.keyboard.press("Space")
    expect(editor.get_by_label("Print the new name on the papers ticked below")).to_be_checked()
