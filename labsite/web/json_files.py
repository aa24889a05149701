"""JSON files of rows: what an app says of those of a model, and how values, links and pictures stand in them.

What makes a field takes a row fetched beforehand and ``absolute``, which makes a path an address with its host. It
asks the database nothing more, as far as nothing else is said, and translates nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import methodcaller
from typing import Any

from django.db.models import Choices
from django.urls import reverse
from django.utils.functional import Promise

from labsite import registry
from labsite.registry import ContentFacet
from labsite.texts.languages import SECOND
from labsite.texts.plain_text import lines_of

Absolute = Callable[[str], str]
Values = dict[str, Any]
Field = Callable[[Any, Absolute], Any]


class Fields(dict[str, Field]):
    """The fields by which a file tells of a row, in their order, whether or not there is a value."""

    def __call__(self, row: Any, absolute: Absolute) -> Values:
        return {name: make(row, absolute) for name, make in self.items()}


@dataclass(frozen=True)
class JSONFile:
    """A file that lists all rows under its own ``name``, and the pages that it belongs to.

    With ``of``, which names what its address varies with, it is a file for each row, at a ``path`` with its slug;
    ``example`` returns a row that has much to show.
    """

    name: str
    holds: Promise
    rows: Callable[[], Any]
    fields: Fields
    pages: tuple[str, ...]
    of: str = ""
    path: str = ""
    example: Callable[[], Any] = lambda: None


@dataclass(frozen=True)
class JSONFiles(ContentFacet):
    """The JSON files of a model: of all its rows, of each, and the fields by which the files of others name a row.

    ``choices`` are the fixed words that a field holds, by what the page /data/ calls that field; ``meanings`` explain
    the fields that no other file has.
    """

    all: JSONFile | None = None
    each: JSONFile | None = None
    reference: tuple[str, ...] = ()
    choices: tuple[tuple[Promise, type[Choices]], ...] = ()
    meanings: Mapping[str, Promise] = field(default_factory=dict)


def listed(rows: Any, absolute: Absolute) -> list[Values]:
    """Return the rows of a queryset as the file that lists all of their model has them."""
    files = registry.facets(JSONFiles)[rows.model]
    return [files.all.fields(row, absolute) for row in rows] if files.all else []


def referred(rows: Any, absolute: Absolute) -> list[Values]:
    """Return rows in short, as other rows name them: enough to recognise one and to find the rest."""
    files = registry.facets(JSONFiles)
    return [reference(row, absolute, *files[row._meta.model].reference) for row in rows]


def reference(row: Any, absolute: Absolute, *names: str) -> Values:
    """Return a row in short, by these fields."""
    return {"id": row.slug, **values(row, *names), "url": absolute(row.get_absolute_url())}


def own_addresses(file: str = "") -> dict[str, Field]:
    """Tell what a row is called in addresses, where its page is, and its file if it has one of this name."""
    found: dict[str, Field] = {
        "id": lambda row, absolute: row.slug,
        "url": lambda row, absolute: absolute(row.get_absolute_url()),
        "json": lambda row, absolute: absolute(reverse(f"data:{file}", args=[row.slug])),
    }
    return {name: make for name, make in found.items() if file or name != "json"}


def columns(*names: str) -> dict[str, Field]:
    """Tell these fields of a row as they are, but for what is empty."""
    return {name: partial(lambda name, row, absolute: values(row, name)[name], name) for name in names}


def column_lines(*names: str) -> dict[str, Field]:
    """Tell the lines of these fields of a row."""
    return {name: partial(lambda name, row, absolute: lines_of(getattr(row, name)), name) for name in names}


def pictures(*names: str) -> dict[str, Field]:
    """Tell where these pictures of a row are, their size, and what they show."""
    return {name: partial(_picture, name) for name in names}


def values(row: Any, *names: str) -> Values:
    """Return these fields of a row; what is empty is None, whichever way the database writes that."""
    return {name: None if (value := getattr(row, name)) == "" else value for name in names}


def second_texts(row: Any, absolute: Absolute | None = None) -> Values | None:
    """Return what a row says in the site's other language, by the names of the fields that say it in the first."""
    fields = (field.name for field in row._meta.fields if field.name.endswith(SECOND))
    return {name.removesuffix(SECOND): text for name in fields if (text := getattr(row, name))} or None


def links(row: Any, absolute: Absolute) -> list[Values]:
    """Return the typed links of a row in their order, without those that a document lost."""
    followed = [link for link in sorted(row.links.all(), key=methodcaller("rank")) if link.address]
    return [{"kind": link.kind, "label": str(link), "url": link.url or absolute(link.address)} for link in followed]


def _picture(name: str, row: Any, absolute: Absolute) -> Values | None:
    if not (file := getattr(row, name)):
        return None
    size = {part: getattr(row, f"{name}_{part}") for part in ("width", "height")}
    return {"url": absolute(file.url), **size, "alt": getattr(row, f"{name}_alt", str(row)) or None}


def email_in_words(address: str) -> str:
    """Return an e-mail address as ``ada at lab dot example``: a reader understands it, and no harvester finds it."""
    return address.replace("@", " at ").replace(".", " dot ")
