"""A site is brought over part by part, as seeding and bringing in an exported lab write."""

import pytest

from labsite.contrib.moving.writing import own_papers
from labsite.models import Lab
from tests.contrib.moving.test_writing import bring, source  # noqa: F401  (a fixture)
from tests.labsite.test_written_in_parts import (  # noqa: F401  (what holds here too)
    depths,
    test_nothing_is_locked_between_parts_and_all_of_it_is_undone_as_one,
    test_what_breaks_off_leaves_nothing_and_can_be_begun_again,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def write(source):  # noqa: F811  (the fixture)
    """Return what brings a site over, with the place where it ends, which can be made to fail."""
    Lab().save()  # which would be a step by itself
    return (lambda: bring(source)), (own_papers, "names_of_members")
