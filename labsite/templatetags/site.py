"""What public pages share besides their own content: navigation, languages, files, how words are written."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.conf import settings
from django.db.models import Model
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse, translate_url
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy as _, pgettext

from labsite import roles
from labsite.data.files import FILES, MEDIA_TYPES, WRITTEN
from labsite.modelling import pictures
from labsite.texts.languages import TAGS
from labsite.texts.plain_text import lines_of

register = template.Library()
register.filter("lines", lines_of)
register.filter("srcset", pictures.srcset)
register.filter("rendition_url", pictures.rendition_url)

MAX_IN_A_LINE = 6
FIRST = (("people:list", _("People")), ("publications:list", _("Publications")))
LAST = (
    ("publications:venues", _("Venues")),
    ("publications:talks", _("Talks")),
    ("services:list", _("Service")),
    ("people:awards", _("Awards")),
    ("explore", _("Explore")),
    ("news", _("News")),
)
FILE_LABELS = {"json": "JSON", "xml": _("Feed"), "ics": _("Calendar")}


@register.simple_tag(takes_context=True)
def navigation(context: Context) -> dict[str, Any]:
    """Return what every page's header links to: those ``in_line``, and ``more`` where they are too many.

    Of each, ``is_here`` is an aria-current value or empty; ``more_is_here`` says whether this page is under "more".
    """
    lab, path = context["lab"], getattr(context.get("request"), "path", "")
    # The pages that editors placed come before the lists that only some look for.
    places = [
        *((reverse(name), label) for name, label in FIRST),
        *([(reverse("projects"), _("Projects"))] if lab.has_projects else []),
        *([(reverse("openings"), _("Openings"))] if lab.has_openings else []),
        *((reverse("page", args=[page["slug"]]), page["title"]) for page in lab.navigation_pages),
        *((reverse(name), label) for name, label in LAST),
    ]
    links = []
    for url, label in places:
        is_here = "page" if path == url else "true" if path.startswith(url) else ""
        links.append({"url": url, "label": label, "is_here": is_here})
    # A menu of one link would take as much room as the link itself.
    cut = MAX_IN_A_LINE if len(links) > MAX_IN_A_LINE + 1 else len(links)
    more = links[cut:]
    return {"in_line": links[:cut], "more": more, "more_is_here": any(link["is_here"] for link in more)}


@register.simple_tag
def page_lang() -> str:
    """Return the tag of the language in which the page is being written."""
    return TAGS.get(get_language() or "", "en")


@register.simple_tag(takes_context=True)
def content_lang(context: Context) -> str:
    """Write a ``lang`` attribute for what the lab's content says, where the page speaks another language."""
    # A template included "only" with its own variables has no lab among them, but the request has.
    lab = context.get("lab") or getattr(getattr(context, "request", None), "lab", None)
    language = lab.language if lab else "en"
    # Two tags name one language whatever script or region they add.
    is_of_page = language.partition("-")[0].lower() == (get_language() or "en").partition("-")[0]
    return "" if is_of_page else format_html(' lang="{}"', language)


@register.simple_tag(takes_context=True)
def translations(context: Context) -> list[dict[str, Any]]:
    """Return the page in each of the site's languages: address, the language's own name, tag, whether it is this."""
    request = context.get("request")
    if request is None:
        return []
    return [
        {
            "url": translate_url(request.path, code),
            "name": name,
            "tag": TAGS[code],
            "is_here": code == get_language(),
        }
        for code, name in settings.LANGUAGES
    ]


@register.simple_tag(takes_context=True)
def page_files(context: Context) -> list[dict[str, Any]]:
    """Return the files that hold what the page shows: address, media type, label, and what it is; its feed first.

    Those ``in_foot`` aren't offered elsewhere on the page.
    """
    request = context.get("request")
    match = request.resolver_match if request else None
    found: list[dict[str, Any]] = []
    for file in FILES:
        if not match or match.view_name not in file.pages:
            continue
        is_citation = len(file.extensions) > 1
        for extension, url in file.urls(**(match.kwargs if file.of else {})):
            described = {
                "url": url,
                "media_type": WRITTEN[extension].media_type if is_citation else MEDIA_TYPES[extension],
                "label": WRITTEN[extension].label if is_citation else FILE_LABELS[extension],
                "holds": file.holds,
                "is_citation": is_citation,
                "in_foot": not is_citation or file.of == "publication",
            }
            found.append(described)
    return sorted(found, key=lambda file: (file["media_type"] != MEDIA_TYPES["xml"], file["is_citation"]))


@register.inclusion_tag("includes/_edit.html", takes_context=True)
def edit_link(context: Context, row: Model) -> dict[str, Any]:
    """Link to the form of a row, for those who may change it."""
    user = getattr(context.get("request"), "user", None)
    return {"row": row, "meta": row._meta, "may": user and user.is_authenticated and roles.may(user, "change", row)}


@register.simple_tag
def icon(name: str) -> SafeString:
    """Show a sign beside words that say the same: a symbol of icons.svg."""
    sign = '<svg class="icon" aria-hidden="true" width="16" height="16"><use href="{}#{}"></use></svg>'
    return format_html(sign, static("labsite/img/icons.svg"), name)


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
