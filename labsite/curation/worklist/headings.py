"""Headings of a Markdown text that nothing stands under."""

import re

HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*")
FENCE = re.compile(r" {0,3}(```|~~~)")


def empty_heading(text: str) -> str | None:
    """Return the words of the first heading without words or without a text, None where there is none such."""
    above: tuple[int, str] | None = None  # the heading that is still to get its text
    for line in _outside_code(text):
        heading = HEADING.fullmatch(line)
        if not heading:
            above = None if line.strip() else above
            continue
        level, words = len(heading[1]), heading[2] or ""
        if not words or (above and level <= above[0]):
            return above[1] if words and above else words
        above = level, words
    return above[1] if above else None


def _outside_code(text: str) -> list[str]:
    """Return the lines of a text; those of a block of code as its first line only."""
    lines, fence = [], ""
    for line in text.splitlines():
        mark = FENCE.match(line)
        if not fence:
            lines.append(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
    return lines
