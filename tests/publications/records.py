"""Records of every sort that a citation format must write, and where it can, read back."""

from dataclasses import replace

from publications.citations.record import Name, Record

QUOKKA = Record(
    key="lindqvist2024quokka",
    title="Quokka: Scheduling LLMs on H100 & A100 GPUs at 50% Cost",
    kind="conference",
    authors=(Name("Zoë", "Lindqvist"), Name("Ada", "Quill")),
    year=2024,
    month=6,
    venue="Symposium on Unhurried Systems",
    acronym="SUS",
    pages="12–34",
    publisher="Leisure Press",
    doi="10.5555/quokka_2024",
    url="https://press.example/a_b?x=1&y=2",
)
JOURNAL = Record(
    key="quill2019slow",
    title="Slow Queues",
    kind="journal",
    authors=(Name("Ada", "Quill"),),
    year=2019,
    venue="Transactions on Patience",
    acronym="TOP",
    volume="7",
    number="3",
    article="12",
    pages="12:1–12:25",
)
PREPRINT = Record(
    key="quill2023early",
    title="Early Notes",
    kind="preprint",
    status="preprint",
    authors=(Name("Ada", "Quill"),),
    year=2023,
    month=1,
    venue="arXiv",
    acronym="arXiv",
    arxiv_id="2301.00001",
    url="https://arxiv.org/abs/2301.00001",
)
WORKSHOP = replace(
    QUOKKA, key="workshop", kind="workshop", venue="Workshop on Naps", acronym="NAP", arxiv_id="2301.00002", doi=""
)
POSTER = replace(
    QUOKKA, key="poster", kind="poster", proceedings="Proceedings of the 9th SUS, Poster Session", pages="7"
)
THESIS = Record(
    "hale2018thesis",
    "Rest",
    kind="thesis",
    authors=(Name("Max", "Hale", "Jr."),),
    year=2018,
    publisher="Quokka University",
)
BOOK = Record(
    "quill2010book",
    "All about Rest",
    kind="book",
    authors=(Name("Ada", "Quill"),),
    year=2010,
    month=12,
    publisher="Leisure Press",
)
CHAPTER = replace(BOOK, key="chapter", kind="chapter", title="Naps", venue="All about Rest", pages="xi–xv")
REPORT = Record(
    "report",
    "On Pauses",
    kind="report",
    authors=(Name("Ada", "Quill"),),
    year=2011,
    number="TR-7",
    publisher="Quokka University",
)
SOFTWARE = Record(
    "software",
    "quokka-ctl",
    kind="software",
    authors=(Name("Zoë", "Lindqvist"),),
    year=2024,
    url="https://code.example/q",
    publisher="Zenodo",
)
DATASET = Record(
    "dataset",
    "Naps of 1,000 Cats",
    kind="dataset",
    authors=(Name("Zoë", "Lindqvist"),),
    year=2024,
    doi="10.5555/naps",
    publisher="Zenodo",
)
SUBMITTED = Record("soon", "Soon", kind="conference", status="submitted", note="In submission", venue="SUS")
ACCEPTED = replace(QUOKKA, key="accepted", status="accepted", note="To appear", pages="", doi="", url="")
BARE = Record("bare", "Nothing Else Is Known")
CHINESE = Record(
    "lin2025",
    "大模型 服务：一个“慢”系统",
    kind="journal",
    authors=(Name(literal="林佐伊"), Name("佐伊", "林")),
    year=2025,
    venue="休息学报",
)
NAMES = replace(
    QUOKKA,
    key="names",
    authors=(
        Name("Anna", "van der Berg"),
        Name("Martin Luther", "Hale", "Jr."),
        Name("Max", "Hale", "III"),
        Name(literal="The Quokka Team and Friends"),
        Name(literal="Barnes and Noble, Inc."),
        Name("J. P.", "Hale and Sons"),
        Name("Zoë", "O’Hale & Co"),
        Name("Jean-Paul", "de la Fontaine"),
        Name("Pál", "Erdős"),
    ),
)
LATEX = replace(
    QUOKKA,
    key="latex",
    title="C++ and C#: $5 for 100% of {braces}, under_scores & tildes ~ carets ^ back\\slashes <a|b> --x ''y''",
    venue="Trans. on R&D, 100% {Real}",
    proceedings="Proc. of the 9th R&D \\ SUS_2024 #1",
    publisher="A & B_C",
    note="50% of $x^2$ {off}",
)
ABSTRACT = replace(
    QUOKKA, key="abstract", abstract="We rest in O(n²), “at leisure” – at 50% {cost}. We \\ call it Quokka."
)
RECORDS = [
    *(QUOKKA, JOURNAL, PREPRINT, WORKSHOP, POSTER, THESIS, BOOK, CHAPTER, REPORT, SOFTWARE, DATASET),
    *(SUBMITTED, ACCEPTED, BARE, CHINESE, NAMES, LATEX, ABSTRACT),
]


def records_in(form, text):
    """Return the records of a text in which nothing is broken."""
    entries = form.read(text)
    assert [entry.problem for entry in entries if entry.problem] == []
    return [entry.record for entry in entries if entry.record]
