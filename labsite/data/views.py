"""Rows as JSON files, for every model that registers them, and the lab itself.

A JSON file says in ``version`` which description on the page /data/ it follows.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from labsite.content import data
from labsite.web.json_files import JSONFile, Values
from labsite.web.large_files import large_file
from labsite.web.previews import at_its_address
from labsite.web.requests import LabRequest

# It stays while fields are only added; a field that goes away or means something else makes it 2.
VERSION = 1


@require_safe
def lab(request: LabRequest) -> HttpResponse:
    """Give the lab itself."""
    return _json(data.LAB(request.lab, request.build_absolute_uri))


def view_of(file: JSONFile) -> Callable[..., HttpResponseBase]:
    """Return the view of a file that lists rows, or of the file of each row, which takes its slug."""

    def every(request: HttpRequest) -> HttpResponse:
        return _json({file.name: [file.fields(row, request.build_absolute_uri) for row in file.rows()]})

    def each(request: HttpRequest, row: Any) -> HttpResponse:
        return _json(file.fields(row, request.build_absolute_uri))

    return at_its_address(file.rows)(each) if file.of else require_safe(large_file(every))


def _json(values: Values) -> JsonResponse:
    return JsonResponse({"version": VERSION} | values, json_dumps_params={"ensure_ascii": False})
