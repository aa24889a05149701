"""The formats in which every document can be had, by the extension of their files."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.contrib.documents.parts import Document, as_data, from_data, printable
from labsite.web.lasting_addresses import with_moved_addresses
from labsite.web.middleware import FileUnavailable

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class DocumentError(FileUnavailable):
    """Why a document can't be had in a format: a sentence for whoever asked for it."""

    template = "documents/error.html"


@dataclass(frozen=True)
class DocumentFormat:
    """A format: what people call it, how a server announces it, and the module that writes it, loaded when asked."""

    label: str | Promise
    media_type: str
    writer: str

    def write(self, document: Document) -> bytes:
        """Return the document as a file; a DocumentError says why there is none."""
        module = import_module(f"labsite.contrib.documents.writing.{self.writer}")
        write: Callable[[Document], bytes] = module.write
        return write(printable(document if "charset" in self.media_type else _at_its_place(document)))


def _at_its_place(document: Document) -> Document:
    """Return a document whose addresses lead where a copy of the site is to stand, if one is being made."""
    stored = json.dumps(as_data(document), ensure_ascii=False)
    moved = with_moved_addresses(stored)
    return document if moved == stored else from_data(json.loads(moved))


FORMATS = {
    "pdf": DocumentFormat("PDF", "application/pdf", "pdf"),
    "docx": DocumentFormat("Word", DOCX, "word"),
    "md": DocumentFormat("Markdown", "text/markdown; charset=utf-8", "markdown"),
    "tex": DocumentFormat(_("LaTeX"), "application/x-tex; charset=utf-8", "latex"),
}
# Of what is lines of text anyway, as references are.
PLAIN = {"txt": DocumentFormat(_("Plain text"), "text/plain; charset=utf-8", "plain_text")}
