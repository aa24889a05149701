"""Who sees a row of a publishable model, and from when on, as its form and its list say."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib import admin
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _, pgettext

from labsite.modelling.publishing import Publishable

from .change_lists import OptionsFilter

State = Publishable.State

CHOICES = {
    State.DRAFT: _("Draft: only people who can edit it see it"),
    State.WAITING: _("For approval: an editor reads it, then publishes it or says what to change"),
    State.PUBLISHED: _("Published: everyone sees it"),
}


class OnSiteFilter(OptionsFilter):
    """Rows by who sees them: drafts, those that wait for approval, scheduled and published ones."""

    title = _("visibility")
    parameter_name = "on_site"
    options = {
        "draft": (_("Drafts"), lambda rows, user: rows.filter(state=State.DRAFT)),
        "waiting": (_("Awaiting approval"), lambda rows, user: rows.waiting()),
        "scheduled": (_("To appear later"), lambda rows, user: rows.scheduled()),
        "published": (_("Published"), lambda rows, user: rows.published()),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        offered = super().lookups(request, model_admin)
        return [each for each in offered if each[0] != "waiting" or model_admin.waits_for_approval]


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
