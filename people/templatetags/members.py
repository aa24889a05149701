"""How pages show photos and names of people."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

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


@register.filter
def names(person: Person, is_linked: bool = False) -> SafeString:
    """Show both names, that of the page's language first, which may link to the page of a member."""
    (first, other), language = person.both_names, person.native_language
    is_native_first = first != person.name
    shown = format_html('<span lang="{}">{}</span>', language, first) if is_native_first else escape(first)
    if is_linked:
        shown = format_html('<a href="{}">{}</a>', person.get_absolute_url(), shown)
    if is_native_first:
        return format_html('{} <span class="other-name">{}</span>', shown, other)
    return format_html('{} <span class="other-name" lang="{}">{}</span>', shown, language, other) if other else shown


@register.filter
def linked_name(person: Person, has_page: bool) -> SafeString:
    """Return a name within a line, linked where there is a page; the other name only where it follows a native one."""
    if person.shown_name != person.name:
        return names(person, has_page)
    return (
        format_html('<a href="{}">{}</a>', person.get_absolute_url(), person.name) if has_page else escape(person.name)
    )
