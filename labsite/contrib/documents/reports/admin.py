"""The forms and the list of reports."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Field
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from labsite import roles
from labsite.contrib.documents.models import Report
from labsite.contrib.documents.reports.document import PARTS
from labsite.editing.inlines import OrderedChoicesField
from labsite.editing.model_admin import LabModelAdmin
from labsite.models import Question
from labsite.roles import Role

BY_EDITORS = _(
    "The report then has a page on the site. An editor has to approve it first, and again whenever you change it; "
    "you can hide it yourself at any time."
)
ASKED = _("Everyone may read it once an editor approves. The editors have been asked; their reply is under Questions.")


@admin.register(Report)
class ReportAdmin(LabModelAdmin):
    """Reports are made on a page of their own; here is what is kept of them under a name."""

    list_display = ("name", "about", "period_words", "is_public", "made")
    list_select_related = ("project", "person")
    search_fields = ("name", "funder", "project__title", "person__search_text")
    search_help_text = _("Search by name or subject.")
    autocomplete_fields = ("project", "person")
    radio_fields: ClassVar[Any] = {"subject": admin.HORIZONTAL}
    fieldsets = (
        (None, {"fields": ("name", "subject", "project", "person", "funder", "period", ("start", "end"), "parts")}),
        (_("Language and visibility"), {"fields": ("language", "is_public")}),
        (_("Address"), {"fields": ("slug",), "classes": ("collapse",)}),
    )

    class Media:
        css = {"all": ["documents/report.css"]}

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "parts":
            label, parts = capfirst(str(db_field.verbose_name)), [(name, part[0]) for name, part in PARTS.items()]
            return OrderedChoicesField(choices=parts, label=label, help_text=db_field.help_text)
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "funder":
            field.widget.attrs["list"] = "funders"
        if db_field.name == "is_public" and field and not roles.at_least(request.user, Role.EDITOR):
            field.help_text = BY_EDITORS
        return field

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Let members say that they want a report to be public, which editors decide, or public no more."""
        return tuple(name for name in super().get_readonly_fields(request, obj) if name != "is_public")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Begin with what the page on which reports are made asks for."""
        initial: dict[str, Any] = super().get_changeform_initial_data(request)
        return initial | {"parts": request.GET.getlist("parts") or list(PARTS)}

    def save_model(self, request: Any, obj: Report, form: ModelForm, change: bool) -> None:
        obj.added_by = obj.added_by if change else request.user
        is_editor = roles.at_least(request.user, Role.EDITOR)
        is_asked = obj.is_public and not is_editor and bool(form.changed_data)
        obj.is_public = obj.is_public and not is_asked
        super().save_model(request, obj, form, change)
        questions = Question.objects.about(obj).open().filter(asked_by=obj.added_by)
        if is_asked:
            messages.info(request, ASKED)
            if not questions.exists():
                Question.objects.ask(request.user, obj, gettext("May everyone read this report?"))
        elif obj.is_public and is_editor:
            for question in questions:
                question.close(request.user)

    def view_on_site(self, report: Any) -> str | None:
        return report.get_absolute_url() if report.is_public else None

    @admin.display(description=_("report"))
    def made(self, report: Report) -> str:
        return format_html('<a href="{}?{}">{}</a>', reverse("admin:report"), report.query, _("Show the report"))
