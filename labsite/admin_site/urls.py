"""The pages of the admin that no ModelAdmin has, as apps add them: each for users with the role that it asks for."""

from functools import wraps
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.module_loading import import_string

from labsite import roles
from labsite.roles import AdminPage


def _guarded(page: AdminPage) -> URLPattern:
    """Return the URL pattern of a page for users who may open it: others are asked to sign in, or refused."""
    view = import_string(page.view)

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not roles.at_least(request.user, page.role):
            raise PermissionDenied
        response: HttpResponse = view(request, *args, **kwargs)
        return response

    return path(page.route, admin.site.admin_view(guarded), name=page.name)


_pages = roles.admin_pages().values()
urlpatterns = [_guarded(page) for page in _pages if not page.for_scripts]
for_scripts = [
    path(f"admin/{page.route}", import_string(page.view), name=page.name) for page in _pages if page.for_scripts
]
