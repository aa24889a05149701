from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def email_words(address: str) -> SafeString:
    """Write an e-mail address in words, which a script turns into a link: no harvester finds it in the page."""
    user, _, host = address.partition("@")
    dot = format_html(" <i>{}</i> ", pgettext("in an e-mail address", "dot"))
    user_words, host_words = (
        format_html_join(dot, "{}", [[word] for word in part.split(".")]) for part in (user, host)
    )
    return format_html(
        '<span class="email" data-email="{} {}">{} <i>{}</i> {}</span>',
        *(user, host, user_words, pgettext("in an e-mail address", "at"), host_words),
    )


@register.filter
def without_scheme(url: str) -> str:
    """Show an address as people write it: ``quill.example``."""
    return url.partition("://")[2].removeprefix("www.").rstrip("/") or url


@register.filter
def tied(period: str) -> str:
    """Let a period break only behind its dash: ``Sep 2017 –`` over ``Dec 2022``."""
    return period.replace(" – ", "\N{NO-BREAK SPACE}–\n").replace(" ", "\N{NO-BREAK SPACE}")


@register.filter
def size_step(count: int) -> int:
    """Return one of four type sizes for a count: 1, 2–3, 4–7, and more."""
    return min(count.bit_length(), 4)


@register.filter
def dot(things: Iterable[Any], name: str) -> list[Any]:
    """Return one attribute of each thing: ``{{ people|dot:"name"|join:", " }}``."""
    return [getattr(thing, name) for thing in things]
