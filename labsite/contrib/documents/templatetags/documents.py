"""How pages show documents."""

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from labsite.contrib.documents.parts import Chart, DocumentSection, Entries, Paragraph, Text
from labsite.drawing.charts import BarChart, bars
from labsite.texts.languages import TAGS
from labsite.web.fragments import email_words

register = template.Library()


@register.filter
def spans(text: Text) -> SafeString:
    """Return a text as HTML."""
    pieces = []
    for span in text:
        html = escape(span.text)
        for tag, holds in (("em", span.is_emphasised), ("strong", span.is_strong), ("sup", span.is_raised)):
            html = format_html(f"<{tag}>{{}}</{tag}>", html) if holds else html
        if span.href:
            is_email = span.href == f"mailto:{span.text}"
            html = email_words(span.text) if is_email else format_html('<a href="{}">{}</a>', span.href, html)
        pieces.append(html)
    return mark_safe("".join(pieces))


@register.simple_tag
def document_lang(language: str) -> str:
    """Write a ``lang`` attribute for a document in another language than the page's."""
    return "" if language == get_language() else format_html(' lang="{}"', TAGS.get(language, language))


@register.filter
def by_year(chart: Chart) -> BarChart | None:
    """Lay out a chart by year as the site draws them; None for one of anything else."""
    labels = [label for label, _ in chart.bars]
    if len(labels) < 2 or not all(len(label) == 4 and label.isdecimal() for label in labels):
        return None
    return bars(((int(label), number, "") for label, number in chart.bars), chart.label)


@register.filter
def shares(chart: Chart) -> list[tuple[str, int, str]]:
    """Return each label and number of a chart with the width of its bar."""
    most = max([1, *(number for _, number in chart.bars)])
    return [(label, number, f"{100 * number / most:.1f}%") for label, number in chart.bars]


@register.filter
def references(section: DocumentSection) -> list[tuple[str, Text]]:
    """Return the references of a list, each with its number if it has one."""
    entries = [
        (row.label, row.lines[0]) for block in section.blocks if isinstance(block, Entries) for row in block.rows
    ]
    return entries or [("", block.text) for block in section.blocks if isinstance(block, Paragraph)]
