"""A lab's own templates stand in for those of rows and cards."""

import pytest

from publications.templatetags import papers
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db

OWN = {
    "publications/_row.html": "<p>Paper: {{ publication.title }}, {{ authors.0.0 }}</p>",
    "people/_card.html": "<p>Card: {{ person }}</p>",
    "people/_alumnus.html": "<li>Was here: {{ alumnus.person }}</li>",
    "people/_short_card.html": "<p>In short: {{ person }}</p>",
    "people/_portrait.html": "<i>{{ person.tile.initials }}</i>",
}


@pytest.fixture
def own_templates(settings, tmp_path):
    for name, content in OWN.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    (templates,) = settings.TEMPLATES
    settings.TEMPLATES = [templates | {"DIRS": [tmp_path, *templates["DIRS"]]}]
    papers.fragments.clear()


def test_rows_and_cards_of_a_lab_s_own_are_shown_everywhere(own_templates, client):
    cast.make_publication("Quokkas at rest", authors=[cast.pi()], is_selected=True)
    cast.alumna()
    for path in ("/", "/publications/", "/people/ada-quill/"):
        assert "<p>Paper: Quokkas at rest, Ada Quill</p>" in text(client, path)
    people = text(client, "/people/")
    assert "<p>Card: Ada Quill</p>" in people
    assert "<li>Was here: " in people
    assert "<p>In short: Ada Quill</p>" in text(client, "/")
    assert "<i>AQ</i>" in text(client, "/people/ada-quill/")
