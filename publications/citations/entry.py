"""One entry of a source as its format reads it, with which an import begins."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from publications.citations.record import Name, Record, RecordLink

# Readers of lists of papers as people type them, which apps add by the paths of their functions: few need them. Each
# takes a file or a text, and its name, and returns a list of entries, empty where it is none of these lists.
TYPED_LISTS: list[str] = []


@dataclass(frozen=True)
class Entry:
    """One entry of a source; exactly one of ``record``, ``problem`` and ``no_paper`` is set.

    ``place`` is where it stands in the source, in words: "line 12", "row 3", "item 4" or the path of a file.
    ``problem`` is what is wrong with it and ``no_paper`` why it isn't a paper, both in a sentence for people.
    ``unsure`` names the parts of a typed reference that may have been read wrongly.
    """

    place: str = ""
    record: Record | None = None
    problem: str = ""
    no_paper: str = ""
    names_all_authors: bool = True
    unsure: str = ""

    def without_extra(self, name: str) -> "Entry":
        """Return the entry without one of the extra fields of its record."""
        if not self.record:
            return self
        extra = tuple(pair for pair in self.record.extra if pair[0] != name)
        return replace(self, record=replace(self.record, extra=extra))


def packed(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain data for JSON, without empty values."""
    return _without_empty(asdict(entry)) | {"names_all_authors": entry.names_all_authors}


def unpacked(data: Mapping[str, Any]) -> Entry:
    """Return the entry of which ``packed`` made plain data."""
    held = data.get("record")
    if not held:
        return Entry(**{**data, "record": None})
    pairs = {name: tuple(map(tuple, held.get(name, ()))) for name in ("ids", "extra")}
    authors = tuple(Name(**each) for each in held.get("authors", ()))
    links = tuple(RecordLink(**{"kind": "", "url": "", **each}) for each in held.get("links", ()))
    named = {"authors": authors, "links": links, "known_venue": tuple(held.get("known_venue", ()))}
    return Entry(**{**data, "record": Record(**{"key": "", "title": "", **held, **pairs, **named})})


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_empty(each) for name, each in value.items() if each not in ("", None, (), False)}
    return [_without_empty(each) for each in value] if isinstance(value, list | tuple) else value
