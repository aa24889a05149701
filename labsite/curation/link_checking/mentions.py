"""Where the site links to addresses outside: in fields of their own and in texts."""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.encoding import iri_to_uri

from labsite.editing.form_anchors import defer_long_texts, field, numbered, row_field
from labsite.models import Lab, LinkCheck, NewsItem, Opening, Page, Project
from labsite.texts.lines import lines_of
from labsite.texts.markdown import MarkdownField, markdown_fields
from people.models import Person, Position, ProfileLink, Reference
from publications.models import Link, Publication, Venue

Rows = Callable[[type[Model]], QuerySet]

MAX_LENGTH = LinkCheck._meta.get_field("url").max_length or 0
HREF = re.compile(r'<a [^>]*?href="(https?://[^"]+)"', re.IGNORECASE)

# Rows with an address of their own: the model, its foreign key to the row of the form, and the field.
LINKS = ((Link, "publication", "url"), (ProfileLink, "person", "url"), (Reference, "person", "url"))
TEXTS = (Person, Publication, NewsItem, Page, Project, Opening, Lab)
TEXTS_OF_ROWS = ((Position, "person"),)


@dataclass(frozen=True)
class Mention:
    """An address outside, the row that has it, the row of the form where it stands, and the place in that form."""

    url: str
    row: Any
    form_of: Any
    place: str


def mentions(rows: Rows) -> Iterator[Mention]:
    """Yield every address outside of the site; ``rows`` returns the rows of a model that has a form of its own."""
    for found in (_identified(rows), _venues(rows), _lab(rows), _links(rows), _texts(rows), _texts_of_rows(rows)):
        yield from (mention for mention in found if _is_of_the_web(mention.url))


def spelled(address: str) -> str:
    """Return an address as it is asked for: in ASCII, without its fragment."""
    return iri_to_uri(address.partition("#")[0])


def _is_of_the_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://")) and len(url) <= MAX_LENGTH


def _mention(address: str, row: Any, place: str, form_of: Any = None) -> Mention:
    return Mention(spelled(address), row, form_of or row, place)


def _identified(rows: Rows) -> Iterator[Mention]:
    """Papers are linked to by the identifiers that they have."""
    for paper in defer_long_texts(rows(Publication)).exclude(doi="", arxiv_id=""):
        if paper.doi:
            yield _mention(f"https://doi.org/{paper.doi}", paper, field("doi"))
        if paper.arxiv_id:
            yield _mention(f"https://arxiv.org/abs/{paper.arxiv_id}", paper, field("arxiv_id"))


def _venues(rows: Rows) -> Iterator[Mention]:
    for venue in defer_long_texts(rows(Venue)).exclude(url=""):
        yield _mention(venue.url, venue, field("url"))


def _lab(rows: Rows) -> Iterator[Mention]:
    for lab in rows(Lab).all():
        for line in lines_of(lab.links):
            yield _mention(line, lab, field("links"))


def _links(rows: Rows) -> Iterator[Mention]:
    for model, owner, name in LINKS:
        for number, row in _rows_of(rows, model, owner):
            yield _mention(getattr(row, name), row, row_field(row, owner, number, name), getattr(row, owner))


def _texts(rows: Rows) -> Iterator[Mention]:
    for model in TEXTS:
        texts = markdown_fields(model)
        linking = Q(pk=None)
        for text in texts:
            linking |= Q(**{f"{text.html_name}__contains": 'href="http'})
        for row in rows(model).filter(linking):
            for text in texts:
                yield from _in_text(row, text, field(text.name), row)


def _texts_of_rows(rows: Rows) -> Iterator[Mention]:
    for model, owner in TEXTS_OF_ROWS:
        for number, row in _rows_of(rows, model, owner):
            for text in markdown_fields(model):
                yield from _in_text(row, text, row_field(row, owner, number, text.name), getattr(row, owner))


def _in_text(row: Any, text: MarkdownField, place: str, form_of: Any) -> Iterator[Mention]:
    for address in dict.fromkeys(HREF.findall(getattr(row, text.html_name))):
        yield _mention(html.unescape(address), row, place, form_of)


def _rows_of(rows: Rows, model: Any, owner: str) -> Iterable[tuple[int, Any]]:
    owners = rows(model._meta.get_field(owner).related_model).order_by().values("pk")
    return numbered(model._default_manager.filter(**{f"{owner}__in": owners}).select_related(owner), owner)
