"""What on the page is about one paper: a box of the template, a row of a table, an item of a list, or a paragraph."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from itertools import count

from .prose import IMAGE, PICTURE, TAG, items, markdown

BOX = re.compile(r"<div\b[^>]*class\s*=\s*['\"]?[^'\">]*paper-box(?![\w-])[^>]*>", re.IGNORECASE)
DIV = re.compile(r"<(?P<close>/?)div\b[^>]*>", re.IGNORECASE)
ROW = re.compile(r"<tr\b.*?</tr\s*>", re.IGNORECASE | re.DOTALL)
BADGE = re.compile(
    r"<(div|span)\b[^>]*class\s*=\s*['\"]?[^'\">]*badge[^>]*>(?P<words>.*?)</\1\s*>", re.IGNORECASE | re.DOTALL
)
MARKDOWN_PICTURE = re.compile(r"!\[[^\]]*\]\(\s*([^)\s]+)")
DETAILS = re.compile(r"<(details|pre)\b.*?</\1\s*>|```.*?```", re.IGNORECASE | re.DOTALL)
ENTRY = re.compile(r"@\w+\s*\{.*\}", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """The words about a paper as Markdown, with what is said beside them: venue and year, a picture, BibTeX.

    ``is_prose`` says that it is a paragraph, which may be about anything.
    """

    text: str
    badge: str = ""
    picture: str = ""
    bibtex: str = ""
    is_prose: bool = False


def blocks_of(body: str) -> Iterator[Block]:
    """Yield the blocks of a section in their order."""
    end = 0
    for start, stop in _boxes(body):
        yield from _listed(body[end:start])
        yield _block(body[start:stop], is_box=True)
        end = stop
    yield from _listed(body[end:])


def _boxes(body: str) -> Iterator[tuple[int, int]]:
    """Yield where each box begins and ends: where as many divisions have been closed as opened, or another begins."""
    starts = [found.start() for found in BOX.finditer(body)]
    for place, start in enumerate(starts):
        stop = starts[place + 1] if place + 1 < len(starts) else len(body)
        depth = 0
        for tag in DIV.finditer(body, start, stop):
            depth += -1 if tag["close"] else 1
            if not depth:
                stop = tag.end()
                break
        yield start, stop


def _listed(text: str) -> Iterator[Block]:
    rows = ROW.findall(text)
    yield from map(_block, rows)
    rest = ROW.sub("", text)
    # What folds away, such as BibTeX, may have lines that look like items.
    folded = [found[0] for found in DETAILS.finditer(rest)]
    places = count()
    bare = DETAILS.sub(lambda found: f" \x01{next(places)}\x01 ", rest)
    listed = items(bare)
    paragraphs = [] if listed else re.split(r"\n\s*\n", bare)
    for part in listed or paragraphs:
        block = _block(re.sub(r"\x01(\d+)\x01", lambda found: folded[int(found[1])], part))
        yield block if listed else replace(block, is_prose=True)


def _block(source: str, is_box: bool = False) -> Block:
    badge = BADGE.search(source) if is_box else None
    picture = IMAGE.search(source) or MARKDOWN_PICTURE.search(source)
    found = next((entry for each in DETAILS.finditer(source) if (entry := ENTRY.search(unescape(each[0])))), None)
    bare = DETAILS.sub("", source.replace(badge[0], "") if badge else source)
    return Block(
        markdown(PICTURE.sub("", bare)),
        " ".join(TAG.sub(" ", badge["words"]).split()) if badge else "",
        (picture["src"] if "src" in picture.groupdict() else picture[1]) if picture else "",
        TAG.sub("", found[0]) if found else "",
    )
