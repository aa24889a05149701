"""What became of a site: of each file, each paper and each value, for people and for programs."""

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
    papers = [f"{place}: {title}: {fate}" for place, title, fate in moved.papers]
    yield from _listed("Papers", papers, is_brief) if not is_brief else ()
    for fate in (FileOutcome.NOT_UNDERSTOOD, FileOutcome.LEFT_OUT) if is_brief else FileOutcome:
        told = _reasons(outcomes, fate) if is_brief else list(_files(outcomes, fate))
        yield from _listed(f"Files: {fate.value}", told, is_brief)
    if not is_brief:
        yield from _listed("Not looked at", [f"{path}: {why}" for path, why in source.skipped.items()], is_brief)


def as_json(moved: MoveResult, outcomes: FileOutcomes, source: SiteSource) -> str:
    """Return a report for programs."""
    told: dict[str, Any] = {
        "added": moved.added,
        "filled": moved.filled,
        "notes": {note.name.lower(): words for note, words in moved.notes.items()},
        "papers": [dict(zip(("place", "title", "fate"), paper, strict=True)) for paper in moved.papers],
        "files": [
            {"path": path, "fate": fate.value, "why": [f"{each.value}: {why}" for each, why in notes]}
            for path, fate, notes in outcomes
        ],
        "not looked at": source.skipped,
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _counts(moved: MoveResult, outcomes: FileOutcomes, source: SiteSource) -> Iterator[str]:
    counted = Counter(fate for _, fate, _ in outcomes)
    files = ", ".join(f"{counted[fate]} {fate.value}" for fate in FileOutcome if counted[fate])
    folders = f", and {len(source.skipped)} folders and links not looked at" if source.skipped else ""
    yield f"{counted.total()} files: {files or 'none'}{folders}."
    yield f"New: {_amounts(moved.added) or 'nothing'}."
    if moved.filled:
        yield f"Filled in where it was empty: {_amounts(moved.filled)}."
    if moved.papers:
        outcomes_of_papers = Counter(fate.partition(":")[0] for _, _, fate in moved.papers)
        told = ", ".join(f"{count} {fate}" for fate, count in outcomes_of_papers.items())
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
    """Yield the files of which something has a fate, and what: a file of which a part is lost stands in two lists."""
    for path, _, notes in outcomes:
        told = [why for fate, why in notes if fate is wanted]
        if told:
            yield f"{path}: {'; '.join(dict.fromkeys(_counted(told)))}"


def _reasons(outcomes: FileOutcomes, wanted: FileOutcome) -> list[str]:
    """Return the files of a fate, those that share a reason together; what befell single ones comes first."""
    reasons: dict[str, list[str]] = {}
    for path, _, notes in outcomes:
        for fate, why in notes:
            if fate is wanted:
                reasons.setdefault(why, []).append(path)
    told = [(len(paths) > SHARED, f"{_together(paths)}: {why}") for why, paths in reasons.items()]
    return [words for _, words in sorted(told, key=lambda each: each[0])]


def _together(paths: list[str]) -> str:
    if len(paths) <= SHARED:
        return ", ".join(paths)
    return f"{paths[0]} and {len(paths) - 1} others"


def _counted(told: list[str]) -> list[str]:
    return told if len(told) <= NAMED else [*told[:NAMED], f"and {len(told) - NAMED} more"]
