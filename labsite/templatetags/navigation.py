from django import template
from django.urls import reverse

register = template.Library()

PLACES = (
    ("people:list", "People"),
    ("publications:list", "Publications"),
    ("publications:venues", "Venues"),
    ("services:list", "Service"),
    ("publications:talks", "Talks"),
    ("people:awards", "Awards"),
)


@register.simple_tag(takes_context=True)
def navigation(context):
    """Return the places that every page's head links to; ``is_here`` is an aria-current value or empty."""
    request = context.get("request")
    path = request.path if request else ""
    return [{"url": url, "label": label, "is_here": _is_here(url, path)} for url, label in _places(context["lab"])]


def _places(lab):
    yield from ((reverse(name), label) for name, label in PLACES)
    if lab.has_projects:
        yield reverse("projects"), "Projects"
    yield from ((reverse("page", args=[page["slug"]]), page["title"]) for page in lab.navigation_pages)


def _is_here(url, path):
    if path == url:
        return "page"
    return "true" if path.startswith(url) else ""
