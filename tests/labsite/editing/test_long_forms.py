"""The long forms of members and editors: what one comes for is first, and what programs brought is folded away."""

import re

import pytest
from django.contrib import admin

from labsite.models import Lab
from labsite.roles import Role
from publications.models import Publication
from tests import cast
from tests.editing import address, form_of
from tests.labsite.editing.conftest import EDITORS
from tests.reading import text

pytestmark = pytest.mark.django_db

EVERYBODY = pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR])
HEADING = re.compile(r'(<summary>)?\s*<h2 id="[\w-]+" class="(?:fieldset|inline)-heading">\s*([^<]+?)\s*</h2>')


def sections(page):
    """Return the headings of a form's sections in their order, as those that are open and those that are folded."""
    headings = HEADING.findall(page)
    return [name for fold, name in headings if not fold], [name for fold, name in headings if fold]


@EVERYBODY
def test_a_paper_begins_with_its_facts_authors_and_links(typist, member):
    page = text(typist, address(Publication, "change", cast.make_publication(authors=[member]).pk))
    assert page.index('id="id_doi"') < page.index('id="authorships-group"') < page.index('id="links-group"')
    assert page.index('id="links-group"') < page.index('id="id_state"')
    assert sections(page) == (
        ["Authors", "Links", "On the site"],
        [
            *("Abstract", "Teaser image", "Awards, notes and talks", "As printed"),
            *("Address, citation key and when it appears", "Earlier versions", "Other identifiers", "Imported fields"),
        ],
    )


@EVERYBODY
def test_a_person_begins_with_name_and_photo(typist, member):
    opened, folded = sections(text(typist, address(type(member), "change", member.pk)))
    assert opened == ["Photo", "Roles in the lab"]
    assert folded[:3] == ["About you", "In Simplified Chinese", "Parts of the name"]


LAB = "/admin/labsite/lab/1/change/"
PARTS = ["sentence", "contact", "picture", "look", "words", "policy", "public", "statements"]
OF_EDITORS = ["sentence", "contact", "picture", "policy"]  # those with something that they may change


class LabTests:
    @EVERYBODY
    def test_its_form_leads_to_its_parts_and_says_which_can_be_changed(self, typist, role):
        parts = typist.get(LAB).context["parts"]
        addresses = [each["address"].partition("part=")[2].partition("&")[0] for each in parts]
        assert addresses == PARTS
        changed = {Role.MEMBER: [], Role.EDITOR: OF_EDITORS, Role.ADMINISTRATOR: addresses}[role]
        assert [name for name, each in zip(addresses, parts, strict=True) if each["may_change"]] == changed

    def test_each_field_is_in_one_part(self):
        fields = [name for part in admin.site.get_model_admin(Lab).parts.values() for name in part.fields]
        edited = [each.name for each in Lab._meta.fields if each.editable and not each.primary_key]
        assert [name for name in edited if fields.count(name.removesuffix("_second")) != 1] == []

    @EDITORS
    def test_a_part_is_saved_and_leads_back_to_the_others(self, typist):
        where = f"{LAB}?part=contact&back={LAB}"
        answer = typist.post(where, form_of(typist, where) | {"address": "Rest Lane 1"})
        assert (answer.status_code, answer["Location"]) == (302, LAB)
        assert Lab.objects.get().address == "Rest Lane 1"

    @EDITORS
    def test_what_is_missing_leads_to_its_field_and_once_saved_back_to_the_inbox(self, typist):
        for page, query in ((LAB, ""), ("/admin/inbox/?kind=worklist", "&worklist=kind%3Dworklist")):
            assert f'{LAB}?part=contact{query}#id_email"'.replace("&", "&amp;") in text(typist, page)
        where = f"{LAB}?part=contact&worklist=kind%3Dworklist"
        answer = typist.post(where, form_of(typist, where) | {"email": "rest@lab.example"})
        assert (answer.status_code, answer["Location"]) == (302, "/admin/inbox/?kind=worklist")

    @EDITORS
    def test_a_part_is_seen_before_it_is_saved(self, typist):
        where = f"{LAB}?part=sentence"
        assert 'name="_preview"' in text(typist, where)
        answer = typist.post(where, form_of(typist, where) | {"tagline": "We nap.", "_preview": "Preview"})
        assert "<h1>We nap.</h1>" in answer.content.decode()
        assert Lab.objects.get().tagline == ""

    @pytest.mark.parametrize("role", [Role.MEMBER])
    def test_a_member_reads_a_part_without_a_button_to_save_it(self, typist):
        assert 'name="_save"' not in text(typist, f"{LAB}?part=contact")
