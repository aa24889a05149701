"""Curricula vitae as Word files: as people lay them out, and as the site itself writes them."""

import io
import zipfile

import docx
import pytest

from labsite.contrib.reading.career import StatedAward, StatedDegree, StatedPosition, StatedService, StatedTeaching
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.usual_signs import without_period
from labsite.contrib.reading.word_cv import cv_in_word
from publications.citations.record import Unreadable


def saved(document):
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def read(*blocks):
    """Return what a file says: "# " begins a heading, "** " a bold line, "- " a point; a tuple is a row of a table."""
    document, table = docx.Document(), None
    for block in blocks:
        if isinstance(block, tuple):
            table = table or document.add_table(rows=0, cols=len(block))
            for cell, words in zip(table.add_row().cells, block, strict=True):
                cell.text = words
            continue
        table = None
        if block.startswith("# "):
            document.add_heading(block[2:], 1)
        elif block.startswith("** "):
            document.add_paragraph().add_run(block[3:]).bold = True
        else:
            document.add_paragraph(block.removeprefix("- "), style="List Bullet" if block.startswith("- ") else None)
    return curriculum_in(cv_in_word(saved(document)))


def test_bold_headings_dates_behind_tabs_points_and_single_lines_are_read():
    cv = read(
        *("Ada Quill", "ada@lab.example | +1 555 0100 22 | https://ada.example | Born to swim"),
        *("** EDUCATION", "Tide University\tOslo, Norway", "PhD in Tidal Physics\tSept 2010 – June 2015", "- On naps"),
        *("Wave College\tBergen, Norway", "B.Sc. Physics\t2006 – 2010"),
        *("** Professional Experience", "Postdoctoral Researcher, Tide Institute, Oslo, 2015–2018", "- Built a tank"),
        "Assistant Professor, School of Rest, Wave University, 2018–present",
        *("** Honors", "Best Paper Award, Syscon, 2017", "Young Quill Prize (2016)"),
        *("** Invited Talks", "“On Naps”, Syscon, Oslo, June 2019"),
        *("** Teaching", "Teaching Assistant, CS 101 Tides, Wave University, Fall 2019"),
        *("** Service", "Reviewer: Syscon 2018–2020", "** Skills", "Python, R; sailing", "** Hobbies", "Kites"),
    )
    assert (cv.name, cv.emails, cv.phones) == ("Ada Quill", ["ada@lab.example"], ["+1 555 0100 22"])
    assert [link.url for link in cv.links] == ["https://ada.example"]
    assert cv.education == [
        StatedDegree("Tide University", "PhD", "Tidal Physics", "Oslo, Norway", "2010-09", "2015-06"),
        StatedDegree("Wave College", "B.Sc.", "Physics", "Bergen, Norway", "2006", "2010"),
    ]
    assert cv.positions == [
        StatedPosition("Postdoctoral Researcher", "Tide Institute", "Oslo", "2015", "2018", text="- Built a tank"),
        StatedPosition("Assistant Professor", "Wave University", "", "2018", "", True, unit="School of Rest"),
    ]
    assert cv.awards == [StatedAward("Best Paper Award", "Syscon", 2017), StatedAward("Young Quill Prize", "", 2016)]
    assert [(talk.title, vars(talk.occasions[0])) for talk in cv.talks] == [
        ("On Naps", {"host": "Syscon", "place": "Oslo", "date": "2019-06"})
    ]
    assert cv.teaching == [StatedTeaching("CS 101 Tides", "Teaching Assistant", "Wave University", "Fall 2019")]
    assert cv.services == [StatedService("Reviewer", "Syscon", (2018, 2020))]
    assert cv.skills == ["Python", "R", "sailing"]
    assert cv.left == [("Contact", "Born to swim"), ("Tide University", "On naps"), ("Hobbies", "Kites")]


def test_tables_with_dates_before_the_words_are_read_in_german_and_lines_in_chinese():
    german = read(
        *("Jana Flut", "# Ausbildung", ("10/2015 – 09/2019", "Promotion, Universität Tidenau")),
        *(("2010 – 2015", "M.Sc. Physik, Technische Hochschule Wellen"), "# Berufserfahrung"),
        ("seit 2019", "Wissenschaftliche Mitarbeiterin\nInstitut für Gezeiten, Tidenau"),
    )
    assert german.education == [
        StatedDegree("Universität Tidenau", "Promotion", start="2015-10", end="2019-09"),
        StatedDegree("Technische Hochschule Wellen", "M.Sc.", "Physik", start="2010", end="2015"),
    ]
    assert german.positions == [
        StatedPosition("Wissenschaftliche Mitarbeiterin", "Institut für Gezeiten", "Tidenau", "2019", "", True)
    ]
    chinese = read(
        *(
            "李雷",
            "# 教育背景",
            "2015.09—2020.06 潮汐大学 物理学 博士",
            "# 工作经历",
            "2020.07—至今 潮汐研究所 副研究员",
        ),
        *("# 获奖情况", "2019年 国家奖学金", "# 研究方向", "潮汐、海浪"),
    )
    assert chinese.education == [StatedDegree("潮汐大学", "博士", "物理学", start="2015-09", end="2020-06")]
    assert chinese.positions == [StatedPosition("副研究员", "潮汐研究所", "", "2020-07", "", True)]
    assert (chinese.awards, chinese.interests) == ([StatedAward("国家奖学金", "", 2019)], ["潮汐", "海浪"])


def bomb():
    file = io.BytesIO(saved(docx.Document()))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/zeros.bin", b"\0" * (61 * 1024 * 1024))
    return file.getvalue()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: b"PK\3\4 no archive", "This Word file can’t be read: File is not a zip file."),
        (bomb, "This Word file can’t be read: unpacked, it is larger than 50 MB."),
    ],
)
def test_a_file_that_is_no_word_file_or_unpacks_to_far_more_is_refused(make, why):
    with pytest.raises(Unreadable, match=why):
        cv_in_word(make())


def test_years_may_have_a_hyphen_between_them():
    cv = read("Ada Quill", "# Education", "PhD in Rest, Tide University, Oslo, 2018-2020")
    assert cv.education == [StatedDegree("Tide University", "PhD", "Rest", "Oslo", "2018", "2020")]


def test_numbers_of_a_doi_are_no_date():
    assert without_period("Naps, doi:10.1101/2023.1") == ("Naps, doi:10.1101/2023.1", {})
