"""The HTML of Markdown texts as parts of documents; formulas and pictures are said in words, footnotes left out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from lxml.html import fragment_fromstring

from labsite.contrib.documents.parts import Block, Bullets, DocumentTable, Paragraph, Span, Text, joined, text, words
from publications.formats.latex import formula_in_letters

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
PARAGRAPHS = HEADINGS | {"p", "blockquote", "dt", "dd"}
LOOKS = {"is_strong": HEADINGS | {"b", "strong"}, "is_emphasised": {"i", "em", "cite"}, "is_raised": {"sup"}}
LEFT_OUT = {"footnote-ref", "footnotes"}  # classes
SPACES = re.compile(r"\s+")


def blocks_of(html: str, site: str = "") -> tuple[Block, ...]:
    """Return the paragraphs, lists and tables of a text's HTML; ``site`` completes addresses within the site."""
    return tuple(_blocks(fragment_fromstring(html, create_parent=True), site.rstrip("/"), Span(""))) if html else ()


def _blocks(element: Any, site: str, look: Span) -> Iterator[Block]:
    """Yield the blocks in an element whose words look like ``look``; what stands between others is a paragraph."""
    for are_words, pieces in groupby(_pieces(element, site, look), lambda piece: isinstance(piece, Span)):
        if not are_words:
            yield from pieces
            continue
        content: Text = ()
        for span in pieces:
            line = SPACES.sub(" ", span.text)
            follows_space = not content or content[-1].text.endswith(" ")
            content = text(content, replace(span, text=line.lstrip() if follows_space else line))
        if content := text(*content[:-1], *(replace(last, text=last.text.rstrip()) for last in content[-1:])):
            yield Paragraph(content)


def _pieces(element: Any, site: str, look: Span) -> Iterator[Any]:
    """Yield the words in an element as spans, and the blocks among them."""
    yield replace(look, text=element.text or "")
    for child in element:
        match tag := child.tag:
            case "img" | "br":
                yield replace(look, text=child.get("alt", " "))
            case "math":
                formula = child.get("alttext", "")
                yield replace(look, text=formula_in_letters(formula) or formula)
            case "pre" if child.text_content().strip():
                yield Paragraph(text(replace(look, text=child.text_content().strip())))
            case "ul" | "ol":
                items = [[*_blocks(item, site, look)] for item in child]
                yield from (block for item in items for block in item if isinstance(block, DocumentTable))
                if listed := tuple(filter(None, map(_in_one, items))):
                    yield Bullets(listed, is_numbered=tag == "ol")
            case "table":
                header, *rows = ([_in_one(_blocks(cell, site, look)) for cell in row] for row in child.iter("tr"))
                places = enumerate(cell.get("class") for cell in child.iter("th"))
                numeric = tuple(place for place, name in places if name == "align-right")
                yield DocumentTable(tuple(map(words, header)), tuple(map(tuple, rows)), numeric=numeric)
            case _ if child.get("class") not in LEFT_OUT:
                looks: dict[str, Any] = {name: True for name, tags in LOOKS.items() if tag in tags}
                if tag == "a":
                    href = child.get("href", "")
                    looks["href"] = site + href if href.startswith("/") else href
                read = _blocks if tag in PARAGRAPHS else _pieces
                yield from read(child, site, replace(look, **looks))
        yield replace(look, text=child.tail or "")


def _in_one(blocks: Iterable[Block]) -> Text:
    """Return the blocks of an item or a cell as words in a line, as documents have lists of one level."""
    line: Text = ()
    for block in blocks:
        match block:
            case Paragraph():
                line = joined((line, block.text), " ")
            case Bullets():
                line = joined((line, joined(block.items, "; ")), ": ")
    return line
