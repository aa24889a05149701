"""Names as programs and people leave them in lists of authors: with HTML, LaTeX, numbers, and words for all others."""

import pytest

from publications import formats
from publications.citations.names import without_marks
from publications.citations.record import Name

ADA, BEN, ZOE = Name("Ada", "Quill"), Name("Ben", "Row"), Name("Zoë", "Lindqvist")


def authors(list_of_authors):
    [entry] = formats.read(f"@article{{quokka, title={{Quokka}}, author={{{list_of_authors}}}}}", form="bib")
    return without_marks(entry.record.authors)[0], entry.names_all_authors


def test_what_styles_or_parts_names_is_no_part_of_them():
    table = [
        "Quill<b>#</b>, Ada and <b>Row*</b>, <b>Ben</b>",
        r"\textbf{Quill, Ada} and \underline{Ben Row}",
        r"\textbf{Quill}, Ada and {\bf Row, Ben}",
        r"\underline{\textbf{Quill, Ada}} and \textcolor{blue}{Row, Ben}",
        r"\href{https://quill.example}{Ada Quill} and \emph{Row}, Ben",
        "Quill, Ada & Row, Ben",
        r"Ada Quill \& Ben Row",
        "Ada Quill &amp; Ben Row",
        "Quill, Ada, Row, Ben",
        "Ada Quill 0198 and Ben Row 0001",  # as dblp tells people of one name apart
        "Quill, Ada 0198 and Row, Ben 0001",
    ]
    assert [(written, answer) for written in table if (answer := authors(written)) != ((ADA, BEN), True)] == []


@pytest.mark.parametrize(
    "written",
    [
        "Quill, Ada and Row, Ben and Others",
        "Quill, Ada, Row, Ben, et al.",
        "Quill, Ada, Row, Ben and others",
    ],
)
def test_others_are_nobody(written):
    assert authors(written) == ((ADA, BEN), False)


def test_entities_are_letters():
    assert authors("Lindqvist, Zo&euml; and Quill, Ada") == ((ZOE, ADA), True)


def test_accents_stand_on_each_other():
    assert authors(r"Nguy{\~{\^e}}n, An and Nguy\~{\^{e}}n, An")[0] == (Name("An", "Nguyễn"),) * 2


@pytest.mark.parametrize(
    "group",
    [
        *("The Quokka Project Consortium", "Quokka Collaboration", "The Leisure Study Group", "Quokka Investigators"),
        *("The Quokka Team", "Quokka Leisure Network", "NAP-2 Committee"),
    ],
)
def test_a_group_without_braces_is_one_name(group):
    assert authors(f"{group} and Quill, Ada") == ((Name(literal=group), ADA), True)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ada Group", Name("Ada", "Group")),
        ("Ada Network", Name("Ada", "Network")),
        ("Ada Quill Jr. 0198", Name("Ada", "Quill", "Jr.")),
        ("Johnson & Johnson", Name("Johnson &", "Johnson")),
        ("Quill, Jr., Ada, B.", Name("Ada B.", "Quill", "Jr.")),
    ],
)
def test_what_may_be_one_name_stays_one(written, name):
    assert authors(written)[0] == (name,)


@pytest.mark.parametrize("number", ["5512", "57192837465"])
def test_the_numbers_of_scopus_are_no_names(number):
    [entry] = formats.read(f'Title,Year,Author full names\nQuokka,2020,"Quill, Ada ({number}); Row, Ben (1234)"\n')
    assert entry.record.authors == (ADA, BEN)


@pytest.mark.parametrize(
    "text",
    [
        "Title,Year,Authors\nQuokka,2020,Zo&euml; Lindqvist; Ada Quill\n",
        "TY  - JOUR\nTI  - Quokka\nAU  - Lindqvist, Zo&euml;; Quill, <b>Ada</b>\nER  -\n",
    ],
)
def test_entities_part_no_names(text):
    [entry] = formats.read(text)
    assert entry.record.authors == (ZOE, ADA)
