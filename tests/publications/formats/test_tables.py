"""Tables of papers: what columns are taken for, rows of several programs, authors in one cell."""

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from publications import formats
from publications.citations.record import Name, Record, RecordLink
from publications.formats import table_headers, tables
from publications.formats.tables import AmbiguousAuthors, authors_in

DATA = Path(__file__).parents[2] / "data" / "formats"
ADA, ZOE = Name("Ada", "Quill"), Name("Zoë", "Lindqvist")


def entries(name):
    return formats.read((DATA / name).read_bytes(), name=name)


def one(text, mapping=None):
    [entry] = tables.read(text, mapping)
    return entry


class ProgramTests:
    def test_google_scholar(self):
        quokka, slow, naps, untitled = entries("scholar.csv")
        assert quokka.record == Record(
            key="",
            title="Quokka: Scheduling at Leisure",
            kind="conference",
            authors=(ZOE, ADA),
            year=2024,
            proceedings="Proceedings of the 9th Symposium on Unhurried Systems",
            pages="12–34",
            publisher="Leisure Press",
        )
        assert slow.record == Record(
            key="",
            title="Slow Queues, Slower Cats",
            kind="journal",
            authors=(ADA, Name("Anna", "van der Berg")),
            year=2019,
            venue="Transactions on Patience",
            volume="7",
            number="3",
            pages="1–9",
        )
        assert (naps.record.kind, naps.record.venue, naps.record.arxiv_id) == ("preprint", "arXiv", "2406.18485")
        assert untitled.problem == "Row 5: this entry has no title."

    def test_zotero(self):
        quokka, slow = (entry.record for entry in entries("zotero.csv"))
        assert quokka == Record(
            key="QK7ABCDE",
            title="Quokka: Scheduling at Leisure",
            kind="conference",
            authors=(ZOE, ADA),
            year=2024,
            month=6,
            venue="Symposium on Unhurried Systems",
            proceedings="Proceedings of SUS 2024",
            pages="12–34",
            publisher="Leisure Press",
            doi="10.5555/quokka",
            url="https://press.example/quokka",
            abstract='We rest. In two lines, with a "quote".',
            ids=(("isbn", "9780306406157"),),
            extra=(
                ("Date", "2024-06-03"),
                ("Date Added", "2024-07-01 10:00:00"),
                ("Editor", "Hale, Max"),
                ("Manual Tags", "rest; naps"),
            ),
        )
        assert (slow.kind, slow.venue, slow.acronym, slow.month) == ("journal", "Transactions on Patience", "TOP", 3)
        assert slow.authors == (ADA, Name(literal="The Quokka Team"))

    def test_scopus(self):
        [entry] = entries("scopus.csv")
        assert entry.record == Record(
            key="",
            title="Slow Queues",
            kind="journal",
            authors=(ZOE, ADA),
            year=2019,
            venue="Transactions on Patience",
            volume="7",
            number="3",
            article="12",
            pages="1–9",
            doi="10.5555/slow",
            url="https://www.scopus.com/inward/record.uri?eid=2-s2.0-1",
            extra=(
                ("Author(s) ID", "57200000001; 57200000002"),
                ("Authors", "Lindqvist Z.; Quill A."),
                *(("Cited by", "4"), ("EID", "2-s2.0-1"), ("Page count", "9"), ("Source", "Scopus")),
            ),
        )

    def test_academicpages(self):
        naps, slow = entries("publications.tsv")
        assert naps.record == Record(
            key="",
            title='"Naps" considered harmful',
            kind="conference",
            year=2024,
            month=6,
            venue="Symposium on Unhurried Systems",
            links=(RecordLink("pdf", "http://press.example/naps.pdf"),),
            extra=(
                *(("citation", 'Quill, A. (2024). "Naps."'), ("excerpt", "We rest."), ("pub_date", "2024-06-01")),
                ("url_slug", "naps"),
            ),
        )
        assert naps.names_all_authors is False
        assert slow.record.links == (RecordLink("slides", "https://press.example/slides"),)
        assert ("paper_url", "/files/slow.pdf") in slow.record.extra

    def test_web_of_science(self):
        record = one(
            "PT\tAU\tAF\tTI\tSO\tPY\tBP\tEP\tDI\nJ\tQuill, A\tQuill, Ada\tNaps\tRest\t2024\t1\t9\t10.5555/a"
        ).record
        assert (record.title, record.authors, record.venue, record.pages) == ("Naps", (ADA,), "Rest", "1–9")


class TableTests:
    @pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
    def test_delimiter_is_the_one_that_shows_most_known_headers(self, mark):
        assert one(f"Title{mark}YEAR{mark}Where, or not?\nNaps{mark}2024{mark}SUS").record.year == 2024

    def test_excel_may_say_its_delimiter(self):
        assert one("sep=;\r\nTitle;Year\r\nNaps, and Rest;2024\r\n").record.title == "Naps, and Rest"

    def test_rows_are_numbered_as_spreadsheets_do(self):
        found = tables.read('Title,Year\nNaps,2024\n\n"Rest\nand more",2023\n,2022\n')
        assert [entry.place for entry in found] == ["row 2", "row 4", "row 5"]

    def test_quotation_mark_that_is_never_closed_spoils_one_row(self):
        naps, rest = tables.read('Title,Authors,Year\n"Naps,Ada Quill\nRest,Ada Quill,2023\n')
        assert naps.problem == "Row 2: a quotation mark is opened in this row and never closed."
        assert rest.record.title == "Rest"

    def test_comma_without_quotes_is_told(self):
        assert one("Title,Year\nNaps, and Rest,2024").problem == (
            "Row 2: this row has 3 values, but the table has 2 columns. "
            "Put quotation marks around any value that contains “,”."
        )

    def test_table_without_titles_is_one_problem(self):
        assert one("Name of it,Year\nNaps,2024").problem == (
            "Row 1: no column is called “Title”. Say which of these holds the titles, or give it this header: "
            "Name of it, Year."
        )

    def test_columns_say_what_they_are_taken_for(self):
        assert tables.columns("Title,Mood,Year\nNaps,,2024\nRest,calm,2023") == [
            tables.TableColumn("Title", "title", "Naps"),
            tables.TableColumn("Mood", "", "calm"),
            tables.TableColumn("Year", "year", "2024"),
        ]

    def test_people_may_say_what_a_column_holds(self):
        text = "Name of it,Title,Year\nNaps,Prof.,2024"
        mapping = {"Name of it": "title", "Title": ""}
        assert one(text, mapping).record == Record(
            key="", title="Naps", kind="", year=2024, extra=(("Title", "Prof."),)
        )
        assert [column.field for column in tables.columns(text, mapping)] == ["title", "", "year"]

    def test_a_column_that_is_given_another_field_leaves_that_to_it(self):
        text = "Heading,Title\nNaps,Prof."
        assert [column.field for column in tables.columns(text, {"Heading": "title"})] == ["title", ""]

    def test_every_field_can_be_recognised(self):
        assert set(table_headers.HEADERS.values()) == set(tables.FIELDS)

    @pytest.mark.parametrize(
        ("cells", "kind"),
        [
            *(
                ("Journal\nRest", "journal"),
                ("Conference\nSUS", "conference"),
                ("Conference\nNAP Workshop", "workshop"),
            ),
            *(
                ("Venue\nSUS", ""),
                ("Venue\nPhD thesis, Quokka University", "thesis"),
                ("Type\nBook chapter", "chapter"),
            ),
        ],
    )
    def test_kind_is_what_columns_tell(self, cells, kind):
        header, cell = cells.split("\n")
        assert one(f"Title\t{header}\nNaps\t{cell}").record.kind == kind


class AuthorsTests:
    def test_authors_of_a_cell(self):
        table = [
            ("Quill, Ada; Lindqvist, Zoë", (ADA, ZOE)),
            ("Ada Quill; Zoë Lindqvist;", (ADA, ZOE)),
            ("Ada Quill|Zoë Lindqvist", (ADA, ZOE)),
            ("Ada Quill and Zoë Lindqvist", (ADA, ZOE)),
            ("Quill, Ada and Lindqvist, Zoë", (ADA, ZOE)),
            ("Ada Quill, Anna van der Berg, and Zoë Lindqvist", (ADA, Name("Anna", "van der Berg"), ZOE)),
            ("Ada Quill, Anna van der Berg & Zoë Lindqvist", (ADA, Name("Anna", "van der Berg"), ZOE)),
            ("Ada Quill, Zoë Lindqvist", (ADA, ZOE)),
            ("Quill, Ada, Lindqvist, Zoë", (ADA, ZOE)),
            ("Quill, Ada", (ADA,)),
            ("Ada Quill", (ADA,)),
            ("Quill A, van der Berg AB", (Name("A", "Quill"), Name("AB", "van der Berg"))),
            ("Quill, A., Lindqvist, Z.-M.", (Name("A.", "Quill"), Name("Z.-M.", "Lindqvist"))),
            ("Quill A.; Lindqvist Z.", (Name("A.", "Quill"), Name("Z.", "Lindqvist"))),
            ("A. Quill and Z. Lindqvist", (Name("A.", "Quill"), Name("Z.", "Lindqvist"))),
            ("Ada Quill*, Zoë Lindqvist*", (Name("Ada", "Quill*"), Name("Zoë", "Lindqvist*"))),
            ("Plato", (Name(literal="Plato"),)),
            ("", ()),
        ]
        assert [
            (cell, names, answer) for cell, names in table if (answer := authors_in(cell)) != (list(names), True)
        ] == []

    @pytest.mark.parametrize("cell", ["Quill, Ada; et al.", "Ada Quill et al.", "Ada Quill, Zoë Lindqvist, ..."])
    def test_others_that_are_not_named(self, cell):
        assert authors_in(cell)[1] is False

    def test_what_nobody_can_tell_apart_is_a_problem_of_its_row(self):
        with pytest.raises(AmbiguousAuthors):
            authors_in("van der Berg, Quill, Ada")
        assert one('Title,Authors\nNaps,"van der Berg, Quill, Ada"').problem == (
            "Row 2: the authors can be read in several ways: “van der Berg, Quill, Ada”. Put “;” between them."
        )


CELLS = st.sampled_from(["Title", "Year", '"', '""', ",", "\n", "\t", "Naps", "2024", "a, b, c d", "10.5555/a", ";"])


@settings(max_examples=50, deadline=None, database=None)
@given(st.lists(CELLS, max_size=20).map("".join) | st.text())
def test_any_text_is_read_or_a_problem(text):
    found = tables.read(text) + tables.read(f"Title,Authors,Year,Venue,Url\n{text}")
    assert all(bool(entry.record) != bool(entry.problem) for entry in found)
    tables.columns(text)
