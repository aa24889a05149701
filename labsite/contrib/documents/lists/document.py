"""A list of papers as a document of references."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _

from labsite.contrib.documents.lists.references import references_of
from labsite.contrib.documents.lists.styles import STYLES
from labsite.contrib.documents.papers import papers_of
from labsite.contrib.documents.parts import (
    Block,
    Document,
    DocumentEntry,
    DocumentSection,
    Entries,
    Paragraph,
    Text,
    text,
)
from labsite.models import Project
from people.models import Person
from publications.models import Publication
from publications.pages.filters import Filters
from publications.pages.lists import ORDER, chips

MAX_PAPERS = 1000  # in one list, which then takes up to two seconds to make


def list_document(
    papers: Iterable[Publication],
    style: str,
    title: str,
    *,
    subtitle: str = "",
    person: Person | None = None,
    site: str = "",
    note: Text = (),
) -> Document:
    """Return papers as a document of references in one of STYLES; the name of ``person`` is strong."""
    blocks = tuple(_blocks(references_of(papers, style, person, site), STYLES[style].number))
    heading = _("References: %(style)s") % {"style": STYLES[style].label}
    return Document(
        title=title,
        subtitle=subtitle,
        language=get_language() or "",
        date=timezone.localdate().isoformat(),
        sections=(DocumentSection("references", heading, blocks, note=note),),
        author=person.name if person else "",
        about=title,
        running_title=title,
    )


def _blocks(references: Sequence[Text], number: str) -> Iterable[Block]:
    if number:
        numbered = enumerate(references, 1)
        yield Entries(tuple(DocumentEntry(number.format(n), (reference,)) for n, reference in numbered))
    else:
        yield from map(Paragraph, references)


class References:
    """The papers that an address asks for, in a style: those of a project or of the whole lab, and of its filters."""

    def __init__(self, data: QueryDict, style: str, site: str, slug: str = "") -> None:
        """``data`` is what the list of papers is asked, ``slug`` a project's; ``site`` completes addresses."""
        self.style, self.site = style, site
        self.filters = Filters.of(data)
        self.project = Project.objects.find_or_404(slug) if slug else None
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
        owner = self.person or self.project
        title = _("Publications of {name}").format(name=owner) if owner else _("Publications")
        narrowed = [str(chip.label) for chip in chips(self.filters) if not (owner and chip.label == str(owner))]
        count = self.papers.count()
        cut = _("These are the newest %(shown)s of %(found)s publications. Choose a year or a venue for the others.")
        return list_document(
            papers_of(self.papers[:MAX_PAPERS]),
            self.style,
            title,
            subtitle=" · ".join(narrowed),
            person=self.person,
            site=self.site,
            note=text(cut % {"shown": MAX_PAPERS, "found": count}) if count > MAX_PAPERS else (),
        )
