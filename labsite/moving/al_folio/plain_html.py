"""Words out of the HTML that front matter holds."""

import re
from html import unescape

BREAK = re.compile(r"<(?:br|/p|/div|/li|/h\d)\b[^>]*>", re.IGNORECASE)
TAG = re.compile(r"<[^>]*>")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
LIQUID = re.compile(r"\{%-?\s*comment.*?endcomment\s*-?%\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
OPENS = r"\{%-?\s*(?:for|if|unless|comment|capture)\b"
INNERMOST = re.compile(
    rf"\{{%-?\s*(for|if|unless|comment|capture)\b(?:(?!{OPENS}).)*?\{{%-?\s*end\1\s*-?%\}}", re.DOTALL
)
HIDDEN = re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
DEEPEST = 10
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def lines_of_html(text: str) -> list[str]:
    """Return the words of HTML, a line for each paragraph and break."""
    lines = unescape(TAG.sub("", BREAK.sub("\n", COMMENT.sub("", text)))).replace("\xa0", " ").split("\n")
    return [bare for line in lines if (bare := " ".join(line.split()))]


def plain(text: str) -> str:
    """Return HTML or Markdown in front matter as one line of words."""
    return LINK.sub(r"\1", ", ".join(lines_of_html(text))).replace("**", "").strip()


def without_liquid(text: str) -> str:
    """Return a page without what Liquid makes of other files, and without scripts and styles."""
    text = HIDDEN.sub("", text)
    for _ in range(DEEPEST):
        text, number = INNERMOST.subn("", text)
        if not number:
            break
    return LIQUID.sub("", text).strip()


def words_left(text: str) -> str:
    """Return the words of a page without HTML."""
    return " ".join(lines_of_html(text))
