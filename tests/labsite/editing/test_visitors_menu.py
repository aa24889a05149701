"""The visitors' menu is put in order on one page, with one save, the lab's own pages among the site's lists."""

import pytest

from labsite.models import Lab, Page, Section, Step
from labsite.roles import Role
from tests import cast
from tests.labsite.editing.conftest import EDITORS
from tests.reading import text

pytestmark = pytest.mark.django_db

PAGE = "/admin/labsite/section/"


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
def test_what_somebody_else_changed_meanwhile_is_not_overwritten(typist):
    stale = menu(typist) | {"shown-people:list": "hidden"}
    cast.make_section("people:list", place=20, shown="more")
    typist.post(PAGE, stale)
    assert Section.objects.get().shown == "more"
    assert "Somebody else has changed the menu." in text(typist, PAGE)


@pytest.mark.parametrize("role", [Role.MEMBER])
def test_a_member_reads_it_and_changes_nothing(typist):
    sent = menu(typist) | {"shown-people:list": "hidden"}
    assert 'name="shown-people:list"' not in text(typist, PAGE)
    typist.post(PAGE, sent)
    assert Section.objects.count() == 0
