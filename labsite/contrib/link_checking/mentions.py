"""Where the site links to addresses outside: in fields of their own and in texts."""

import html
import re
from collections.abc import Iterator
from typing import Any

from django.db.models import Model, Q, URLField
from django.utils import timezone
from django.utils.encoding import iri_to_uri

from labsite import registry
from labsite.contrib.link_checking.models import LinkCheck
from labsite.editing.issues import Curated, EditedRow, Scope
from labsite.history.tracked import rows_of
from labsite.texts.markdown import markdown_fields

FieldLink = tuple[str, EditedRow, str]  # an address, the row that has it, and the name of the field

MAX_LENGTH = LinkCheck._meta.get_field("url").max_length or 0
HREF = re.compile(r'<a [^>]*?href="(https?://[^"]+)"', re.IGNORECASE)


def mentions(scope: Scope) -> Iterator[FieldLink]:
    """Yield every address outside of the site that the rows of a scope lead to."""
    for address, row, name in _links(scope):
        url = spelled(address)
        if url.lower().startswith(("http://", "https://")) and len(url) <= MAX_LENGTH:
            yield url, row, name


def forget_addresses_no_longer_used(**kwargs: Any) -> set[str]:
    """Return every address outside that the site links to, and drop what is remembered of others."""
    used = {url for url, _row, _name in mentions(Scope(None, timezone.localdate()))}
    gone = [check.pk for check in LinkCheck.objects.only("url") if check.url not in used]
    LinkCheck.objects.filter(pk__in=gone).delete()
    return used


def leads_outside(model: type[Model]) -> bool:
    """Say whether rows of a model, without the rows of its form, have a field or a text that may link to outside."""
    curated = registry.facet(model, Curated)
    return bool(_url_fields(model) or markdown_fields(model) or (curated and curated.links))


def spelled(address: str) -> str:
    """Return an address as it is asked for: in ASCII, without its fragment."""
    return iri_to_uri(address.partition("#")[0])


def _url_fields(model: Any) -> list[str]:
    return [each.name for each in model._meta.fields if isinstance(each, URLField)]


def _links(scope: Scope) -> Iterator[FieldLink]:
    for model, curated in registry.facets(Curated).items():
        linking = [~Q(**{name: ""}) for name in _url_fields(model)]
        linking += [Q(**{f"{text.html_name}__contains": 'href="http'}) for text in markdown_fields(model)]
        for row in scope.rows(model).filter(Q(*linking, _connector=Q.OR)) if linking else ():
            yield from _links_of(EditedRow(row))
        for row, name, address in curated.links(scope.rows(model)) if curated.links else ():
            yield address, EditedRow(row), name
        for relation in rows_of(model):
            inline, owner = relation.related_model, relation.field.name
            for edited in scope.inline_rows(inline, owner) if leads_outside(inline) else ():
                yield from _links_of(edited)


def _links_of(row: EditedRow) -> Iterator[FieldLink]:
    for name in _url_fields(row.row):
        yield getattr(row.row, name), row, name
    for text in markdown_fields(type(row.row)):
        for address in dict.fromkeys(HREF.findall(getattr(row.row, text.html_name))):
            yield html.unescape(address), row, text.name
