"""The report on a move: each file, paper and value, as text for people and as JSON for programs."""

import json
from collections import Counter
from collections.abc import Iterator

from .outcomes import PEOPLE_LEFT, FileOutcome, FileOutcomes
from .writing.context import MoveContext

SHARED = 3  # files with one reason that are all named
NAMED = 12  # things that a brief report names of each kind
MISSED = "What visitors of your old site will miss"


def lines(moved: MoveContext, is_brief: bool = False) -> Iterator[str]:
    """Yield a report for people; a brief one names the first things of each kind and counts the rest."""
    yield from _counts(moved)
    parts = {MISSED: missed(moved.outcomes), **{note.value: words for note, words in moved.notes.items()}}
    if not is_brief:
        parts["Papers"] = [": ".join(paper) for paper in papers_of(moved)]
    for outcome in (FileOutcome.NOT_UNDERSTOOD, FileOutcome.LEFT_OUT) if is_brief else FileOutcome:
        parts[f"Files: {outcome.value}"] = _files(moved.outcomes, outcome, is_brief)
    if not is_brief:
        parts["Not looked at"] = [f"{path}: {why}" for path, why in moved.source.skipped.items()]
    for heading, words in parts.items():
        if words:
            shown = words[:NAMED] if is_brief else words
            yield from ("", f"{heading} ({len(words)}):", *(f"  {each}" for each in shown))
            if len(words) > len(shown):
                yield f"  … and {len(words) - len(shown)} more; --report FILE lists them all."


def missed(outcomes: FileOutcomes) -> list[str]:
    """Return the pages and lists of which nothing came over, though visitors saw them, and why."""
    return [f"{path}: {why}" for path, why in outcomes.missed()]


def as_json(moved: MoveContext) -> str:
    """Return a report for programs."""
    report = {
        "added": moved.added,
        "filled": moved.filled,
        "notes": {note.name.lower(): words for note, words in moved.notes.items()},
        "papers": [dict(zip(("place", "title", "fate"), paper, strict=True)) for paper in papers_of(moved)],
        "files": [
            {"path": path, "fate": outcome.value, "why": [f"{each.value}: {why}" for each, why in notes]}
            for path, outcome, notes in moved.outcomes
        ],
        "not looked at": moved.source.skipped,
    }
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def papers_of(moved: MoveContext) -> Iterator[tuple[str, str, str]]:
    """Yield of each paper its place, its title, and what became of it."""
    for item in moved.applied.plan.items if moved.applied else ():
        fate = f"{item.fate.value}: {item.reason}".rstrip(": ")
        words = "; ".join(filter(None, [fate, item.venue_in_words]))
        yield item.place, item.title, (moved.applied and moved.applied.failed.get(item.index)) or words


def _counts(moved: MoveContext) -> Iterator[str]:
    outcomes, source = moved.outcomes, moved.source
    counted = Counter(outcome for _, outcome, _ in outcomes)
    files = ", ".join(f"{counted[outcome]} {outcome.value}" for outcome in FileOutcome if counted[outcome])
    folders = f", and {len(source.skipped)} folders and links not looked at" if source.skipped else ""
    added, filled = (
        ", ".join(f"{name} ({count})" for name, count in counts.items()) for counts in (moved.added, moved.filled)
    )
    yield f"{counted.total()} files: {files or 'none'}{folders}."
    people = [path for path, _, notes in outcomes if (FileOutcome.LEFT_OUT, PEOPLE_LEFT) in notes]
    if people:
        alone = Counter(path.rpartition("/")[0] for path in people)
        places = Counter(folder if alone[folder := path.rpartition("/")[0]] > 1 else path for path in people)
        named = ", ".join(f"{location} ({count})" if count > 1 else location for location, count in places.items())
        yield f"Looks like people, but isn’t imported: {named}."
    yield f"New: {added or 'nothing'}."
    if filled:
        yield f"Filled in: {filled}."
    fates = Counter(outcome.partition(":")[0] for _, _, outcome in papers_of(moved))
    if fates:
        in_words = ", ".join(f"{count} {what}" for what, count in fates.items())
        yield f"{fates.total()} paper entries: {in_words}."


def _files(outcomes: FileOutcomes, wanted: FileOutcome, is_brief: bool) -> list[str]:
    """Return the files that have an outcome, with its reasons; a file that is partly lost is in two lists.

    A brief list has those of one reason together; what befell single ones comes first.
    """
    of_files = {path: [why for outcome, why in notes if outcome is wanted] for path, _, notes in outcomes}
    if is_brief:
        paths_of: dict[str, list[str]] = {}
        for path, reasons in of_files.items():
            for why in reasons:
                paths_of.setdefault(why, []).append(path)
        return [
            f"{', '.join(paths) if len(paths) <= SHARED else f'{paths[0]} and {len(paths) - 1} others'}: {why}"
            for why, paths in sorted(paths_of.items(), key=lambda item: len(item[1]) > SHARED)
        ]
    for reasons in of_files.values():
        reasons[NAMED:] = [f"and {len(reasons) - NAMED} more"] if len(reasons) > NAMED else []
    return [f"{path}: {'; '.join(dict.fromkeys(reasons))}" for path, reasons in of_files.items() if reasons]
