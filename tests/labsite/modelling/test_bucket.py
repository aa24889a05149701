"""Uploads in a bucket: what holds of a folder's files holds of a bucket's, and nobody gets at them but by the site."""

import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from moto import mock_aws
from PIL import Image

from labsite.editing import stashed_uploads
from labsite.leaving.archive import export_lab
from labsite.models import TextPicture
from publications.models import Link
from tests import cast
from tests.editing import address, form_of

pytestmark = pytest.mark.django_db

PDF = b"%PDF-1.7\n%%EOF"
OPTIONS = {"bucket_name": "lab", "access_key": "ada", "secret_key": "wombat", "region_name": "us-east-1"}


def in_a_bucket(settings, **options):
    settings.STORAGES = settings.STORAGES | {
        "default": {"BACKEND": "labsite.modelling.bucket.Bucket", "OPTIONS": OPTIONS | options}
    }


@pytest.fixture
def bucket(settings):
    with mock_aws():
        in_a_bucket(settings)
        found = default_storage.bucket
        found.create()
        yield found


@pytest.fixture
def bucket_away(settings):
    """A bucket at an address of this machine where nothing answers."""
    settings.S3_ENDPOINT_URL = "http://127.0.0.1:9"
    in_a_bucket(settings, endpoint_url=settings.S3_ENDPOINT_URL)


def stored(bucket):
    return sorted(found.key for found in bucket.objects.all())


def upload(colour="red"):
    out = BytesIO()
    Image.new("RGB", (200, 100), colour).save(out, "PNG")
    return SimpleUploadedFile("a.png", out.getvalue(), content_type="image/png")


def copies(picture):
    stem = picture.image.name.removesuffix(".jpg")
    return sorted(f"{stem}{end}" for end in (".jpg", "-160.jpg", "-160.webp", "-200.jpg", "-200.webp"))


def test_a_picture_and_its_copies_are_replaced_and_removed_with_their_row(bucket, django_capture_on_commit_callbacks):
    picture = TextPicture.objects.create(image=upload())
    assert stored(bucket) == copies(picture)
    with django_capture_on_commit_callbacks(execute=True):
        picture.image = upload("blue")
        picture.save()
    assert stored(bucket) == copies(picture)
    with django_capture_on_commit_callbacks(execute=True):
        picture.delete()
    assert stored(bucket) == []


def test_a_refused_row_leaves_no_file(bucket):
    picture = TextPicture.objects.create(image=upload())
    with pytest.raises(IntegrityError), transaction.atomic():
        TextPicture(pk=picture.pk, image=upload()).save(force_insert=True)
    assert stored(bucket) == copies(picture)


@pytest.mark.django_db(transaction=True)
def test_a_row_that_is_rolled_back_takes_its_files_along(bucket):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        TextPicture.objects.create(image=upload())
        assert len(stored(bucket)) == 5
        raise ZeroDivisionError
    assert stored(bucket) == []


def test_a_document_is_read_through_the_site_and_the_bucket_lets_nobody_else_read_it(bucket, client):
    link = Link.objects.create(publication=cast.make_publication(), kind="pdf", file=SimpleUploadedFile("a.pdf", PDF))
    assert link.file.url == f"/media/{link.file.name}"
    answer = client.get(link.file.url)
    assert b"".join(answer.streaming_content) == PDF
    assert answer["Content-Length"] == str(len(PDF))
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert answer["Content-Type"] == "application/pdf"
    grants = bucket.Object(link.file.name).Acl().grants
    assert [grant["Grantee"]["Type"] for grant in grants] == ["CanonicalUser"]  # the bucket's owner


@pytest.mark.parametrize(
    "path", ["missing.jpg", "papers", "papers/", ".kept/1/secret", "papers/../.kept/1/secret", "a%00.jpg", "a" * 3000]
)
def test_what_is_no_public_file_is_not_found(bucket, client, path):
    default_storage.save(".kept/1/secret", ContentFile(b"x"))
    default_storage.save("papers/a.pdf", ContentFile(PDF))
    assert client.get(f"/media/{path}").status_code == 404


def test_files_of_refused_forms_wait_there_for_their_owner_and_are_swept(bucket, monkeypatch):
    login, field = cast.make_administrator(), "people.Person.photo"
    kept = stashed_uploads.stash(login, field, upload())
    assert stashed_uploads.find(login, kept.token) == kept
    assert stashed_uploads.RestoredUpload(kept).read() == upload().read()
    assert stashed_uploads.find(cast.make_administrator(), kept.token) is None
    monkeypatch.setattr(stashed_uploads, "MAX_FILES", 1)
    newest = stashed_uploads.stash(login, field, upload("blue"))
    assert stored(bucket) == [newest.stored]
    monkeypatch.setattr(stashed_uploads, "LASTS", timedelta(seconds=-60).total_seconds())
    stashed_uploads.sweep()
    assert stored(bucket) == []


def test_a_lab_leaves_with_the_files_of_a_bucket(bucket, tmp_path):
    cast.make_lab()
    picture = TextPicture.objects.create(image=upload())
    archive = tmp_path / "lab.zip"
    export_lab(archive, is_private=True)
    with zipfile.ZipFile(archive) as packed:
        files = {name for name in packed.namelist() if name.startswith("media/text/") and not name.endswith("/")}
    assert files == {f"media/{name}" for name in copies(picture)}


def test_while_the_bucket_is_away_its_files_are_a_503_and_an_upload_leaves_no_row(bucket_away, client):
    client.raise_request_exception = False
    answer = client.get("/media/text/a.jpg")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    with pytest.raises(OSError, match="The bucket of uploads can't be used"), transaction.atomic():
        TextPicture.objects.create(image=upload())
    assert TextPicture.objects.count() == 0


def test_while_the_bucket_is_away_a_save_with_a_picture_returns_what_was_typed(bucket_away, client):
    client.raise_request_exception = False
    client.force_login(cast.make_administrator())
    where = address(type(member := cast.student()), "change", member.pk)
    data = form_of(client, where) | {"headline": "Typed for long", "photo": upload(), "photo_alt": "Zoë"}
    answer = client.post(where, data)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "Typed for long" in answer.text
    member.refresh_from_db()
    assert (member.headline, bool(member.photo)) == ("", False)
