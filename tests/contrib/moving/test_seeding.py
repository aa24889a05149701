from io import StringIO

import pytest
from django.core.management import call_command

from labsite.models import PlantedRow
from tests.labsite.test_seed import ADA, seed  # noqa: F401  (a fixture)


@pytest.mark.django_db
def test_fixtures_are_not_planted_in_a_lab_that_moved_in(seed, tmp_path):  # noqa: F811  (the fixture)
    (tmp_path / "_data").mkdir()
    (tmp_path / "_members").mkdir()
    (tmp_path / "_members/ada.md").write_text("---\nname: Ada Lindqvist\nrole: pi\n---\n")
    call_command("import_site", tmp_path, family="lab-website-template", yes=True, stdout=StringIO())
    assert seed(ADA) == ["This lab didn’t start from the fixtures, so none were added."]
    assert not PlantedRow.objects.exists()
