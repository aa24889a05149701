"""Uploaded files: no request brings more than the largest form needs, and none can act as a page of this site.

With MEDIA_BY_PROXY the site decides about a file, and the web server in front reads and sends it:
https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_ignore_headers
"""

from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.files.uploadhandler import FileUploadHandler
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from labsite.modelling.row_files import is_disk_away

SHOWN_TYPES = {".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp", ".pdf": "application/pdf"}
MAX_BYTES = 200 * 1024 * 1024  # of all files that a request brings
KEPT_SECONDS = 365 * 24 * 3600
ON_DISK = "/media-on-disk/"  # where nginx alone finds the files, as deploy/nginx.conf says


@require_safe
def serve_media(request: HttpRequest, path: str) -> HttpResponseBase:
    """Send an uploaded file; whatever is not a picture or a PDF is offered for saving only."""
    name = PurePosixPath(path)
    shown_type = SHOWN_TYPES.get(name.suffix)
    content_type = shown_type or "application/octet-stream"
    file = _open(path)
    response: HttpResponseBase
    if settings.MEDIA_BY_PROXY:
        file.close()
        response = HttpResponse(content_type=content_type)
        response.headers["X-Accel-Redirect"] = ON_DISK + quote(path)
    else:
        response = FileResponse(file, content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(shown_type is None, name.name) or ""
    response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'; sandbox"
    response.headers["X-Content-Type-Options"] = "nosniff"
    # Readers of feeds show the pictures of a text; nobody else takes in what isn't one.
    is_picture = (shown_type or "").startswith("image/")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if is_picture else "same-origin"
    # A file's name is random and its content never changes.
    response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
    return response


def _open(path: str) -> File:
    """Return the file; raise Http404 for what is missing, hidden, outside the folder or no file."""
    try:
        is_served = not any(part.startswith(".") for part in path.split("/"))
        with suppress(NotImplementedError):  # a bucket has no links, which in a folder could lead out of it
            folder = Path(settings.MEDIA_ROOT).resolve()
            is_served = is_served and Path(default_storage.path(path)).resolve().is_relative_to(folder)
        if not is_served:
            raise Http404("There is no such file.")
        return default_storage.open(path)
    except (SuspiciousOperation, ValueError, OSError) as error:
        if is_disk_away(error):
            raise
        raise Http404("There is no such file.") from error


class BoundedUploads(FileUploadHandler):
    """Stands before the handlers that store files, and refuses what is too large before anything is read."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:
        if content_length > MAX_BYTES:
            raise RequestDataTooBig(f"A request of {content_length} bytes.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
