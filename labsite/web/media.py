"""Uploaded files, served so that none of them can act as a page of this site."""

from pathlib import Path

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, Http404, HttpRequest
from django.utils._os import safe_join
from django.views.decorators.http import require_safe

SHOWN_TYPES = {".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp", ".pdf": "application/pdf"}
KEPT_SECONDS = 365 * 24 * 3600


@require_safe
def serve_media(request: HttpRequest, path: str) -> FileResponse:
    """Send a file of MEDIA_ROOT; whatever is not a picture or a PDF is offered for saving only."""
    file = _find(path)
    shown_type = SHOWN_TYPES.get(file.suffix)
    response = FileResponse(
        file.open("rb"),
        as_attachment=shown_type is None,
        filename=file.name,
        content_type=shown_type or "application/octet-stream",
    )
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["X-Content-Type-Options"] = "nosniff"
    # A file's name is random and its content never changes.
    response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
    return response


def _find(path: str) -> Path:
    """Return the file; raise Http404 for what is missing, hidden, outside the folder or no file."""
    try:
        file = Path(safe_join(settings.MEDIA_ROOT, path))
        hidden = any(part.startswith(".") for part in path.split("/"))
        if hidden or not file.resolve().is_relative_to(Path(settings.MEDIA_ROOT).resolve()) or not file.is_file():
            raise Http404("There is no such file.")
    except (SuspiciousFileOperation, ValueError, OSError) as error:
        raise Http404("There is no such file.") from error
    return file
