"""Lists of papers as references in a style: a page to copy them from, and files in each format.

Any list of the site is asked for by the filters of the list of all papers; only a project's has an address of its own.
"""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.contrib.documents.formats import FORMATS, PLAIN, as_file
from labsite.contrib.documents.lists.document import References
from labsite.contrib.documents.lists.styles import STYLES
from labsite.web.head import Head, Site
from labsite.web.large_files import large_file
from labsite.web.requests import LabRequest


@require_safe
@large_file
def page(request: LabRequest, style: str, slug: str = "") -> HttpResponse:
    """Show a list as references, to be copied; whoever chooses another style is led to its page."""
    shown = References(request.GET, style, Site(request).root, slug)
    if (chosen := request.GET.get("style")) in STYLES:
        return redirect(shown.address("references", chosen))
    if shown.project and shown.project.slug != slug:
        return redirect(shown.address("references", style), permanent=True)
    document = shown.document()
    head = Head(
        request,
        title=document.title,
        description=_("%(title)s as references in a style of citations.") % {"title": document.title},
        trail=((_("Publications"), reverse("publications:list")),),
    )
    forms = FORMATS | PLAIN
    files = [(form.label, shown.address("references-file", style, extension)) for extension, form in forms.items()]
    context = {
        "document": document,
        "head": head,
        "styles": [(name, each.label) for name, each in STYLES.items()],
        "style": style,
        "pairs": shown.filters.pairs,
        "document_files": files,
        "list_url": shown.project.get_absolute_url() if shown.project else reverse("publications:list") + shown.query,
    }
    return render(request, "documents/references.html", context)


@require_safe
@large_file
def file(request: LabRequest, style: str, extension: str, slug: str = "") -> HttpResponseBase:
    """Give a list as references in a format."""
    shown = References(request.GET, style, Site(request).root, slug)
    owner = shown.person or shown.project
    name = "-".join(filter(None, [owner.slug if owner else "", "publications", style]))
    return as_file(shown.document(), extension, name)
