import json
from io import BytesIO

import pillow_heif
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from labsite.drawing.images import UNREADABLE
from labsite.models import TextPicture
from labsite.roles import Role
from labsite.texts.markdown import MAX_CHARS, TOO_LONG
from tests.cast import make_administrator, make_login

PREVIEW, UPLOAD, AS_JPEG = "markdown-preview", "markdown-upload", "picture-as-jpeg"

pytestmark = pytest.mark.django_db


def picture_file():
    out = BytesIO()
    Image.new("RGB", (200, 100), "red").save(out, "PNG")
    return SimpleUploadedFile("a.png", out.getvalue())


def posted(client, name, **data):
    response = client.post(reverse(name), data)
    return response.status_code, response.content.decode()


def media_files(settings):
    return [path for path in settings.MEDIA_ROOT.glob("**/*") if path.is_file()]


@pytest.fixture
def editor(client):
    """The browser of a member."""
    client.force_login(make_login(role=Role.MEMBER))
    return client


def signed_in(**fields):
    client = Client()
    client.force_login(make_login(**fields))
    return client


class AccessTests:
    @pytest.mark.parametrize("name", [PREVIEW, UPLOAD, AS_JPEG])
    def test_visitor_is_refused_in_words(self, client, name):
        assert posted(client, name) == (403, "Only people who can edit something can use the editor.")

    @pytest.mark.parametrize("name", [PREVIEW, UPLOAD, AS_JPEG])
    def test_login_without_a_role_is_refused(self, name):
        assert posted(signed_in(), name)[0] == 403

    @pytest.mark.parametrize("name", [PREVIEW, UPLOAD, AS_JPEG])
    def test_login_that_is_not_staff_is_refused(self, name):
        assert posted(signed_in(is_staff=False, is_superuser=True), name)[0] == 403

    @pytest.mark.parametrize("name", [PREVIEW, UPLOAD, AS_JPEG])
    @pytest.mark.parametrize("method", ["get", "head", "put", "delete"])
    def test_other_methods_are_refused(self, editor, name, method):
        response = getattr(editor, method)(reverse(name))
        assert (response.status_code, response.headers["Allow"]) == (405, "POST")

    @pytest.mark.parametrize("name", [PREVIEW, UPLOAD, AS_JPEG])
    def test_request_from_another_site_is_refused(self, name):
        client = Client(enforce_csrf_checks=True)
        client.force_login(make_administrator())
        assert client.post(reverse(name), {"content": "a"}).status_code == 403

    def test_refused_upload_leaves_no_file(self, client, settings):
        posted(client, UPLOAD, image=picture_file())
        assert media_files(settings) == []


class PreviewTests:
    def test_text_is_shown_as_a_page_would(self, editor):
        assert posted(editor, PREVIEW, content="# *Ada*") == (200, "<h3><em>Ada</em></h3>\n")

    def test_empty_text_has_an_empty_preview(self, editor):
        assert posted(editor, PREVIEW, content="") == (200, "")

    def test_missing_text_is_refused_in_words(self, editor):
        assert posted(editor, PREVIEW) == (400, "There is no text to preview.")

    def test_text_that_is_too_long_is_refused_in_words(self, editor):
        assert posted(editor, PREVIEW, content="a" * (MAX_CHARS + 1)) == (400, TOO_LONG)


class UploadTests:
    def test_picture_is_kept_with_a_row_that_names_the_sender(self, editor):
        status, content = posted(editor, UPLOAD, image=picture_file())
        row = TextPicture.objects.get()
        assert (status, json.loads(content)) == (200, {"image_code": f"![](/media/{row.image.name})"})
        assert row.uploaded_by.pk == int(editor.session["_auth_user_id"])

    def test_kept_picture_is_shown_by_the_renderer(self, editor):
        code = json.loads(posted(editor, UPLOAD, image=picture_file())[1])["image_code"]
        assert posted(editor, PREVIEW, content=code)[1].startswith('<p><img src="/media/text/')

    def test_missing_picture_is_refused_in_words(self, editor):
        status, content = posted(editor, UPLOAD)
        assert (status, json.loads(content)) == (400, {"image": ["Choose a picture."]})

    @pytest.mark.parametrize("content", [b"<svg onload=alert(1)>", b"GIF89a<script>", b"\xff\xd8\xff\xe0" + b"x" * 99])
    def test_anything_else_is_refused_in_words_and_leaves_nothing(self, editor, settings, content):
        status, answer = posted(editor, UPLOAD, image=SimpleUploadedFile("a.jpg", content, "image/jpeg"))
        assert (status, json.loads(answer)) == (400, {"image": [UNREADABLE]})
        assert media_files(settings) == []
        assert TextPicture.objects.count() == 0

    def test_text_in_place_of_a_file_is_refused(self, editor):
        assert posted(editor, UPLOAD, image="a.jpg")[0] == 400


class PictureAsJpegTests:
    def test_what_a_browser_cannot_show_is_answered_as_it_can(self, editor, settings):
        out = BytesIO()
        pillow_heif.from_pillow(Image.new("RGB", (80, 40), "red")).save(out)
        answer = editor.post(reverse(AS_JPEG), {"image": SimpleUploadedFile("a.heic", out.getvalue())})
        shown = Image.open(BytesIO(answer.content))
        assert (answer.headers["Content-Type"], shown.format, shown.size) == ("image/jpeg", "JPEG", (80, 40))
        assert media_files(settings) == []

    def test_anything_else_is_refused_in_words(self, editor):
        assert posted(editor, AS_JPEG, image=SimpleUploadedFile("a.heic", b"no picture")) == (400, UNREADABLE)

    def test_a_request_without_a_picture_is_refused_in_words(self, editor):
        assert posted(editor, AS_JPEG) == (400, "Choose a picture.")
