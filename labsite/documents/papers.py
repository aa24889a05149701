"""How documents say papers: the title, the authors with one of them in strong letters, where and when."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _, pgettext

from labsite.documents.parts import Span, Text, joined, text
from labsite.texts.plain_text import lines_of
from people.models import Person
from publications.models import Authorship, Publication


def papers_of(publications: Any) -> list[Publication]:
    """Return the papers of a queryset in its order, with all that documents say of them, in a few queries."""
    keys = publications.values_list("pk", flat=True)
    return [row.publication() for row in publications.as_rows(list(keys))]


def paper_lines(paper: Publication, site: str, person: Person | None = None) -> tuple[Text, ...]:
    """Return what a reader looks for in a paper, a line each; the names of ``person`` are strong."""
    title = Span(paper.title, f"{site}{paper.get_absolute_url()}", is_strong=True)
    lines = (text(title), authors(paper.authorships.all(), person), where(paper))
    return tuple(line for line in lines if line)


def authors(authorships: Iterable[Authorship], person: Person | None = None) -> Text:
    """Return the authors as the paper prints them, with their marks; those of ``person`` are strong."""
    slug = person.slug if person else ""
    return joined(
        text(Span(row.display_name, is_strong=bool(slug) and row.person.slug == slug), Span(row.marks, is_raised=True))
        for row in authorships
    )


def where(paper: Publication) -> Text:
    """Return where and when a paper appeared, how far it is, and what it was awarded."""
    comma = pgettext("between the parts of a reference", ", ")
    year = paper.date if paper.date and paper.date not in paper.printed_in else ""
    said = joined((text(Span(paper.printed_in, is_emphasised=True)), text(paper.issue), text(year)), comma)
    standing = paper.standing or (_("Poster") if paper.kind == Publication.Kind.POSTER else "")
    awards = (text(Span(award.title, is_strong=True)) for award in paper.awards.all())
    notes = (text(note) for note in lines_of(paper.notes) if paper.shows_notes)
    return joined((said, text(standing), *awards, *notes), " · ")
