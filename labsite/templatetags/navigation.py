from django import template
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

register = template.Library()

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


@register.simple_tag(takes_context=True)
def navigation(context):
    """Return the places that every page's head links to: those ``in_line``, and ``more`` where they are too many.

    A place's ``is_here`` is an aria-current value or empty; ``more_is_here`` says whether this page is under "more".
    """
    request = context.get("request")
    path = request.path if request else ""
    places = [{"url": url, "label": label, "is_here": _is_here(url, path)} for url, label in _places(context["lab"])]
    # A menu of one place would take as much room as the place itself.
    cut = MAX_IN_A_LINE if len(places) > MAX_IN_A_LINE + 1 else len(places)
    more = places[cut:]
    return {"in_line": places[:cut], "more": more, "more_is_here": any(place["is_here"] for place in more)}


def _places(lab):
    """Yield what the lab leads to: the pages that editors placed come before the lists that only some look for."""
    yield from _listed(FIRST)
    if lab.has_projects:
        yield reverse("projects"), _("Projects")
    if lab.has_openings:
        yield reverse("openings"), _("Openings")
    yield from ((reverse("page", args=[page["slug"]]), page["title"]) for page in lab.navigation_pages)
    yield from _listed(LAST)


def _listed(places):
    return ((reverse(name), label) for name, label in places)


def _is_here(url, path):
    if path == url:
        return "page"
    return "true" if path.startswith(url) else ""
