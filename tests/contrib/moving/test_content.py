import pytest

from labsite.contrib.beginning.steps import first_steps
from labsite.models import Lab


@pytest.mark.django_db
def test_a_new_lab_is_told_that_a_site_can_be_moved_in():
    papers = first_steps(Lab.objects.current())[2]
    assert papers.about.startswith("From a .bib file, an ORCID iD, or any list you have. To import a whole site")
    assert papers.about.endswith("use manage.py import_site.")
