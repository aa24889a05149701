"""How pages show photos and names of people."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from labsite.drawing.images import WIDTHS
from labsite.modelling.pictures import rendition_url, srcset
from people.models import Person, page_of

register = template.Library()
register.filter(page_of)

PORTRAIT_RATIO = 4 / 5  # width by height
FALLBACK_WIDTH = 480  # pixels, for browsers without srcset


@register.simple_tag
def portrait(
    person: Person, width: float, on_phones: float | str = 0, loading: str = "lazy", widest: int = max(WIDTHS)
) -> str:
    """Show a photo, or initials in its place, ``width`` rem wide, on phones ``on_phones``.

    ``widest`` are the pixels of the widest copy that a browser may choose.
    """
    photo: Any = person.photo
    shown: dict[str, Any] = {"person": person, "loading": loading}
    if photo:
        # A photo that is wider than a portrait is shown by its height, and cut at the sides.
        scale = max(1, photo.stored_width / photo.stored_height / PORTRAIT_RATIO)
        sizes = f"{width * scale:.3g}rem"
        shown["sizes"] = f"(max-width: 45rem) {float(on_phones) * scale:.3g}rem, {sizes}" if on_phones else sizes
        shown |= {"webp": srcset(photo, "webp", widest), "jpg": srcset(photo, "jpg", widest)}
        shown["fallback"] = rendition_url(photo, min(FALLBACK_WIDTH, widest))
    return render_to_string("people/_portrait.html", shown)


def both_names(person: Person) -> tuple[SafeString, SafeString]:
    """Return the name to begin with and the other, if there is one: who reads Chinese reads the Chinese name first."""
    (first, other), language = person.both_names, person.native_language
    if not other:
        return escape(first), mark_safe("")
    if person.native_name_is_first:
        marked = format_html('<span lang="{}">{}</span>', language, first)
        return marked, format_html(' <span class="other-name">{}</span>', other)
    return escape(first), format_html(' <span class="other-name" lang="{}">{}</span>', language, other)


@register.filter
def linked_names(person: Person) -> SafeString:
    """Return both names, the first as a link to the page of a member."""
    first, other = both_names(person)
    return format_html('<a href="{}">{}</a>{}', person.get_absolute_url(), first, other)


@register.filter
def linked_name(person: Person, has_page: bool) -> SafeString:
    """Return a name within a line, linked where there is a page; the other name only where it follows a native one."""
    first, other = both_names(person)
    if has_page:
        first = format_html('<a href="{}">{}</a>', person.get_absolute_url(), first)
    return format_html("{}{}", first, other) if person.native_name_is_first else first


@register.filter
def names(person: Person) -> SafeString:
    """Show both names of a person, that of the page's language first."""
    return format_html("{}{}", *both_names(person))
