"""Where the site links to addresses outside: in fields of their own and in texts."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db.models import Model, Q, QuerySet, URLField
from django.utils.encoding import iri_to_uri

from labsite import registry
from labsite.editing.form_anchors import EditedRow, defer_long_texts
from labsite.editing.issues import Curated, Scope
from labsite.history.tracked import rows_of
from labsite.models import LinkCheck
from labsite.texts.markdown import MarkdownField, markdown_fields

FieldLink = tuple[str, EditedRow, str]  # an address, the row that has it, and the name of the field

MAX_LENGTH = LinkCheck._meta.get_field("url").max_length or 0
HREF = re.compile(r'<a [^>]*?href="(https?://[^"]+)"', re.IGNORECASE)


@dataclass(frozen=True)
class Mention:
    """An address outside, the row that has it, the row of the form where it stands, and the anchor in that form."""

    url: str
    row: Any
    form_of: Any
    anchor: str


def mentions(scope: Scope) -> Iterator[Mention]:
    """Yield every address outside of the site that the rows of a scope lead to."""
    models = list(registry.facets(Curated))
    relations = [relation for model in models for relation in rows_of(model)]
    links = chain(
        chain.from_iterable(_in_fields(model, scope.rows(model)) for model in models),
        chain.from_iterable(_in_fields_of_rows(relation, scope) for relation in relations),
        chain.from_iterable(_in_texts(model, scope.rows(model)) for model in models),
        chain.from_iterable(_in_texts_of_rows(relation, scope) for relation in relations),
    )
    for address, row, name in links:
        url = spelled(address)
        if url.lower().startswith(("http://", "https://")) and len(url) <= MAX_LENGTH:
            yield Mention(url, row.row, row.form_of, row.anchor(name))


def leads_outside(model: type[Model]) -> bool:
    """Say whether rows of a model, without the rows of its form, have a field or a text that may link to outside."""
    curated = registry.facet(model, Curated)
    return bool(_url_fields(model) or markdown_fields(model) or (curated and curated.links))


def spelled(address: str) -> str:
    """Return an address as it is asked for: in ASCII, without its fragment."""
    return iri_to_uri(address.partition("#")[0])


def _url_fields(model: Any) -> list[str]:
    return [each.name for each in model._meta.fields if isinstance(each, URLField)]


def _in_fields(model: type[Model], rows: QuerySet[Any]) -> Iterator[FieldLink]:
    for name in _url_fields(model):
        for row in defer_long_texts(rows).exclude(**{name: ""}):
            yield getattr(row, name), EditedRow(row), name
    curated = registry.facet(model, Curated)
    for row, name, address in curated.links(rows) if curated and curated.links else ():
        yield address, EditedRow(row), name


def _in_fields_of_rows(relation: Any, scope: Scope) -> Iterator[FieldLink]:
    names = _url_fields(relation.related_model)
    for row in _inline_rows(relation, scope) if names else ():
        yield from ((getattr(row.row, name), row, name) for name in names)


def _in_texts(model: type[Model], rows: QuerySet[Any]) -> Iterator[FieldLink]:
    texts, linking = markdown_fields(model), Q(pk=None)
    for text in texts:
        linking |= Q(**{f"{text.html_name}__contains": 'href="http'})
    for row in rows.filter(linking) if texts else ():
        yield from _linked(EditedRow(row), texts)


def _in_texts_of_rows(relation: Any, scope: Scope) -> Iterator[FieldLink]:
    texts = markdown_fields(relation.related_model)
    for row in _inline_rows(relation, scope) if texts else ():
        yield from _linked(row, texts)


def _linked(row: EditedRow, texts: Iterable[MarkdownField]) -> Iterator[FieldLink]:
    for text in texts:
        for address in dict.fromkeys(HREF.findall(getattr(row.row, text.html_name))):
            yield html.unescape(address), row, text.name


def _inline_rows(relation: Any, scope: Scope) -> Iterator[EditedRow]:
    owner = relation.field.name
    return (EditedRow(row, owner, number) for number, row in scope.inline_rows(relation.related_model, owner))
