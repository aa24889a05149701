import pytest

from labsite.roles import Role
from tests.labsite.hostile.world import World
from tests.worlds import lasting


@pytest.fixture(scope="package")
def world(django_db_setup, django_db_blocker, tmp_path_factory):
    """The world is made once; each test takes back what it writes."""
    with lasting(django_db_blocker, tmp_path_factory) as media:
        yield World(media)


@pytest.fixture(autouse=True)
def media_of_the_world(plain_settings, settings, world):
    settings.MEDIA_ROOT = world.media


@pytest.fixture
def member(world):
    return world.browser(Role.MEMBER)
