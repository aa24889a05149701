"""Forms and lists of what documents keep."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.models import FrozenCV
from labsite.editing.model_admin import LabModelAdmin


@admin.register(FrozenCV)
class FrozenCVAdmin(LabModelAdmin):
    """Versions get here by being frozen, so this form only renames, shows and deletes them."""

    not_here = ("add",)
    list_display = ("name", "person", "kind", "frozen_at", "is_public")
    list_filter = ("is_public",)
    list_select_related = ("person",)
    search_fields = ("name", "person__search_text")
    search_help_text = _("Search by name of the copy or of the person.")
    fields = ("name", "is_public", "person", "kind", "frozen_at", "files")
    readonly_fields = ("person", "kind", "frozen_at", "files")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("document")

    @admin.display(description=_("downloads"))
    def files(self, cv: FrozenCV) -> str:
        links = ((reverse("admin:frozen-cv", args=[cv.pk, each]), FORMATS[each].label) for each in FORMATS)
        return format_html(
            '<span class="inline-list">{}</span>', format_html_join(" · ", '<a href="{}">{}</a>', links)
        )

    def view_on_site(self, cv: FrozenCV) -> str | None:
        return cv.get_absolute_url() if cv.is_public else None
