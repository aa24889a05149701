"""The styles in which references can be had.

ACM, APA and IEEE are the site's own (publications.formats), as on the pages of papers. The others are styles of CSL
(https://citationstyles.org) that come with Typst; each is here because what it makes of every kind of paper was
compared with its manual (tests/data/cited_papers.toml).
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
    types: dict[str, str] = field(default_factory=dict)
    forthcoming: str = "Forthcoming"
    mends: Sequence[Sequence[str]] = ()
    articles: Sequence[str] = ("{}", "Article {}")
    omits: Sequence[str] = ()
    volume_alone: bool = False


# By the names that addresses have, and choices are saved under.
LABELS: dict[str, str | Promise] = {
    "acm": "ACM",
    "apa": _("APA (7th edition)"),
    "ieee": "IEEE",
    "chicago": _("Chicago (author and date)"),
    "chicago-notes": _("Chicago (notes)"),
    "mla": _("MLA (9th edition)"),
    "harvard": _("Harvard"),
    "vancouver": _("Vancouver"),
    "nature": "Nature",
    "lncs": "Springer LNCS",
    "acs": _("ACS (chemistry)"),
    "aps": _("APS (physics)"),
    "gb-7714": "GB/T 7714—2015",
}
# What each of them is stands in a table beside this.
TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
STYLES = {name: CitationStyle(label, **TABLE[name]) for name, label in LABELS.items()}
