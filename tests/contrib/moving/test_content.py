import pytest

from labsite.contrib.beginning.steps import first_steps
from labsite.models import Lab


@pytest.mark.django_db
def test_the_first_steps_of_a_new_lab_lead_to_where_it_moves_in():
    papers = first_steps(Lab.objects.current())[2]
    assert papers.about.startswith("From a .bib file, an ORCID iD, or any list you have. Move in with a whole site")
    assert papers.ways[-1] == ("Move in", "/admin/move-in/")
