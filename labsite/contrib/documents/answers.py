"""Documents as answers to requests: a page that prints well, or a file."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header

from labsite.contrib.documents.formats import FORMATS, PLAIN
from labsite.contrib.documents.parts import Document
from labsite.web.requests import LabRequest


def as_page(request: LabRequest, document: Document, **context: Any) -> HttpResponse:
    """Show a document as a page of the site; ``context`` has its head, and where its files are."""
    return render(request, "documents/document.html", {"document": document, **context})


def as_file(document: Document, extension: str, name: str, *, is_attachment: bool = False) -> HttpResponse:
    """Give a document in one of FORMATS or PLAIN, named after whose it is. Browsers show a PDF, or save it too."""
    form = (FORMATS | PLAIN)[extension]
    is_saved = is_attachment or extension != "pdf"  # by browsers, which show no other
    disposition = content_disposition_header(is_saved, f"{name}.{extension}") or ""
    headers = {"Content-Disposition": disposition}
    if extension == "pdf":  # browsers show it by a page with styles and a plug-in of its own
        headers["Content-Security-Policy"] = "frame-ancestors 'none'"
    return HttpResponse(form.write(document), content_type=form.media_type, headers=headers)
