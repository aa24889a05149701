"""What somebody's ORCID record lists: https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/"""

import json
from collections.abc import Iterator
from typing import Any

from publications.entry import Entry
from publications.formats import FORMATS

from .asking import Get

PLACE = "ORCID"
NOT_KNOWN = "ORCID knows nobody by {}."
JSON = "application/json"
ADDRESS = "https://pub.orcid.org/v3.0/{}"
AT_ONCE = 50  # works asked for at once; ORCID allows a hundred

Item = dict[str, Any]


def fetch(orcid: str, get: Get) -> bytes:
    """Return all works in full, of several versions of one work the one that its owner prefers, and the person."""
    address = ADDRESS.format(orcid)
    person = json.loads(get(PLACE, f"{address}/person", JSON))
    codes = list(_preferred(json.loads(get(PLACE, f"{address}/works", JSON))))
    works: list[Item] = []
    for first in range(0, len(codes), AT_ONCE):
        some = ",".join(codes[first : first + AT_ONCE])
        works += json.loads(get(PLACE, f"{address}/works/{some}", JSON)).get("bulk") or []
    return json.dumps({"person": person, "bulk": works}).encode()


def entries(payload: bytes) -> list[Entry]:
    return FORMATS["orcid"].read(json.dumps({"bulk": json.loads(payload)["bulk"]}))


def names(payload: bytes) -> tuple[str, ...]:
    """Return the names that the person gives."""
    person = json.loads(payload)["person"]
    name = person.get("name") or {}
    parts = [_value(name, part) for part in ("given-names", "family-name")]
    others = (person.get("other-names") or {}).get("other-name") or []
    found = [_value(name, "credit-name"), " ".join(filter(None, parts)), *(each.get("content") for each in others)]
    return tuple(dict.fromkeys(filter(None, found)))


def _preferred(works: Item) -> Iterator[str]:
    for group in works.get("group") or ():
        versions = group.get("work-summary") or ()
        if versions:
            preferred = max(versions, key=lambda version: int(version.get("display-index") or 0))
            yield str(preferred["put-code"])


def _value(item: Item, name: str) -> str:
    return (item.get(name) or {}).get("value") or ""
