"""Lists of papers as references in a style: a page to copy them from, and files in each format.

Any list of the site is asked for by the filters of the list of all papers; only a project's has an address of its own.
"""

from functools import cached_property
from typing import Any

from django.http import Http404, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_safe

from labsite.contrib.documents.formats import FORMATS, PLAIN, as_file
from labsite.contrib.documents.lists.references import STYLES, references_of
from labsite.contrib.documents.parts import Block, Document, DocumentEntry, DocumentSection, Entries, Paragraph, text
from labsite.models import Project
from labsite.web.head import Head, Site
from labsite.web.large_files import large_file
from labsite.web.requests import LabRequest
from people.models import Person
from publications.models import Publication
from publications.pages.filters import Filters
from publications.pages.lists import ORDER, chips

MAX_PAPERS = 1000  # in one list, which then takes up to two seconds to make


class References:
    """The papers that an address asks for, in a style: those of a project or of the whole lab, and of its filters."""

    def __init__(self, data: QueryDict, style: str, site: str, slug: str = "") -> None:
        """``data`` is what the list of papers is asked, ``slug`` a project's; ``site`` completes addresses."""
        self.style, self.site = style, site
        self.filters = Filters.of(data)
        self.project = Project.objects.at(slug) if slug else None
        if slug and not self.project:
            raise Http404(f"No project is or was at {slug!r}.")
        papers = self.project.publications.published() if self.project else Publication.objects.published()
        self.papers: Any = self.filters.narrow(papers).order_by(*ORDER)

    @cached_property
    def person(self) -> Person | None:
        """Whose list it is, if it is that of one person."""
        chosen = self.filters.chosen.get("member", ())
        return Person.objects.filter(slug=chosen[0].key).first() if len(chosen) == 1 else None

    @property
    def query(self) -> str:
        return f"?{self.filters.query}" if self.filters.query else ""

    def address(self, name: str, *more: str) -> str:
        """Return the address of this list by the name of its view."""
        if self.project:
            return reverse(f"documents:project-{name}", args=[self.project.slug, *more]) + self.query
        return reverse(f"documents:{name}", args=more) + self.query

    def document(self) -> Document:
        """Return the list as a document, which says so if it is cut."""
        owner = self.person.shown_name if self.person else str(self.project or "")
        title = _("Publications of {name}").format(name=owner) if owner else _("Publications")
        narrowed = [str(chip.label) for chip in chips(self.filters) if not (owner and chip.label == owner)]
        count = self.papers.count()
        cut = _("These are the newest %(shown)s of %(found)s publications. Choose a year or a venue for the others.")
        style = STYLES[self.style]
        references = references_of(self.papers[:MAX_PAPERS].as_rows(), self.style, self.person, self.site)
        numbered = (DocumentEntry(style.number.format(n), (each,)) for n, each in enumerate(references, 1))
        blocks: tuple[Block, ...] = (Entries(tuple(numbered)),) if style.number else tuple(map(Paragraph, references))
        note = text(cut % {"shown": MAX_PAPERS, "found": count}) if count > MAX_PAPERS else ()
        heading = _("References: %(style)s") % {"style": style.label}
        return Document(
            title=title,
            subtitle=" · ".join(narrowed),
            language=get_language() or "",
            date=timezone.localdate().isoformat(),
            sections=(DocumentSection("references", heading, blocks, note=note),),
            author=self.person.name if self.person else "",
            about=title,
            running_title=title,
        )


@require_safe
@large_file
def references(request: LabRequest, style: str, slug: str = "", extension: str = "") -> HttpResponseBase:
    """Show a list as references, to be copied, or give it in a format; another style has its own page."""
    shown = References(request.GET, style, Site(request).root, slug)
    if extension:
        owner = shown.person or shown.project
        name = "-".join(filter(None, [owner.slug if owner else "", "publications", style]))
        return as_file(shown.document(), extension, name)
    if (chosen := request.GET.get("style")) in STYLES:
        return redirect(shown.address("references", chosen))
    if shown.project and shown.project.slug != slug:
        return redirect(shown.address("references", style), permanent=True)
    document = shown.document()
    head = Head(
        request,
        title=document.title,
        description=_("%(title)s as references in a citation style.") % {"title": document.title},
        trail=((_("Publications"), reverse("publications:list")),),
    )
    forms = FORMATS | PLAIN
    files = [(form.label, shown.address("references-file", style, each)) for each, form in forms.items()]
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
