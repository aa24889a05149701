"""Files that can’t be read say what they are and what to bring instead; no file breaks anything."""

import pytest

from publications import formats
from publications.formats.detection import why_unread
from tests.corpora import files


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<!DOCTYPE html>\n<html><style>@media(print){}</style>", "a web page"),
        ("%PDF-1.7\n", "a PDF"),
        ("<?xml version='1.0'?><!-- a --><xml><records><record>", "EndNote XML"),
        ("%0 Journal Article\n%T Naps\n", "EndNote’s or Refer’s own format"),
        ('<?xml version="1.0"?>\n<!DOCTYPE PubmedArticleSet PUBLIC "a" "b">\n<PubmedArticleSet>', "PubMed’s XML"),
        ('<modsCollection xmlns="http://www.loc.gov/mods/v3">', "MODS XML"),
        ('<b:Sources SelectedStyle="">', "Word’s list of sources"),
        ("FN Clarivate Analytics Web of Science\nVR 1.0\n", "Web of Science’s own format"),
        ("# This is how to cite us.\ncff-version: 1.2.0\n", "CITATION.cff"),
    ],
)
def test_known_text_is_named(text, what):
    [entry] = formats.read(text)
    assert entry.problem.startswith(f"This is {what}, which can’t be read here. ")


@pytest.mark.parametrize(
    ("name", "what"), [("papers.xlsx", "a spreadsheet"), ("CV.docx", "a text document"), ("papers.ZIP", "an archive")]
)
def test_other_files_are_named_by_their_names(name, what):
    [entry] = formats.read(b"PK\x03\x04", name=name)
    assert entry.problem.startswith(f"This is {what}, which can’t be read here. ")


@pytest.mark.parametrize("text", ["% Our papers\n@article{a, title = {Naps}}", "TY  - JOUR", "[]", "", "<dblp>"])
def test_nothing_is_said_of_what_can_be_read(text):
    assert why_unread(text) == ""


def test_a_text_is_looked_at_in_time_however_it_begins():
    assert why_unread("<!-- a --> <?b?> " * 5_000) == ""


def test_every_file_of_another_program_has_entries_or_says_why_not():
    for path in files("ris_xml_csv/jabref"):
        data = path.read_bytes()
        entries = formats.read(data, name=path.name)
        assert bool(entries) == bool(formats.decode(data).strip()), path.name
        assert all(bool(entry.record) + bool(entry.problem) + bool(entry.no_paper) == 1 for entry in entries), (
            path.name
        )
