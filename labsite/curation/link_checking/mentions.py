"""Where the site links to addresses outside: in fields of their own and in texts."""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db.models import Model, Q, QuerySet, URLField
from django.utils.encoding import iri_to_uri

from labsite import registry
from labsite.editing.form_anchors import defer_long_texts, field, numbered, row_field
from labsite.editing.issues import Curated
from labsite.history.tracked import rows_of
from labsite.models import LinkCheck
from labsite.texts.markdown import MarkdownField, markdown_fields

Rows = Callable[[type[Model]], QuerySet[Any]]

MAX_LENGTH = LinkCheck._meta.get_field("url").max_length or 0
HREF = re.compile(r'<a [^>]*?href="(https?://[^"]+)"', re.IGNORECASE)


@dataclass(frozen=True)
class Mention:
    """An address outside, the row that has it, the row of the form where it stands, and the anchor in that form."""

    url: str
    row: Any
    form_of: Any
    anchor: str


def mentions(rows: Rows) -> Iterator[Mention]:
    """Yield every address outside of the site; ``rows`` returns the rows of a model that has a form of its own."""
    models = list(registry.facets(Curated))
    relations = [relation for model in models for relation in rows_of(model)]
    found = chain(
        chain.from_iterable(_in_fields(model, rows(model)) for model in models),
        chain.from_iterable(_in_fields_of_rows(relation, rows) for relation in relations),
        chain.from_iterable(_in_texts(model, rows(model)) for model in models),
        chain.from_iterable(_in_texts_of_rows(relation, rows) for relation in relations),
    )
    return (mention for mention in found if _is_of_the_web(mention.url))


def leads_outside(model: type[Model]) -> bool:
    """Say whether rows of a model, without the rows of its form, have a field or a text that may link to outside."""
    curated = registry.facet(model, Curated)
    return bool(_url_fields(model) or markdown_fields(model) or (curated and curated.links))


def spelled(address: str) -> str:
    """Return an address as it is asked for: in ASCII, without its fragment."""
    return iri_to_uri(address.partition("#")[0])


def _is_of_the_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://")) and len(url) <= MAX_LENGTH


def _mention(address: str, row: Any, anchor: str, form_of: Any = None) -> Mention:
    return Mention(spelled(address), row, anchor=anchor, form_of=form_of or row)


def _url_fields(model: Any) -> list[str]:
    return [each.name for each in model._meta.fields if isinstance(each, URLField)]


def _in_fields(model: type[Model], rows: QuerySet[Any]) -> Iterator[Mention]:
    for name in _url_fields(model):
        for row in defer_long_texts(rows).exclude(**{name: ""}):
            yield _mention(getattr(row, name), row, field(name))
    curated = registry.facet(model, Curated)
    for row, name, address in curated.links(rows) if curated and curated.links else ():
        yield _mention(address, row, field(name))


def _in_fields_of_rows(relation: Any, rows: Rows) -> Iterator[Mention]:
    names, owner = _url_fields(relation.related_model), relation.field
    for number, row in _rows_of(relation, rows) if names else ():
        for name in names:
            anchor = row_field(row, owner.name, number, name)
            yield _mention(getattr(row, name), row, anchor, getattr(row, owner.name))


def _in_texts(model: type[Model], rows: QuerySet[Any]) -> Iterator[Mention]:
    texts, linking = markdown_fields(model), Q(pk=None)
    for text in texts:
        linking |= Q(**{f"{text.html_name}__contains": 'href="http'})
    for row in rows.filter(linking) if texts else ():
        for text in texts:
            yield from _in_text(row, text, field(text.name), row)


def _in_texts_of_rows(relation: Any, rows: Rows) -> Iterator[Mention]:
    texts, owner = markdown_fields(relation.related_model), relation.field
    for number, row in _rows_of(relation, rows) if texts else ():
        for text in texts:
            anchor = row_field(row, owner.name, number, text.name)
            yield from _in_text(row, text, anchor, getattr(row, owner.name))


def _in_text(row: Any, text: MarkdownField, anchor: str, form_of: Any) -> Iterator[Mention]:
    for address in dict.fromkeys(HREF.findall(getattr(row, text.html_name))):
        yield _mention(html.unescape(address), row, anchor, form_of)


def _rows_of(relation: Any, rows: Rows) -> Iterable[tuple[int, Any]]:
    owner = relation.field.name
    owners = rows(relation.model).order_by().values("pk")
    of_forms = relation.related_model._default_manager.filter(**{f"{owner}__in": owners})
    return numbered(of_forms.select_related(owner), owner)
