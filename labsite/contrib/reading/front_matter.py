"""What files of static sites begin with or consist of: YAML, TOML and JSON, read as their generators read them.

Dates stay the text that they were written as, so that none is more precise than its source.
https://jekyllrb.com/docs/front-matter/ and https://gohugo.io/content-management/front-matter/
"""

import datetime
import json
import re
import tomllib
from itertools import chain
from typing import Any

import yaml

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
