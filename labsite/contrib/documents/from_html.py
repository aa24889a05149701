"""The HTML of Markdown texts as parts of documents; formulas and pictures are said in words, footnotes left out."""

from dataclasses import replace
from html.parser import HTMLParser

from labsite.contrib.documents.parts import Block, Bullets, DocumentTable, Paragraph, Span, Text, joined, text, words
from publications.formats.latex import formula_in_letters

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
PARAGRAPHS = HEADINGS | {"p", "blockquote", "pre", "dt", "dd", "li", "ul", "ol", "table", "tr", "th", "td"}
STRONG, EMPHASISED, RAISED = HEADINGS | {"b", "strong"}, {"i", "em", "cite"}, {"sup"}
LEFT_OUT = {"footnote-ref", "footnotes"}  # classes


def blocks_of(html: str, site: str = "") -> tuple[Block, ...]:
    """Return the paragraphs, lists and tables of a text's HTML; ``site`` completes addresses within the site."""
    reader = _Reader(site)
    reader.feed(html)
    reader.close()
    reader.end_block()
    return tuple(reader.blocks)


class _Reader(HTMLParser):
    def __init__(self, site: str) -> None:
        super().__init__()
        self.site = site.rstrip("/")
        self.blocks: list[Block] = []
        self.spans: list[Span] = []
        self.lists: list[list[Text]] = []  # the items of those that are open, the innermost last
        self.rows: list[list[Text]] = []  # of the table that is open
        self.numeric: set[int] = set()
        self.open: list[tuple[str, str, bool]] = []  # tags with their addresses, and whether they are left out

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in PARAGRAPHS:
            self.end_block()
        match tag:
            case "img":
                return self.handle_data(values.get("alt", ""))
            case "br":
                return self.handle_data(" ")
            case "hr":
                return None
            case "math":
                formula = values.get("alttext", "")
                self.handle_data(formula_in_letters(formula) or formula)
            case "ul" | "ol":
                self.lists.append([])
            case "li" if self.lists:
                self.lists[-1].append(())
            case "tr":
                self.rows.append([])
            case "th" if values.get("class") == "align-right":
                self.numeric.add(len(self.rows[-1]))
        href = values.get("href", "")
        is_left_out = tag == "math" or values.get("class", "") in LEFT_OUT
        self.open.append((tag, self.site + href if href.startswith("/") else href, is_left_out))
        return None

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td") and self.rows:
            self.rows[-1].append(self.take())
        elif tag in PARAGRAPHS:
            self.end_block()
        if tag == "table":
            self.end_table()
        elif tag in ("ul", "ol") and self.lists:
            self.end_list(is_numbered=tag == "ol")
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _, _ in self.open}
        if any(is_left_out for _, _, is_left_out in self.open):
            return
        if "pre" not in tags:
            before = "" if self.spans and self.spans[-1].text.endswith(" ") else " "
            inner = " ".join(data.split())
            data = f"{before if data[:1].isspace() else ''}{inner}{' ' if inner and data[-1:].isspace() else ''}"
        href = next((href for tag, href, _ in reversed(self.open) if tag == "a"), "")
        looks = (bool(tags & those) for those in (STRONG, EMPHASISED, RAISED))
        self.spans += text(Span(data, href, *looks))

    def take(self) -> Text:
        """Return what was read, without space at either end."""
        spans, self.spans = self.spans, []
        while spans and not spans[-1].text.strip():
            spans.pop()
        while spans and not spans[0].text.strip():
            spans.pop(0)
        if spans:
            spans[0] = replace(spans[0], text=spans[0].text.lstrip())
            spans[-1] = replace(spans[-1], text=spans[-1].text.rstrip())
        return tuple(spans)

    def end_block(self) -> None:
        """End the paragraph, or one of an item, that is being read."""
        if not (content := self.take()):
            return
        if self.lists and self.lists[-1]:
            self.lists[-1][-1] = joined((self.lists[-1][-1], content), " ")
        else:
            self.blocks.append(Paragraph(content))

    def end_list(self, is_numbered: bool) -> None:
        """End a list; one in an item of another is said as words behind it, as documents have lists of one level."""
        items = tuple(filter(None, self.lists.pop()))
        if self.lists and self.lists[-1]:
            self.lists[-1][-1] = joined((self.lists[-1][-1], joined(items, "; ")), ": ")
        elif items:
            self.blocks.append(Bullets(items, is_numbered))

    def end_table(self) -> None:
        (header, *rows), self.rows = self.rows or [[]], []
        numeric, self.numeric = tuple(sorted(self.numeric)), set()
        if header:
            self.blocks.append(DocumentTable(tuple(map(words, header)), tuple(map(tuple, rows)), numeric=numeric))
