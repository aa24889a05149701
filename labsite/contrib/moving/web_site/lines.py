"""The lines of an HTML page as its visitors read them, each with its words, its Markdown and where it stands."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from labsite.contrib.moving.texts import html
from labsite.contrib.moving.texts.liquid import link_target

HEADING = re.compile(r"h[1-6]")
MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "del": "~~", "s": "~~", "code": "`", "tt": "`"}
BLOCKS = (html.BLOCKS - {"picture"}) | {
    *("body", "caption", "fieldset", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "legend", "menu"),
    *("noframes", "td", "tfoot", "th"),
}
UNSEEN = {"script", "style", "noscript", "template", "svg", "head", "button", "select", "textarea", "dialog", "math"}
FRAMES = {"iframe", "embed", "video", "audio"}
STYLED = {"span", "a", "strong", "b", "em", "i", "small"}
ITEMS = {"li", "tr", "td", "article", "dt", "dd"}  # what holds one thing of several by itself
ALIKE = {"div", "section", "dl", "table", "a", "figure"}  # what does so where others of its class stand beside it
NOT_IN_DATA = {"table", "img", "h1", "h2", "h3", "h4", "ul", "ol"}
MAX_DEPTH = 150  # elements within elements; what is deeper counts as if it stood there
SMALL = 24  # pixels: pictures of this size are bullets and flags
DECORATION = re.compile(r"(?:spacer|bullet|blank|arrow|dot|pixel|line|icon)[^/]*\.(?:gif|png|svg)$", re.IGNORECASE)
SPECIAL = re.compile(r"[*\[\]`]|\\(?=[!-/:-@\[-`{-~])|(?<!\w)_|_(?!\w)")
AT_START = re.compile(r"^(#{1,6}(?=\s)|[-+>](?=\s)|\d+(?=[.)]\s))")


@dataclass
class PageLine:
    """A line; ``items`` are the numbers of the list items, cells and cards around it, from the outermost."""

    text: str
    markdown: str
    level: int = 0  # of a heading
    shape: str = ""  # the elements around: lines that are alike have the same
    items: tuple[int, ...] = ()
    lead: str = ""  # the words in bold or of a link with which it begins
    is_strong: bool = False  # all of it is bold
    style: str = ""  # the class of its first words
    is_name: bool = False  # of somebody, as the page says to machines
    links: list[tuple[str, str]] = field(default_factory=list)
    pictures: list[tuple[str, str]] = field(default_factory=list)
    date: str = ""
    depth: int = 0  # of the list
    bullet: str = ""  # where it is the first of a list item
    is_broken: bool = False  # it goes on after a <br>
    row: tuple[int, int] | None = None  # of a table of data, and in it
    region: str = ""  # nav, header or footer
    headings: tuple[str, ...] = ()  # above it
    topic: str = ""  # of what they announce
    is_heading: bool = False  # of a group of people, or of a year
    is_used: bool = False


def lines_of(body: Any) -> list[PageLine]:
    """Return the lines of an element."""
    reading = _Reading()
    stack = [(body, True)] if body else []
    while stack:
        node, enters = stack.pop()
        if node.name == "#text":
            reading.add_text(str(node.data or ""))
        elif not enters:
            reading.leave(node)
        elif node.name not in UNSEEN and not node.name.startswith(("#", "!")):
            reading.enter(node)
            stack.append((node, False))
            stack.extend((child, True) for child in reversed([] if node.name == "pre" else node.children or []))
    reading.flush()
    return reading.lines


def of_class(node: Any) -> str:
    return " ".join(str(node.attrs.get("class") or "").split()[:2])


class _Reading:
    def __init__(self) -> None:
        self.lines: list[PageLine] = []
        self.path: list[Any] = []
        self.line, self.parts = PageLine("", ""), list[str]()
        self.marks: list[tuple[Any, int, int]] = []  # open inline elements, and where they began
        self.items: list[tuple[Any, int]] = []
        self.alike: dict[int, Counter[tuple[str, str]]] = {}
        self.tables: list[tuple[int, bool]] = []
        self.number = self.rows = 0
        self.bullets: list[str] = []
        self.words = ""
        self.is_parted = False  # a styled element begins or ends here

    def enter(self, node: Any) -> None:
        name = node.name
        self.is_parted |= name == "span" or (name in STYLED and bool(of_class(node)))
        if name in BLOCKS or name == "pre":
            self.flush()
        is_alike = name in ALIKE and self.path and self._number_alike(node) > 1
        if len(self.path) < MAX_DEPTH:
            self.path.append(node)
        if name in ITEMS or is_alike:
            self.number += name != "dd"  # which belongs to the <dt> before it
            self.items.append((node, self.number))
        if name in ("ul", "ol"):
            self.bullets.append("1. " if name == "ol" else "- ")
        elif name == "li":
            self.line.bullet = (self.bullets or ["- "])[-1]
        elif name == "table":
            self.number += 1
            self.tables.append((self.number, _is_of_data(node)))
        elif name == "tr":
            self.rows += 1
        elif name == "br":
            self.flush()
            self.line.is_broken = True
        elif name == "img":
            self._add_picture(node)
        elif name in FRAMES and str(node.attrs.get("src") or "").startswith(("http", "//")):
            self.parts.append(f"[Video]({link_target(node.attrs['src'])})")
        elif name == "pre":
            text = node.to_text(separator="", strip=False).strip("\n")
            self._end(PageLine(" ".join(text.split()), f"```\n{text}\n```") if text.strip() else None)
        elif name == "time":
            self.line.date = self.line.date or str(node.attrs.get("datetime") or "")
        if name in MARKS or (name == "a" and node.attrs.get("href")):
            self.marks.append((node, len(self.parts), len(self.words)))
        types = (str(each.attrs.get("itemtype") or "") for each in reversed(self.path) if "itemscope" in each.attrs)
        is_name = node.attrs.get("itemprop") == "name" and next(types, "").endswith("schema.org/Person")
        self.line.is_name |= is_name or "p-name" in str(node.attrs.get("class") or "").split()

    def leave(self, node: Any) -> None:
        if self.marks and self.marks[-1][0] is node:
            self._close(*self.marks.pop())
        self.is_parted |= node.name == "span" or (node.name in STYLED and bool(of_class(node)))
        if node.name in BLOCKS:
            self.flush()
        if node.name in ("ul", "ol") and self.bullets:
            self.bullets.pop()
        if node.name == "li":
            self.line.bullet = ""
        if node.name == "table":
            self.tables.pop()
        if self.path and self.path[-1] is node:
            self.path.pop()
        if self.items and self.items[-1][0] is node:
            self.items.pop()

    def add_text(self, text: str) -> None:
        text = re.sub(r"\s+", " ", text)
        if self.is_parted and re.match(r"\w", text) and re.search(r"[^\W_][).]?$", self.words):
            self.flush()
            self.line.is_broken = True
        self.is_parted = self.is_parted and not text
        text = text[1:] if text.startswith(" ") and not self.words.strip() else text
        if text.strip() and not self.words.strip() and self.path and self.path[-1].name in STYLED:
            self.line.style = of_class(self.path[-1])
        self.words += text
        escaped = SPECIAL.sub(lambda match: f"\\{match[0]}", text)
        self.parts.append(re.sub(r"&(?=#?\w+;)", "&amp;", escaped).replace("<", "&lt;"))

    def flush(self) -> None:
        """End the line; inline elements that are open go on in the next."""
        for mark in reversed(self.marks):
            self._close(*mark)
        markdown = "".join(self.parts).strip()
        self.line.text = " ".join(self.words.split())
        self.line.markdown = AT_START.sub(lambda match: f"\\{match[0]}", markdown) if self.line.text else markdown
        if self.line.markdown.startswith("\\") and self.line.markdown[1:2].isdigit():
            self.line.markdown = re.sub(r"^\\(\d+)", r"\1\\", self.line.markdown)
        self._end(self.line if markdown else None)

    def _end(self, line: PageLine | None) -> None:
        if line:
            names = [node.name for node in self.path]
            blocks = [node for node in self.path if node.name in BLOCKS][-2:]
            line.level = next((int(name[1]) for name in names if HEADING.fullmatch(name)), 0)
            order = "" if line.is_broken else " first"
            kind = next((mark[0].name for mark in self.marks), "") or ("lead" if line.lead else "")
            line.shape = ">".join(f"{node.name}.{of_class(node)}" for node in blocks) + "|" + order + line.style + kind
            line.items = tuple(number for _, number in self.items)
            line.depth, line.is_strong = len(self.bullets), line.is_strong and line.lead == line.text
            line.region = next((name for name in ("nav", "footer", "main", "header") if name in names), "")
            if self.tables and self.tables[-1][1] and blocks and names.count("td") + names.count("th"):
                line.row = (self.tables[-1][0], self.rows)
            if "dt" in names[-2:]:
                line.is_strong = True
            self.lines.append(line)
        rest = PageLine("", "") if line or not self.line.bullet else PageLine("", "", bullet=self.line.bullet)
        rest.is_name = not line and self.line.is_name
        rest.date = "" if line else self.line.date
        self.line, self.parts, self.words = rest, [], ""
        self.marks = [(node, 0, 0) for node, *_ in self.marks]

    def _close(self, node: Any, at: int, start: int) -> None:
        inner, words = "".join(self.parts[at:]), self.words[start:].strip()
        bare = inner.strip()
        if not bare:
            return
        if node.name == "a":
            address = str(node.attrs["href"]).strip()
            self.line.links.append((words or str(node.attrs.get("title") or ""), address))
            is_page = not address.lower().startswith(("javascript:", "#", "data:"))
            marked = f"[{bare}]({link_target(address)})" if is_page else bare
        else:
            mark = MARKS[node.name]
            marked = f"{mark}{bare}{mark}" if words else bare
            self.line.is_strong |= mark == "**" and not self.words[:start].strip()
        if words and not self.words[:start].strip() and node.name in ("a", "b", "strong"):
            self.line.lead = self.line.lead if len(self.line.lead) > len(words) else " ".join(words.split())
        before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
        self.parts[at:] = [before + marked + after]

    def _add_picture(self, node: Any) -> None:
        fields = {name: str(value or "").strip() for name, value in node.attrs.items()}
        source = next(filter(None, map(fields.get, ("data-src", "data-original", "src"))), "")
        sizes = [int(size) for size in map(fields.get, ("width", "height")) if size and size.isdigit()]
        if source and not source.startswith("data:") and not DECORATION.search(source) and min(sizes or [99]) > SMALL:
            words = " ".join(re.sub(r"[\[\]]", "", fields.get("alt", "")).split())
            self.line.pictures.append((words, source))
            self.parts.append(f"![{words}]({link_target(source)})")

    def _number_alike(self, node: Any) -> int:
        """Return how many elements of its class stand beside an element, itself included."""
        parent = self.path[-1]
        if not of_class(node):
            return 0
        if id(parent) not in self.alike:
            children = (child for child in parent.children or [] if child.name in ALIKE)
            self.alike[id(parent)] = Counter((child.name, of_class(child)) for child in children)
        return self.alike[id(parent)][node.name, of_class(node)]


def _is_of_data(table: Any) -> bool:
    """Return whether a table has rows of values; others only put things beside each other."""
    rows, stack = [], [table]
    while stack:
        node = stack.pop()
        children = getattr(node, "children", None) or []
        if node is not table and node.name in NOT_IN_DATA:
            return False
        if node.name == "tr":
            rows.append([cell.name for cell in children if cell.name in ("td", "th")])
        stack.extend(children)
    lengths = set(map(len, rows))
    return len(rows) > 1 and max(lengths) > 1 and (len(lengths) == 1 or any("th" in row for row in rows))


def markdown_of(lines: Iterable[PageLine]) -> str:
    """Return the Markdown of some lines."""
    text, last = "", PageLine("", "")
    for table, held in groupby(lines, lambda line: line.row and line.row[0]):
        if table:
            cells = list(held)
            rows = ([cell.markdown for cell in row] for _, row in groupby(cells, lambda line: line.row))
            text, last = f"{text}\n\n{markdown_table(rows)}", cells[-1]
            continue
        for line in held:
            words, indent = line.markdown, "    " * max(line.depth - (1 if line.bullet else 0), 0)
            if line.level:
                words = f"{'#' * line.level} {words}"
            if line.is_broken and last.items == line.items:
                text += f"  \n{indent}{words}"
            elif line.bullet:
                text += ("\n" if last.depth else "\n\n") + indent + line.bullet + words
            else:
                text += f"\n\n{indent if line.depth else ''}{words}"
            last = line
    return text.strip()


def markdown_table(rows: Iterable[Iterable[str]]) -> str:
    """Return rows of cells, of which the first has the headings, as a table."""
    head, *lines = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    width = len(re.findall(r"(?<!\\)\|", head)) - 1
    return "\n".join([head, f"|{' --- |' * width}", *lines])
