"""Prose in Markdown mixed with HTML, made Markdown alone, so that one reading of it will do."""

import re
from html import unescape

IMAGE = re.compile(r"<img\b[^>]*?\bsrc\s*=\s*(['\"]?)(?P<src>[^'\" >]*)\1[^>]*>", re.IGNORECASE)
LINKED = re.compile(
    r"<a\b[^>]*?\bhref\s*=\s*(['\"])(?P<url>.*?)\1[^>]*>(?P<words>.*?)</a\s*>", re.DOTALL | re.IGNORECASE
)
BOLD = re.compile(r"</?(?:b|strong)\b[^>]*>", re.IGNORECASE)
ITALIC = re.compile(r"</?(?:i|em)\b[^>]*>", re.IGNORECASE)
BREAK = re.compile(
    r"<br\b[^>]*>|\\\\[ \t]*$|\\[ \t]*$|</?(?:p|div|tr|td|ul|ol|table)\b[^>]*>", re.IGNORECASE | re.MULTILINE
)
ITEM = re.compile(r"[ \t]*<li\b[^>]*>\s*", re.IGNORECASE)
TAG = re.compile(r"</?\w[^<>]*>")
MARK = re.compile(r" {0,3}(?:[-*+](?=[ \t])|[·•]|\d+\.(?=[ \t])|\[\d+\](?!\())[ \t]*(?=\S)")
LIQUID = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{:[^}]*\}", re.DOTALL)
# A badge is a span of a class, or code: written as code here.
BADGE = re.compile(r"<(span|code)\b(?P<fields>[^>]*)>(?P<words>[^<>]{2,60})</\1\s*>", re.IGNORECASE)
BADGES = re.compile(r"badge|tag|venue|conf|journal|label", re.IGNORECASE)

RAISED = re.compile(r"<sup\b[^>]*>(.*?)</sup\s*>", re.IGNORECASE)

PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK = re.compile(
    r"\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+['\"][^)]*)?\)"
)


def markdown(text: str) -> str:
    """Return a text without HTML: links, bold and italic words, items and breaks as Markdown has them."""
    text = LIQUID.sub("", text)
    text = BADGE.sub(lambda found: f" `{found['words'].strip()}` " if _is_badge(found) else found["words"], text)
    text = RAISED.sub(lambda found: re.sub(r"([*_])", r"\\\1", found[1].replace(",", "")), text)
    text = IMAGE.sub("", PICTURE.sub("", text))
    text = LINKED.sub(lambda found: f"[{_inline(found['words'])}]({found['url'].strip()})", text)
    text = ITALIC.sub("*", BOLD.sub("**", ITEM.sub("\n- ", BREAK.sub("\n\n", text))))
    return unescape(TAG.sub("", text)).replace("\xa0", " ")


def words(text: str) -> str:
    """Return Markdown as one line of words: links by their words, no stars of emphasis, but those of authors."""
    bare = LINK.sub(lambda found: found["words"], PICTURE.sub("", text))
    bare = re.sub(r"\*\*|__|(?<![\w\\])[*_](?=\S)|(?<=[^\s\\])[*_](?![\w*])|`", "", bare)
    return " ".join(re.sub(r"\\([*_\[\]|])", r"\1", bare).split())


def items(text: str) -> list[str]:
    """Return the items of the lists in a text, each with its lines: those behind an empty line must be indented."""
    found: list[list[str]] = []
    is_open = False
    for line in ITEM.sub("\n- ", text).split("\n"):
        if mark := MARK.match(line):
            found.append([line[mark.end() :]])
            is_open = True
            continue
        is_open = is_open and (bool(found[-1][-1].strip()) or not line.strip() or line[0].isspace())
        if is_open:
            found[-1].append(line)
    return ["\n".join(lines).strip() for lines in found]


def own_words(text: str) -> str:
    """Return a text in paragraphs, without HTML."""
    return re.sub(r"\n\s*\n+", "\n\n", markdown(text)).strip()


def _is_badge(found: re.Match[str]) -> bool:
    return found[1].lower() == "code" or bool(BADGES.search(found["fields"]))


def _inline(text: str) -> str:
    return " ".join(ITALIC.sub("", BOLD.sub("", text)).split())
