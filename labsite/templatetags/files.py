from django import template
from django.utils.translation import gettext_lazy as _

from labsite.data.files import FILES, MEDIA_TYPES, WRITTEN

register = template.Library()
LABELS = {"json": "JSON", "xml": _("Feed"), "ics": _("Calendar")}


@register.simple_tag(takes_context=True)
def page_files(context):
    """Return the files that hold what the page shows: address, media type, label, and what it is; its feed first.

    Those ``in_foot`` aren't offered elsewhere on the page.
    """
    request = context.get("request")
    match = request and request.resolver_match
    belonging = [file for file in FILES if match and match.view_name in file.pages]
    found = [_file(file, *each) for file in belonging for each in file.urls(**(match.kwargs if file.of else {}))]
    return sorted(found, key=lambda file: (file["media_type"] != MEDIA_TYPES["xml"], file["is_citation"]))


def _file(file, extension, url):
    is_citation = len(file.extensions) > 1
    return {
        "url": url,
        "media_type": WRITTEN[extension].media_type if is_citation else MEDIA_TYPES[extension],
        "label": WRITTEN[extension].label if is_citation else LABELS[extension],
        "holds": file.holds,
        "is_citation": is_citation,
        "in_foot": not is_citation or file.of == "publication",
    }
