"""Any file of citations: its letters, its format, its entries."""

import pytest
from hypothesis import given, settings, strategies as st

from publications import formats
from publications.citations.record import Unreadable

BIBTEX = "@article{quill2024,\n  author = {Zoë Lindqvist},\n  title = {大模型 “Naps” – €5},\n}\n"
RIS = "TY  - JOUR\r\nTI  - Naps\r\nER  - \r\n"
JSON = '[{"id": "a", "type": "article", "title": "Naps"}]'


def test_unicode_is_decoded_with_and_without_its_mark():
    table = [
        *("utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"),
    ]
    assert [
        (encoding, answer) for encoding in table if (answer := formats.decode(BIBTEX.encode(encoding))) != BIBTEX
    ] == []


def test_marks_of_both_byte_orders_are_known():
    assert [formats.decode(("\ufeff" + BIBTEX).encode(f"utf-{size}-be")) for size in (16, 32)] == [BIBTEX, BIBTEX]


def test_windows_1252_is_decoded():
    assert formats.decode("“Zoë” – €5".encode("windows-1252")) == "“Zoë” – €5"


def test_a_line_in_windows_1252_spoils_no_other():
    assert formats.decode("Zoë".encode() + b" Jos\xe9") == "Zoë José"


def test_nul_is_left_out():
    assert formats.decode(b"a\0b") == "ab"


@settings(max_examples=100, deadline=None, database=None)
@given(st.binary())
def test_any_bytes_are_decoded_or_asked_for(data):
    try:
        assert "\0" not in formats.decode(data)
    except Unreadable as asked:
        assert "save it as UTF-8" in str(asked)


def test_format_is_told_by_the_content_and_else_by_the_name():
    table = [
        (BIBTEX, "", "bib"),
        (BIBTEX, "papers.ris", "bib"),
        (f"---\n---\n\n{BIBTEX}", "", "bib"),
        ("@comment{jabref}\n", "", "bib"),
        (RIS, "", "ris"),
        (RIS + "AB  - We write @article{a, b}.", "", "ris"),
        (JSON, "", "json"),
        (f"\n {JSON}", "papers.txt", "json"),
        ("", "papers.BIB", "bib"),
        ("Naps", "papers.txt", ""),
        ("Ada Quill <ada@quokka.example>: Naps", "", ""),
        ("", "", ""),
    ]
    assert [
        (text, name, answer, form) for text, name, form in table if (answer := formats.detect(text, name)) != form
    ] == []


def test_every_format_that_is_detected_can_be_read():
    known = {*formats.detection.CONTENTS, *formats.detection.EXTENSIONS.values()}
    assert known == set(formats.FORMATS)


@pytest.mark.parametrize(("source", "title"), [(BIBTEX, "大模型 “Naps” – €5"), (RIS, "Naps"), (JSON, "Naps")])
def test_entries_are_read_out_of_text_and_files(source, title):
    assert [entry.record.title for entry in formats.read(source)] == [title]
    assert formats.read(source.encode("utf-16")) == formats.read(source)


def test_a_file_in_no_format_is_one_problem():
    [entry] = formats.read(b"\x89PNG", name="teaser.png")
    assert entry.problem.startswith("This isn’t in a format that the site can read: BibTeX, ")
    assert formats.read(" \n") == []


@settings(max_examples=100, deadline=None, database=None)
@given(st.sampled_from([*formats.FORMATS, ""]), st.text() | st.sampled_from([BIBTEX, RIS, JSON]))
def test_each_entry_is_a_record_a_problem_or_no_paper(form, text):
    for entry in formats.read(text, form):
        assert [bool(said) for said in (entry.record, entry.problem, entry.no_paper)].count(True) == 1
