"""What public pages share besides their own content: navigation, languages, files, the ways to edit, words, charts."""

import json
import math
import re
from operator import itemgetter
from typing import Any

from django import template
from django.conf import settings
from django.contrib import admin
from django.db.models import Model
from django.template import Context
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy as _, ngettext, override

from labsite import registry, roles
from labsite.admin_site.menu import ways_of
from labsite.data.files import FILES, MEDIA_TYPES, WRITTEN
from labsite.drawing.charts import BarChart, Grid
from labsite.editing.form_anchors import form_address
from labsite.editing.parts import PART, RETURN_TO, PartsAdmin
from labsite.modelling import pictures
from labsite.models import Section, User
from labsite.models.upkeep import pictures_in
from labsite.registry import Addition
from labsite.texts.languages import TAGS, SecondText
from labsite.texts.plain_text import lines_of
from labsite.web.fragments import Fragments, elsewhere, email_words, icon

fragments: Fragments[str] = Fragments(2**20)  # bytes

register = template.Library()
register.filter(form_address)
register.filter("lines", lines_of)
register.filter("email_words", email_words)
register.simple_tag(icon)
register.simple_tag(elsewhere)
register.filter("srcset", pictures.srcset)
register.simple_tag(pictures.srcset)
register.filter("rendition_url", pictures.rendition_url)

MAX_IN_A_LINE = 6
HEADING, HEADING_TAG = re.compile("<h([3-6])"), re.compile("(</?h)([3-6])")  # in a rendered text
Shown = Section.Shown
FILE_LABELS = {"json": "JSON", "xml": _("Feed"), "ics": _("Calendar")}


@register.simple_tag(takes_context=True)
def navigation(context: Context) -> dict[str, Any]:
    """Return what every page's header links to: those ``in_line``, and ``more`` where the lab says so or has too many.

    Of each, ``is_here`` is an aria-current value or empty; ``more_is_here`` says whether this page is under "more".
    """
    lab, path = context["lab"], getattr(context.get("request"), "path", "")
    sections = [each for each in lab.sections.values() if each.shown != Shown.HIDDEN and lab.shows(each)]
    entries = [(each.place, each.shown, reverse(each.page), each.label) for each in sections]
    for page in lab.navigation_pages:
        entries.append((page.place, Shown.IN_LINE, page.get_absolute_url(), page.title))
    in_line: list[dict[str, str]] = []
    more: list[dict[str, str]] = []
    for _place, shown, url, label in sorted(entries, key=itemgetter(0)):
        is_here = "page" if path == url else "true" if path.startswith(url) else ""
        (more if shown == Shown.MORE else in_line).append({"url": url, "label": label, "is_here": is_here})
    # A menu of one link would take as much room as the link itself.
    if len(in_line) > MAX_IN_A_LINE + (not more):
        more, in_line = in_line[MAX_IN_A_LINE:] + more, in_line[:MAX_IN_A_LINE]
    return {"in_line": in_line, "more": more, "more_is_here": any(link["is_here"] for link in more)}


@register.inclusion_tag("includes/_introduction.html", takes_context=True)
def introduction(context: Context, page: str) -> dict[str, Any]:
    """Print what the lab wrote for the head of a list page."""
    return {"section": context["lab"].sections[page], "lab": context["lab"]}


@register.simple_tag
def logo(row: Any, height: int, alt: str = "", widest: int = 0) -> SafeString:
    """Show a row's logo ``height`` pixels high, on dark pages the other one; of many, each ``widest`` at most."""
    grounds = {"on-light": row.logo, "on-dark": row.logo_dark} if row.logo_dark else {"on-paper": row.logo}
    # Of two only the one that is shown is loaded.
    loading = "eager" if "on-paper" in grounds and not widest else "lazy"
    images = []
    for ground, file in grounds.items():
        scale = min(height / file.stored_height, (widest or math.inf) / file.stored_width)
        width = round(scale * file.stored_width)
        url = pictures.rendition_url(file, width if widest else 2 * width, "webp")
        images.append((ground, url, width, round(scale * file.stored_height), alt, loading))
    return format_html_join("", '<img class="logo {}" src="{}" width="{}" height="{}" alt="{}" loading="{}">', images)


@register.filter
def headings(rendered: str, highest: int) -> SafeString:
    """Show a text with its headings where it stands in a page, the highest as h2, h3 or h4.

    Its pictures have their sizes and smaller copies.
    """
    levels = [int(level) for level in HEADING.findall(rendered)]
    down = highest - min(levels, default=highest)
    shown: str = HEADING_TAG.sub(lambda tag: f"{tag[1]}{min(int(tag[2]) + down, 6)}", rendered) if down else rendered
    files = pictures_in(shown) if "<img " in shown else {}
    for url, file in files.items():
        sizes = '{} width="{}" height="{}" srcset="{}" sizes="(min-width: 45rem) 42rem, 100vw"'
        tag = mark_safe(f'<img src="{url}"')
        sized = format_html(sizes, tag, file.stored_width, file.stored_height, pictures.srcset(file, "jpg"))
        shown = shown.replace(tag, sized)
    return mark_safe(shown)


@register.simple_tag(takes_context=True)
def content_lang(context: Context, *texts: str) -> str:
    """Write a ``lang`` attribute for what the lab's content says, where the page speaks another language.

    For ``texts`` none is written where one of them is in the page's language.
    """
    if any(isinstance(text, SecondText) for text in texts):
        return ""
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
    if not hasattr(request, "translations"):
        request.translations, here, match = [], get_language(), request.resolver_match
        for code, name in settings.LANGUAGES:
            url = request.path
            if match and match.url_name:
                with override(code):  # Django's translate_url() for a request that is resolved already
                    url = reverse(match.view_name, args=match.args, kwargs=match.kwargs)
            request.translations.append({"url": url, "name": name, "tag": TAGS[code], "is_here": code == here})
    return request.translations


@register.simple_tag
def cached_include(template_name: str, **shown: Any) -> SafeString:
    """Include a template that shows these texts and nothing else: it is rendered once for the same ones."""
    texts = (template_name, get_language() or "", get_script_prefix(), json.dumps(shown))
    return mark_safe(fragments.get(texts, lambda: render_to_string(template_name, shown)))


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
        for extension, url in file.urls(**match.kwargs):
            described = {
                "url": url,
                "media_type": WRITTEN[extension].media_type if is_citation else MEDIA_TYPES[extension],
                "label": WRITTEN[extension].label if is_citation else file.label or FILE_LABELS[extension],
                "holds": file.holds,
                "is_citation": is_citation,
                "in_foot": not is_citation or file.of == "publication",
            }
            found.append(described)
    return sorted(found, key=lambda file: (file["media_type"] != MEDIA_TYPES["xml"], file["is_citation"]))


@register.simple_tag(takes_context=True)
def page_tools(context: Context) -> str:
    """Lead those who edit to what is theirs, load what pencils need, and say what was saved."""
    request: Any = getattr(context, "request", None)
    if request is None:
        return ""
    request.has_pencils = True  # for those who may, so that they aren't shown what is kept for visitors
    user, preview = getattr(request, "user", None), getattr(request, "preview", None)
    # Somebody with a role, who looks at a page of what is saved.
    is_saved = preview is None or bool(getattr(preview, "state", ""))
    request.has_editor = is_saved and user and user.is_authenticated and roles.role_of(user) is not None
    if not request.has_editor:
        return ""
    context["is_signed_in"] = True  # the foot leads nobody to the way in who has come in
    ways = ways_of(request.user, request.get_full_path())
    return render_to_string("includes/_page_tools.html", {"ways": ways}, request)


@register.simple_tag(takes_context=True)
def pencil(context: Context, row: Any, name: str = "") -> str:
    """Lead those who may change it to a part of a row's form, by its name; for visitors nothing is written.

    Without a name: to those parts that have no pencil above, as there is nothing in them yet.
    """
    # A template included "only" with its own variables has no request among them, but its context has.
    request: Any = getattr(context, "request", None)
    if not getattr(request, "has_editor", False) or not row.pk:
        return ""
    model_admin = admin.site.get_model_admin(row._meta.model)
    assert isinstance(model_admin, PartsAdmin)
    shown, pencils = request.__dict__.setdefault("pencils", set()), []
    query = {RETURN_TO: request.get_full_path()}
    for each in [name] if name else [other for other in model_admin.parts if (row.pk, other) not in shown]:
        part = model_admin.parts.get(each)
        if part and model_admin.may_change_part(request, row, each):
            pencils.append((part.label or row, form_address(row, {PART: each} | query)))
        elif part and part.ask and roles.may_change(request, row):
            pencils.append((part.label, reverse(part.ask)))
        else:
            continue
        shown.add((row.pk, each))
    if not name:
        return render_to_string("includes/_other_pencils.html", {"pencils": pencils}) if pencils else ""
    words = gettext("Edit: %(part)s") % {"part": pencils[0][0]} if pencils else ""
    link = '<a class="pencil" href="{}" aria-label="{}" title="{}">{}</a>'
    return format_html(link, pencils[0][1], words, words, icon("edit")) if pencils else ""


@register.filter
def may_be_changed_by(row: Model, user: User) -> bool:
    return roles.may(user, "change", row)


@register.filter
def without_scheme(url: str) -> str:
    """Show an address as people write it: ``quill.example``."""
    return url.partition("://")[2].removeprefix("www.").rstrip("/") or url


@register.filter
def tied(period: str) -> str:
    """Let a period break only behind its dash: ``Sep 2017 –`` over ``Dec 2022``."""
    return period.replace(" – ", "\N{NO-BREAK SPACE}–\n").replace(" ", "\N{NO-BREAK SPACE}")


@register.simple_tag(takes_context=True)
def additions(context: Context, place: str) -> SafeString:
    """Show what apps add in a place of the page, each with the page's own context."""
    added = (each.template for each in registry.added(Addition) if each.place == place)
    engine = context.template.engine  # type: ignore[union-attr]
    return mark_safe("".join(engine.get_template(name).render(context) for name in added))


# A page has hundreds of the marks of charts: as a template each, they took longer than all else on it.
@register.simple_tag
def bars(chart: BarChart) -> SafeString:
    """Draw papers per year, each year as a link whose whole column can be hit, if it leads somewhere."""
    drawn: list[str] = []
    for bar in chart.bars:
        slot, count = bar.slot, bar.count
        name = ngettext("%(year)s: %(n)s paper", "%(year)s: %(n)s papers", count) % {"year": slot.year, "n": count}
        marks = mark_safe(  # all of them numbers
            f'<rect class="slot" x="{slot.x}" width="{slot.width}" y="0" height="{chart.axes.base}"/>'
            f'<rect class="mark" x="{slot.bar_x}" width="{slot.bar_width}" y="{bar.y}" height="{bar.height}"/>'
        )
        link = '<a href="{}" aria-label="{}"><title>{}</title>{}</a>'
        drawn.append(format_html(link, bar.url, name, name, marks) if bar.url else marks)
        drawn.append(f'<text class="n" aria-hidden="true" x="{slot.middle}" y="{bar.y}" dy="-4">{count}</text>')
    return mark_safe("\n".join(drawn))


@register.simple_tag
def cells(grid: Grid) -> SafeString:
    """Draw numbers by row and column as shaded cells, each a link."""
    drawn = []
    for cell in grid.cells:
        name = ngettext("%(row)s, %(column)s: %(n)s paper", "%(row)s, %(column)s: %(n)s papers", cell.count)
        name %= {"row": cell.row.label, "column": cell.column.label, "n": cell.count}
        marks = mark_safe(  # all of them numbers and shares
            f'<rect class="cell level-{cell.level}" x="{cell.x}" y="{cell.y}" width="{grid.cell_width}" '
            f'height="{grid.cell_height}"/><text class="level-{cell.level}" x="{cell.middle}" y="{cell.foot}">'
            f"{cell.count}</text>"
        )
        drawn.append(format_html('<a href="{}" aria-label="{}">{}</a>', cell.url, name, marks))
    return mark_safe("\n".join(drawn))
