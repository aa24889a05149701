"""What every page shows of the lab is looked at before it is saved, by those who may save it."""

import pytest

from labsite.models import Lab, Section, Sponsor
from labsite.roles import Role
from tests import cast
from tests.editing import form_of
from tests.labsite.modelling.test_pictures import upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(client):
    cast.make_lab(tagline="We study rest.")
    client.force_login(cast.make_login(role=Role.ADMINISTRATOR))
    return client


def preview(client, address, values, **said):
    return client.post(address, {**values, **said, "_preview": "Preview"})


class PreviewTests:
    def test_the_lab_is_shown_as_the_form_says_and_stays_as_it_is(self, editor):
        address = "/admin/labsite/lab/1/change/"
        values = form_of(editor, address)
        page = preview(editor, address, values, tagline="We study naps.", picture=upload(), picture_alt="A hammock")
        assert b"<h1>We study naps.</h1>" in page.content
        assert page["Cache-Control"] == "private, no-store"
        lab = Lab.objects.get()
        assert (lab.tagline, bool(lab.picture)) == ("We study rest.", False)

    def test_a_form_with_a_mistake_comes_back(self, editor):
        address = "/admin/labsite/lab/1/change/"
        page = preview(editor, address, form_of(editor, address), accent="red")
        assert b"six hexadecimal digits" in page.content

    def test_an_introduction_is_shown_at_its_list(self, editor):
        address = "/admin/labsite/section/add/?page=news"
        page = preview(editor, address, form_of(editor, address), introduction="What *was*.", name="Diary")
        assert b"<h1>Diary</h1>" in page.content
        assert b"<p>What <em>was</em>.</p>" in page.content
        assert not Section.objects.exists()

    def test_who_may_not_change_the_lab_previews_nothing(self, client):
        cast.make_lab()
        client.force_login(cast.make_login(role=Role.MEMBER))
        assert client.post("/admin/labsite/lab/1/change/", {"_preview": "Preview"}).status_code == 403
        assert client.post("/admin/labsite/sponsor/add/", {"_preview": "Preview", "name": "X"}).status_code == 403
        assert not Sponsor.objects.exists()
