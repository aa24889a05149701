"""Typed lists of papers, in the styles of manuals and as labs write them."""

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from hypothesis import given, strategies as st

from labsite.contrib.documents.lists import references
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.parts import words
from labsite.contrib.reading.typed_papers import looks_like_reference, typed_entries
from labsite.contrib.reading.typed_papers.lists import references_in
from labsite.texts.folding import fold
from publications.citing import record_of
from publications.models import Publication

DATA = tomllib.loads((Path(settings.BASE_DIR) / "tests/data/typed_papers.toml").read_text(encoding="utf-8"))
FIELDS = ("volume", "number", "article", "pages", "publisher", "doi", "arxiv_id", "note")

NO_ISSUES = ("nature", "aps")  # styles that don't print them


def in_one_line(entry):
    """Return an entry as the data has it: authors | title | year | kind | container | all else."""
    record = entry.record
    if not record:
        return entry.problem
    others = "" if entry.names_all_authors else "; et al."
    more = [f"{name}={getattr(record, name)}" for name in FIELDS if getattr(record, name)]
    more += [f"{link.kind}={link.url}" for link in record.links]
    more += [f"status={record.status}"] if record.status in ("accepted", "submitted") else []
    more += [f"unsure={entry.unsure}"] if entry.unsure else []
    kind = "" if record.kind == "other" else record.kind
    parts = ("; ".join(map(str, record.authors)) + others, record.title, str(record.year or ""), kind)
    return " | ".join((*parts, record.container or record.acronym, ", ".join(more))).strip()


def test_lists_of_every_style_and_language_are_parted():
    wrong = {}
    for name, each in DATA.items():
        read = [in_one_line(entry) for entry in typed_entries(each["text"])]
        if read != each["papers"]:
            wrong[name] = [pair for pair in zip(read, each["papers"], strict=False) if len(set(pair)) > 1] or read
    assert wrong == {}


def surname(name):
    return fold(name.family or name.literal or name.given).split()[-1]


def container_of(record):
    """Return where a record appeared, without the acronym and the edition behind its name."""
    name = record.container or record.acronym
    return fold(re.sub(r"\s*\([A-Z][\w-]*\s?[’']?\d*\)$|\s?[’']\d\d$", "", name))


def misread(paper, style, text):
    """Yield what a reference prints of a paper and what was read of it, where these differ."""
    entry = next(iter(typed_entries(text)), None)
    if not entry or not entry.record:
        yield "nothing", "", text
        return
    record = entry.record
    theirs, ours = map(surname, paper.authors), list(map(surname, record.authors))
    theirs = list(theirs) if entry.names_all_authors else list(theirs)[: len(ours)]
    yield "authors", ours, theirs
    yield "title", fold(record.title), fold(paper.title)
    if str(paper.year) in text:
        yield "year", record.year, paper.year
    if paper.container in text and paper.kind not in ("thesis", "preprint"):
        yield "container", container_of(record), container_of(paper)
    for name in ("volume", "number", "doi") if style not in NO_ISSUES else ("volume", "doi"):
        if getattr(paper, name) in text and (name != "number" or entry.unsure != "page numbers"):
            yield name, getattr(record, name), getattr(paper, name)
    location = paper.pages or paper.article
    if entry.unsure != "page numbers" and location.replace("–", "-") in text.replace("–", "-"):
        yield "pages or article", record.pages or record.article, location
    # Of the ACM's "36, 2 (2025)" and others' nobody can tell whether it has an issue or a page, so that it is asked.
    is_ambiguous = entry.unsure == "page numbers" and paper.volume
    yield "unsure", "" if is_ambiguous else entry.unsure, ""


@pytest.mark.once
@pytest.mark.django_db
def test_what_the_site_prints_in_any_style_is_read_back_equal():
    files = sorted(map(str, Path(settings.BASE_DIR, "fixtures").glob("*.json")))
    call_command("loaddata", *files, verbosity=0)
    papers = [record_of(paper, with_abstract=False) for paper in Publication.objects.with_authors()]
    assert len(papers) > 40
    wrong = {
        (style, name, str(here), str(there))
        for style in STYLES
        for paper, reference in zip(papers, references.cited(papers, style), strict=True)
        for name, here, there in misread(paper, style, words(reference))
        if here != there
    }
    assert wrong == set()


PROSE = (
    "We study rest. Ada Quill joined the lab in 2023.",
    "Jan 2024: Ada Quill and Ivo Brandt presented a paper at NeurIPS.",
    "Ada Quill, Ivo Brandt and Noor Sato presented their paper at NeurIPS 2023.",
    "Our work appeared in the Journal of Rest (2023), and was covered by The Tides.",
    "Ada Quill",
    "2024",
    "",
)


def test_words_that_are_no_list_of_papers_are_no_papers():
    assert [text for text in PROSE if typed_entries(text) or looks_like_reference(text)] == []


def test_a_prize_before_names_is_surely_no_title():
    text = "Certificate of Merit of 2016. Ada Quill and Noor Sato, Volumes of rest in queues."
    assert [each.unsure for each in typed_entries(text)] == ["title"]


def test_a_line_that_is_no_reference_is_not_read_as_the_end_of_the_one_above():
    text = "Ada Quill, Ivo Brandt. Slow queues. NeurIPS, 2024.\nNoor Sato. Fast queues. CHI, 2023.\n3. see there"
    first, second, beside = typed_entries(text)
    assert (first.record.title, second.record.title, second.record.volume) == ("Slow queues", "Fast queues", "")
    assert beside.no_paper == "“3. see there” is before or behind the list of papers."


def test_a_line_between_references_that_cannot_be_parted_is_a_problem_and_not_lost():
    first, last = "Ada Quill, Ivo Brandt. Slow queues. NeurIPS, 2024.", "Noor Sato, Ada Quill. Fast queues. CHI, 2023."
    text = f"1. {first}\n2. see there\n3. {last}"
    entries = typed_entries(text, "papers.txt")
    assert [each.place for each in entries] == ["papers.txt, line 1", "papers.txt, line 2", "papers.txt, line 3"]
    assert "see there" in entries[1].problem
    assert [bool(each.record) for each in entries] == [True, False, True]


LINES = st.sampled_from(
    [line for each in DATA.values() for line in each["text"].split("\n")]
    + ["", "## 2024", "* ", "[1]", "“”", "Ada Quill, Ivo Brandt", "《", "(ed.)"]
)


@given(st.lists(st.one_of(LINES, st.text(max_size=60))).map("\n".join))
def test_no_text_raises_or_loses_a_word(text):
    typed_entries(text)
    held = "\n".join(reference for reference, *_ in references_in(text))
    left = [line for line in map(str.strip, re.split("\r\n|\r|\n", text)) if line and line not in held]
    assert [line for line in left if len(line) > 75] == []
