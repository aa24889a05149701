"""Files for machines may be read by the scripts of any other site: https://fetch.spec.whatwg.org/#http-cors-protocol"""

import re

from django.conf import settings
from django.http import HttpResponse

FILE = re.compile(r"\.(bib|ics|json|png|ris|xml)$")
METHODS = "GET, HEAD, OPTIONS"
ASKED_AGAIN_SECONDS = 24 * 3600


class OpenFilesMiddleware:
    """Open the files to every origin, also where the answer is a redirect, an error or "not modified".

    Stands outside ConditionalGetMiddleware, which makes new answers. Nobody's cookies come along: the files are the
    same for everyone, and what is uploaded, static or of the admin stays closed.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if not is_open(request.path):
            return self.get_response(request)
        response = _permission() if request.method == "OPTIONS" else self.get_response(request)
        response["Access-Control-Allow-Origin"] = "*"
        return response


def is_open(path):
    """Say whether the path is one of a file that the site makes for machines."""
    closed = ("/admin/", settings.STATIC_URL, settings.MEDIA_URL)
    return FILE.search(path) is not None and not path.startswith(closed)


def _permission():
    """Answer a browser that asks whether a script may send its request, with headers such as If-None-Match."""
    return HttpResponse(
        status=204,
        headers={
            "Allow": METHODS,
            "Access-Control-Allow-Methods": METHODS,
            "Access-Control-Allow-Headers": "*",
            "Access-Control-Max-Age": str(ASKED_AGAIN_SECONDS),
        },
    )
