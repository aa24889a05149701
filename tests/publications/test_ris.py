"""RIS: exact entries, and what is read of other programs' files."""

from dataclasses import replace

import pytest

from publications.formats import ris
from publications.record import Name, Record, Unreadable
from tests.corpora import files
from tests.publications.records import ACCEPTED, JOURNAL, POSTER, PREPRINT, QUOKKA, SUBMITTED, THESIS


def lines(record):
    """Return a record's entry line by line, without the way each line ends."""
    return ris.render([record]).removesuffix("\r\n").split("\r\n")


def tag(name, record):
    return [line[6:] for line in lines(record) if line.startswith(name)]


class EntryTests:
    def test_conference_paper(self):
        assert lines(QUOKKA) == [
            "TY  - CPAPER",
            "ID  - lindqvist2024quokka",
            "AU  - Lindqvist, Zoë",
            "AU  - Quill, Ada",
            "TI  - Quokka: Scheduling LLMs on H100 & A100 GPUs at 50% Cost",
            "T2  - Symposium on Unhurried Systems",
            "T3  - SUS '24",
            "PB  - Leisure Press",
            "PY  - 2024",
            "DA  - 2024/06//",
            "SP  - 12",
            "EP  - 34",
            "DO  - 10.5555/quokka_2024",
            "UR  - https://press.example/a_b?x=1&y=2",
            "ER  - ",
        ]

    def test_journal_article(self):
        assert lines(JOURNAL) == [
            "TY  - JOUR",
            "ID  - quill2019slow",
            "AU  - Quill, Ada",
            "TI  - Slow Queues",
            "T2  - Transactions on Patience",
            "J2  - TOP",
            "PY  - 2019",
            "VL  - 7",
            "IS  - 3",
            "C7  - 12",
            "SP  - 12:1",
            "EP  - 12:25",
            "ER  - ",
        ]

    def test_preprint(self):
        assert lines(PREPRINT) == [
            "TY  - UNPB",
            "ID  - quill2023early",
            "AU  - Quill, Ada",
            "TI  - Early Notes",
            "T2  - arXiv",
            "J2  - arXiv",
            "PY  - 2023",
            "DA  - 2023/01//",
            "AN  - arXiv:2301.00001",
            "UR  - https://arxiv.org/abs/2301.00001",
            "ER  - ",
        ]

    def test_poster_says_so_and_has_its_proceedings_as_printed(self):
        assert tag("M3", POSTER) == ["Poster"]
        assert tag("T2", POSTER) == ["Symposium on Unhurried Systems"]
        assert tag("C3", POSTER) == ["Proceedings of the 9th SUS, Poster Session"]

    def test_paper_in_submission_is_unpublished(self):
        assert lines(SUBMITTED) == [
            *("TY  - UNPB", "ID  - soon", "TI  - Soon", "T2  - SUS", "M3  - Conference paper", "N1  - In submission"),
            "ER  - ",
        ]

    def test_accepted_paper_has_its_type_and_a_note(self):
        assert (tag("TY", ACCEPTED), tag("N1", ACCEPTED)) == (["CPAPER"], ["To appear"])

    def test_thesis(self):
        assert lines(THESIS) == [
            *("TY  - THES", "ID  - hale2018thesis", "AU  - Hale, Max, Jr.", "TI  - Rest", "PB  - Quokka University"),
            *("PY  - 2018", "ER  - "),
        ]

    @pytest.mark.parametrize(
        ("kind", "ris_type"),
        [
            ("conference", "CPAPER"),
            ("workshop", "CPAPER"),
            ("poster", "CPAPER"),
            ("journal", "JOUR"),
            ("preprint", "UNPB"),
            ("thesis", "THES"),
            ("book", "BOOK"),
            ("chapter", "CHAP"),
            ("report", "RPRT"),
            ("software", "COMP"),
            ("dataset", "DATA"),
            ("other", "GEN"),
        ],
    )
    def test_each_kind_has_its_type(self, kind, ris_type):
        assert tag("TY", replace(QUOKKA, kind=kind)) == [ris_type]

    def test_lines_end_as_the_specification_asks(self):
        assert ris.render([Record(key="a", title="A")]) == "TY  - GEN\r\nID  - a\r\nTI  - A\r\nER  - \r\n"

    def test_entries_are_parted_by_an_empty_line(self):
        assert "\r\nER  - \r\n\r\nTY  - JOUR\r\n" in ris.render([QUOKKA, JOURNAL])

    def test_no_records_are_no_text(self):
        assert ris.render([]) == ""

    def test_a_title_can_not_begin_another_tag(self):
        assert tag("TI", replace(QUOKKA, title="A\r\nER  - \r\nTY  - BOOK")) == ["A ER - TY - BOOK"]

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            (Name("Anna", "van der Berg"), "van der Berg, Anna"),
            (Name("Martin", "Hale", "Jr."), "Hale, Martin, Jr."),
            (Name(literal="The Quokka Team"), "The Quokka Team"),
            (Name(literal="Barnes and Noble, Inc."), "Barnes and Noble,, Inc."),
            (Name(family="Plato"), "Plato"),
        ],
    )
    def test_author(self, name, expected):
        assert tag("AU", replace(QUOKKA, authors=(name,))) == [expected]


class ReadingTests:
    def test_other_programs_tags_and_line_ends(self):
        text = (
            "\ufeff\nTY  - JOUR\nT1  - Slow\n  Queues\nA1  - Quill, Ada\nJO  - Transactions on Patience\nJA  - TOP\n"
            "Y1  - 2019/03/05/Spring\nDO  - https://doi.org/10.5555/slow\nKW  - rest\nIS  -\nER  -\n\n"
        )
        assert ris.parse(text) == [
            Record(
                key="",
                title="Slow Queues",
                kind="journal",
                authors=(Name("Ada", "Quill"),),
                year=2019,
                month=3,
                venue="Transactions on Patience",
                acronym="TOP",
                doi="10.5555/slow",
            )
        ]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("@article{a, title={A}}", "Line 1 is not RIS: an entry begins with TY, not with this line."),
            ("\n\nTI  - A\n", "Line 3 is not RIS: an entry begins with TY, not with this line."),
            ("TY  - JOUR\nTI  - A\n", "Line 3 is not RIS: the last entry does not end with ER."),
            (
                "TY  - JOUR\nTY  - BOOK\n",
                "Line 2 is not RIS: a new entry begins before the last one has ended with ER.",
            ),
        ],
    )
    def test_other_text_is_refused(self, text, message):
        with pytest.raises(Unreadable) as caught:
            ris.parse(text)
        assert str(caught.value) == message

    def test_a_month_that_is_none_is_left_out(self):
        [record] = ris.parse("TY  - JOUR\nTI  - A\nPY  - 2019\nDA  - 2019/13//\nER  - ")
        assert (record.year, record.month) == (2019, None)

    def test_files_of_other_programs_are_read_or_refused(self):
        read = [len(records) for path in files("ris_xml_csv/jabref") if (records := read_or_refused(path))]
        assert len(read) > 15


def read_or_refused(path):
    try:
        return ris.parse(path.read_text(encoding="utf-8", errors="replace")) if path.suffix == ".ris" else []
    except Unreadable:
        return []
