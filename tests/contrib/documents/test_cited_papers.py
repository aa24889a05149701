"""Papers of each kind in each style of references, against what the styles' manuals ask for."""

import tomllib
from itertools import product
from pathlib import Path

import pytest

from labsite.contrib.documents.lists import references
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.parts import words
from publications.citations.record import KIND_NAMES, Name, Record

DATA = Path(__file__).parents[2] / "data"
CITED = tomllib.loads((DATA / "cited_papers.toml").read_text(encoding="utf-8"))


def record(key, fields):
    names = [each.removesuffix(" Jr.").rpartition(" ") for each in fields["authors"].split("; ")]
    suffixes = ["Jr." if each.endswith(" Jr.") else "" for each in fields["authors"].split("; ")]
    authors = tuple(Name(given, family, suffix) for (given, _, family), suffix in zip(names, suffixes, strict=True))
    return Record(key, **{**fields, "authors": authors})


def marked(text):
    """Return rich text with marks around what is in italics or bold."""
    marks = {(True, False): "*", (False, True): "**", (False, False): ""}
    sides = [(marks[span.is_emphasised, span.is_strong], span.text) for span in text]
    return "".join(f"{mark}{said}{mark}" for mark, said in sides)


@pytest.mark.parametrize("style", STYLES)
def test_each_kind_is_cited_as_the_manual_says(style):
    papers = [record(key, fields) for key, fields in CITED["papers"].items()]
    cited = references.cited(papers, style)
    assert {paper.key: marked(text) for paper, text in zip(papers, cited, strict=True)} == CITED[style]


# Ten papers of each kind. What a field holds is found in nothing else, so that it can be looked for.
WHOLE = {
    **{
        "title": "Slow Queues",
        "year": 2023,
        "month": 5,
        "venue": "Annals of Rest",
        "volume": "3201",
        "number": "6107",
    },
    **{
        "pages": "7101–8902",
        "doi": "10.5555/slow",
        "publisher": "Leisure Press",
        "authors": "Zoë Lindqvist; Ada Quill",
    },
}
WITHOUT_NUMBERS = dict.fromkeys(("volume", "number", "pages"), "")
VARIANTS = {
    "whole": {},
    "article number, no pages": {"pages": "", "article": "1560"},
    "article number and pages": {"article": "1560"},
    "volume without issue": {"number": ""},
    "issue without volume": {"volume": ""},
    "venue alone": WITHOUT_NUMBERS | {"doi": "", "publisher": ""},
    "no year": {"year": None, "month": None},
    "DOI alone": WITHOUT_NUMBERS | {"venue": "", "publisher": ""},
    "in press, in proceedings with a name": WITHOUT_NUMBERS | {"status": "accepted", "proceedings": "Proc. 9th Rest"},
    "thousands of authors, in Chinese": {"title": "休息", "authors": "; ".join(f"Ada Quill{n}" for n in range(3000))},
}
ALONE = ("thesis", "book", "report", "software", "dataset")
# Authors that a style names before “et al.”, where it names fewer than all.
NAMED = {
    "mla": 1,
    "nature": 1,
    "ieee": 1,
    "harvard": 1,
    "chicago": 3,
    "chicago-notes": 3,
    "gb-7714": 3,
    "vancouver": 6,
}
NAMED |= {"apa": 19, "acs": 9, "aps": 1}


def facts(paper, style):
    """Yield what a style has to say of a paper: each fact as a tuple of forms, one of which must be there."""
    yield (paper.title,)
    named = [*paper.authors[: NAMED.get(style, 3000)], *(paper.authors[-1:] if style == "apa" else ())]
    yield from ((name.family, name.family.upper()) for name in named)
    yield str(paper.year or ""), "in press", "to appear"
    yield (paper.container if paper.kind != "preprint" else paper.venue,)
    is_found_by_numbers = (paper.volume or paper.number) and (paper.pages or paper.article)
    yield ("" if style == "aps" or (style == "nature" and is_found_by_numbers) else paper.doi,)
    if paper.kind == "preprint" or not paper.container:
        return
    if paper.kind not in ALONE:
        first_page, _, last_page = (paper.article or paper.pages).partition("–")
        is_said = paper.is_article or not style.startswith("chicago") or paper.article
        yield (first_page if is_said else "",)
        yield (last_page if is_said and not (style == "aps" and paper.is_article) else "",)
    yield (paper.volume,)
    has_no_issues = style in ("nature", "aps") and paper.is_article and paper.volume
    yield ("" if has_no_issues else paper.number,)


@pytest.mark.parametrize("style", STYLES)
def test_no_style_loses_a_fact_that_it_prints(style):
    status = dict.fromkeys(KIND_NAMES, "published") | {"preprint": "preprint"}
    papers = [
        record(f"{kind}, {name}", {"kind": kind, "status": status[kind]} | WHOLE | more)
        for kind, (name, more) in product(KIND_NAMES, VARIANTS.items())
    ]
    lost = {}
    for paper, text in zip(papers, references.cited(papers, style), strict=True):
        said = words(text)
        if missing := [forms for forms in facts(paper, style) if not any(form in said for form in forms)]:
            lost[paper.key] = (missing, said[:300])
    assert lost == {}
