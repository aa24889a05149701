"""The HTML of Markdown texts as parts of documents; formulas and pictures are said in words."""

from html.parser import HTMLParser

from labsite.documents.parts import Block, Bullets, Paragraph, Span, Text, text

PARAGRAPHS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "dt", "dd", "tr"}
STRONG, EMPHASISED, RAISED = {"b", "strong", "th"}, {"i", "em", "cite"}, {"sup"}
LEFT_OUT = {"mrow", "section"}  # what MathML and its annotation say twice, and footnotes


def blocks_of(html: str, site: str = "") -> tuple[Block, ...]:
    """Return the paragraphs and lists of a text's HTML; ``site`` completes addresses within the site."""
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
        self.items: list[list[Text]] = []  # of the lists that are open, the innermost last
        self.open: list[tuple[str, str]] = []  # tags with their addresses

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "img":
            self.handle_data(said.get("alt") or "")
            return
        if tag == "br":
            self.handle_data(" ")
            return
        if tag in PARAGRAPHS or tag in ("ul", "ol", "li"):
            self.end_block()
        if tag in ("ul", "ol"):
            self.items.append([])
        href = said.get("href") or ""
        self.open.append((tag, self.site + href if href.startswith("/") else href))

    def handle_endtag(self, tag: str) -> None:
        if tag in PARAGRAPHS or tag == "li":
            self.end_block()
        if tag in ("ul", "ol") and self.items:
            self.end_block()
            items = self.items.pop()
            if self.items:
                self.items[-1] += items
            elif items:
                self.blocks.append(Bullets(tuple(items), is_numbered=tag == "ol"))
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _ in self.open}
        if tags & LEFT_OUT:
            return
        said = data if "pre" in tags else " ".join(data.split())
        if "pre" not in tags and said != data.strip() or data != data.strip():
            said = f"{' ' if data[:1].isspace() else ''}{said}{' ' if data[-1:].isspace() and said else ''}"
        href = next((href for tag, href in reversed(self.open) if tag == "a"), "")
        self.spans.append(Span(said, href, bool(tags & STRONG), bool(tags & EMPHASISED), bool(tags & RAISED)))

    def end_block(self) -> None:
        """End the paragraph or the item that is being read."""
        said, self.spans = _stripped(self.spans), []
        if not said:
            return
        if self.items:
            self.items[-1].append(said)
        else:
            self.blocks.append(Paragraph(said))


def _stripped(spans: list[Span]) -> Text:
    """Return the spans without space at either end."""
    kept = [span for span in spans if span.text]
    while kept and not kept[0].text.strip():
        kept.pop(0)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return text(*kept)
