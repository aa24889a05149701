"""How documents say papers: the title, the authors with one of them in strong letters, where and when."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _, ngettext, pgettext

from labsite.contrib.documents.lists.references import references_of
from labsite.contrib.documents.parts import Span, Text, filled, joined, text
from labsite.texts.plain_text import lines_of
from people.models import Person
from publications.citations.identifiers import arxiv_url
from publications.models import Authorship, Publication
from publications.models.parts import legend

BETWEEN = " · "
MIN_LEFT_OUT = 2  # authors: of one alone the name is as short as the words for it


def papers_at(keys: Iterable[int]) -> dict[int, Publication]:
    """Return papers by these keys, in their order. Whether they are public is asked before."""
    return {row.pk: row for row in Publication.objects.as_rows(keys)}


def appeared(year: int | None, month: int | None) -> str:
    """Return when a paper appeared as a partial date."""
    return f"{year:04}-{month:02}" if year and month else f"{year:04}" if year else ""


def address_of(paper: Publication, site: str) -> str:
    """Return where a paper can be read, or else its page here."""
    address = next((each for _kind, _name, each in paper.public_links), paper.get_absolute_url())
    return f"{site}{address}" if address.startswith("/") else address


def paper_lines(
    paper: Publication, site: str, person: Person | None = None, max_authors: int = 0, has_links: bool = True
) -> tuple[Text, ...]:
    """Return what a reader looks for in a paper, a line each; the names of ``person`` are strong, else its title.

    Its title leads to its page; where it ``has_links`` its identifiers and pages elsewhere are said too.
    """
    title = Span(paper.title, f"{site}{paper.get_absolute_url()}", is_strong=not person)
    lines = (text(title), authors(paper.authorships.all(), person, max_authors), where(paper, site, has_links))
    return tuple(filter(None, lines))


def lines_in_style(papers: Sequence[Publication], site: str, person: Person, style: str) -> list[tuple[Text, ...]]:
    """Return each paper as a reference in one of the STYLES of citations, with what these leave out."""
    references = references_of(papers, style, person, site)
    lines = []
    for paper, reference in zip(papers, references, strict=True):
        rows = list(paper.authorships.all())
        places = [number for number, row in enumerate(rows, 1) if row.person_id == person.pk]
        own: Text = ()
        if places and not any(span.is_strong for span in reference):  # the person is among “et al.”
            words = _("%(name)s is author %(place)s of %(n)s")
            words %= {"name": "%(name)s", "place": places[0], "n": len(rows)}
            own = filled(words, name=Span(rows[places[0] - 1].display_name, is_strong=True))
        left_out = joined((own, *_remarks(paper)), BETWEEN)
        lines.append(tuple(filter(None, (reference, left_out))))
    return lines


def authors(authorships: Iterable[Authorship], person: Person | None = None, max_authors: int = 0) -> Text:
    """Return the authors as the paper prints them, with their marks; those of ``person`` are strong.

    Of more than ``max_authors``, if that isn't 0, the first are named, and the person wherever they stand.
    """
    rows, own = list(authorships), person.pk if person else None
    names = [
        text(Span(row.display_name, is_strong=row.person_id == own), Span(row.marks_for(person), is_raised=True))
        for row in rows
    ]
    shown = [index for index, row in enumerate(rows) if index < max_authors or row.person_id == own]
    left_out = len(rows) - len(shown)
    if not max_authors or left_out < MIN_LEFT_OUT:
        return joined(names)
    listed: list[Text] = []
    for index in shown:
        listed += [text("…")] if index and index - 1 not in shown else []
        listed.append(names[index])
    more = ngettext("and %(n)s more", "and %(n)s more", left_out) % {"n": left_out}
    return joined((*listed, text(more.replace(" ", "\N{NO-BREAK SPACE}"))))


def marks_legend(papers: Iterable[Publication], person: Person | None = None) -> Text:
    """Return what the marks behind the authors' names of these papers mean, nothing without any."""
    meanings = legend(papers, person)
    return joined((text(f"{sign}\N{NO-BREAK SPACE}{meaning}") for sign, meaning in meanings), BETWEEN)


def where(paper: Publication, site: str = "", has_links: bool = True) -> Text:
    """Return where and when a paper appeared, how far it is, what it was awarded, and where else to find it."""
    comma = pgettext("between the parts of a reference", ", ")
    is_preprint = paper.kind == Publication.Kind.PREPRINT
    printed, acronym = paper.printed_in, paper.venue.acronym if paper.venue else ""
    if printed and acronym and acronym not in printed:  # by which the field knows it
        printed = f"{printed} ({acronym})"
    issue = Span(paper.issue, arxiv_url(paper.arxiv_id) if is_preprint and paper.arxiv_id else "")
    year = paper.date if paper.date and paper.date not in printed else ""
    venue = joined((text(Span(printed, is_emphasised=True)), text(issue), text(year)), comma)
    standing = paper.standing  # how far it is, or what it is where neither that nor the place says it
    if not standing and paper.kind == Publication.Kind.POSTER:
        standing = _("Poster")
    elif not standing and is_preprint and not paper.arxiv_id:
        standing = _("Preprint")
    # Identifiers, which a reader of paper can type, and the words for other pages.
    identifiers = {"doi": f"doi:{paper.doi}", "arxiv": f"arXiv:{paper.arxiv_id}"}
    links = [
        text(Span(identifiers.get(kind, name), f"{site}{address}" if address.startswith("/") else address))
        for kind, name, address in (paper.public_links if has_links else ())
        if not (kind == "arxiv" and is_preprint)
    ]
    return joined((venue, text(standing), *_remarks(paper), *links), BETWEEN)


def _remarks(paper: Publication) -> Iterable[Text]:
    """Yield what it was awarded, and what else is said of it."""
    yield from (text(Span(award.title, is_strong=True)) for award in paper.awards.all())
    yield from (text(note) for note in lines_of(paper.notes) if paper.shows_notes)
