"""The styles in which references can be had.

ACM, APA and IEEE are the site's own (publications.formats), as on the pages of papers. The others are styles of CSL
(https://citationstyles.org) that come with Typst; each is here because what it makes of every kind of paper was
compared with its manual (tests/labsite/documents/references.toml).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class CitationStyle:
    """A style of references: what people call it, and how it numbers them, as ``[{}]``, if it does.

    ``typst`` is the name that Typst knows it by, empty for one of the site's own; ``region`` is whose quotation marks
    it has, and ``quotes`` whether titles are in double ones, in which others become single ones. In China's style what
    is written in Chinese is said in Chinese. A kind of paper may have to pass for another of Hayagriva's types
    (``types``), such as a paper in proceedings for a chapter. ``forthcoming`` is said of what is accepted and hasn't
    appeared. ``mends`` are what the engine says of a kind and would mislead, with what stands in its place.
    """

    label: str | Promise
    number: str = ""
    typst: str = ""
    region: str = "US"
    quotes: bool = False
    types: Mapping[str, str] = field(default_factory=dict, hash=False)
    forthcoming: str = "Forthcoming"
    mends: tuple[tuple[str, str, str], ...] = ()


IN_BOOKS = {"meeting": "chapter"}
ONLY_ONLINE = ("journal", " [Preprint]", "")  # said of every article of which no pages are known
NOWHERE = ("preprint", "Preprint at (", "Preprint (")  # if it has no address

# By the names that addresses have, and choices are saved under.
STYLES = {
    "acm": CitationStyle("ACM", "[{}]"),
    "apa": CitationStyle(_("APA (7th edition)")),
    "ieee": CitationStyle("IEEE", "[{}]"),
    "chicago": CitationStyle(
        _("Chicago (author and date)"), typst="chicago-author-date", quotes=True, types=IN_BOOKS | {"software": "misc"}
    ),
    "chicago-notes": CitationStyle(
        _("Chicago (notes)"),
        typst="chicago-notes",
        quotes=True,
        types=IN_BOOKS | {"software": "web", "misc": "web", "manuscript": "web"},
    ),
    "mla": CitationStyle(
        _("MLA (9th edition)"), typst="modern-language-association", quotes=True, types=IN_BOOKS | {"article": ""}
    ),
    "harvard": CitationStyle(
        _("Harvard"), "", "harvard-cite-them-right", "GB", types=IN_BOOKS, forthcoming="In press", mends=(ONLY_ONLINE,)
    ),
    "vancouver": CitationStyle(_("Vancouver"), "{}.", "springer-vancouver", types=IN_BOOKS),
    "nature": CitationStyle("Nature", "{}.", "nature", types=IN_BOOKS, forthcoming="In the press", mends=(NOWHERE,)),
    "lncs": CitationStyle(
        "Springer LNCS",
        "{}.",
        "springer-lecture-notes-in-computer-science",
        types=IN_BOOKS | {"thesis": "report", "preprint": "report"},
        forthcoming="To appear",
    ),
    "acs": CitationStyle(_("ACS (chemistry)"), "({})", "american-chemical-society", forthcoming="In press"),
    "aps": CitationStyle(
        _("APS (physics)"),
        "[{}]",
        "american-physics-society",
        types={"preprint": "report"},
        forthcoming="To be published",
    ),
    "gb-7714": CitationStyle(
        "GB/T 7714—2015",
        "[{}]",
        "gb-7714-2015-numeric",
        "CN",
        types={"manuscript": "misc"},
        mends=(("dataset", "[Z", "[DS"),),
    ),
}
