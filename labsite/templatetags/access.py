"""What pages for signing in need beside their context."""

from django import template
from django.conf import settings
from django.utils import timezone

from labsite import roles
from labsite.accounts import logins
from labsite.models import Invitation

register = template.Library()
register.simple_tag(logins.second_factors_of, name="factors_of")
register.simple_tag(logins.lacks_second_factor, name="lacks_second_factor")


@register.filter
def unprompted(field):
    """Write a form's field without the words that allauth puts into it: its label says them."""
    return field.as_widget(attrs={"placeholder": False})


@register.simple_tag
def university():
    """Return what the button for signing in by the university calls it."""
    return settings.SSO["name"]


@register.inclusion_tag("admin/_sign_in_of.html", takes_context=True)
def sign_in_of(context, person):
    """Show administrators whether somebody signs in, and lead to inviting them or letting them go."""
    if not roles.at_least(context["request"].user, roles.Role.ADMINISTRATOR):
        return {}
    today = timezone.localdate()
    invitation = Invitation.objects.filter(person=person).first()
    if not (person.login or invitation or person.memberships.exists()):
        return {}
    return {
        "person": person,
        "login": person.login,
        "role": roles.given_to(person.login) if person.login else None,
        "invitation": invitation,
        "is_open": invitation and invitation.is_open(timezone.now()),
        "may_leave": (person.login and person.login.is_active) or logins.ending_memberships(person, today),
    }
