"""A text without Liquid, shortcodes and HTML: as plain Markdown as it can be made, and what had to go."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from .html import without_html
from .liquid import link_target, without_liquid, without_shortcodes

CODE = re.compile(
    r"(^(?P<fence>```+|~~~+).*?^(?P=fence)[ \t]*$|(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))",
    re.MULTILINE | re.DOTALL,
)
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
ATTRIBUTES = re.compile(r"\{:[^{}\n]*\}")  # https://kramdown.gettalong.org/syntax.html#inline-attribute-lists
TOO_MANY_LINES = re.compile(r"\n[ \t]*\n[ \t]*(?:\n[ \t]*)+")


@dataclass
class PlainText:
    """A text in plain Markdown, with descriptions of what was lost."""

    text: str
    lost: list[str] = field(default_factory=list)


def plain_markdown(text: str) -> PlainText:
    """Return a text of a site as plain Markdown; code in it stays as it is."""
    lost: list[str] = []
    text = without_liquid(without_shortcodes(text.replace("\t", "    "), lost), lost)
    text = COMMENT.sub("", text)
    code, marks = [match[0] for match in CODE.finditer(text)], count()
    text = CODE.sub(lambda match: f"\ue000{next(marks)}\ue001", text)
    text = without_html(ATTRIBUTES.sub("", text), lost)
    text = re.sub("\ue000(\\d+)\ue001", lambda mark: code[int(mark[1])], text)
    return PlainText(TOO_MANY_LINES.sub("\n\n", text).strip(), list(dict.fromkeys(lost)))


REFERENCE = re.compile(
    r"(?P<picture>!?)\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\(\s*(?:<(?P<bracketed>[^<>\n]*)>|(?P<address>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"
    r"(?P<title>\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)"
)


class MarkdownReference(NamedTuple):
    """A picture or a link in a text."""

    is_picture: bool
    words: str
    address: str

    def __str__(self) -> str:
        return f"{'!' if self.is_picture else ''}[{self.words}]({link_target(self.address)})"


def references(text: str) -> Iterator[MarkdownReference]:
    """Yield the pictures and links of a text; for a linked picture, both."""
    for match in REFERENCE.finditer(text):
        yield _reference(match)
        yield from references(match["words"])


def with_addresses(text: str, written: Callable[[MarkdownReference], str]) -> str:
    """Return a text with each picture and link written anew."""

    def rewritten(match: re.Match[str]) -> str:
        reference = _reference(match)
        return written(reference._replace(words=with_addresses(reference.words, written)))

    return REFERENCE.sub(rewritten, text)


def _reference(match: re.Match[str]) -> MarkdownReference:
    address = match["bracketed"] if match["bracketed"] is not None else match["address"]
    return MarkdownReference(bool(match["picture"]), match["words"], address.strip())
