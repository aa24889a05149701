import pytest
from django.test import override_settings

from labsite.roles import Role
from tests.labsite.hostile.world import World
from tests.labsite.test_permission_matrix import undone


@pytest.fixture(scope="package")
def world(django_db_setup, django_db_blocker, tmp_path_factory):
    """The world is made once; each test takes back what it writes."""
    media = tmp_path_factory.mktemp("media")
    with override_settings(MEDIA_ROOT=media), django_db_blocker.unblock(), undone():
        yield World(media)


@pytest.fixture(autouse=True)
def media_of_the_world(plain_settings, settings, world):
    settings.MEDIA_ROOT = world.media


@pytest.fixture
def member(world):
    return world.browser(Role.MEMBER)
