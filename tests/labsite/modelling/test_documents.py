import zipfile
from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from labsite.modelling import documents
from labsite.modelling.documents import (
    MACROS,
    MISLABELLED,
    TOO_LARGE,
    WANTED,
    BadDocument,
    CheckedDocument,
    DocumentFormField,
)
from publications.models import Link
from tests import cast

PDF = b"%PDF-1.7\n%%EOF"


def archive(**members):
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as written:
        for name, content in members.items():
            written.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def zipped(members):
    return archive(**members)


POWERPOINT = zipped({"[Content_Types].xml": "<Types/>", "ppt/presentation.xml": "<p/>"})
OPEN_DOCUMENT = zipped({"mimetype": documents.OPEN_DOCUMENT, "content.xml": "<c/>"})


def upload(content=PDF, name="Quokka at Leisure.pdf"):
    return SimpleUploadedFile(name, content)


def refusal(content, name):
    with pytest.raises(BadDocument) as caught:
        CheckedDocument(upload(content, name))
    return str(caught.value)


class CheckTests:
    @pytest.mark.parametrize(
        ("content", "name", "stem", "extension"),
        [
            (PDF, "Quokka at Leisure.pdf", "quokka-at-leisure", ".pdf"),
            (PDF, "QUOKKA.PDF", "quokka", ".pdf"),
            (PDF, "海报.pdf", "haibao", ".pdf"),
            (PDF, "../../etc/passwd.pdf", "passwd", ".pdf"),
            (PDF, "a\x00b\n.pdf", "ab", ".pdf"),
            (PDF, ".pdf.pdf", "pdf", ".pdf"),
            (POWERPOINT, "talk.pptx", "talk", ".pptx"),
            (OPEN_DOCUMENT, "talk.odp", "talk", ".odp"),
        ],
    )
    def test_name_is_readable_safe_and_not_to_be_guessed(self, content, name, stem, extension):
        name = CheckedDocument(upload(content, name)).name
        assert name.startswith(f"{stem}-")
        assert name.endswith(extension)
        assert len(name) == len(stem) + 1 + 32 + len(extension)

    def test_other_types_are_refused(self):
        table = ["a.exe", "a.html", "a.svg", "a.js", "a.pptm", "a.png", "a", "a.pdf.html"]
        assert [(name, answer) for name in table if (answer := refusal(PDF, name)) != WANTED] == []

    def test_content_that_is_not_what_the_name_says_is_refused(self):
        table = [
            (b"<!doctype html><script>", "a.pdf"),
            (b"\n%PDF-1.7", "a.pdf"),
            (b"MZ\x90", "a.pdf"),
            (PDF, "a.pptx"),
            (zipped({"a.exe": "MZ"}), "a.pptx"),
            (zipped({"a.exe": "MZ"}), "a.odp"),
            (OPEN_DOCUMENT, "a.pptx"),
            (POWERPOINT, "a.odp"),
            (zipped({"mimetype": "text/html", "content.xml": ""}), "a.odp"),
            (POWERPOINT[:-30], "a.pptx"),
            (b"PK\x05\x06", "a.pptx"),
        ]
        assert [
            (content, name, answer) for content, name in table if (answer := refusal(content, name)) != MISLABELLED
        ] == []

    def test_slides_with_macros_are_refused(self):
        with_macros = {"[Content_Types].xml": "", "ppt/presentation.xml": "", "ppt/vbaProject.bin": ""}
        assert refusal(zipped(with_macros), "a.pptx") == MACROS
        assert refusal(zipped({"Basic/script-lc.xml": "", "content.xml": ""}), "a.odp") == MACROS

    def test_too_large_a_file_is_refused(self, monkeypatch):
        monkeypatch.setattr(documents, "MAX_BYTES", len(PDF) - 1)
        assert refusal(PDF, "a.pdf") == TOO_LARGE

    def test_archive_of_too_many_files_is_refused(self, monkeypatch):
        monkeypatch.setattr(documents, "MAX_DIRECTORY_BYTES", 10)
        assert refusal(POWERPOINT, "a.pptx") == MISLABELLED

    def test_input_offers_the_types_that_can_be_used(self):
        assert DocumentFormField().widget.attrs["accept"] == ".pdf,.pptx,.odp"


@pytest.fixture
def link(db):
    return Link.objects.create(publication=cast.make_publication(), kind="pdf", file=upload())


def sent(client, link):
    response = client.get(link.file.url)
    assert b"".join(response.streaming_content)
    response.close()
    return response


def stored(settings):
    return sorted(path.name for path in settings.MEDIA_ROOT.glob("**/*") if path.is_file())


@pytest.mark.django_db
class LinkFileTests:
    def test_content_is_kept_as_it_is(self, settings, link):
        link.refresh_from_db()
        assert (settings.MEDIA_ROOT / link.file.name).read_bytes() == PDF

    def test_assigning_another_type_raises(self):
        with pytest.raises(BadDocument):
            Link(file=ContentFile(b"<svg/>", name="a.svg"))

    def test_replaced_file_is_removed(self, settings, link, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            link.file = upload(name="Second.pdf")
            link.save()
        assert [name.partition("-")[0] for name in stored(settings)] == ["second"]

    def test_file_of_a_deleted_row_is_removed(self, settings, link, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            link.publication.delete()
        assert stored(settings) == []

    @pytest.mark.django_db(transaction=True)
    def test_rolled_back_row_takes_its_file_along(self, settings):
        paper = cast.make_publication()
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            Link.objects.create(publication=paper, file=upload())
            assert len(stored(settings)) == 1
            raise ZeroDivisionError
        assert stored(settings) == []

    def test_file_is_shown_as_a_pdf_that_cannot_act(self, client, link):
        response = sent(client, link)
        assert response.headers["Content-Type"] == "application/pdf"
        assert response.headers["Content-Disposition"].startswith("inline")
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"

    def test_slides_are_offered_for_saving(self, client, link):
        link.file = upload(POWERPOINT, "talk.pptx")
        link.save()
        response = sent(client, link)
        assert response.headers["Content-Disposition"].startswith("attachment")
        assert response.headers["X-Content-Type-Options"] == "nosniff"
