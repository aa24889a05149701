"""What a browser keeps of a form comes back without being saved, and the browser hears once it is saved."""

import pytest

from people.models import Person
from tests import cast
from tests.editing import address, form_data, form_of


@pytest.fixture
def member(db):
    cast.make_lab()
    return cast.student(headline="Rests")


@pytest.fixture
def editor(client, member):
    client.force_login(cast.make_administrator())
    return client


def where(member):
    return address(Person, "change", member.pk)


class BroughtBackTests:
    def test_it_is_shown_as_it_was_typed_and_not_saved(self, editor, member):
        typed = form_of(editor, where(member)) | {"headline": "Sleeps", "_back_to_form": "1"}
        answer = editor.post(where(member), typed)
        assert form_data(answer)["headline"] == "Sleeps"
        assert Person.objects.get().headline == "Rests"

    def test_nothing_is_said_of_what_is_not_right_in_it_yet(self, editor, member):
        typed = form_of(editor, where(member)) | {"orcid": "nonsense", "_back_to_form": "1"}
        answer = editor.post(where(member), typed)
        assert form_data(answer)["orcid"] == "nonsense"
        assert "errornote" not in answer.content.decode()
        assert "errorlist" not in answer.content.decode()

    def test_a_new_row_comes_back_too(self, editor):
        typed = form_of(editor, address(Person, "add")) | {"headline": "Naps", "_back_to_form": "1"}
        answer = editor.post(address(Person, "add"), typed)
        assert form_data(answer)["headline"] == "Naps"
        assert [person.headline for person in Person.objects.all()] == ["Rests"]

    def test_what_others_saved_since_is_in_it(self, editor, member):
        typed = form_of(editor, where(member)) | {"headline": "Sleeps", "_back_to_form": "1"}
        Person.objects.update(biography="Naps.")
        shown = form_data(editor.post(where(member), typed))
        assert (shown["headline"], shown["biography"]) == ("Sleeps", "Naps.")

    def test_a_list_of_people_is_not_taken_over(self, editor):
        answer = editor.post("/admin/paste-people/", {"text": "Nora Newcomer", "_back_to_form": "1"})
        assert answer.context["form"]["text"].value() == "Nora Newcomer"
        plan = editor.post("/admin/paste-people/", {"text": "Nora Newcomer"}).context["plan"]
        data = {bound.html_name: bound.value() for form in (plan.management_form, *plan.lines) for bound in form}
        data = {name: value for name, value in data.items() if value} | {"text": "Nora Newcomer"}
        answer = editor.post("/admin/paste-people/", data | {"_back_to_form": "1"})
        assert answer.status_code == 200
        assert not Person.objects.filter(name="Nora Newcomer").exists()


class ConfirmedTests:
    def test_a_save_is_confirmed_by_a_cookie_with_the_number_of_the_form(self, editor, member):
        answer = editor.post(where(member), form_of(editor, where(member)) | {"kept_form": "12-3-4"})
        cookie = answer.cookies["saved-12-3-4"]
        assert (cookie["path"], cookie["samesite"], cookie["max-age"]) == ("/admin/", "Lax", 7 * 24 * 3600)

    def test_a_part_saved_in_a_panel_is_confirmed_too(self, editor, member):
        part = f"{where(member)}?part=head&framed=1"
        answer = editor.post(part, form_of(editor, part) | {"kept_form": "12-3-4"})
        assert "saved-12-3-4" in answer.cookies

    def test_a_refused_one_is_not_and_keeps_its_number(self, editor, member):
        sent = form_of(editor, where(member)) | {"orcid": "nonsense", "kept_form": "12-3-4"}
        answer = editor.post(where(member), sent)
        assert "saved-12-3-4" not in answer.cookies
        assert '<input type="hidden" name="kept_form" value="12-3-4">' in answer.content.decode()

    def test_no_other_text_gets_into_a_cookie(self, editor, member):
        answer = editor.post(where(member), form_of(editor, where(member)) | {"kept_form": "a=b; path=/"})
        assert answer.status_code == 302
        assert [name for name in answer.cookies if name.startswith("saved-")] == []
