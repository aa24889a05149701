"""The visitors' menu is put in order on one page, with one save, the lab's own pages among the site's lists."""

import re

import pytest

from labsite.models import Lab, Page, Section, Step
from labsite.roles import Role
from tests import cast
from tests.labsite.editing.conftest import EDITORS
from tests.reading import text

pytestmark = pytest.mark.django_db

PAGE = "/admin/labsite/section/"
CHOSEN = re.compile(r'value="(\w+)" selected')


def menu(client):
    """Return the form of the menu as it would be sent."""
    page = client.get(PAGE)
    entries = [entry for entry, _ in page.context["entries"]]
    values = {f"place-{entry.key}": number for number, entry in enumerate(entries, 1)}
    return {"seen": page.context["seen"]} | values | {f"shown-{entry.key}": entry.shown for entry in entries}


def labels(client):
    return [entry.label for entry, _ in client.get(PAGE).context["entries"]]


@EDITORS
def test_an_entry_is_put_before_all_others_the_labs_pages_among_them(typist):
    cast.make_page("Courses", place=35)
    before = labels(typist)
    moved = ["Courses", "Talks", *(label for label in before if label not in ("Courses", "Talks"))]
    keys = {entry.label: entry.key for entry, _ in typist.get(PAGE).context["entries"]}
    places = {f"place-{keys[label]}": number for number, label in enumerate(moved, 1)}
    answer = typist.post(PAGE, menu(typist) | places)
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert (before[0], labels(typist)) == ("People", moved)


@EDITORS
def test_what_is_hidden_is_in_the_menu_of_no_page_and_comes_back(typist):
    page = cast.make_page("Courses", place=5)
    hidden = {f"shown-page-{page.pk}": "hidden", "shown-people:list": "hidden", "shown-publications:list": "more"}
    typist.post(PAGE, menu(typist) | hidden)
    shown = {row.page: row.shown for row in Section.objects.filter(page__in=["people:list", "publications:list"])}
    assert shown == {"people:list": "hidden", "publications:list": "more"}
    assert (Page.objects.get().place, labels(typist)[-1]) == (None, "Courses")
    assert Lab.objects.current().navigation_pages == []
    typist.post(PAGE, menu(typist) | {f"shown-page-{page.pk}": "line"})
    assert [each.title for each in Lab.objects.current().navigation_pages] == ["Courses"]


@EDITORS
def test_saving_it_is_one_step_and_saving_it_again_none(typist):
    for _ in range(2):
        typist.post(PAGE, menu(typist))
        assert Step.objects.count() == 1


@EDITORS
def test_what_was_dragged_and_chosen_stays_when_somebody_else_saved_and_is_saved_with_what_only_they_changed(typist):
    before = menu(typist)
    order = [name.removeprefix("place-") for name in before if name.startswith("place-")]
    dragged = [order[-1], *order[:-1]]
    places = {f"place-{key}": number for number, key in enumerate(dragged, 1)}
    cast.make_section("publications:list", place=900, shown="more")
    answer = typist.post(PAGE, before | places | {"shown-people:list": "hidden"})
    rows = answer.context["entries"]
    chosen = {f"shown-{entry.key}": CHOSEN.search(inputs["shown"])[1] for entry, inputs in rows}
    assert [entry.key for entry, _ in rows] == dragged
    assert (chosen["shown-people:list"], chosen["shown-publications:list"]) == ("hidden", "more")
    theirs = {entry.key: inputs["theirs"] for entry, inputs in rows if inputs["theirs"]}
    assert theirs == {"publications:list": "In the menu, under More"}
    assert "Somebody else has saved the menu in the meantime" in answer.content.decode()
    typist.post(PAGE, {"seen": answer.context["seen"]} | places | chosen)
    now = menu(typist)
    assert [name.removeprefix("place-") for name in now if name.startswith("place-")] == dragged
    assert (now["shown-people:list"], now["shown-publications:list"]) == ("hidden", "more")


@EDITORS
def test_an_order_that_only_somebody_else_changed_is_theirs(typist):
    before = menu(typist) | {"shown-people:list": "hidden"}
    cast.make_section("publications:list", place=900)
    now = [entry.label for entry, _ in typist.get(PAGE).context["entries"]]
    assert [entry.label for entry, _ in typist.post(PAGE, before).context["entries"]] == now
    assert not Section.objects.filter(page="people:list").exists()


@pytest.mark.parametrize("role", [Role.MEMBER])
def test_a_member_reads_it_and_changes_nothing(typist):
    sent = menu(typist) | {"shown-people:list": "hidden"}
    assert 'name="shown-people:list"' not in text(typist, PAGE)
    typist.post(PAGE, sent)
    assert Section.objects.count() == 0
