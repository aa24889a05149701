"""What the forms and lists of papers, news and pages say of who sees a row, and from when on."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.utils import timezone
from django.utils.formats import date_format

from labsite.modelling.publishing import Publishable

State = Publishable.State

CHOICES = {
    State.DRAFT: "Draft: only those who may edit it see it",
    State.WAITING: "For approval: an editor looks at it, then publishes it or says what to change",
    State.PUBLISHED: "Published: everyone sees it",
}
WHEN = "Empty: as soon as it is published. With a time to come it appears by itself then."


def on_site(row) -> str:
    """Say who sees a row, in a word or two."""
    if row.is_scheduled():
        return f"From {date_format(timezone.localtime(row.publish_from), 'j M Y, H:i')}"
    return str(row.get_state_display())


def _ask_who(field, states):
    field.label = "Who sees it"
    field.choices = [(state, CHOICES[state]) for state in states]


def _ask_when(field):
    field.help_text = f"{WHEN} Times are those of {settings.TIME_ZONE}."
    for widget, name in zip(field.widget.widgets, ("date", "time"), strict=True):
        widget.attrs["aria-label"] = f"Appears on, {name}"


class OnSiteFilter(admin.SimpleListFilter):
    """Rows that nobody but editors sees, and why."""

    title = "visibility"
    parameter_name = "on_site"

    def lookups(self, request, model_admin):
        waiting = [("waiting", "Waiting for approval")] if model_admin.waits_for_approval else []
        return [("draft", "Drafts"), *waiting, ("scheduled", "To appear later"), ("published", "Published")]

    def queryset(self, request, queryset):
        if self.value() in ("scheduled", "published", "waiting"):
            return getattr(queryset, self.value())()
        return queryset.filter(state=State.DRAFT) if self.value() == "draft" else queryset


class PublishableAdmin:
    """Mixed into a ModelAdmin: a row may be a draft, appear at a time to come, and be seen before as a preview."""

    SECTION: Any = ("On the site", {"fields": ("state", "publish_from")})
    waits_for_approval = False
    radio_fields: Any = {"state": admin.VERTICAL}

    class Media:
        css = {"all": ["labsite/admin/publishing.css"]}

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        if "state" in form.base_fields:
            _ask_who(form.base_fields["state"], self.states_for(request, obj))
            _ask_when(form.base_fields["publish_from"])
        return form

    def states_for(self, request, row):
        """Return the states that somebody may choose for a row, or for a new one."""
        return [State.DRAFT, State.PUBLISHED]

    @admin.display(description="on the site", ordering="state")
    def on_site(self, row):
        return on_site(row)
