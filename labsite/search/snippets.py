"""Where a text has the words of a query: found as search finds them, marked in the text as its author wrote it."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from labsite.texts.folding import UNSPACED, WORD, fold, trace

MAX_LENGTH = 190  # characters of an excerpt
BEFORE = 50  # characters of it before the match that it is about
MAX_WEIGHED = 200  # matches that are compared to find what the excerpt is about
# Patterns that Python compiles when they are first looked for: so many characters take long.
BREAK = "(?<= )(?=[^ ])|(?=[\u2e80-\u3029\u3030-\u3098\u309b-\uffef\U00020000-\U0003ffff])"


class WordSpan(NamedTuple):
    """Where a text has a word."""

    start: int
    end: int
    word: str


def mark(text: str, words: list[str]) -> SafeString:
    """Return all of ``text`` as HTML, with the folded ``words`` marked."""
    return _html(text, _places(text, words), 0, len(text))


def begun(texts: Iterable[str], words: list[str]) -> list[str]:
    """Return the folded ``words`` with a space before those at which a word of the texts begins.

    With it they are marked only there: who looks for Hu doesn't mean Massachusetts.
    """
    folded = f" {fold(' '.join(texts))}"
    return [f" {word}" if f" {word}" in folded and not UNSPACED.search(word) else word for word in words]


def missing(text: str, words: list[str]) -> list[str]:
    """Return the folded ``words`` that ``text`` doesn't have."""
    occurring = {span.word for span in _places(text, words)}
    return [word for word in words if word not in occurring]


def excerpt(text: str, words: list[str], longest: int = MAX_LENGTH) -> SafeString:
    """Return as HTML the part of ``text`` that has most of the folded ``words``, marked; "" where it has none."""
    text = " ".join(text.split())
    places = _places(text, words)
    if not places:
        return SafeString("")

    def words_behind(span: WordSpan) -> int:
        return len({each.word for each in weighed if 0 <= each.start - span.start <= longest - BEFORE})

    weighed = places[:MAX_WEIGHED]
    start, end = _cut(text, max(weighed, key=words_behind), longest)
    html = _html(text, places, start, end)
    return format_html("{}{}{}", "… " if start else "", html, " …" if end < len(text) else "")


def _places(text: str, words: list[str]) -> list[WordSpan]:
    """Return where words stand: at the beginning of words; one at none, inside them, but for one behind a space."""
    if not words:
        return []
    traced, places = trace(text), list[WordSpan]()
    for word in words:
        bare = word.strip()
        # Chinese and Japanese put a space where they like.
        pattern = " ?".join(map(re.escape, bare)) if UNSPACED.search(bare) else re.escape(bare)
        spans = [match.span() for match in re.finditer(pattern, traced.folded)]
        at_beginnings = [span for span in spans if span[0] == 0 or traced.folded[span[0] - 1] == " "]
        spans = at_beginnings if word != bare else at_beginnings or spans
        places += [WordSpan(traced.starts[start], traced.ends[end - 1], word) for start, end in spans]
    return sorted(places)


def _cut(text: str, span: WordSpan, longest: int) -> tuple[int, int]:
    """Return where an excerpt around ``place`` starts and ends: between words, if they aren't endless."""
    if len(text) <= longest:
        return 0, len(text)
    breaks = [0, *(match.start() for match in re.finditer(BREAK, text)), len(text)]
    wanted = max(0, min(span.start - BEFORE, len(text) - longest))
    start = min((at for at in breaks if wanted <= at <= span.start), default=span.start)
    end = max((at for at in breaks if span.end <= at <= start + longest), default=span.end)
    return start, len(text[:end].rstrip())


def _html(text: str, places: list[WordSpan], start: int, end: int) -> SafeString:
    """Return a part of ``text`` as HTML with the places in it marked; those with no word between them are one."""
    spans: list[tuple[int, int]] = []
    for each in places:
        is_new = not spans or WORD.search(text, spans[-1][1], each.start)
        first, last = (each.start, 0) if is_new else spans.pop()
        spans.append((first, max(last, each.end)))
    pieces, at = [], start
    for first, last in spans:
        if first < end and last > start:
            first, last = max(first, start), min(last, end)
            pieces.append(format_html("{}<mark>{}</mark>", text[at:first], text[first:last]))
            at = last
    return format_html_join("", "{}", ((piece,) for piece in [*pieces, text[at:end]]))
