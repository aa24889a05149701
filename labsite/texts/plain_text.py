"""Plain words out of rendered texts, for where there is room for a sentence or two."""

import html
import re
from typing import Any

from labsite.texts.folding import UNSPACED

# Of HTML that labsite.texts.markdown wrote: other < are escaped, values in double quotes. A parser takes ten times
# as long.
TAG = re.compile(r'</?[a-z](?:[^>"]|"[^"]*")*>')
BLOCK_END = re.compile(r"</(?:p|h\d|li|blockquote|pre|dt|dd|td|th|tr)>|<br>")
FOOTNOTE = re.compile(r'<sup class="footnote-ref">.*?</sup>|<section class="footnotes">.*', re.DOTALL)
PARAGRAPH = re.compile(
    r"<p>(?!(?:<(?:a [^>]*>[^<]*</a|img [^>]*)>\s*)+</p>).*?</p>", re.DOTALL
)  # no mere link, no picture
MAX_SUMMARY_LENGTH = 200  # characters; those who show a description cut it at about that
SENTENCE_END = re.compile(r"[.!?…](?=\s+[^\sa-z])|[。！？]")
ABBREVIATED = re.compile(r"\b(?:[A-Z]|Prof|Dr|Mr|Mrs|Ms|St|Univ|Dept|Ph\.D|M\.Sc|B\.Sc|[a-z]\.[a-z])\.$")
UNSPACED_STOP = re.compile(r"(?<=[。！？]) ")  # the space behind it
# What Markdown would take for more than a sign, outside of formulas.
MARKDOWN = re.compile(r"\$[^$]*\$|([\\`*_\[\]<>#])")
ESCAPED = re.compile(r"\\([\\`*_\[\]<>#])")


def plain(rendered: str) -> str:
    """Return the words of a text's HTML, on one line and without footnotes."""
    spaced = BLOCK_END.sub(lambda end: f"{end[0]} ", FOOTNOTE.sub("", rendered))
    return " ".join(html.unescape(TAG.sub("", spaced)).split())


def first_paragraph(rendered: str) -> str:
    """Return the first paragraph of a text's HTML that has words of its own, "" where there is none."""
    match = PARAGRAPH.search(rendered)
    return match[0] if match else ""


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
    ended = []
    for text in filter(None, texts):
        stop = "。" if UNSPACED.match(text[-1]) else "."
        ended.append(text if text.endswith(tuple(".!?…。！？")) else text + stop)
    return shortened(UNSPACED_STOP.sub("", " ".join(ended)))


def first_sentences(text: str, number: int) -> str:
    """Return the first sentences of a plain text: a point ends one unless it stands behind an abbreviation."""
    ends = [match.end() for match in SENTENCE_END.finditer(text) if not ABBREVIATED.search(text[: match.end()])]
    return text[: ends[number - 1]] if len(ends) >= number else text


def as_markdown(text: str) -> str:
    """Return plain text with formulas as Markdown that shows just that."""
    return MARKDOWN.sub(lambda match: f"\\{match[1]}" if match[1] else match[0], text)


def without_escapes(text: str) -> str:
    """Return Markdown without the backslashes that as_markdown() puts before signs."""
    return ESCAPED.sub(r"\1", text)


def lines_of(text: str) -> list[str]:
    """Return the lines that say something, without the spaces around them."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def number_in(written: Any) -> int | None:
    """Return what was typed as a number, if it is one that a column can hold."""
    text = str(written or "").strip()
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else None
