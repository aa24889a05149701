"""Plain words out of rendered texts, for where there is room for a sentence or two."""

import html
import re

# Of HTML that labsite.texts.markdown wrote: other < are escaped, values in double quotes. A parser takes ten times
# as long.
TAG = re.compile(r'</?[a-z](?:[^>"]|"[^"]*")*>')
BLOCK_END = re.compile(r"</(?:p|h\d|li|blockquote|pre|dt|dd|td|th|tr)>|<br>")
FOOTNOTE = re.compile(r'<sup class="footnote-ref">.*?</sup>|<section class="footnotes">.*', re.DOTALL)
MAX_SUMMARY_LENGTH = 200  # characters; those who show a description cut it at about that
# What Markdown would take for more than a sign, outside of formulas.
MARKDOWN = re.compile(r"\$[^$]*\$|([\\`*_\[\]<>#])")
ESCAPED = re.compile(r"\\([\\`*_\[\]<>#])")


def plain(rendered: str) -> str:
    """Return the words of a text's HTML, on one line and without footnotes."""
    spaced = BLOCK_END.sub(lambda end: f"{end[0]} ", FOOTNOTE.sub("", rendered))
    return " ".join(html.unescape(TAG.sub("", spaced)).split())


def shortened(text: str, longest: int = MAX_SUMMARY_LENGTH) -> str:
    """Return a text of at most ``longest`` characters, with an ellipsis where whole words are missing."""
    if len(text) <= longest:
        return text
    cut = text[:longest]
    whole_words = cut.rpartition(" ")[0] if " " in cut[longest // 2 :] else cut[:-1]
    return whole_words.rstrip(" ,;:.–—") + "…"


def summary(rendered: str, longest: int = MAX_SUMMARY_LENGTH) -> str:
    """Return the first words of HTML."""
    return shortened(plain(rendered), longest)


def sentences(*texts: str) -> str:
    """Return the texts that say something as sentences of one summary."""
    ended = (text if text.endswith((".", "!", "?", "…", "。")) else f"{text}." for text in texts if text)
    return shortened(" ".join(ended))


def as_markdown(text: str) -> str:
    """Return plain text with formulas as Markdown that shows just that."""
    return MARKDOWN.sub(lambda found: f"\\{found[1]}" if found[1] else found[0], text)


def without_escapes(text: str) -> str:
    """Return Markdown without the backslashes that as_markdown() puts before signs."""
    return ESCAPED.sub(r"\1", text)


def lines_of(text: str) -> list[str]:
    """Return the lines that say something, without the spaces around them."""
    return [line.strip() for line in text.splitlines() if line.strip()]
