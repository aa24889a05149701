"""The formats in which every document can be had, by the extension of their files."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.documents.parts import Document, printable

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class DocumentError(Exception):
    """Why a document can't be had in a format: a sentence for whoever asked for it."""


@dataclass(frozen=True)
class DocumentFormat:
    """A format: what people call it, how a server announces it, and the module that writes it, loaded when asked."""

    label: str | Promise
    media_type: str
    writer: str

    def write(self, document: Document) -> bytes:
        """Return the document as a file; a DocumentError says why there is none."""
        module = import_module(f"labsite.documents.writing.{self.writer}")
        write: Callable[[Document], bytes] = module.write
        return write(printable(document))


FORMATS = {
    "pdf": DocumentFormat("PDF", "application/pdf", "pdf"),
    "docx": DocumentFormat("Word", DOCX, "word"),
    "md": DocumentFormat("Markdown", "text/markdown; charset=utf-8", "markdown"),
    "tex": DocumentFormat(_("LaTeX"), "application/x-tex; charset=utf-8", "latex"),
}
