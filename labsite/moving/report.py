"""The report on a move: each file, paper and value, as text for people and as JSON for programs."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from .outcomes import FileOutcome, FileOutcomes
from .source import SiteSource
from .writing import MoveResult

SHARED = 3  # files with one reason that are all named
NAMED = 12  # things that a brief report names of each kind


def lines(moved: MoveResult, outcomes: FileOutcomes, source: SiteSource, is_brief: bool = False) -> Iterator[str]:
    """Yield a report for people; a brief one names the first things of each kind and counts the rest."""
    yield from _counts(moved, outcomes, source)
    for note, words in moved.notes.items():
        yield from _listed(note.value, words, is_brief)
    papers = [f"{place}: {title}: {outcome}" for place, title, outcome in moved.papers]
    yield from _listed("Papers", papers, is_brief) if not is_brief else ()
    for outcome in (FileOutcome.NOT_UNDERSTOOD, FileOutcome.LEFT_OUT) if is_brief else FileOutcome:
        told = _reasons(outcomes, outcome) if is_brief else list(_files(outcomes, outcome))
        yield from _listed(f"Files: {outcome.value}", told, is_brief)
    if not is_brief:
        yield from _listed("Not looked at", [f"{path}: {why}" for path, why in source.skipped.items()], is_brief)


def as_text(moved: MoveResult, outcomes: FileOutcomes, source: SiteSource) -> str:
    """Return the whole report for people."""
    return "\n".join(lines(moved, outcomes, source)) + "\n"


def as_json(moved: MoveResult, outcomes: FileOutcomes, source: SiteSource) -> str:
    """Return a report for programs."""
    told: dict[str, Any] = {
        "added": moved.added,
        "filled": moved.filled,
        "notes": {note.name.lower(): words for note, words in moved.notes.items()},
        "papers": [dict(zip(("place", "title", "fate"), paper, strict=True)) for paper in moved.papers],
        "files": [
            {"path": path, "fate": outcome.value, "why": [f"{each.value}: {why}" for each, why in notes]}
            for path, outcome, notes in outcomes
        ],
        "not looked at": source.skipped,
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _counts(moved: MoveResult, outcomes: FileOutcomes, source: SiteSource) -> Iterator[str]:
    counted = Counter(outcome for _, outcome, _ in outcomes)
    files = ", ".join(f"{counted[outcome]} {outcome.value}" for outcome in FileOutcome if counted[outcome])
    folders = f", and {len(source.skipped)} folders and links not looked at" if source.skipped else ""
    yield f"{counted.total()} files: {files or 'none'}{folders}."
    yield f"New: {_amounts(moved.added) or 'nothing'}."
    if moved.filled:
        yield f"Filled in where it was empty: {_amounts(moved.filled)}."
    if moved.papers:
        outcomes_of_papers = Counter(outcome.partition(":")[0] for _, _, outcome in moved.papers)
        told = ", ".join(f"{count} {outcome}" for outcome, count in outcomes_of_papers.items())
        yield f"{len(moved.papers)} entries of papers: {told}."


def _amounts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} ({count})" for name, count in counts.items())


def _listed(heading: str, told: Iterable[str], is_brief: bool) -> Iterator[str]:
    told = list(told)
    if not told:
        return
    yield ""
    yield f"{heading} ({len(told)}):"
    shown = told[:NAMED] if is_brief else told
    yield from (f"  {each}" for each in shown)
    if len(told) > len(shown):
        yield f"  … and {len(told) - len(shown)} more: --report FILE writes all of it."


def _files(outcomes: FileOutcomes, wanted: FileOutcome) -> Iterator[str]:
    """Yield the files that have an outcome, with its reasons; a file that is partly lost is in two lists."""
    for path, _, notes in outcomes:
        told = [why for outcome, why in notes if outcome is wanted]
        if told:
            yield f"{path}: {'; '.join(dict.fromkeys(_counted(told)))}"


def _reasons(outcomes: FileOutcomes, wanted: FileOutcome) -> list[str]:
    """Return the files of a outcome, those that share a reason together; what befell single ones comes first."""
    reasons: dict[str, list[str]] = {}
    for path, _, notes in outcomes:
        for outcome, why in notes:
            if outcome is wanted:
                reasons.setdefault(why, []).append(path)
    told = [(len(paths) > SHARED, f"{_together(paths)}: {why}") for why, paths in reasons.items()]
    return [words for _, words in sorted(told, key=lambda each: each[0])]


def _together(paths: list[str]) -> str:
    if len(paths) <= SHARED:
        return ", ".join(paths)
    return f"{paths[0]} and {len(paths) - 1} others"


def _counted(told: list[str]) -> list[str]:
    return told if len(told) <= NAMED else [*told[:NAMED], f"and {len(told) - NAMED} more"]
