from django import template
from django.conf import settings
from django.urls import translate_url
from django.utils.html import format_html
from django.utils.translation import get_language

from labsite.texts.languages import TAGS, current_tag, same_language

register = template.Library()
register.simple_tag(current_tag, name="page_lang")


@register.simple_tag(takes_context=True)
def content_lang(context):
    """Write a ``lang`` attribute for what the lab's content says, where the page speaks another language."""
    # A template included "only" with its own variables has no lab among them, but the request has.
    lab = context.get("lab") or getattr(getattr(context, "request", None), "lab", None)
    language = lab.language if lab else "en"
    return "" if same_language(language, current_tag()) else format_html(' lang="{}"', language)


@register.simple_tag(takes_context=True)
def translations(context):
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
