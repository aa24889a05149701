"""What the site's own middleware adds to Django's request."""

from typing import Any

from django.http import HttpRequest


class LabRequest(HttpRequest):
    """A request as views get it: ``lab`` is the lab's row, fetched once somebody asks for it."""

    lab: Any
