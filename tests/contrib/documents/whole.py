"""A made-up document that has everything that documents can have, and texts that mean something to some format."""

from labsite.contrib.documents.parts import (
    Bullets,
    Chart,
    Document,
    DocumentEntry,
    DocumentSection,
    DocumentTable,
    Entries,
    Paragraph,
    Span,
    text,
    words,
)

HOSTILE = (
    "<script>alert(1)</script>",
    "]]><!-- & &amp; &#60; --> <b>not bold</b>",
    "**not bold** _nor_ `code` ~~gone~~ | cell",
    "[no link](javascript:alert(1)) ![no picture](x)",
    "[x]: https://example.org 'no definition'",
    "__class__, snake_case",
    "# no heading",
    "- no list",
    "1. no number",
    "> no quote",
    "===",
    "---",
    "https://example.org/a_b*c",
    r"\input{/etc/passwd} \write18{rm} \end{document} \\",
    "100 % of $5 & #6_7 ^ ~ {x} } {",
    "$O(n^2)$ and `` '' --- ?`",
    '#let x = 1; #read("/etc/passwd") @cite <label>',
    "HYPERLINK \\* MERGEFORMAT {PAGE}",
)


def paper_entry(number):
    authors = text(Span("Zoë Lindqvist", is_strong=True), Span("*†", is_raised=True), ", Ivo Brandt, ", "Ada Quill")
    title = Span(f"Quokka {number}: Scheduling at Leisure", f"https://lab.example/papers/{number}/", is_strong=True)
    return DocumentEntry(f"[C{number}]", (text(title), authors, text(Span("SYSCON", is_emphasised=True), ", 2024")))


PARTS = (
    DocumentSection("conferences", "Conference papers", (Entries(tuple(map(paper_entry, range(1, 4)))),)),
    DocumentSection(
        "journals",
        "Journal papers",
        (Paragraph(text("None in print.")),),
        (DocumentSection("accepted", "Accepted", (Paragraph(text("One that was accepted.")),)),),
    ),
)
DATED = Entries(
    (
        DocumentEntry(
            "Sept 2021 – present", (text(Span("PhD in Leisure", is_strong=True)), text("Quokka University"))
        ),
        DocumentEntry("", (text("What has no label"),)),
        DocumentEntry(
            "2017–2021", (text("BSc"),), (text("[First] of ", Span("all", is_strong=True)), text("Read naps"))
        ),
    )
)
LISTS = (
    Bullets((text("Gives away ", Span("code", "https://code.example/?a=1&b=2#c")), text("Helps"))),
    Bullets((text("First"), text("Second")), is_numbered=True),
    Bullets((text("First again"),), is_numbered=True),
)
TABLE = DocumentTable(
    ("Course", "Students"),
    ((text(Span("Naps", is_emphasised=True), " & rests"), text("12")), (text("Sleep | wake"), text("8"))),
    (1,),
)
WIDE = DocumentTable(
    ("Year", "Quokkas", "Kangaroos", "Wallabies", "Bettongs", "Bandicoots"),
    tuple(
        tuple(text(f"{animals} in {year}") for animals in ("Year", "many", "few", "some", "no", "more"))
        for year in (1, 2)
    ),
)
WHOLE = Document(
    title="Zoë Lindqvist",
    native_title="林佐伊",
    subtitle="Doctoral researcher",
    language="en",
    date="2024-06-30",
    lines=(
        text(Span("zoe@lab.example", "mailto:zoe@lab.example"), " · +46 00"),
        text(Span("lab.example/zoe", "https://lab.example/zoe/")),
    ),
    sections=(
        DocumentSection(
            "about", "About", (Paragraph(text("Works on ", Span("slow", is_emphasised=True), " systems.")),)
        ),
        DocumentSection("education", "Education", (DATED,)),
        DocumentSection(
            "publications", "Publications", parts=PARTS, note=text(Span("†", is_raised=True), " equal work")
        ),
        DocumentSection("lists", "Outreach", LISTS),
        DocumentSection("teaching", "Teaching", (TABLE, WIDE)),
        DocumentSection(
            "numbers",
            "Numbers",
            (Chart("Papers per year", (("2021", 1), ("2023", 12))), Chart("By kind", (("Talks", 3), ("论文", 7)))),
        ),
        DocumentSection("odd", "Odd & ends", tuple(Paragraph(text(each)) for each in HOSTILE)),
        DocumentSection(
            "odd-entries", "100 % _odd_", (Entries(tuple(DocumentEntry(each, (text(each),)) for each in HOSTILE)),)
        ),
    ),
    author="Zoë Lindqvist",
    about="Curriculum vitae of Zoë Lindqvist",
    running_title="Zoë Lindqvist, CV",
    keywords=("leisure", "naps & rests"),
)
CHINESE = Document(
    title="林佐伊",
    language="zh-hans",
    date="2024-06-30",
    subtitle="博士研究生",
    lines=(text("zoe@lab.example"),),
    sections=(
        DocumentSection(
            "education",
            "教育经历",
            (Entries((DocumentEntry("2021 年至今", (text("博士"), text("短尾矮袋鼠大学"))),)),),
        ),
    ),
    author="林佐伊",
    running_title="林佐伊",
)


def texts(document):
    """Yield every text of a document in the order in which it is read."""
    yield from (document.title, document.native_title, document.subtitle, *map(words, document.lines))
    for section in document.sections:
        yield from _texts(section)


def _texts(section):
    yield from (section.heading, words(section.note))
    for block in section.blocks:
        match block:
            case Paragraph():
                yield words(block.text)
            case Bullets():
                yield from map(words, block.items)
            case Entries():
                for row in block.rows:
                    yield from (row.label, *map(words, (*row.lines, *row.points)))
            case DocumentTable():
                yield from (*block.header, *(words(cell) for row in block.rows for cell in row))
            case Chart():
                yield from (block.label, *(f"{label} {number}" for label, number in block.bars))
    for part in section.parts:
        yield from _texts(part)


def missing(document, shown):
    """Return the texts of a document that don't follow each other in what is shown, whatever spaces it has."""
    shown, place, lost = "".join(shown.split()), 0, []
    for said in texts(document):
        found = shown.find("".join(said.split()), place)
        if found < 0:
            lost.append(said)
        else:
            place = found + len("".join(said.split()))
    return lost
