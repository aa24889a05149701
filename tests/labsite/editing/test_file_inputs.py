"""Photos as they are chosen in forms: of phones, and too narrow to look sharp."""

from io import BytesIO

import pillow_heif
import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from labsite.drawing import images
from people.models import Person
from tests import cast
from tests.editing import address, form_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def member():
    return cast.student()


@pytest.fixture
def save(client, member):
    """Return a function that sends the member's form with a photo of some width, and answers with what it says."""
    client.force_login(cast.make_administrator())
    where = address(Person, "change", member.pk)

    def save(content, name="zoe.png"):
        chosen = {"photo": SimpleUploadedFile(name, content), "photo_alt": "Zoë"}
        answer = client.post(where, form_of(client, where) | chosen)
        member.refresh_from_db()
        return answer

    return save


def png(width):
    out = BytesIO()
    Image.new("RGB", (width, width), "red").save(out, "PNG")
    return out.getvalue()


def heic():
    out, exif = BytesIO(), Image.Exif()
    exif[0x0112] = 6
    pillow_heif.from_pillow(Image.new("RGB", (640, 480), "red")).save(out, exif=exif.tobytes())
    return out.getvalue()


def said(answer):
    return [str(message) for message in get_messages(answer.wsgi_request) if message.level_tag == "warning"]


def test_photo_of_an_iphone_is_stored_upright_as_a_jpeg(save, member):
    assert save(heic(), "IMG_0001.HEIC").status_code == 302
    assert (member.photo_width, member.photo_height) == (480, 640)
    assert member.photo.name.endswith(".jpg")
    with Image.open(member.photo.path) as stored:
        assert (stored.format, dict(stored.getexif())) == ("JPEG", {})


def test_photo_that_is_too_narrow_is_saved_with_a_warning(save, member):
    words = "The picture is only 479 pixels wide and will look blurred: choose one that is at least 480 pixels wide."
    assert said(save(png(479))) == [words]
    assert member.photo_width == 479


def test_photo_that_is_wide_enough_is_saved_without_a_word(save):
    assert said(save(png(480))) == []


def test_photo_from_before_is_not_warned_of_at_every_save(save, client, member):
    save(png(100))
    where = address(Person, "change", member.pk)
    client.get(where)  # which shows what was said
    assert said(client.post(where, form_of(client, where))) == []


def test_photo_that_is_too_large_is_refused_in_words(save, member):
    answer = save(b"x" * (images.MAX_BYTES + 1), "zoe.jpg")
    assert answer.context["adminform"].form.errors["photo"] == [images.TOO_MANY_BYTES]
    assert not member.photo
