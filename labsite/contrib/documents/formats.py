"""The formats in which every document can be had, by the extension of their files, and answers to requests."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.http import content_disposition_header
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from labsite.contrib.documents.parts import Document, mapped, printable
from labsite.web.head import moved_address
from labsite.web.middleware import FileUnavailable

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class DocumentError(FileUnavailable):
    """Why a document can't be had in a format: a sentence for whoever asked for it."""

    template = "documents/error.html"


@dataclass(frozen=True)
class DocumentFormat:
    """A format: what people call it, how a server announces it, and the function that writes it, loaded when asked."""

    label: str | Promise
    media_type: str
    writer: str

    def write(self, document: Document) -> bytes:
        """Return the document as a file; a DocumentError says why there is none."""
        write: Callable[[Document], bytes] = import_string(f"labsite.contrib.documents.writing.{self.writer}")
        if "charset" not in self.media_type:  # in a copy of the site addresses lead where it is to stand
            document = mapped(document, moved_address)
        return write(printable(document))


FORMATS = {
    "pdf": DocumentFormat("PDF", "application/pdf", "pdf.write"),
    "docx": DocumentFormat("Word", DOCX, "word.write"),
    "md": DocumentFormat("Markdown", "text/markdown; charset=utf-8", "markdown.write"),
    "tex": DocumentFormat(_("LaTeX"), "application/x-tex; charset=utf-8", "latex.write"),
}
# Of what is lines of text anyway, as references are.
PLAIN = {"txt": DocumentFormat(_("Plain text"), "text/plain; charset=utf-8", "markdown.write_plain")}


def as_file(document: Document, extension: str, name: str, **options: bool) -> HttpResponse:
    """Give a document in one of FORMATS or PLAIN, named after whose it is; ``options`` are those of file_answer()."""
    form = (FORMATS | PLAIN)[extension]
    return file_answer(form.write(document), form.media_type, f"{name}.{extension}", **options)


def file_answer(
    content: bytes, media_type: str, name: str, is_attachment: bool = False, is_indexed: bool = True
) -> HttpResponse:
    """Give a file under a name. Browsers show a PDF, or save it too; they show no other."""
    is_pdf = name.endswith(".pdf")
    headers = {"Content-Disposition": content_disposition_header(is_attachment or not is_pdf, name) or ""}
    if is_pdf:  # browsers show it by a page with styles and a plug-in of its own
        headers["Content-Security-Policy"] = "frame-ancestors 'none'"
    if not is_indexed:
        headers["X-Robots-Tag"] = "noindex"
    return HttpResponse(content, content_type=media_type, headers=headers)
