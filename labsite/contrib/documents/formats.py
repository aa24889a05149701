"""The formats in which every document can be had, by the extension of their files."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.contrib.documents.parts import Document, as_data, from_data, printable

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

_place: ContextVar[tuple[str, str]] = ContextVar("place", default=("", ""))


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
        module = import_module(f"labsite.contrib.documents.writing.{self.writer}")
        write: Callable[[Document], bytes] = module.write
        return write(printable(document if "charset" in self.media_type else _at_its_place(document)))


@contextmanager
def documents_at(origin: str, base: str) -> Iterator[None]:
    """Let addresses at ``origin`` lead to ``base`` in files that aren't text, which no copy of the site rewrites."""
    token = _place.set((origin, base))
    try:
        yield
    finally:
        _place.reset(token)


def _at_its_place(document: Document) -> Document:
    origin, base = _place.get()
    if origin == base:
        return document
    said = json.dumps(as_data(document), ensure_ascii=False)
    for old, new in ((origin, base), (origin.partition("://")[2], base.partition("://")[2])):
        said = said.replace(f'"{old}/', f'"{new}/')
    return from_data(json.loads(said))


FORMATS = {
    "pdf": DocumentFormat("PDF", "application/pdf", "pdf"),
    "docx": DocumentFormat("Word", DOCX, "word"),
    "md": DocumentFormat("Markdown", "text/markdown; charset=utf-8", "markdown"),
    "tex": DocumentFormat(_("LaTeX"), "application/x-tex; charset=utf-8", "latex"),
}
# Of what is lines of text anyway, as references are.
PLAIN = {"txt": DocumentFormat(_("Plain text"), "text/plain; charset=utf-8", "plain_text")}
