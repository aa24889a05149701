"""Requests as views get them from the site's own middleware and from the admin."""

from typing import Any

from django.http import HttpRequest


class LabRequest(HttpRequest):
    """A request as views get it: ``lab`` is the lab's row, fetched once somebody asks for it."""

    lab: Any


class EditorRequest(HttpRequest):
    """A request to the editing side, where everybody has a login."""

    user: Any
