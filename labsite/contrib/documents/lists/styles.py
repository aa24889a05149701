"""The styles in which references can be had.

ACM, APA and IEEE are the site's own (publications.formats), as on the pages of papers. The others are styles of CSL
(https://citationstyles.org) that come with Typst; each is here because what it makes of every kind of paper was
compared with its manual (tests/data/cited_papers.toml).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from publications.citations.record import UNSTATED


@dataclass(frozen=True)
class CitationStyle:
    """A style of references: what people call it, and how it numbers them, as ``[{}]``, if it does.

    ``typst`` is the name that Typst knows it by, empty for one of the site's own; ``region`` is whose quotation marks
    it has, and ``quotes`` whether titles are in double ones, in which others become single ones. In China's style what
    is written in Chinese is said in Chinese. A kind of paper may have to pass for another of Hayagriva's types
    (``types``), such as a paper in proceedings for a chapter. ``forthcoming`` is said of what is accepted and hasn't
    appeared. ``mends`` are what the engine says of a kind and would mislead, with what stands in its place.
    ``articles`` say an article number in place of pages, in a periodical and in proceedings; empty if the engine has a
    place of its own for it. ``omits`` are the numbers that the style wants and the engine leaves out: the issue of a
    periodical, the volume of proceedings, the number of a report, or all DOIs. With ``volume_alone`` the style has no
    issues; one without a volume is said in its place.
    """

    label: str | Promise
    number: str = ""
    typst: str = ""
    region: str = "US"
    quotes: bool = False
    types: Mapping[str, str] = field(default_factory=dict, hash=False)
    forthcoming: str = "Forthcoming"
    mends: tuple[tuple[str, str, str], ...] = ()
    articles: tuple[str, str] = ("{}", "Article {}")
    omits: tuple[str, ...] = ()
    volume_alone: bool = False


IN_BOOKS = {"meeting": "chapter"}
ONLY_ONLINE = ("journal", " [Preprint]", "")  # said of every article of which no pages are known
SERVER = ("preprint", "Preprint at ", "Preprint {server}")

# By the names that addresses have, and choices are saved under.
STYLES = {
    "acm": CitationStyle("ACM", "[{}]"),
    "apa": CitationStyle(_("APA (7th edition)")),
    "ieee": CitationStyle("IEEE", "[{}]"),
    "chicago": CitationStyle(
        _("Chicago (author and date)"),
        typst="chicago-author-date",
        quotes=True,
        types=IN_BOOKS | {"software": "misc"},
        articles=("", ""),
    ),
    "chicago-notes": CitationStyle(
        _("Chicago (notes)"),
        typst="chicago-notes",
        quotes=True,
        types=IN_BOOKS | {"software": "web", "misc": "web", "manuscript": "web"},
        articles=("", ""),
    ),
    "mla": CitationStyle(
        _("MLA (9th edition)"),
        typst="modern-language-association",
        quotes=True,
        types=IN_BOOKS,
        articles=("article {}", "article {}"),
    ),
    "harvard": CitationStyle(
        _("Harvard"),
        typst="harvard-cite-them-right",
        region="GB",
        types=IN_BOOKS,
        forthcoming="In press",
        mends=(ONLY_ONLINE,),
        articles=("article {}", "article {}"),
        omits=("volume",),
    ),
    "vancouver": CitationStyle(_("Vancouver"), "{}.", "springer-vancouver", types=IN_BOOKS, omits=("issue", "volume")),
    "nature": CitationStyle(
        "Nature",
        "{}.",
        "nature",
        types=IN_BOOKS | {"report": "book", "dataset": "repository"},
        forthcoming="In the press",
        mends=(SERVER,),
        articles=("{}", "{}"),
        omits=("report",),
        volume_alone=True,
    ),
    "lncs": CitationStyle(
        "Springer LNCS",
        "{}.",
        "springer-lecture-notes-in-computer-science",
        types=IN_BOOKS | dict.fromkeys(("thesis", "preprint", "software", "dataset"), "report"),
        forthcoming="To appear",
        omits=("issue", "volume", "report"),
    ),
    "acs": CitationStyle(
        _("ACS (chemistry)"),
        "({})",
        "american-chemical-society",
        types=dict.fromkeys(("software", "dataset"), "report"),
        forthcoming="In press",
    ),
    "aps": CitationStyle(
        _("APS (physics)"),
        "[{}]",
        "american-physics-society",
        types=dict.fromkeys(("preprint", "software", "dataset"), "report"),
        forthcoming="To be published",
        articles=("", "Article {}"),
        omits=("doi",),
        volume_alone=True,
    ),
    "gb-7714": CitationStyle(
        "GB/T 7714—2015",
        "[{}]",
        "gb-7714-2015-numeric",
        "CN",
        types={"manuscript": "misc"},
        mends=(("dataset", "[Z", "[DS"), (UNSTATED, "[C", "[Z")),
        articles=("{}", "{}"),
    ),
}
