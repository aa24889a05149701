"""Editing on the page: a pencil on a public page opens one part of a row's form, which comes back to the page.

A part is the form of the row's own ModelAdmin with everything else left out, so that permissions, conflicts, steps of
the history, pictures and rows are those of the whole form.
"""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.admin.utils import flatten, label_for_field
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from labsite import roles
from labsite.texts.languages import SECOND
from labsite.web.middleware import content_security_policy

from .form_anchors import FROM_WORKLIST, PART, form_address
from .menu import address_to_add

RETURN_TO = "back"  # another: the address of the page with the pencil
FRAMED = "framed"  # another, which pencils.js adds: the form is shown in a panel over that page
SAVED = "saved"  # another, of the answer that pencils.js waits for in the panel: the page to show then


class Part(NamedTuple):
    """Fields and inlines of a form that are edited together, with the words for its pencil: if empty, the row's own.

    One that ``adds`` has all that a new row needs.
    """

    label: Any
    fields: tuple[str, ...] = ()
    inlines: tuple[type[InlineModelAdmin], ...] = ()
    adds: bool = False

    @property
    def ask(self) -> str:
        """The name of the page on which those who may not edit it say what is wrong with their own."""
        return next(filter(None, (getattr(inline, "ask", "") for inline in self.inlines)), "")

    def has(self, name: str) -> bool:
        """Say whether a field is one of its own, or the same text in the second language."""
        return name.removesuffix(SECOND) in self.fields


class PartsAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: its form can be opened for one of its ``parts``, by their names in addresses."""

    parts: dict[str, Part] = {}
    in_parts = False  # whether the form is a list of them, and fields are edited in the form of their part alone

    def part_of(self, request: HttpRequest, row: Model | None) -> Part | None:
        """Return the part that the form of a row, or of a new one, is opened for, None for the whole form."""
        part = self.parts.get(request.GET.get(PART, ""))
        return part if part and (row or part.adds) else None

    def panel_to_add(self, page: str) -> str:
        """Return where a row is added, in a panel over a page if there is a part for that."""
        name = next((name for name, part in self.parts.items() if part.adds), "")
        return address_to_add(self.model, {PART: name, RETURN_TO: page} if name else None)

    def part_at(self, anchor: str) -> str:
        """Return the name of the part in whose form a field has its form anchor, "" for the whole form."""
        names = (name for name, part in self.parts.items() if part.has(anchor.removeprefix("id_")))
        return next(names, "") if self.in_parts else ""

    def list_of_parts(self, request: HttpRequest, row: Model) -> list[dict[str, Any]]:
        """Return what leads to each part of a row's form, with what is in it."""
        return [
            {
                "label": part.label,
                "address": form_address(row, {PART: name, RETURN_TO: request.path}),
                "fields": [
                    label_for_field(each, type(row), self) for each in part.fields if each not in self.readonly_fields
                ],
                "may_change": self.may_change_part(request, row, name),
            }
            for name, part in self.parts.items()
        ]

    def may_change_part(self, request: HttpRequest, row: Model, name: str) -> bool:
        """Say whether the user may change anything in a part of a row. One query for each row of somebody's own."""
        part = self.parts[name]
        if not roles.may_change(request, row):
            return False
        inlines = (inline(self.model, self.admin_site) for inline in part.inlines)
        return bool({*part.fields} - {*self.get_readonly_fields(request, row)}) or any(
            inline.has_change_permission(request, row) or inline.has_add_permission(request, row) for inline in inlines
        )

    def fieldsets_of_part(self, request: HttpRequest, row: Model | None, fieldsets: Any) -> Any:
        """Leave out the fields of other parts, and unfold what is left but for the texts in the second language.

        A row that is edited in parts is added with its first.
        """
        part = self.part_of(request, row)
        if self.in_parts and not row:
            return fieldsets[:1]
        if not part:
            return fieldsets
        narrowed = []
        for heading, options in fieldsets:
            lines = [[name for name in flatten([line]) if part.has(name)] for line in options["fields"]]
            fields = [line if len(line) > 1 else line[0] for line in lines if line]
            is_second = all(name.endswith(SECOND) for name in flatten(fields))
            if fields:
                narrowed.append((heading, options | {"fields": fields}) if is_second else (None, {"fields": fields}))
        return narrowed

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> list[InlineModelAdmin]:
        inlines = super().get_inline_instances(request, obj)
        part = self.part_of(request, obj)
        if not part:
            return inlines
        own: list[Any] = [inline for inline in inlines if isinstance(inline, part.inlines)]
        for inline in own:
            inline.classes = ()
            inline.comes_first = False
            # Where no script may add a row, one is there.
            inline.extra = 0 if FRAMED in request.GET else 1
        return own

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        obj = context["original"]
        part = self.part_of(request, obj)
        if part:
            own = {"title": str(obj), "subtitle": part.label} if obj else {}
            own |= {"in_parts": self.in_parts, "whole_form": form_address(obj) if obj else request.path}
            may_change = not obj or self.may_change_part(request, obj, request.GET[PART])
            context |= {"part": part, "page_of_part": page_with_pencil(request, obj), "may_change": may_change, **own}
        elif self.in_parts and obj and request.method == "GET":
            context["parts"] = self.list_of_parts(request, obj)
        response = super().render_change_form(request, context, *args, **kwargs)
        if (part or "parts" in context) and isinstance(response, TemplateResponse):
            response.template_name = "admin/part.html" if part else "admin/parts.html"
        return response

    def response_change(self, request: HttpRequest, obj: Model) -> HttpResponse:
        part = self.part_of(request, obj)
        if not part or FROM_WORKLIST in request.GET:
            return super().response_change(request, obj)
        messages.success(request, _("Saved: %(part)s.") % {"part": part.label or obj})
        return self.lead_from_panel(request, page_with_pencil(request, obj))

    def lead_from_panel(self, request: HttpRequest, page: str) -> HttpResponseRedirect:
        """Lead to a page once a part is saved: pencils.js does, where the part was in a panel."""
        is_framed = FRAMED in request.GET and request.GET.get(PART) in self.parts
        return HttpResponseRedirect(f"{request.get_full_path()}&{urlencode({SAVED: page})}" if is_framed else page)

    def saved_part(self, request: HttpRequest) -> HttpResponse | None:
        """Answer a panel in which a part was just saved: what is to be said of it is said by the page."""
        page = request.GET.get(SAVED, "") if request.method == "GET" and FRAMED in request.GET else ""
        shown = '<!doctype html><title>-</title><p data-saved="{}"></p>'
        return HttpResponse(format_html(shown, page)) if is_own_page(page) else None

    def framed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Let the site's own pages show the answer in a panel, if it is about a part."""
        if FRAMED in request.GET and request.GET.get(PART) in self.parts:
            response["X-Frame-Options"] = "SAMEORIGIN"
            response["Content-Security-Policy"] = content_security_policy(
                {"frame-ancestors": ["'self'"], "frame-src": ["'self'"]}
            )
        return response


class PartForm:
    """Mixed into a ModelForm: what it doesn't have stays as it is, and is no reason to refuse the rest."""

    fields: dict[str, Any]

    def _update_errors(self, errors: ValidationError) -> None:
        if hasattr(errors, "error_dict"):
            own = {*self.fields, NON_FIELD_ERRORS}
            errors = ValidationError({name: words for name, words in errors.error_dict.items() if name in own})
        super()._update_errors(errors)  # type: ignore[misc]  # of the ModelForm


def page_with_pencil(request: HttpRequest, row: Any) -> str:
    """Return the address of the inbox or of the page with the pencil that led to a form, else that of its row."""
    if FROM_WORKLIST in request.GET:
        return reverse("admin:inbox", query=QueryDict(request.GET[FROM_WORKLIST]))
    page = request.GET.get(RETURN_TO, "")
    return page if is_own_page(page) else row.get_absolute_url() if hasattr(row, "get_absolute_url") else "/"


def is_own_page(page: str) -> bool:
    """Say whether an address is one of this site, without its host."""
    return page.startswith("/") and url_has_allowed_host_and_scheme(page, None)
