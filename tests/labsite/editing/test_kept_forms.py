"""What a browser keeps of a form comes back without being saved, and the browser hears once it is saved."""

from people.models import Person
from publications.models import Publication
from tests.editing import address, chosen, form_data, form_of
from tests.labsite.editing.conftest import EDITORS


def where(member):
    return address(Person, "change", member.pk)


class BroughtBackTests:
    def test_it_is_shown_as_it_was_typed_and_not_saved(self, typist, member):
        typed = form_of(typist, where(member)) | {"headline": "Sleeps", "_back_to_form": "1"}
        answer = typist.post(where(member), typed)
        assert form_data(answer)["headline"] == "Sleeps"
        assert Person.objects.get().headline == "Rests"

    def test_nothing_is_said_of_what_is_not_right_in_it_yet(self, typist, member):
        typed = form_of(typist, where(member)) | {"orcid": "nonsense", "_back_to_form": "1"}
        answer = typist.post(where(member), typed)
        assert form_data(answer)["orcid"] == "nonsense"
        assert "errornote" not in answer.content.decode()
        assert "errorlist" not in answer.content.decode()

    def test_its_rows_come_back_too_and_those_that_one_may_only_read_stay(self, typist, member):
        typed = form_of(typist, where(member)) | {"positions-TOTAL_FORMS": 1, "positions-0-title": "Miller"}
        answer = typist.post(where(member), typed | {"positions-0-start": "soon", "_back_to_form": "1"})
        shown = form_data(answer)
        assert (shown["positions-0-title"], shown["positions-0-start"]) == ("Miller", "soon")
        saved = shown | {"positions-0-organisation": "Mill", "positions-0-start": "2020"}
        assert typist.post(where(member), saved).status_code == 302
        assert [str(each) for each in member.positions.all()] == ["Miller, Mill"]
        assert [each.start for each in member.memberships.all()] == ["2022-09"]

    def test_what_was_typed_comes_back_from_a_conflict_that_was_left(self, typist, member):
        typed = form_of(typist, where(member)) | {"headline": "Sleeps"}
        Person.objects.update(headline="Naps")
        asked = typist.post(where(member), typed)
        assert f'<form method="post" id="{Person._meta.model_name}_form"' in asked.text
        again = typist.post(where(member), chosen(asked) | {"_back_to_form": "1"})
        assert form_data(again)["headline"] == "Sleeps"
        asked = typist.post(where(member), form_data(again))
        assert typist.post(where(member), chosen(asked, headline="mine")).status_code == 302
        assert Person.objects.get().headline == "Sleeps"

    def test_a_new_row_comes_back_too(self, typist):
        where = address(Publication, "add")
        typed = form_of(typist, where) | {"abstract": "Naps", "_back_to_form": "1"}
        assert form_data(typist.post(where, typed))["abstract"] == "Naps"
        assert not Publication.objects.exists()

    def test_what_others_saved_since_is_in_it(self, typist, member):
        typed = form_of(typist, where(member)) | {"headline": "Sleeps", "_back_to_form": "1"}
        Person.objects.update(biography="Naps.")
        shown = form_data(typist.post(where(member), typed))
        assert (shown["headline"], shown["biography"]) == ("Sleeps", "Naps.")

    @EDITORS
    def test_a_list_of_people_is_not_taken_over(self, typist):
        answer = typist.post("/admin/paste-people/", {"text": "Nora Newcomer", "_back_to_form": "1"})
        assert answer.context["form"]["text"].value() == "Nora Newcomer"
        plan = typist.post("/admin/paste-people/", {"text": "Nora Newcomer"}).context["plan"]
        data = {bound.html_name: bound.value() for form in (plan.management_form, *plan.forms) for bound in form}
        data = {name: value for name, value in data.items() if value} | {"text": "Nora Newcomer"}
        answer = typist.post("/admin/paste-people/", data | {"_back_to_form": "1"})
        assert answer.status_code == 200
        assert not Person.objects.filter(name="Nora Newcomer").exists()


class ConfirmedTests:
    def test_a_save_is_confirmed_by_a_cookie_with_the_number_of_the_form(self, typist, member):
        answer = typist.post(where(member), form_of(typist, where(member)) | {"kept_form": "12-3-4"})
        cookie = answer.cookies["saved-12-3-4"]
        assert (cookie["path"], cookie["samesite"], cookie["max-age"]) == ("/", "Lax", 7 * 24 * 3600)

    def test_a_part_saved_in_a_panel_is_confirmed_too(self, typist, member):
        part = f"{where(member)}?part=head&framed=1"
        answer = typist.post(part, form_of(typist, part) | {"kept_form": "12-3-4"})
        assert "saved-12-3-4" in answer.cookies

    def test_a_refused_one_is_not_and_keeps_its_number(self, typist, member):
        sent = form_of(typist, where(member)) | {"orcid": "nonsense", "kept_form": "12-3-4"}
        answer = typist.post(where(member), sent)
        assert "saved-12-3-4" not in answer.cookies
        assert '<input type="hidden" name="kept_form" value="12-3-4">' in answer.content.decode()

    def test_no_other_text_gets_into_a_cookie(self, typist, member):
        answer = typist.post(where(member), form_of(typist, where(member)) | {"kept_form": "a=b; path=/"})
        assert answer.status_code == 302
        assert [name for name in answer.cookies if name.startswith("saved-")] == []
