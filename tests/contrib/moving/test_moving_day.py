"""Moving day: what the old site had and this one hasn't is kept, and made a page or projects by one click."""

import pytest
from django.core.exceptions import ValidationError

from labsite import history
from labsite.contrib.moving.addresses.leading import all_addresses
from labsite.contrib.moving.models import MAX_TEXT, OldAddress
from labsite.contrib.moving.moving_day import projects_in
from labsite.contrib.moving.site import SiteProject
from labsite.contrib.moving.writing.context import MoveNote
from labsite.models import Page, Project, Step
from labsite.roles import Role
from tests import cast
from tests.contrib.moving.test_addresses_of_before import led, moved, page, written

pytestmark = pytest.mark.django_db

DAY = "/admin/moving-day/"
PETS = "Our cats.\n\n## Mog\n\nSleeps ![x](mog.png).\n\n## [Tom](https://tom.example)\n\nNaps.\n"
FILES = {
    "_config.yaml": "title: Tide Lab\ncollections: {members: {output: true}}",
    "_members/ada.md": page(name="Ada Quill", role="pi"),
    "_members/mog.md": f"---\nname: Mog\nrole: mascot\n---\n{PETS}",
    "_members/sample.md": page(name="John Doe") + "\nLorem ipsum",
}


@pytest.fixture
def lab():
    return cast.make_lab()


@pytest.fixture
def missing(lab, tmp_path):
    written(tmp_path, FILES)
    moved(tmp_path)
    return OldAddress.objects.get(target="")


@pytest.fixture
def editor(client):
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


def test_what_does_not_come_is_kept_with_its_text_and_named_by_the_report(lab, tmp_path):
    written(tmp_path, FILES)
    result = moved(tmp_path)
    row = OldAddress.objects.get(target="")
    assert (row.path, row.title, row.is_left) == ("/members/mog", "Mog", False)
    assert row.why == "_members/mog.md: Mog is a mascot: there is no such role here"
    assert row.text == PETS.replace("![x](mog.png)", "x").strip()
    assert result.notes[MoveNote.NOWHERE] == ["/members/mog: Mog"]
    assert OldAddress.objects.get(path="/members/ada").title == "Ada Quill"
    assert moved(tmp_path).changes_nothing
    history.undo(Step.objects.get(pk=result.step), cast.make_administrator())
    assert not OldAddress.objects.exists()


def test_a_long_text_is_cut_and_a_later_move_that_brings_the_page_lets_its_address_lead_there(lab, tmp_path):
    written(tmp_path, FILES | {"_members/mog.md": f"---\nname: Mog\nrole: mascot\n---\n{'nap ' * MAX_TEXT}"})
    moved(tmp_path)
    assert len(OldAddress.objects.get(target="").text) == MAX_TEXT
    written(tmp_path, {"_members/mog.md": page(name="Mog Quill", role="phd")})
    moved(tmp_path)
    assert OldAddress.objects.get(path="/members/mog").target == "/people/mog-quill/"


def test_an_address_that_leads_nowhere_answers_nothing_and_is_in_no_static_copy(missing, client):
    assert led(client, "/members/mog.html") == (404, "")
    assert "/members/mog" not in dict(all_addresses())
    Page.objects.create(title="Mog", slug="members-mog")
    missing.path = "/members-mog"
    missing.save()
    assert led(client, "/members-mog.html") == (301, "/members-mog/")  # a page of today at its address
    with pytest.raises(ValidationError):
        missing.full_clean()  # an editor's form wants a page


@pytest.mark.parametrize("role", Role)
def test_editors_see_what_visitors_will_miss_and_where_the_rest_is(missing, client, role):
    client.force_login(cast.make_login(role=role))
    answer = client.get(DAY)
    assert answer.status_code == (403 if role is Role.MEMBER else 200)
    if role is not Role.MEMBER:
        assert list(answer.context["missing"]) == [missing]
        assert [(row.path, is_public) for row, is_public in answer.context["moved"]] == [("/members/ada", True)]
        assert DAY.encode() in client.get("/admin/moving/oldaddress/").content


def test_what_is_missing_becomes_a_draft_of_a_page_and_its_address_leads_there_once_that_is_published(missing, editor):
    editor.post(DAY, {"address": missing.pk, "page": ""})
    row = Page.objects.get(title="Mog")
    assert (row.state, row.text, row.get_absolute_url()) == ("draft", missing.text, "/mog/")
    assert led(editor, "/members/mog") == (404, "")
    Page.objects.filter(pk=row.pk).update(state="published")
    assert led(editor, "/members/mog.html") == (301, "/mog/")
    Page.objects.filter(pk=row.pk).update(state="draft")
    history.undo(Step.objects.latest("pk"), cast.make_administrator())
    missing.refresh_from_db()
    assert (missing.target, Page.objects.filter(title="Mog").exists()) == ("", False)


def test_what_is_missing_becomes_projects(missing, editor):
    editor.post(DAY, {"address": missing.pk, "projects": ""})
    held = Project.objects.order_by("title").values_list("title", "text", "links")
    assert list(held) == [("Mog", "Sleeps x.", ""), ("Tom", "Naps.", "https://tom.example")]
    missing.refresh_from_db()
    assert missing.target == "/projects/"


def test_a_text_that_nothing_parts_makes_no_projects(missing, editor):
    OldAddress.objects.update(text="Words.")
    answer = editor.post(DAY, {"address": missing.pk, "projects": ""}, follow=True)
    assert "part this text into projects" in answer.text
    assert not Project.objects.exists()


def test_what_is_left_is_asked_about_no_more_until_it_is_put_back(missing, editor):
    for button, lists in (("leave", ([], [missing])), ("ask", ([missing], []))):
        context = editor.post(DAY, {"address": missing.pk, button: ""}, follow=True).context
        assert (list(context["missing"]), context["left"]) == lists


def test_the_items_of_a_list_are_projects_where_there_are_no_headings():
    text = "All open.\n\n- **Gauge**: measures.\n- [Sonde](https://sonde.example) – sinks\n  and rises\n- plain\n"
    assert projects_in(text) == [
        SiteProject("Gauge", text="measures.", path="0"),
        SiteProject("Sonde", text="sinks\n  and rises\n- plain", links=["https://sonde.example"], path="1"),
    ]
    assert projects_in("Words.") == []
