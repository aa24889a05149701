import pytest
from django.contrib.staticfiles import finders
from PIL import Image

from labsite.admin_site.views import GUIDE
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db


def test_members_are_shown_how_things_are_done(client):
    client.force_login(cast.make_login(cast.student(), Role.MEMBER))
    page = client.get("/admin/guide/").content.decode()
    assert [part.heading for part in GUIDE if f">{part.heading}</h2>" in page] == [part.heading for part in GUIDE]
    assert "<li>Choose <strong>Inbox</strong>. It lists" in page


@pytest.mark.parametrize("part", GUIDE)
def test_each_part_has_its_picture(part):
    with Image.open(finders.find(part.picture)) as picture:
        assert picture.size == (1200, 800)
