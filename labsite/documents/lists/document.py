"""A list of papers as a document of references."""

from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.translation import get_language, gettext as _

from labsite.documents.lists.references import references_of
from labsite.documents.lists.styles import STYLES
from labsite.documents.parts import Block, Document, Entries, Entry, Paragraph, Section, Text
from people.models import Person
from publications.models import Publication


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
        sections=(Section("references", heading, blocks, note=note),),
        author=person.name if person else "",
        about=title,
        running_title=title,
    )


def _blocks(references: Sequence[Text], number: str) -> Iterable[Block]:
    if number:
        yield Entries(tuple(Entry(number.format(place), (said,)) for place, said in enumerate(references, 1)))
    else:
        yield from map(Paragraph, references)
