"""HTML in Markdown: tags become Markdown where it has an equivalent; of others only the text stays."""

import html
import re

from labsite.contrib.moving.words import WORDS

from .liquid import fields_of, link_target

TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>{'|'.join(WORDS['html']['tags'])})(?P<rest>(?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)?)/?>",
    re.IGNORECASE,
)
UNSEEN = re.compile(r"<(script|style|noscript|svg|template)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
BLOCKS = {*WORDS["html"]["blocks"]}
MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "code": "`", "kbd": "`", "del": "~~", "s": "~~"}
FRAMES = {"iframe", "embed", "video", "audio", "source", "object"}
VIDEO = re.compile(r"youtu\.?be|vimeo|bilibili|video|\.(?:mp4|webm|mov|m4v)\b", re.IGNORECASE)
INDENT = re.compile(r"(?<=\n)[ ]+")


def without_html(text: str, lost: list[str]) -> str:
    """Return a text with its tags made Markdown, adding to ``lost`` what Markdown has no words for."""
    return _Translation(lost).of(UNSEEN.sub("", text))


class _Translation:
    """Goes through a text tag by tag; inside blocks of HTML spaces before a line mean nothing."""

    def __init__(self, lost: list[str]) -> None:
        self.lost = lost
        self.depth = 0
        self.lists: list[str] = []
        self.links: list[str] = []

    def of(self, text: str) -> str:
        parts, end = ["\n"], 0
        for tag in TAG.finditer(text):
            parts.append(self._words(text[end : tag.start()], parts[-1]))
            parts.append(self._tag(tag))
            end = tag.end()
        return "".join([*parts[1:], self._words(text[end:], parts[-1])])

    def _words(self, text: str, before: str) -> str:
        if not self.depth:
            return text
        return INDENT.sub("", text.lstrip(" ") if before.endswith("\n") else text)

    def _tag(self, tag: re.Match[str]) -> str:
        name, closes = tag["name"].lower(), bool(tag["close"])
        if name in BLOCKS:
            self.depth = max(0, self.depth + (-1 if closes else 1))
        if name == "a" and closes:
            address = self.links.pop() if self.links else ""
            return f"]({link_target(address.strip())})" if address else ""
        if name == "a":
            self.links.append(html.unescape(fields_of(tag["rest"]).get("href", "")))
            return "[" if self.links[-1] else ""
        if name == "li":
            mark = "1." if self.lists and self.lists[-1] == "ol" else "-"
            return "" if closes else f"\n{'    ' * (len(self.lists) - 1)}{mark} "
        if name in ("ul", "ol"):
            self.lists = self.lists[:-1] if closes else [*self.lists, name]
            return "" if len(self.lists) > (0 if closes else 1) else "\n\n"
        if name in MARKS:
            return MARKS[name]
        if closes:
            return "\n\n" if name in BLOCKS or re.fullmatch(r"h\d|pre", name) else ""
        return self._start(name, fields_of(tag["rest"]))

    def _start(self, name: str, fields: dict[str, str]) -> str:
        if name == "img":
            return f"![{fields.get('alt', '')}]({link_target(fields['src'].strip())})" if fields.get("src") else ""
        if name in FRAMES:
            address = link_target(fields.get("src", "").strip())
            words = "Video" if name in ("video", "source") or VIDEO.search(address) else "See there"
            return f"\n\n[{words}]({address})\n\n" if address else ""
        if re.fullmatch(r"h\d", name):
            return f"\n\n{'#' * int(name[1])} "
        if name == "table":
            self.lost.append("the lines of a table: its words stay")
        if name in ("td", "th"):
            return " "
        return {"br": "  \n", "hr": "\n\n---\n\n", "pre": "\n\n"}.get(name, "\n\n" if name in BLOCKS else "")


LIQUID = re.compile(r"\{%-?\s*comment.*?endcomment\s*-?%\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
OPENS = r"\{%-?\s*(?:for|if|unless|comment|capture)\b"
INNERMOST = re.compile(
    rf"\{{%-?\s*(for|if|unless|comment|capture)\b(?:(?!{OPENS}).)*?\{{%-?\s*end\1\s*-?%\}}", re.DOTALL
)
HIDDEN = re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
MAX_DEPTH = 10


def without_liquid(text: str) -> str:
    """Return a page without what Liquid makes of other files, and without scripts and styles."""
    text = HIDDEN.sub("", text)
    for _ in range(MAX_DEPTH):
        text, number = INNERMOST.subn("", text)
        if not number:
            break
    return LIQUID.sub("", text).strip()
