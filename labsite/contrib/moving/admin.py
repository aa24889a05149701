"""The list and the form of the addresses of the old site."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from labsite.contrib.moving.models import OldAddress
from labsite.editing.model_admin import LabModelAdmin


@admin.register(OldAddress)
class OldAddressAdmin(LabModelAdmin):
    """A move adds them; an editor adds those that it can't know, and corrects where they lead."""

    list_display = ("path", "target")
    search_fields = ("path", "target")
    search_help_text = _("Part of an old address, or of the page to which it leads.")
    fields = ("path", "target")

    def view_on_site(self, row: OldAddress) -> str:
        return row.target
