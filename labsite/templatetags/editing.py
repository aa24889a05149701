"""What the pages of the editing side and those for signing in need beside their context."""

import datetime
import re
from typing import Any

from django import template
from django.conf import settings
from django.db.models import Model
from django.forms import BoundField
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from labsite import registry, roles
from labsite.accounts import logins
from labsite.curation import worklist
from labsite.editing.form_anchors import NamedError, named_errors
from labsite.editing.menu import MenuEntry
from labsite.texts.stored import translated
from people.models import Person

register = template.Library()
register.filter("translated", translated)
register.simple_tag(logins.second_factors_of, name="factors_of")
register.simple_tag(logins.lacks_second_factor, name="lacks_second_factor")


@register.filter
def unprompted(field: BoundField) -> SafeString:
    """Write a form's field without the placeholder that allauth gives it: its label says the same."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter(expects_localtime=True)
def day(at: datetime.date) -> str:
    """Write a day in the reader's language."""
    return date_format(at, pgettext("day, month and year", "j F Y"))


@register.filter(expects_localtime=True)
def moment(at: datetime.datetime) -> str:
    """Write a day and the time of it in the reader's language."""
    return date_format(at, pgettext("day, month, year and time", "j F Y, H:i"))


@register.simple_tag
def university() -> Any:
    """Return what the button for signing in by the university calls it."""
    return gettext("your university") if settings.SSO_NAME == "your university" else settings.SSO_NAME


@register.inclusion_tag("admin/_sign_in_of.html", takes_context=True)
def sign_in_of(context: Context, person: Person) -> dict[str, Any]:
    """Show administrators whether somebody signs in, and lead to inviting them or letting them go."""
    if not roles.at_least(context["request"].user, roles.Role.ADMINISTRATOR):
        return {}
    today, stays = timezone.localdate(), person.memberships.all()
    invitation = getattr(person, "invitation", None)
    if not (person.login or invitation or stays):
        return {}
    return {
        "person": person,
        "login": person.login,
        "role": roles.given_to(person.login) if person.login else None,
        "invitation": invitation,
        "is_open": invitation and invitation.is_open(timezone.now()),
        "may_leave": (person.login and person.login.is_active) or any(stay.is_current(today) for stay in stays),
    }


@register.inclusion_tag("admin/_open_points.html", takes_context=True)
def open_issues(context: Context, row: Model | None) -> dict[str, Any]:
    """List what is missing or odd about the row of a form, for those who may put it right."""
    if row is None or row.pk is None or not context.get("has_change_permission"):
        return {"issues": []}
    loaded: dict[Any, list[Any]] = {}
    if context["request"].method == "GET":  # what is refused holds what was typed
        sections = [section.formset for section in context["inline_admin_formsets"]]
        loaded = {type(row): [row], **{formset.model: list(formset.get_queryset()) for formset in sections}}
    issues = worklist.open_issues(context["request"].user, only=row, loaded=loaded)
    return {"issues": issues, "in_parts": "parts" in context}


@register.inclusion_tag("admin/_lists_beside.html", takes_context=True)
def lists_beside(context: Context) -> dict[str, Any]:
    """Lead to the lists that the menu leaves out, from that of the model beside which they stand."""
    user, model = context["request"].user, context["opts"].model
    beside = [each for each, entry in registry.facets(MenuEntry).items() if model in entry.beside]
    return {"lists": [each._meta for each in beside if roles.may(user, "view", each)]}


@register.inclusion_tag("admin/_error_summary.html", takes_context=True)
def error_summary(context: Context) -> dict[str, list[NamedError]]:
    """Name what has to be put right in a form that was refused."""
    return {"errors": named_errors(context["adminform"].form, context["inline_admin_formsets"])}


@register.filter
def on_the_page(step: str | Promise) -> SafeString:
    """Set in bold what stands between asterisks: words to be found on a page."""
    return mark_safe(re.sub(r"\*([^*]+)\*", r"<strong>\1</strong>", escape(str(step))))
