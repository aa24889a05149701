"""What an import does or did, as plain data for JSON and as text: it accounts for every entry of the source."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import ngettext

from labsite.texts.stored import gettext_noop

from .applying import Applied
from .plan import Fate, Item, Plan

Report = dict[str, Any]

# What is told in full and what only counted where a text is short; in the order in which people should read.
TOLD = ("decide", "fail", "skip", "update")
COUNTED = ("create", "match")
HEADINGS = {
    "decide": "Skipped until somebody decides",
    "fail": "Can’t be imported",
    "skip": "Skipped",
    "update": "Adding to papers that are on the site",
    "create": "New",
    "match": "Nothing new",
}
MANY = {Fate.UPDATE: "add to papers on the site", Fate.DECIDE: "need a decision"}
FAILED_WITH = gettext_noop("the same paper as {place}, which can’t be imported")
MORE = "… and {:,} more: a report tells of each."
UNDECIDED = (
    "Entries that may be a paper on the site, or none at all, or name who may be a member, are skipped here. Import "
    "them on the page “Import papers” to decide on them."
)
ASKED = "  Is “{name}” {may_be}? Entries that wait for an answer: {entries:,}"


def report_of(plan: Plan, applied: Applied | None = None) -> Report:
    """Return what becomes of each entry; with what was applied, what has become of it."""
    entries = [_entry(item, plan, applied) for item in plan.items]
    return {
        "source": plan.source,
        "applied": applied is not None,
        "step": applied.step if applied else None,
        "counts": {fate.name.lower(): 0 for fate in Fate} | Counter(each["fate"] for each in entries),
        "people": sorted(str(name) for name in plan.new_people.values()),
        "venues": sorted(venue.name or venue.acronym for venue in plan.new_venues.values()),
        "parted": plan.parted_names,
        "asked": _asked(plan),
        "entries": entries,
    }


def _asked(plan: Plan) -> list[Report]:
    """Return whose names may be those of members, once each, with how many entries wait for an answer."""
    lines: dict[str, Report] = {}
    for author in (author for item in plan.items if item.fate is Fate.DECIDE for author in item.authors):
        if author.may_be:
            line = lines.setdefault(
                author.key, {"name": str(author.match.name), "may_be": author.may_be, "entries": 0}
            )
            line["entries"] += 1
    return sorted(lines.values(), key=lambda each: (-each["entries"], each["name"]))


def _entry(item: Item, plan: Plan, applied: Applied | None) -> Report:
    """Return what has become of an entry and why; what couldn't be written has failed, and what follows it too."""
    fate, reason, failed = item.fate, item.reason, applied.failed if applied else {}
    if item.index in failed:
        fate, reason = Fate.FAIL, failed[item.index]
    elif item.same_as in failed and not item.publication:
        fate, reason = Fate.FAIL, FAILED_WITH.format(place=plan.items[item.same_as].place)
    changes = [
        {
            "field": change.label,
            "here": change.here,
            "there": change.there,
            "verdict": change.verdict.value,
            "taken": change.is_taken,
        }
        for change in item.changes
        if fate is not Fate.CREATE
    ]
    values = {
        "place": item.place,
        "title": item.title,
        "fate": fate.name.lower(),
        "reason": reason,
        "publication": applied.publications.get(item.index) if applied else item.publication,
        "venue": item.venue_in_words,
        "changes": changes,
        "remarks": applied.remarks.get(item.index, []) if applied else [],
    }
    return {name: value for name, value in values.items() if value not in ("", None, [])}


def summary(report: Report, most: int | None = None) -> Iterator[str]:
    """Yield the counts, one a line; together they are all entries. At most so many names of people are told."""
    total = sum(report["counts"].values())
    yield f"{total:,} {'entry' if total == 1 else 'entries'}"
    for fate in Fate:
        number = report["counts"][fate.name.lower()]
        if number:
            yield f"{number:>8,}  {fate.value if number == 1 else MANY.get(fate, fate.value)}"
    new = []
    for name, one, many in (("people", "person", "people"), ("venues", "venue", "venues")):
        if number := len(report[name]):
            new.append(f"{number:,} {one if number == 1 else many}")
    if new:
        yield f"New to the site with them: {' and '.join(new)}."
    if report.get("parted"):
        yield parted_in_words(report["parted"], most)


def parted_in_words(names: Sequence[str], most: int | None = None) -> str:
    """Say which names are parted where that was a guess: all, or the first of them; nothing of none."""
    number, shown = len(names), names[:most]
    if not names:
        return ""
    words = ngettext(
        "%(n)s name is split as this source splits it: %(names)s.",
        "%(n)s names are split as this source splits them: %(names)s.",
        number,
    )
    rest = number - len(shown)
    more = [ngettext("and %(n)s more", "and %(n)s more", rest) % {"n": f"{rest:,}"}] if rest else []
    return words % {"n": f"{number:,}", "names": "; ".join([*shown, *more])}


def lines(report: Report, most: int | None = None) -> Iterator[str]:
    """Yield a report as text: all of it, or of what should be looked at ``most`` entries of a kind."""
    yield from summary(report, most)
    for fate in TOLD if most else (*TOLD, *COUNTED):
        entries = [entry for entry in report["entries"] if entry["fate"] == fate]
        if entries:
            yield from ("", f"{HEADINGS[fate]} ({len(entries):,})")
            yield from (ASKED.format(**each) for each in report.get("asked", ()) if fate == "decide")
            yield from _told(entries, most)
            if fate == "decide" and most:
                yield UNDECIDED
    noted = [entry for entry in report["entries"] if most and entry.get("remarks") and entry["fate"] in COUNTED]
    if noted:
        yield from ("", f"To know ({len(noted):,})")
        yield from _told(noted, most)


def _told(entries: list[Report], most: int | None) -> Iterator[str]:
    for entry in entries[:most]:
        yield from entry_lines(entry)
    if most and len(entries) > most:
        yield f"  {MORE.format(len(entries) - most)}"


def entry_lines(entry: Report) -> Iterator[str]:
    """Yield what there is to say of one entry, its place once."""
    title = f"“{entry['title']}”" if "title" in entry else ""
    location, reason = entry.get("place", ""), entry.get("reason", "")
    head = " ".join(filter(None, ["" if reason.casefold().startswith(f"{location}:".casefold()) else location, title]))
    yield "  " + ": ".join(filter(None, [head, reason]))
    if "venue" in entry:
        yield f"      {entry['venue']}"
    for change in entry.get("changes", ()):
        name, here, there = change["field"], change["here"], change["there"] or "nothing"
        stays = f"{name} stays: {here or 'nothing'} (the source says: {there})"
        becomes = f"{name}: {here} → {there}" if here else f"{name}: {there}"
        yield f"      {becomes if change['taken'] else stays}"
    for remark in entry.get("remarks", ()):
        yield f"      {remark}"


def in_text(report: Report) -> str:
    """Return the whole report, entry by entry."""
    return "".join(f"{line}\n" for line in lines(report))
