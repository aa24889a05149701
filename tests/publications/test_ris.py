"""RIS: exact entries, and what is read of other programs' files."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from publications.citations.record import Name, Record, RecordLink
from publications.formats import ris
from tests.corpora import files
from tests.publications.records import ACCEPTED, JOURNAL, POSTER, PREPRINT, QUOKKA, SUBMITTED, THESIS, records_in


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

    def test_each_kind_has_its_type(self):
        table = [
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
        ]
        assert [
            (kind, ris_type, answer)
            for kind, ris_type in table
            if (answer := tag("TY", replace(QUOKKA, kind=kind))) != [ris_type]
        ] == []

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
        assert records_in(ris, text) == [
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
                extra=(("KW", "rest"), ("Y1", "2019/03/05/Spring")),
            )
        ]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("@article{a, title={A}}", "Line 1: this line belongs to no entry: an entry begins with TY."),
            (
                "\n\nTI  - A\n",
                "Line 3: an entry begins with TY, which is missing here. Add “TY  - JOUR” above this line.",
            ),
            ("TY  - JOUR\nAU  - Quill, Ada\nER  - \n", "Line 1: this entry has no title."),
        ],
    )
    def test_what_is_broken_is_a_problem(self, text, message):
        assert [entry.problem for entry in ris.read(text)] == [message]

    def test_a_month_that_is_none_is_left_out(self):
        [record] = records_in(ris, "TY  - JOUR\nTI  - A\nPY  - 2019\nDA  - 2019/13//\nER  - ")
        assert (record.year, record.month) == (2019, None)

    def test_a_broken_entry_stops_no_other(self):
        text = "EF\n\nTI  - Lost\nER  - \nTY  - JOUR\nTI  - No End\nTY  - JOUR\nAU  - Quill, Ada\nER  - \nstray\n"
        assert [(entry.place, entry.record and entry.record.title) for entry in ris.read(text)] == [
            ("line 3", None),
            ("line 5", "No End"),
            ("line 7", None),
            ("line 10", None),
        ]

    def test_what_the_record_has_no_place_for_is_kept_and_written_again(self):
        text = "\r\n".join(
            [
                *(
                    "TY  - MGZN",
                    "AU  - Quill, Ada",
                    "TI  - Naps",
                    "T2  - Rest Weekly",
                    "PY  - 2024",
                ),
                *("SN  - 9780306406157", "AN  - dblp:journals/rest/Quill24", "UR  - https://press.example/naps"),
                *("L1  - https://press.example/naps.pdf", "L3  - https://code.example/naps [code: on our forge]"),
                *("DA  - 2024/06/03", "A2  - Hale, Max", "KW  - rest", "KW  - sleep", "ER  - \r\n"),
            ]
        )
        [record] = records_in(ris, text)
        assert record.entry_type == "MGZN"
        assert record.ids == (("dblp", "journals/rest/Quill24"), ("isbn", "9780306406157"))
        assert record.links == (
            RecordLink("code", "https://code.example/naps", "on our forge"),
            RecordLink("pdf", "https://press.example/naps.pdf"),
        )
        assert record.extra == (("A2", "Hale, Max"), ("DA", "2024/06/03"), ("KW", "rest\nsleep"))
        assert sorted(ris.render([record]).split("\r\n")) == sorted([*text.split("\r\n")])

    @pytest.mark.parametrize(
        ("line", "doi"),
        [
            *(("DO  - http://dx.doi.org/10.5555/naps", "10.5555/naps"), ("M3  - doi: 10.5555/naps", "10.5555/naps")),
            *(("UR  - https://doi.org/10.5555/naps", "10.5555/naps"), ("ID  - 10.5555/naps", "10.5555/naps")),
            *(("N1  - doi:10.5555/naps", "10.5555/naps"), ("L1  - http://dx.doi.org/10.5555/naps", "10.5555/naps")),
        ],
    )
    def test_a_doi_is_found_wherever_programs_put_it(self, line, doi):
        [record] = records_in(ris, f"TY  - JOUR\nTI  - Naps\n{line}\nER  - ")
        assert (record.doi, record.url, record.links) == (doi, "", ())

    def test_a_paper_at_arxiv_as_google_scholar_exports_it(self):
        [record] = records_in(ris, "TY  - JOUR\nT1  - Naps\nJO  - arXiv preprint arXiv:2406.18485\nY1  - 2024\nER  - ")
        assert (record.kind, record.status) == ("preprint", "preprint")
        assert (record.venue, record.arxiv_id) == ("arXiv", "2406.18485")

    def test_pubmeds_numbers_are_identifiers(self):
        [record] = records_in(ris, "TY  - JOUR\nTI  - Naps\nU1  - 123[pmid]\nU2  - PMC45[pmcid]\nER  - ")
        assert record.ids == (("pmcid", "PMC45"), ("pmid", "123"))

    def test_notes_of_a_database_about_its_export_are_none_of_the_paper(self):
        text = "TY  - CONF\nTI  - Naps\nT2  - Proceedings of Rest\nN1  - Cited By :44\nM3  - Conference paper\nER  - "
        [record] = records_in(ris, text)
        assert (record.note, record.extra) == ("", (("N1", "Cited By :44"),))
        assert (record.kind, record.entry_type, record.proceedings) == ("conference", "CONF", "Proceedings of Rest")

    def test_what_ovid_writes_around_entries_is_none_of_them(self):
        naps = "1.\nTY  - Journal Article\nST  - Naps\nER  - \nNL  - J Rest\n\nLink to the Text: https://a\n\n"
        text = naps + "<2>\nTY  - JOUR\nTI  - Rest\nER  - \n"
        assert [(entry.record.title, entry.record.kind) for entry in ris.read(text)] == [
            ("Naps", "journal"),
            ("Rest", "journal"),
        ]

    def test_authors_beyond_those_named_are_said_to_be_missing(self):
        [entry] = ris.read("TY  - JOUR\nTI  - Naps\nAU  - Quill, Ada; Hale, Max\nAU  - et al.\nER  - ")
        assert entry.record.authors == (Name("Ada", "Quill"), Name("Max", "Hale"))
        assert entry.names_all_authors is False

    def test_every_entry_of_other_programs_files_is_accounted_for(self):
        found = {path.name: path.read_text("utf-8", "replace") for path in files("ris_xml_csv/jabref")}
        texts = {name: text for name, text in found.items() if re.search(r"^[\s\ufeff]*TY  -", text, re.MULTILINE)}
        assert len(texts) > 15
        for name, text in texts.items():
            entries = ris.read(text)
            begun = [entry for entry in entries if "TY, which is missing" not in entry.problem]
            assert len(begun) == len(re.findall(r"^[\s\ufeff]*TY  -", text, re.MULTILINE)), name
            assert all(bool(entry.record) != bool(entry.problem) for entry in entries), name


TAGS = ["TY", "ER", "ID", "AU", "A1", "TI", "T1", "T2", "T3", "C3", "J2", "JO", "PY", "Y1", "DA", "N1", "AB", "KW"]
TAGS += ["M3", "DO", "UR", "L1", "L2", "L3", "L4", "AN", "SN", "SP", "EP", "U1", "BT", "C7", "ZZ"]
VALUES = ["JOUR", "CONF", "UNPB", "INPR", "PAT", "GEN", "Naps", "A–B", "12-34", "2024", "2024/06/03", "2023/1//"]
VALUES += [
    "To appear",
    "In submission",
    "Poster",
    "Preprint",
    "Thesis",
    "arXiv",
    "SUS '24",
    "Proceedings of Rest 2024",
]
VALUES += ["10.5555/naps", "https://doi.org/10.5555/rest", "arXiv:2406.18485", "https://arxiv.org/abs/2406.18485v2"]
VALUES += [
    "https://press.example/a.pdf",
    "https://code.example/a [code: b]",
    "978-0-306-40615-7",
    "0302-9743",
    "7[pmid]",
]
VALUES += [
    "pmid:7",
    "dblp:conf/a/B",
    "Quill, Ada",
    "Barnes,, Inc.",
    "Quill, Ada, Jr.",
    "www.press.example/a",
    "",
    "et al.",
]
LINES = st.builds("{}  - {}".format, st.sampled_from(TAGS), st.sampled_from(VALUES) | st.text(max_size=20))
ENTRIES = st.lists(LINES, max_size=25).map(lambda lines: "\n".join(["TY  - JOUR", "TI  - Naps", *lines]))


@settings(max_examples=60, deadline=None, database=None)
@given(ENTRIES | st.text())
def test_any_text_is_read_and_what_was_read_is_written_and_read_again(text):
    records = [entry.record for entry in ris.read(text) if entry.record]
    assert records_in(ris, ris.render(records)) == records
