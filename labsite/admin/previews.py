"""What every page shows of the lab, looked at before it is saved: a form's button shows the page as it would be."""

from copy import copy
from typing import Any

from django.conf import settings
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import resolve, reverse
from django.utils.translation import override

from labsite.editing.model_admin import LabModelAdmin
from labsite.editing.stashed_uploads import restore_uploads
from labsite.models import Lab
from labsite.texts.markdown import markdown_fields


class PreviewedAdmin(LabModelAdmin):
    """A form with a button *Preview*: nothing of it is written, and a page is made of a lab that has what it says."""

    def lab_with(self, row: Any) -> Lab:
        """Return the lab as it would be with an unsaved row."""
        raise NotImplementedError

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if "_preview" in request.POST:
            restore_uploads(request)
            row = self._unsaved(request, object_id)
            if row:
                return self._page(request, row)
        return super().changeform_view(request, object_id, form_url, {**(extra_context or {}), "has_preview": True})

    def _unsaved(self, request: HttpRequest, object_id: str | None) -> Any:
        """Return the row that the form would save; None where it can't be saved, or not by the user."""
        row = self.get_object(request, unquote(object_id)) if object_id else None
        may = self.has_change_permission(request, row) if object_id else self.has_add_permission(request)
        if not may or (object_id and row is None):
            return None
        form = self.get_form(request, row, change=row is not None)(request.POST, request.FILES, instance=row)
        return form.save(commit=False) if form.is_valid() else None

    def _page(self, request: HttpRequest, row: Any) -> HttpResponse:
        for field in markdown_fields(type(row)):
            setattr(row, field.html_name, field.html_of(getattr(row, field.attname)))
        anonymous: Any = copy(request)
        with override(settings.LANGUAGE_CODE):
            path = row.get_absolute_url() if hasattr(row, "get_absolute_url") else reverse("home")
            match = resolve(path)
            anonymous.method, anonymous.GET, anonymous.path, anonymous.path_info = "GET", QueryDict(), path, path
            anonymous.resolver_match, anonymous.lab, anonymous.preview = match, self.lab_with(row).shown_at(path), row
            request.preview = row  # type: ignore[attr-defined]  # so that nobody keeps the page
            return match.func(anonymous, *match.args, **match.kwargs)
