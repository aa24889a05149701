"""Beside what somebody only reads stands who can change it, with a question to them that begins with its name."""

from urllib.parse import quote

import pytest
from django.contrib import admin
from django.urls import reverse

from labsite.models import Question
from labsite.roles import Role
from tests import cast
from tests.editing import address
from tests.labsite.hostile.world import World

pytestmark = pytest.mark.django_db


def asks(row, about, text):
    """Say whether a text leads to a question that begins with what is only read."""
    where = reverse("admin:ask", args=[row._meta.label_lower, row.pk])
    return "Only an " in text and f'href="{where}{f"?about={quote(str(about))}" if about else ""}"' in text


def read_only(client, row):
    """Yield what of a form its reader can't change but somebody else can: name, label, and the words beside it."""
    answer = client.get(address(type(row), "change", row.pk))
    form = (getattr(answer, "context_data", None) or {}).get("adminform")
    if form and not answer.context_data["has_change_permission"]:
        yield from ((name, name, options.get("description", "")) for name, options in form.fieldsets)
    elif form:
        shown = (field.field for fieldset in form for line in fieldset for field in line if field.is_readonly)
        fields = [field for field in shown if field["name"] not in admin.site._registry[type(row)].readonly_fields]
        yield from ((field["name"], field["label"], field["help_text"]) for field in fields)


def test_a_member_is_led_to_an_editor_by_all_that_they_only_read(settings, tmp_path):
    world = World(tmp_path)
    client, silent, names = world.browser(Role.MEMBER), [], []
    for row in (*world.own.values(), *world.others.values(), world.lab, world.talk):
        if type(row) not in admin.site._registry:
            continue
        for name, about, words in read_only(client, row):
            names.append(name)
            if not asks(row, about, words):
                silent.append((row._meta.label, name, words))
    assert silent == []
    assert {"slug", "citation_key", "is_selected", "Picture", "People and results"} <= {*names}


@pytest.mark.parametrize(
    ("role", "fields"),
    [
        (Role.MEMBER, {"slug": "Only an editor can change this."}),
        (Role.EDITOR, {}),
        (Role.ADMINISTRATOR, {}),
    ],
)
def test_of_a_profile(client, role, fields):
    person = cast.student()
    client.force_login(cast.make_typist(role, person))
    assert {name: words.strip().partition(" <a")[0] for name, _, words in read_only(client, person)} == fields


def test_a_question_begins_with_the_name_of_the_field_it_is_asked_beside(client):
    person = cast.student()
    client.force_login(cast.make_login(person, Role.MEMBER))
    where = reverse("admin:ask", args=["people.person", person.pk])
    assert ">Address: </textarea>" in client.get(f"{where}?about=Address").text.replace("\n", "")
    client.post(f"{where}?about=Address", {"text": "Address: please make it “zoe”."})
    assert Question.objects.get().text == "Address: please make it “zoe”."
    assert "&lt;b&gt;" in client.get(f"{where}?about=<b>").text
