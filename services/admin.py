from django.contrib import admin
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from labsite.editing.actions import export_csv_action
from labsite.editing.model_admin import LabModelAdmin
from labsite.editing.parts import Part
from people.models import page_of
from people.models.career import EARLIER
from services.models import Service

export_services = export_csv_action(
    {
        "Person": lambda service: service.person.name,
        "Role": lambda service: service.role,
        "Venue": lambda service: service.venue.short_name,
        "Year": lambda service: service.year,
        "Co-located with": lambda service: service.host.short_name if service.host else "",
        "Note": lambda service: service.note,
    },
    rows_of=lambda services: services.select_related("person", "venue", "host"),
)


@admin.register(Service)
class ServiceAdmin(LabModelAdmin):
    list_display = ("role", "person", "acronym", "year", "co_located")
    list_filter = ("kind", "year")
    list_select_related = ("person", "venue", "host")
    search_fields = (
        "folded",
        "year",
        "person__search_text",
        "person__name_variants__folded",
        "venue__search_text",
        "venue__aliases__folded",
    )
    search_help_text = _("Search by role, person, venue or year.")
    autocomplete_fields = ("person", "venue", "host")
    fieldsets = (
        (None, {"fields": ("person", ("kind", "title"), "venue", "year", "host", "note")}),
        (_("Original wording"), {"fields": ("earlier_wording",), "classes": ("collapse",), "description": EARLIER}),
    )
    parts = {"service": Part("", ("person", "kind", "title", "venue", "year", "note"), adds=True)}
    actions = (export_services,)

    @admin.display(description=pgettext_lazy("service", "role"), ordering="kind")
    def role(self, service: Service) -> str:
        return service.role

    @admin.display(description=_("venue"), ordering="venue__short_name")
    def acronym(self, service: Service) -> str:
        return service.venue.short_name

    @admin.display(description=pgettext_lazy("a conference", "at"), ordering="host__short_name")
    def co_located(self, service: Service) -> str | None:
        return service.host.short_name if service.host else None

    def view_on_site(self, service: Service) -> str:
        """A service is shown on the page of who did it, else on its venue's."""
        return page_of(service.person) or service.venue.get_absolute_url()
