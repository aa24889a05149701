"""Who sees a row of a publishable model, and from when on, as its form and its list say."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _, pgettext

from labsite.modelling.publishing import Publishable

State = Publishable.State

CHOICES = {
    State.DRAFT: _("Draft: only people who can edit it see it"),
    State.WAITING: _("For approval: an editor reads it, then publishes it or says what to change"),
    State.PUBLISHED: _("Published: everyone sees it"),
}


class OnSiteFilter(admin.SimpleListFilter):
    """Rows by who sees them: drafts, those that wait for approval, scheduled and published ones."""

    title = _("visibility")
    parameter_name = "on_site"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        waiting = [("waiting", gettext("Awaiting approval"))] if model_admin.waits_for_approval else []
        return [
            ("draft", gettext("Drafts")),
            *waiting,
            ("scheduled", gettext("To appear later")),
            ("published", gettext("Published")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if value in ("scheduled", "published", "waiting"):
            return getattr(queryset, value)()
        return queryset.filter(state=State.DRAFT) if value == "draft" else queryset


class PublishableAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: a row may be a draft, appear at a later time, and be previewed before that."""

    SECTION: Any = (_("On the site"), {"fields": ("state", "publish_from")})
    waits_for_approval = False
    radio_fields: ClassVar[Any] = {"state": admin.VERTICAL}

    class Media:
        css = {"all": ["labsite/admin/publishing.css"]}

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[ModelForm]:
        form = super().get_form(request, obj, change=change, **kwargs)
        if "state" in form.base_fields:
            state: Any = form.base_fields["state"]
            state.label = gettext("Who sees it")
            state.choices = [(each, CHOICES[each]) for each in self.states_for(request, obj)]
            publish_from: Any = form.base_fields["publish_from"]
            publish_from.help_text = gettext(
                "Leave empty to show it as soon as it is published; with a time in the future, it appears then. "
                "Times are in %(zone)s."
            ) % {"zone": settings.TIME_ZONE}
            labels = (gettext("Appears on, date"), gettext("Appears on, time"))
            for widget, label in zip(publish_from.widget.widgets, labels, strict=True):
                widget.attrs["aria-label"] = label
        return form

    def states_for(self, request: HttpRequest, row: Model | None) -> list[Any]:
        """Return the states that the user may choose for a row, or for a new one."""
        return [State.DRAFT, State.PUBLISHED]

    @admin.display(description=_("on the site"), ordering="state")
    def on_site(self, row: Any) -> str:
        """Say who sees a row, in a word or two."""
        if row.is_scheduled():
            when = pgettext("day, short month, year and time", "j M Y, H:i")
            return gettext("From %(time)s") % {"time": date_format(timezone.localtime(row.publish_from), when)}
        return str(row.get_state_display())
