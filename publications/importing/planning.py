"""The plan of an import: what becomes of each entry of a source, found by reading alone."""

from collections.abc import Sequence
from typing import Any

from publications.citations.entry import Entry
from publications.matching import known_papers

from .deciding import Decided
from .items import Items
from .moment import moment
from .plan import Decisions, Plan
from .progress import Progress, Tally
from .reading import Reading
from .recalling import Recollection
from .resolving import resolved
from .site import imported_entries


def plan_of(
    entries: Sequence[Entry],
    *,
    source: str = "",
    user: Any = None,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Return what would become of each entry; asks the database a constant number of questions and writes nothing.

    ``source`` names where the entries come from, so that what it said before is found again; ``user`` is who brings
    them in, None whoever runs the command line. ``progress`` is told now and then how many are done, and of how many.
    """
    tally, now = Tally(len(entries), progress), moment()
    read = Reading(entries, tally)
    known = known_papers(read.fingerprints)
    decided = Decided(decisions, read.identities, read.names, known.all_keys)
    recollection = Recollection(read)
    about = {*known.fingerprints, *decided.publications}
    imported = imported_entries(read.identities, about, recollection.abridged)
    groups = resolved(read, known, recollection.rows_of(imported), decided, tally)
    return Plan(tuple(Items(read, groups, imported, decided, source, user, tally).all()), source, now)
