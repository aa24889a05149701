"""What files of static sites begin with or consist of: YAML, TOML and JSON, read as their generators read them.

Their plain values are texts, lists and degrees, which people write in many ways.

Dates stay the text that they were written as, so that none is more precise than its source.
https://jekyllrb.com/docs/front-matter/ and https://gohugo.io/content-management/front-matter/
"""

import datetime
import html
import json
import re
import tomllib
from itertools import chain
from typing import Any

import yaml

from labsite.contrib.reading.words import WORDS
from labsite.modelling.periods import PartialDate, partial_date
from publications.citations.dates import years_in_words

MAX_VALUES = 500_000  # of one file, each counted wherever an alias repeats it
MAX_DEPTH = 100  # values within values
FENCES = {"---": "yaml", "+++": "toml"}
STRUCTURE = re.compile(r"[|>][-+\d]*|&.*|[\[{][^\]}]*")  # as text begins that goes on in the next lines, and anchors
FIELD = re.compile(r"(\s*(?:- )?[\w-]+:[ ]+)(\S.*?)\s*")


class BrokenFile(ValueError):
    """A file of a source that can't be read; the message says what is wrong and, where it is known, in which line."""

    def __init__(self, path: str, why: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.path = path
        self.line = line


class PlainLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads YAML without dates, sexagesimal or octal numbers and unknown tags, and limits the expansion of aliases."""

    def get_single_node(self) -> Any:
        node = super().get_single_node()
        if node is not None and _weight(node, {}) > MAX_VALUES:
            raise yaml.MarkedYAMLError(problem="it repeats parts of itself too often", problem_mark=node.start_mark)
        return node


def _weight(node: Any, known: dict[int, int]) -> int:
    """Return how many values a node expands to."""
    if id(node) not in known:
        known[id(node)] = MAX_VALUES + 1  # holds for one that holds itself
        inner = node.value if isinstance(node, yaml.CollectionNode) else []
        parts = chain.from_iterable(inner) if isinstance(node, yaml.MappingNode) else inner
        known[id(node)] = 1 + sum(_weight(each, known) for each in parts)
    return known[id(node)]


def _untagged(loader: Any, suffix: str, node: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node)


PlainLoader.add_multi_constructor("", _untagged)
PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, shape) for tag, shape in pairs if not tag.endswith((":timestamp", ":int", ":float", ":value"))]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9]\d*)$", re.ASCII), list("-+0123456789")
)
PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(?:0|[1-9]\d*)\.\d+$", re.ASCII), list("-+0123456789")
)


def read_yaml(text: str, path: str = "", first_line: int = 1) -> Any:
    """Return what a YAML text holds. Tabs and values that lack quotes are understood. Raises BrokenFile."""
    text = text.expandtabs(2)
    try:
        return _loaded(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        try:
            return _loaded("\n".join(_repaired_line(line) for line in text.split("\n")))
        except (yaml.YAMLError, ValueError, RecursionError):
            mark = getattr(error, "problem_mark", None)
            why = getattr(error, "problem", "") or str(error) or "it is no YAML"
            line = mark.line + first_line if mark else None
            raise BrokenFile(path, f"its YAML can’t be read: {why}", line) from error


def _loaded(text: str) -> Any:
    # The YAML specification has no control characters; pages copied from elsewhere do.
    printable = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]", "", text)
    depth = 0
    events: Any = yaml.parse(printable, PlainLoader)
    for event in events:  # values may nest so deeply that the C library would crash
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise yaml.MarkedYAMLError(problem="it is nested too deeply", problem_mark=event.start_mark)
    return _plain(yaml.load(printable, PlainLoader))


def _repaired_line(line: str) -> str:
    field = FIELD.fullmatch(line)
    if not field or STRUCTURE.fullmatch(field[2]):
        return line
    try:
        _loaded(f"value: {field[2]}")
    except (yaml.YAMLError, ValueError, RecursionError):
        quoted = re.fullmatch(r"([\"'])(.*)\1", field[2])
        return field[1] + json.dumps(quoted[2] if quoted else field[2])
    return line


def read_toml(text: str, path: str = "") -> dict[str, Any]:
    """Return what a TOML text holds. Raises BrokenFile."""
    try:
        return _plain(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BrokenFile(path, f"its TOML can’t be read: {error}") from error


def read_json(text: str, path: str = "") -> Any:
    """Return what a JSON text holds. Raises BrokenFile."""
    try:
        return _plain(json.loads(text))
    except json.JSONDecodeError as error:
        raise BrokenFile(path, f"its JSON can’t be read: {error.msg}", error.lineno) from error
    except RecursionError as error:
        raise BrokenFile(path, "its JSON can’t be read: it is nested too deeply") from error


def read_front_matter(text: str, path: str = "") -> tuple[dict[str, Any], str]:
    """Return the front matter of a page and its body; nothing and the whole text where it has none.

    Raises BrokenFile.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if text.lstrip().startswith("{"):
        try:
            held, length = json.JSONDecoder().raw_decode(text.lstrip())
        except (json.JSONDecodeError, RecursionError):
            return {}, text  # a page may well begin with a brace, as of Liquid
        return _as_mapping(_plain(held), path), text.lstrip()[length:].lstrip("\n")
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if line.strip()), 0)
    form = FENCES.get(lines[start].rstrip())
    if not form:
        return {}, text
    fence = lines[start].rstrip()
    ends = {fence, "..."} if form == "yaml" else {fence}
    end = next((at for at, line in enumerate(lines) if at > start and line.rstrip() in ends), None)
    if end is None:
        raise BrokenFile(path, f"its front matter doesn’t end: there is no line “{fence}”", start + 1)
    head, body = "\n".join(lines[start + 1 : end]), "\n".join(lines[end + 1 :])
    held = read_toml(head, path) if form == "toml" else read_yaml(head, path, start + 2)
    return _as_mapping(held, path), body


def _as_mapping(held: Any, path: str) -> dict[str, Any]:
    if held is None:
        return {}
    if not isinstance(held, dict):
        raise BrokenFile(path, "its front matter has no fields", 1)
    return {str(name): value for name, value in held.items()}


def _plain(value: Any) -> Any:
    """Return a value with its dates as text, and with texts that every database accepts."""
    if isinstance(value, dict):
        return {_plain(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, str):
        return storable(value)
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value


def storable(text: str) -> str:
    """Return a text without what databases refuse: NUL characters and lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


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
    for degree, parted in WORDS["degrees"]["pairs"]
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
