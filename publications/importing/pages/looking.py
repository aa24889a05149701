"""The plan of an import as it is now, made once as long as neither content nor decisions change."""

import json
from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache

from publications.citations.entry import unpacked
from publications.importing import plan_of
from publications.importing.moment import moment
from publications.importing.plan import Plan

KEPT_SECONDS = 3600


@dataclass(frozen=True)
class Look:
    """A plan with the moment that it is of; the moment travels with the page, to see whether it still holds."""

    moment: str
    plan: Plan


def look(row, user) -> Look:
    """Return the plan of an import for somebody, from the cache where nothing has changed since."""
    now = _moment(row, user)
    kept = cache.get(_key(row))
    if kept and kept.moment == now:
        return kept
    entries = [unpacked(each) for each in row.entries]
    found = Look(now, plan_of(entries, source=row.source, user=user, decisions=row.decisions))
    cache.set(_key(row), found, KEPT_SECONDS)
    return found


def seen(row, shown_at: str) -> Plan | None:
    """Return the plan that a page showed, if that is known still."""
    kept = cache.get(_key(row))
    return kept.plan if kept and kept.moment == shown_at else None


def _moment(row, user) -> str:
    held = json.dumps([moment(), user.pk, row.decisions], sort_keys=True)
    return sha256(held.encode()).hexdigest()[:20]


def _key(row) -> str:
    return f"plan:{row.pk}"
