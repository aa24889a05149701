"""What somebody's ORCID record lists, by the public API.

https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/ and, of many works at once,
https://github.com/ORCID/orcid-model/blob/master/src/main/resources/record_3.0/README.md
"""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from labsite.texts.stored import gettext_noop
from publications.citations.entry import Entry
from publications.formats import FORMATS
from publications.formats.orcid import PREFIX

from . import crossref
from .client import JSON, MALFORMED, Get, Unavailable, client_for_pages

PLACE = "ORCID"
NOT_KNOWN = gettext_noop("ORCID has nobody under {}.")
ADDRESS = "https://pub.orcid.org/v3.0/{}"
AT_ONCE = 100  # works asked for at once, as many as ORCID allows

Item = dict[str, Any]


def fetch(orcid: str, get: Get) -> bytes:
    """Return the person, all versions of all works in full, and authors that Crossref knows where ORCID doesn't."""
    address = ADDRESS.format(orcid)
    person = json.loads(get(PLACE, f"{address}/person", JSON))
    groups = json.loads(get(PLACE, f"{address}/works", JSON)).get("group") or []
    codes = [str(each["put-code"]) for group in groups for each in group["work-summary"]]
    works: dict[str, Item] = {}  # without those that ORCID doesn't give
    for first in range(0, len(codes), AT_ONCE):
        some = json.loads(get(PLACE, f"{address}/works/{','.join(codes[first : first + AT_ONCE])}", JSON))
        works |= {str(each["work"]["put-code"]): each["work"] for each in some.get("bulk") or () if each.get("work")}
    for group in groups:
        versions = ((each, works.get(str(each["put-code"]), {})) for each in group["work-summary"])
        group["work-summary"] = [{**summary, **work} for summary, work in versions]
    few = [entry.record for entry in _read(groups) if entry.record and not entry.names_all_authors]
    try:
        authors = crossref.authors_of([record.doi for record in few if record.doi], get)
    except (Unavailable, *MALFORMED):
        authors = {}
    return json.dumps({"person": person, "group": groups, "authors": authors}).encode()


def career(orcid: str) -> str:
    """Return the record in full, while somebody waits for a page."""
    return client_for_pages().get(PLACE, f"{ADDRESS.format(orcid)}/record", JSON).decode(errors="replace")


def employer(orcid: str, get: Get) -> tuple[str, str]:
    """Return where a person says that they work now, and on which day they said so; nothing where they don't."""
    groups = json.loads(get(PLACE, f"{ADDRESS.format(orcid)}/employments", JSON)).get("affiliation-group") or []
    rows = [each["employment-summary"] for group in groups for each in group["summaries"]]
    for row in rows:
        organisation, moment = (row.get("organization") or {}).get("name"), _value(row, "last-modified-date")
        if organisation and moment and not row.get("end-date"):
            return organisation, datetime.fromtimestamp(int(moment) / 1000, UTC).date().isoformat()
    return "", ""


def entries(payload: bytes) -> list[Entry]:
    reply = json.loads(payload)
    entries = []
    for entry in _read(reply["group"]):
        record = entry.record if not entry.names_all_authors else None
        known = reply["authors"].get(record.doi.casefold(), []) if record else []
        if record and known and len(known) >= len(record.authors):
            record = replace(record, authors=crossref.names_of(known))
            entry = replace(entry, record=record, names_all_authors=True)
        entries.append(entry)
    return entries


def names(payload: bytes) -> tuple[str, ...]:
    """Return the names that the person gives."""
    person = json.loads(payload)["person"]
    name = person.get("name") or {}
    parts = [_value(name, part) for part in ("given-names", "family-name")]
    others = (person.get("other-names") or {}).get("other-name") or []
    names = [_value(name, "credit-name"), " ".join(filter(None, parts)), *(each.get("content") for each in others)]
    return tuple(dict.fromkeys(filter(None, names)))


def _read(groups: list[Item]) -> list[Entry]:
    """Return the entries, without the number of the version that was preferred: that may change."""
    entries = FORMATS["orcid"].read(json.dumps({"group": groups}))
    return [entry.without_extra(f"{PREFIX}put-code") for entry in entries]


def _value(item: Item, name: str) -> str:
    return (item.get(name) or {}).get("value") or ""
