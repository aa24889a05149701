"""Plain values of front matter and data files, which people write in many ways: texts, lists and degrees."""

import html
import re
from typing import Any

from labsite.modelling.periods import PartialDate, partial_date
from publications.citations.dates import years_in_words

MAX_SUMMARY_LENGTH = 300  # characters of Project.summary
SCRIPTS = (("[\u3040-\u30ff]", "ja"), ("[\uac00-\ud7af]", "ko"), ("[\u4e00-\u9fff]", "zh"))
YES = {"true", "yes", "on", "1"}
BREAK = re.compile(r"<(?:br|/p|/div|/li|/h\d)\b[^>]*>", re.IGNORECASE)
ANY_TAG = re.compile(r"<[^>]*>")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def line_of(value: Any) -> str:
    """Return a value as one line of text; empty for anything but text and numbers."""
    return " ".join(text_of(value).split())


def text_of(value: Any) -> str:
    """Return a value as text; empty for anything but text and numbers."""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def lines_in(value: Any) -> list[str]:
    """Return the texts of a list, or a single text as a list."""
    return list(filter(None, (line_of(each) for each in _as_list(value))))


def language_of(native: str) -> str:
    """Return the language that a name's script shows; nothing for scripts of many."""
    return next((tag for script, tag in SCRIPTS if re.search(script, native)), "")


def summary_and_text(summary: str, *texts: str) -> tuple[str, str]:
    """Return a project's summary and its text, which begins with the summary if that is too long for its field."""
    is_long = len(summary) > MAX_SUMMARY_LENGTH
    return "" if is_long else summary, "\n\n".join(filter(None, (summary if is_long else "", *texts)))


def year_in(value: Any) -> int | None:
    """Return the first year that a value names."""
    return next(iter(years_in_words(line_of(value))), None)


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


class PageFields(dict[str, Any]):
    """The fields of front matter, or of an entry in a data file; one that says nothing is as one that is missing."""

    def line(self, *names: str) -> str:
        """Return the first of some fields that says anything, as one line of text."""
        return next(filter(None, (line_of(self.get(name)) for name in names)), "")

    def text(self, *names: str) -> str:
        """Return the first of some fields that says anything, as text."""
        return next(filter(None, (text_of(self.get(name)) for name in names)), "")

    def lines(self, name: str) -> list[str]:
        """Return the texts of a list, or a single text as a list."""
        return lines_in(self.get(name))

    def words(self, name: str) -> list[str]:
        """Return the texts of a list, or the parts of a text separated by commas."""
        value = self.get(name)
        return lines_in(re.split(r"\s*[,;]\s*", value) if isinstance(value, str) else value)

    def mapping(self, name: str) -> "PageFields":
        return mapping_in(self.get(name))

    def mappings(self, name: str) -> "list[PageFields]":
        """Return the mappings of a list, or a single mapping as a list."""
        return mappings_in(self.get(name))

    def date(self, *names: str) -> PartialDate:
        return partial_date(self.line(*names))

    def without(self, left_out: str) -> "PageFields":
        return PageFields({name: value for name, value in self.items() if name != left_out})

    def is_set(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self.get(name) is True or self.line(name).casefold() in YES


def mappings_in(value: Any) -> list[PageFields]:
    """Return the mappings of a list, or a single mapping as a list."""
    held = (each for each in _as_list(value) if isinstance(each, dict))
    return [PageFields({str(name): inner for name, inner in each.items()}) for each in held]


def mapping_in(value: Any) -> PageFields:
    """Return a mapping with names that are texts; an empty one for anything else."""
    return next(iter(mappings_in(value)), PageFields()) if isinstance(value, dict) else PageFields()


DEGREES = [
    re.compile(rf"(?P<degree>{degree}){parted}(?P<field>\S.*)", re.IGNORECASE)
    for degree, parted in (
        (r".*?", r"\s+in\s+"),
        (r"(?:master|bachelor|doctor)s?\s+of\s+\w+", r"\s*(?:[-–—,:]|\s)\s*"),
        (
            r"ph\.?\s?d\.?|d\.?phil\.?|[bm]\.?\s?(?:sc|s|a|eng|tech|phil)\.?|mba|m\.?d\.?",
            r"\s*(?:[-–—,:]|\s|\sof\s)\s*",
        ),
    )
]


def degree_and_field(text: str) -> tuple[str, str]:
    """Split "PhD in Systems" into degree and field; without a field, all of it is the degree."""
    match = next(filter(None, (shape.fullmatch(text) for shape in DEGREES)), None)
    return (match["degree"].strip(), match["field"].strip()) if match else (text, "")


def lines_of_html(text: str) -> list[str]:
    """Return the words of HTML, a line for each paragraph and break."""
    lines = html.unescape(ANY_TAG.sub("", BREAK.sub("\n", COMMENT.sub("", text)))).replace("\xa0", " ").split("\n")
    return [bare for line in lines if (bare := " ".join(line.split()))]


def plain(text: str) -> str:
    """Return HTML or Markdown in front matter as one line of words."""
    return LINK.sub(r"\1", ", ".join(lines_of_html(text))).replace("**", "").strip()
