"""How pages show people, and what a member's page counts by the dozen: co-authors and venues."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from labsite.modelling.addresses import address_at
from people.models import Person
from people.person_html import (
    CARD_WIDTH,
    FACE_WIDTH,
    LARGE_CARD_WIDTH,
    LARGE_FACE_WIDTH,
    advisors,
    alumnus_item,
    both_names,
    faces,
    large_card,
    linked_name,
    member_card,
    portrait,
    short_card,
)
from people.profile import Coauthor
from people.roster import Alumnus, RosterGroup

register = template.Library()
register.filter("advisors", advisors)
register.filter("linked_name", linked_name)
register.simple_tag(faces)
register.simple_tag(portrait)

COUNTED = '<li>{} <a class="count" href="{}?{}&amp;{}" aria-label="{}">{}</a></li>\n'


@register.filter
def names(person: Person) -> SafeString:
    """Show both names of a person, that of the page's language first."""
    return format_html("{}{}", *both_names(person))


@register.simple_tag
def short_cards(people: Iterable[Person], lang: str) -> SafeString:
    """Show people with their headlines."""
    return mark_safe("".join(short_card(person, lang) for person in people))


@register.simple_tag
def roster_cards(group: RosterGroup, lang: str, has_faces: bool) -> SafeString:
    """Show the people of one group: faces above the names, or beside them where few have a photo."""
    if group.is_large:
        show, width = large_card, LARGE_FACE_WIDTH if has_faces else LARGE_CARD_WIDTH
    else:
        show, width = member_card, FACE_WIDTH if has_faces else CARD_WIDTH
    return mark_safe("".join(show(person, lang, width) for person in group.people))


@register.simple_tag
def alumni_items(alumni: Iterable[Alumnus], lang: str) -> SafeString:
    """Show those who left, each with roles, years and where they went, as items of a list."""
    return mark_safe("".join(alumnus_item(alumnus, lang) for alumnus in alumni))


@register.simple_tag
def coauthors(others: Iterable[Coauthor], person: Person) -> SafeString:
    """Show co-authors of a member, each with the number of papers written together, as items of a list."""
    papers, member = reverse("publications:list"), f"member={person.slug}"
    items = []
    for slug, name, has_page, n in others:
        if has_page:
            link = format_html('<a href="{}">{}</a>', address_at(Person.url_name, slug), name)
            words = ngettext("%(n)s paper with %(name)s", "%(n)s papers with %(name)s", n) % {"n": n, "name": name}
            items.append(format_html(COUNTED, link, papers, member, f"member={slug}", words, n))
        else:
            items.append(format_html('<li><span>{}</span> <span class="count">{}</span></li>\n', name, n))
    return mark_safe("".join(items))


@register.simple_tag
def venues(found: Iterable[Any], person: Person) -> SafeString:
    """Show where a member publishes, each venue with its ``number`` of papers, as items of a list."""
    papers, member = reverse("publications:list"), f"member={person.slug}"
    items = []
    for venue in found:
        n, name = venue.number, venue.short_name
        title = format_html(' title="{}"', venue.name) if venue.name else ""
        link = format_html('<a href="{}"{}>{}</a>', venue.get_absolute_url(), title, name)
        words = ngettext("%(n)s paper at %(name)s", "%(n)s papers at %(name)s", n) % {"n": n, "name": name}
        items.append(format_html(COUNTED, link, papers, f"venue={venue.slug}", member, words, n))
    return mark_safe("".join(items))
