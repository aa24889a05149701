"""The button that carries a plan out: what was looked at is done, nothing else; then the report and the way back."""

import csv
import json

import pytest
from django.core.cache import caches

from labsite.roles import Role
from people.models import Person
from publications.importing import running
from publications.importing.pages.plan_page import OVERTAKEN
from publications.models import Import, Publication
from tests import cast

from .ways import ALIKE, KNOWN, NEW, address, bring, fates, plan, said, send, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def editor(client):
    cast.make_lab()
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


@pytest.fixture
def quokka():
    return cast.make_publication(authors=[cast.pi()], doi="10.1000/quokka", kind="conference")


def state_of(row):
    row.refresh_from_db()
    return row.state


def test_what_was_looked_at_is_done(editor, quokka):
    row = bring(editor, NEW + KNOWN)
    answer = send(editor, row, "apply")
    assert state_of(row) == "done"
    assert Publication.objects.filter(title="Naps in the Afternoon").exists()
    quokka.refresh_from_db()
    assert quokka.pages == "1–12"
    assert [(tab.number, tab.words) for tab in answer.context["shown"].tabs] == [
        *((2, "all"), (1, "added"), (1, "changed")),
    ]


def test_choices_of_the_page_count_at_once(editor):
    row = bring(editor, NEW + NEW.replace("naps", "rest").replace("Naps", "Rest"))
    send(editor, row, "apply", entry__1__fate="skip")
    assert list(Publication.objects.values_list("title", flat=True)) == ["Naps in the Afternoon"]


def test_a_decision_that_leads_to_unseen_changes_is_shown_first(editor):
    beds = cast.make_publication("Beds and Breakfasts of the Large Systems of Today", authors=["Ada Quill"])
    row = bring(editor, ALIKE)
    chosen = {"entry__0__fate": f"same:{beds.pk}"}
    answer = send(editor, row, "apply", **chosen)
    assert said(answer) == ["Your choices lead to changes that you haven’t seen yet. Check them, then continue."]
    assert (state_of(row), fates(plan(editor, row))) == ("waiting", {"UPDATE": 1})
    send(editor, row, "apply")
    assert state_of(row) == "done"


def test_a_site_that_has_changed_meanwhile_is_looked_at_again(editor):
    row = bring(editor, NEW)
    seen = plan(editor, row).plan.token
    cast.make_publication("Naps in the Afternoon", authors=["Zoë Lindqvist", "Una Hale"])
    answer = editor.post(address(row), {"seen": seen, "apply": "1"}, follow=True)
    assert "“Naps in the Afternoon” is now" in said(answer)[0]
    assert state_of(row) == "waiting"
    assert Publication.objects.count() == 1


def test_a_change_that_has_nothing_to_do_with_it_does_not_matter(editor):
    row = bring(editor, NEW)
    seen = plan(editor, row).plan.token
    cast.make_news()
    editor.post(address(row), {"seen": seen, "apply": "1"})
    assert state_of(row) == "done"


def test_another_worker_of_the_site_knows_what_was_looked_at(editor):
    row = bring(editor, NEW)
    seen = plan(editor, row).plan.token
    caches["memory"].clear()
    editor.post(address(row), {"seen": seen, "apply": "1"})
    assert state_of(row) == "done"


def test_what_another_worker_cannot_compare_is_looked_at_again(editor):
    row = bring(editor, NEW)
    seen = plan(editor, row).plan.token
    caches["memory"].clear()
    cast.make_news()
    answer = editor.post(address(row), {"seen": seen, "apply": "1"}, follow=True)
    assert said(answer) == [OVERTAKEN]
    assert state_of(row) == "waiting"


@pytest.mark.parametrize("seen", ["", "nonsense"])
def test_nothing_is_done_that_nobody_looked_at(editor, seen):
    row = bring(editor, NEW)
    editor.post(address(row), {"seen": seen, "apply": "1"})
    assert (state_of(row), Publication.objects.count()) == ("waiting", 0)


def test_it_is_done_once(editor):
    row = bring(editor, NEW)
    seen = plan(editor, row).plan.token
    for _ in range(2):
        answer = editor.post(address(row), {"seen": seen, "apply": "1"})
    assert answer.status_code in (302, 403)
    assert Publication.objects.filter(title="Naps in the Afternoon").count() <= 1


def test_an_import_is_undone_and_waits_again(editor, quokka):
    row = bring(editor, NEW + KNOWN)
    people = Person.objects.count()
    send(editor, row, "apply")
    answer = editor.post(address(row), {"undo": "1"}, follow=True)
    assert said(answer)[0].startswith("Undone: the site is as it was before.")
    assert (Publication.objects.count(), Person.objects.count()) == (1, people)
    assert (state_of(row), fates(plan(editor, row))) == ("waiting", {"CREATE": 1, "UPDATE": 1})


def test_a_member_asks_an_editor_to_undo_what_they_brought_in(client):
    cast.make_lab()
    client.force_login(cast.make_login(cast.student(), Role.MEMBER))
    row = bring(client, NEW)
    assert "ask an editor" in words_of(send(client, row, "apply"))
    assert client.post(address(row), {"undo": "1"}).status_code == 403
    assert Publication.objects.count() == 1


def test_what_nobody_decided_on_is_taken_up_later(editor):
    cast.make_publication("Beds and Breakfasts of the Large Systems of Today", authors=["Ada Quill"])
    row = bring(editor, NEW + ALIKE)
    assert "1 entry was skipped" in words_of(send(editor, row, "apply"))
    editor.post(address(row), {"rest": "1"})
    rest = Import.objects.latest("pk")
    assert [entry["record"]["title"] for entry in rest.entries] == ["Beds and Breakfast of the Large Systems of Today"]


def test_a_large_import_goes_on_in_the_background(editor, monkeypatch):
    begun = []
    monkeypatch.setattr("publications.importing.pages.plan_page.AT_ONCE", 0)
    monkeypatch.setattr(running, "start", lambda row, user, plan, address: begun.append(row.pk))
    row = bring(editor, NEW)
    send(editor, row, "apply")
    assert begun == [row.pk]


def test_progress_is_shown_and_what_broke_off_is_taken_up_again(editor):
    row = bring(editor, NEW)
    Import.objects.filter(pk=row.pk).update(state="applying")
    assert "It was interrupted" in words_of(editor.get(address(row)))
    editor.post(address(row))
    assert state_of(row) == "waiting"
    Import.objects.filter(pk=row.pk).update(state="failed", trouble="The disk is full.")
    assert "The disk is full." in words_of(editor.get(address(row)))


class ReportTests:
    @pytest.fixture
    def row(self, editor, quokka):
        row = bring(editor, NEW.replace("Naps in", "=Naps in") + KNOWN)
        send(editor, row, "apply")
        return row

    def test_it_is_kept_as_text(self, editor, row):
        text = editor.get(f"{address(row)}report.txt").content.decode()
        assert text.startswith("2 entries\n")
        assert "=Naps in the Afternoon" in text

    def test_it_is_kept_as_a_table_without_formulas(self, editor, row):
        answer = editor.get(f"{address(row)}report.csv")
        assert answer["Content-Disposition"] == f'attachment; filename="import-{row.pk}.csv"'
        table = list(csv.DictReader(answer.content.decode().splitlines()))
        assert [(line["title"], line["fate"]) for line in table] == [
            ("'=Naps in the Afternoon", "create"),
            ("Quokka: Scheduling at Leisure", "update"),
        ]

    def test_it_is_kept_as_data(self, editor, row):
        data = json.loads(editor.get(f"{address(row)}report.json").content)
        assert (data["counts"]["create"], data["counts"]["update"]) == (1, 1)

    def test_there_is_no_other_and_none_before_it_is_done(self, editor, row):
        assert editor.get(f"{address(row)}report.exe").status_code == 404
        assert editor.get(f"{address(bring(editor, NEW))}report.txt").status_code == 404
