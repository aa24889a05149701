"""A curriculum vitae as a Word file: its headings, lists and tables as sections as RenderCV has them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from docx.table import Table

from labsite.contrib.reading.curriculum import section_kind
from labsite.contrib.reading.cv_lines import READERS, career_entry
from labsite.contrib.reading.front_matter import lines_in, storable
from labsite.contrib.reading.typed_papers.files import UNREADABLE, blocks_of_word
from labsite.contrib.reading.usual_signs import without_period
from labsite.contrib.reading.words import column_of, shapes
from labsite.texts.email_addresses import find_email_addresses
from labsite.texts.stored import gettext_noop
from publications.citations.record import Unreadable
from publications.formats import decode

MAX_BLOCKS = 5000  # paragraphs and rows
MAX_HEADING = 50  # characters of one that no style marks
HEADING = re.compile(r"(?:heading|überschrift|标题|見出し|제목)\s*(\d)", re.IGNORECASE)
OTHERS = shapes("other_sections")["heading"]
PHONE = re.compile(r"\+?\(?\d[\d\s()./-]{6,}\d")
PROSE = re.compile(r"(?:\S+\s+){9,}\S+[.。]|\S{40,}[。]")
NO_WORD = gettext_noop("This Word file can’t be read: {}.")


@dataclass
class WordBlock:
    """A paragraph or a row of a table. ``level`` is that of a heading, 0 for all else."""

    text: str
    level: int = 0
    is_point: bool = False
    is_subtitle: bool = False
    links: list[dict[str, str]] = field(default_factory=list)


def text_of_cv(data: bytes) -> str:
    """Return the text of a file, that of a Word file as JSON. Raises Unreadable."""
    return json.dumps(cv_in_word(data), ensure_ascii=False) if data.startswith(b"PK\3\4") else decode(data)


def cv_in_word(data: bytes) -> dict[str, Any]:
    """Return what a Word file says of a person. Raises Unreadable."""
    try:
        blocks = list(_blocks(blocks_of_word(data)))
    except UNREADABLE as error:
        raise Unreadable(NO_WORD.format(error)) from error
    begin = next((at for at, block in enumerate(blocks) if block.level), len(blocks))
    head, others = _head(blocks[:begin])
    return {"cv": {**head, "sections": {"Contact": others, **_sections(blocks[begin:])}}}


def _blocks(content: Any) -> Iterator[WordBlock]:
    for number, item in enumerate(content):
        if number > MAX_BLOCKS:
            return
        if isinstance(item, Table):
            for row in item.rows[:MAX_BLOCKS]:
                cells = list(dict.fromkeys(storable(cell.text).strip() for cell in row.cells))
                text = "\t".join(filter(None, cells))
                yield WordBlock(text, int(len(cells) == 1 and _looks_like_heading(text)))
        elif text := storable(item.text).strip():
            style = item.style.name if item.style and item.style.name else ""
            numbered = HEADING.search(style)
            is_marked = text.isupper() or all(run.bold or not run.text.strip() for run in item.runs)
            level = int(numbered[1]) if numbered else int(is_marked and _looks_like_heading(text))
            is_point = "list" in style.lower() or item._p.pPr is not None and item._p.pPr.numPr is not None
            links = [{"url": link.address, "network": link.text} for link in item.hyperlinks if link.address]
            yield WordBlock(text, level, is_point and not level, style == "Subtitle", links)


def _looks_like_heading(text: str) -> bool:
    return (
        len(text) <= MAX_HEADING
        and "\t" not in text
        and bool(section_kind(text) or OTHERS.search(text))
        and not without_period(text)[1]
    )


def _head(blocks: list[WordBlock]) -> tuple[dict[str, Any], list[str]]:
    """Return who it is of and how to reach them, and all else that stands above the first heading."""
    headline = next((block.text for block in blocks if block.is_subtitle), "")
    lines = [line for block in blocks for line in block.text.splitlines()]
    rest = "\n".join(line for line in lines[1:] if line != headline)
    links = [each for block in blocks for each in block.links if each["url"].startswith("http")]
    typed = [{"url": url, "network": url} for url in re.findall(r"https?://[^\s|,;·]+", rest)]
    links += [each for each in typed if each["url"] not in [link["network"] for link in links]]
    emails, phones = find_email_addresses(rest), PHONE.findall(rest)
    for known in (*emails, *phones, *(each["network"] for each in links)):
        rest = rest.replace(known, "")
    networks = [each | {"network": ""} if "." in each["network"] else each for each in links]
    others = [part.strip(" ,·|:\t") for part in re.split(r"\s*[|·\n\t]\s*", rest)]
    head = {"name": lines[0] if lines else "", "headline": headline, "email": emails, "phone": phones}
    return head | {"social_networks": networks}, [part for part in others if part and not column_of(part)]


def _sections(blocks: list[WordBlock]) -> dict[str, list[Any]]:
    """Return the entries under each heading."""
    sections: dict[str, list[Any]] = {}
    heading = part = ""
    held: list[WordBlock] = []
    top = min((block.level for block in blocks if block.level), default=0)
    for block in [*blocks, WordBlock("", top)]:
        if not block.level:
            held.append(block)
            continue
        kind = section_kind(heading)
        prose = [block.text for block in held if kind == "interests" and PROSE.fullmatch(block.text)]
        sections.setdefault("Research statement", []).extend(prose)
        sections.setdefault(heading, []).extend(
            _entries(kind, part, [each for each in held if each.text not in prose])
        )
        held = []
        is_part = block.level > top and section_kind(block.text) in ("", section_kind(heading))
        heading, part = (heading, block.text) if is_part else (block.text, "")
    return {heading: entries for heading, entries in sections.items() if entries}


def _entries(kind: str, part: str, blocks: list[WordBlock]) -> list[Any]:
    """Return what stands under a heading, as far as its kind is one of which the entries are read."""
    texts = [block.text for block in blocks]
    if kind not in READERS:
        is_list = kind in ("interests", "skills", "languages")
        return lines_in(re.split(r"\s*[,;·、；\n]\s*", "\n".join(texts))) if is_list else texts
    groups = _grouped(blocks, kind in ("education", "positions"))
    entries = [each for lines, points in groups for each in career_entry(kind, lines, points)]
    if kind == "services" and part:
        for entry in entries:
            venue = ", ".join(filter(None, [entry["position"], entry["organization"]]))
            entry |= {"position": part, "organization": venue}
    return entries


def _grouped(blocks: list[WordBlock], is_of_lines: bool) -> list[tuple[list[str], list[str]]]:
    """Return the lines of each entry, and its points; one that ``is_of_lines`` has one period.

    If the first line of all has none, each entry begins with a line without.
    """
    dated = [any(without_period(line)[1] for line in re.split("[\t\n]", block.text)) for block in blocks]
    plain = [is_dated for is_dated, block in zip(dated, blocks, strict=True) if not block.is_point]
    is_dated_last = len(plain) > 1 and not plain[0]
    groups: list[tuple[list[str], list[str]]] = []
    has_date = False
    for block, is_dated in zip(blocks, dated, strict=True):
        goes_on = is_of_lines and any(plain) and not (has_date and (is_dated or is_dated_last))
        if groups and block.is_point and plain:
            groups[-1][1].append(block.text)
        elif groups and not block.is_point and goes_on:
            groups[-1][0].append(block.text)
            has_date |= is_dated
        else:
            groups.append(([block.text], []))
            has_date = is_dated
    return groups
