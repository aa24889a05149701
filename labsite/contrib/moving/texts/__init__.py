"""A text without Liquid, shortcodes and HTML: as plain Markdown as it can be made, and what had to go.

What pages show of a lab beside words: a group picture, and the logos of those who support it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from labsite.contrib.moving.site import SiteSponsor

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


GROUP_PICTURE = re.compile(
    r"!\[(?P<words>[^\]]*)\]\(\s*(?P<path>[^)\s]*(?<![a-z])(?:group|team|lab|everyone)[-_ ]?(?:photo|pic|portrait)"
    r"[^)\s]*)[^)]*\)",
    re.IGNORECASE,
)
SUPPORT = re.compile(
    r"^#{1,6}\s*(?:our\s+)?(?:fund(?:ing|ers)|sponsors?|support(?:ers|ed by)?|acknowledg\w+)\b[^\n]*\n"
    r"(?P<text>.*?)(?=^#|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
LINKED_LOGO = re.compile(r"\[!\[(?P<name>[^\]]+)\]\((?P<logo>[^)\s]+)[^)]*\)\]\((?P<url>[^)\s]+)\)")


def group_picture_in(text: str) -> tuple[str, str, str]:
    """Return the path and the words of the first group picture in a text, and the text without it."""
    match = GROUP_PICTURE.search(text)
    if not match:
        return "", "", text
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    return match["path"], match["words"], f"{before}\n\n{after}".strip()


def sponsors_in(text: str) -> list[SiteSponsor]:
    """Return whose logos stand, as links to their sites, under a heading such as "Funding"."""
    logos = (logo for part in SUPPORT.finditer(text) for logo in LINKED_LOGO.finditer(part["text"]))
    return [SiteSponsor(logo["name"].strip(), logo["url"], logo["logo"]) for logo in logos]
