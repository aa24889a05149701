"""The history is kept in English, whatever language somebody works in, and read in that of its reader."""

import pytest
from django.urls import reverse

from labsite import history, roles
from labsite.models import Step, Version
from people.models import Person
from tests import cast
from tests.editing import address, form_data
from tests.labsite.history.test_pages import signed_in, words

pytestmark = pytest.mark.django_db

CHINESE = {"Accept-Language": "zh-CN"}


@pytest.fixture
def editor():
    cast.make_lab()
    return signed_in(roles.Role.EDITOR, email="editor@lab.example", first_name="Edna", last_name="Page")


def save_in_chinese(editor, person, **values):
    page = address(Person, "change", person.pk)
    sent = form_data(editor.get(page, headers=CHINESE)) | values
    assert editor.post(page, sent, headers=CHINESE).status_code == 302


def test_what_changed_is_kept_in_english_and_listed_in_the_readers_language(editor):
    save_in_chinese(editor, cast.student(), headline="Rests")
    assert Version.objects.made().get().changed_parts == "Headline"
    listed = reverse("admin:changes")
    assert "Changed Zoë Lindqvist Edna Page · Headline" in words(editor.get(listed))
    assert "更改了Zoë Lindqvist Edna Page ·" in words(editor.get(listed, headers=CHINESE))


def test_the_name_of_a_step_within_a_step_is_kept_in_english(editor):
    save_in_chinese(editor, cast.student(), headline="Rests")
    step = Step.objects.filter(versions__kind="changed").get()
    editor.post(reverse("admin:step", args=[step.pk]), headers=CHINESE)
    undoing = Step.objects.latest("pk")
    assert undoing.comment == "Undid: Changed Zoë Lindqvist"
    page = reverse("admin:step", args=[undoing.pk])
    assert editor.get(page).context["title"] == "Undid: Changed Zoë Lindqvist"
    assert editor.get(page, headers=CHINESE).context["title"] == "撤销：更改了Zoë Lindqvist"


def test_an_action_on_a_list_says_in_either_language_what_it_did(editor):
    page = cast.make_page(title="Visits")
    where = address(type(page), "changelist")
    sent = {"action": "make_drafts", "_selected_action": [page.pk]}
    answer = editor.post(where, sent, headers=CHINESE, follow=True)
    assert "已改为草稿，访客看不到：1。" in answer.content.decode()
    assert Step.objects.latest("pk").comment == "Turned into a draft, hidden from visitors: 1"
    lines = words(editor.get(reverse("admin:changes"), headers=CHINESE))
    assert "已改为草稿，访客看不到：1" in lines


def test_a_name_that_nobody_marked_is_shown_as_it_is(editor):
    with history.step(editor.login_row, "Tidied up") as step:
        step.note("Tidied up")
    page = reverse("admin:step", args=[Step.objects.latest("pk").pk])
    assert editor.get(page, headers=CHINESE).context["title"] == "Tidied up"
