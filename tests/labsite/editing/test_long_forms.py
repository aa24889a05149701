"""The long forms of members and editors: what one comes for is first, and what programs brought is folded away."""

import re

import pytest

from labsite.roles import Role
from publications.models import Publication
from tests import cast
from tests.editing import address
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
            *("Abstract", "Teaser image", "Awards, notes and talks", "As it was printed"),
            *("Address, citation key and when it appears", "Earlier versions", "Other identifiers", "Imported fields"),
        ],
    )


@EVERYBODY
def test_a_person_begins_with_name_and_photo(typist, member):
    opened, folded = sections(text(typist, address(type(member), "change", member.pk)))
    assert opened == ["Photo", "Roles in the lab"]
    assert folded[:3] == ["About you", "In Chinese", "Parts of the name"]
