from django.contrib import admin

from labsite.editing.inlines import RowInline
from labsite.editing.model_admin import LabModelAdmin
from tests.instruments.models import Instrument, Part


class PartInline(RowInline):
    model = Part


@admin.register(Instrument)
class InstrumentAdmin(LabModelAdmin):
    list_display = ("title", "keeper")
    search_fields = ("search_text",)
    autocomplete_fields = ("keeper",)
    inlines = (PartInline,)
