"""The admin site under the lab's name, and what it makes of requests before Django's views get them."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, NoReturn

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.module_loading import import_string
from django.utils.translation import gettext, gettext_lazy as _
from django.views.i18n import JavaScriptCatalog

from labsite import registry
from labsite.accounts.logins import lacks_second_factor
from labsite.accounts.sessions import limit_session
from labsite.admin_site import menu
from labsite.curation.inbox import tasks_for
from labsite.curation.looks import last_look
from labsite.history.entries import last_by
from labsite.jobs import JobRun
from labsite.modelling.ranking import Asked, SearchedQuerySet
from labsite.modelling.write_waits import MAX_WAIT_TO_SAVE, patience
from labsite.registry import FirstPage
from labsite.roles import AdminPage, Role, admin_pages, at_least, choices, role_of
from labsite.web.middleware import content_security_policy

MAX_JOBS = 5  # that the first page tells of
FRAMES = {"frame-src": ["'self'"]}
KEPT_FORM = re.compile(r"[0-9-]{1,50}")
SECOND_FACTOR_FIRST = _(
    "Administrators need more than a password to sign in here. Add a passkey or an authenticator app to continue."
)


class LabAdminSite(admin.AdminSite):
    """The admin, under the lab's name."""

    index_title = _("What would you like to edit?")
    empty_value_display = "–"

    def each_context(self, request: Any) -> dict[str, Any]:
        own = {"site_header": request.lab.name, "version": settings.VERSION}
        return super().each_context(request) | own | {"is_editor": at_least(request.user, Role.EDITOR)}

    def has_permission(self, request: HttpRequest) -> bool:
        """Say whether the user may open the admin: whoever has a role may."""
        return role_of(request.user) is not None

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """Ask administrators for a second factor first, where that is required; else let a view answer."""

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if settings.SECOND_FACTOR_REQUIRED and lacks_second_factor(request.user):
                messages.warning(request, SECOND_FACTOR_FIRST)
                return redirect("mfa_index")
            limit_session(request)
            query = (text for name, values in request.GET.lists() for text in (name, *values))
            # A character that no text has, and that not every database can look for.
            if any("\0" in text for text in (request.path, *query)):
                words = gettext("There is no page at this address.")
                return HttpResponseBadRequest(words, content_type="text/plain; charset=utf-8")
            if request.method != "POST":
                return tell_browser(request, view(request, *args, **kwargs))
            with patience(MAX_WAIT_TO_SAVE):
                request.POST = with_plain_lines(request.POST)
                return tell_browser(request, view(request, *args, **kwargs))

        return super().admin_view(guarded, cacheable)

    def index(self, request: Any, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        own: dict[str, Any] = {"to_do": tasks_for(request.user), "last_changes": last_by(request.user)}
        own["last_look"] = last_look()
        own["jobs"] = JobRun.objects.lately_by(request.user)[:MAX_JOBS]
        for each in registry.added(FirstPage):
            if shown := import_string(each.context)(request):
                own |= shown | {"first": each}
        return super().index(request, own | (extra_context or {}))

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Put the extra pages before the forms and lists, whose last address answers to everything."""
        extra = [page for page in admin_pages().values() if not page.for_scripts]
        pages = [path(page.route, self.admin_view(view_of(page)), name=page.name) for page in extra]
        return [*pages, path("r/<path:guessed>", self.admin_view(no_view_on_site)), *super().get_urls()]

    def i18n_javascript(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Answer with the words of the scripts: Django's, and the site's own."""
        return JavaScriptCatalog.as_view(packages=["django.contrib.admin", "labsite"])(request)

    def autocomplete_view(self, request: HttpRequest) -> Any:
        return ColumnSuggestions.as_view(admin_site=self)(request)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Return the models in groups that people would look for, whichever app they live in."""
        apps = super().get_app_list(request, app_label)
        if app_label:
            return apps
        models = {entry["model"]: entry for app in apps for entry in app["models"]}
        return menu.groups(request.user, models, request.path)


class ColumnSuggestions(AutocompleteJsonView):
    """Suggests rows for a foreign key or a many-to-many field of a model, not for its reverse relations."""

    def process_request(self, request: HttpRequest) -> Any:
        processed = super().process_request(request)
        if processed[2].auto_created:
            raise PermissionDenied
        return processed

    def get_queryset(self) -> QuerySet[Any]:
        """Put those first that are likely meant, and of them those that the words fit best."""
        rows = super().get_queryset().filter(pk__in=choices(self.request.user, self.source_field).values("pk"))
        words = Asked.of(self.term)
        return rows.suggested(words) if words.words and isinstance(rows, SearchedQuerySet) else rows


def view_of(page: AdminPage) -> Callable[..., HttpResponse]:
    """Return the view of a page that no ModelAdmin has, for users with the role that it asks for."""
    view = import_string(page.view)

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not at_least(request.user, page.role):
            raise PermissionDenied
        response: HttpResponse = view(request, *args, **kwargs)
        return response

    return guarded


def no_view_on_site(request: HttpRequest, guessed: str) -> NoReturn:
    """Answer in the place of Django's redirect to any row's page, which would give away the address of a draft."""
    raise Http404


def with_plain_lines(sent: QueryDict) -> Any:
    """Turn the CR LF that browsers send for each line break into LF: else a text that nobody touched has changed.

    https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
    """
    if not any("\r\n" in str(value) for _name, values in sent.lists() for value in values):
        return sent
    plain = sent.copy()
    for name, values in sent.lists():
        plain.setlist(name, [str(value).replace("\r\n", "\n") for value in values])
    return plain


def tell_browser(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Tell the browser by a cookie that a form is saved, under the number by which it keeps what was typed there.

    Whatever leads on after a POST has done what was asked; else the form, or what is wrong with it, is the answer. A
    page may show the steps of signing in in a frame, for a form that waits to be saved.
    """
    number = request.POST.get("kept_form", "")
    if response.status_code == 302 and KEPT_FORM.fullmatch(number):
        age = timedelta(weeks=1)  # as long as it would be kept
        response.set_cookie(f"saved-{number}", "1", age, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax")
    response.headers.setdefault("Content-Security-Policy", content_security_policy(FRAMES))
    return response
