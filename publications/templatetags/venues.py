"""The members at a venue."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from people.templatetags.members import linked_name
from publications.models import Venue

register = template.Library()


@register.simple_tag
def venue_members(members: Iterable[Any], venue: Venue) -> SafeString:
    """Show members_at() a venue, each with links to what they did there, as items of a list."""
    papers = format_html("{}?member=", venue.publications_url)
    services = format_html("{}?venue={}&amp;member=", reverse("services:list"), venue.slug)
    return mark_safe("".join(_member(member, papers, services) for member in members))


def _member(member: Any, papers: SafeString, services: SafeString) -> SafeString:
    number, served = member.paper_count, member.service_count
    done = []
    if number:
        done.append((papers, member.slug, ngettext("%(n)s paper", "%(n)s papers", number) % {"n": number}))
    if served:
        done.append((services, member.slug, ngettext("%(n)s service", "%(n)s services", served) % {"n": served}))
    links = format_html_join("\n", '<a href="{}{}">{}</a>', done)
    return format_html(
        '<li>\n  <span>{}</span>\n  <span class="n">{}</span>\n</li>\n', linked_name(member, has_page=True), links
    )
