"""CSL-JSON: exact items, the schema's words, and what is read of other programs' files."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from publications.citations.record import Name, Record
from publications.formats import csl_json
from tests.publications.records import (
    ACCEPTED,
    CHINESE,
    JOURNAL,
    POSTER,
    PREPRINT,
    QUOKKA,
    RECORDS,
    SOFTWARE,
    SUBMITTED,
    records_in,
)

# The words of https://resource.citationstyles.org/schema/latest/input/json/csl-data.json that the site may use.
TYPES = {
    "article",
    "article-journal",
    "book",
    "chapter",
    "dataset",
    "document",
    "paper-conference",
    "report",
    "software",
}
TYPES |= {"thesis"}
STRINGS = {"id", "type", "genre", "status", "title", "container-title", "container-title-short", "collection-title"}
STRINGS |= {"event-title", "publisher", "volume", "issue", "number", "page", "DOI", "URL", "note", "abstract"}
NAME_PARTS = {"family", "given", "suffix", "literal"}


def item(record):
    [found] = json.loads(csl_json.render([record]))
    return found


class ItemTests:
    def test_conference_paper(self):
        assert csl_json.render([replace(QUOKKA, authors=QUOKKA.authors[:1])]) == (
            "[\n"
            "  {\n"
            '    "id": "lindqvist2024quokka",\n'
            '    "type": "paper-conference",\n'
            '    "title": "Quokka: Scheduling LLMs on H100 & A100 GPUs at 50% Cost",\n'
            '    "author": [{"family": "Lindqvist", "given": "Zoë"}],\n'
            '    "issued": {"date-parts": [[2024, 6]]},\n'
            '    "container-title": "Symposium on Unhurried Systems",\n'
            '    "container-title-short": "SUS",\n'
            '    "collection-title": "SUS \'24",\n'
            '    "event-title": "Symposium on Unhurried Systems",\n'
            '    "publisher": "Leisure Press",\n'
            '    "page": "12-34",\n'
            '    "DOI": "10.5555/quokka_2024",\n'
            '    "URL": "https://press.example/a_b?x=1&y=2"\n'
            "  }\n"
            "]\n"
        )

    def test_journal_article(self):
        assert item(JOURNAL) == {
            "id": "quill2019slow",
            "type": "article-journal",
            "title": "Slow Queues",
            "author": [{"family": "Quill", "given": "Ada"}],
            "issued": {"date-parts": [[2019]]},
            "container-title": "Transactions on Patience",
            "container-title-short": "TOP",
            "volume": "7",
            "issue": "3",
            "number": "12",
            "page": "12:1-12:25",
        }

    def test_preprint_has_its_server_for_a_publisher(self):
        assert item(PREPRINT) == {
            "id": "quill2023early",
            "type": "article",
            "genre": "Preprint",
            "title": "Early Notes",
            "author": [{"family": "Quill", "given": "Ada"}],
            "issued": {"date-parts": [[2023, 1]]},
            "container-title-short": "arXiv",
            "publisher": "arXiv",
            "URL": "https://arxiv.org/abs/2301.00001",
            "custom": {"arxiv": "2301.00001"},
        }

    def test_poster_has_its_proceedings_as_printed(self):
        poster = item(POSTER)
        assert (poster["genre"], poster["type"]) == ("Poster", "paper-conference")
        assert poster["container-title"] == "Proceedings of the 9th SUS, Poster Session"
        assert poster["event-title"] == "Symposium on Unhurried Systems"

    def test_software(self):
        assert item(SOFTWARE) == {
            "id": "software",
            "type": "software",
            "title": "quokka-ctl",
            "author": [{"family": "Lindqvist", "given": "Zoë"}],
            "issued": {"date-parts": [[2024]]},
            "publisher": "Zenodo",
            "URL": "https://code.example/q",
        }

    def test_papers_that_are_not_out_say_so(self):
        assert (item(ACCEPTED)["status"], item(ACCEPTED)["note"]) == ("in press", "To appear")
        assert (item(SUBMITTED)["status"], item(SUBMITTED)["note"]) == ("submitted", "In submission")

    def test_letters_of_all_scripts_stay_as_they_are(self):
        assert '"title": "大模型 服务：一个“慢”系统"' in csl_json.render([CHINESE])
        assert item(CHINESE)["author"] == [{"literal": "林佐伊"}, {"family": "林", "given": "佐伊"}]

    def test_items_are_parted_by_commas(self):
        text = csl_json.render([Record("a", "A"), Record("b", "B")])
        assert text.count("\n  },\n  {\n") == 1
        assert [item["id"] for item in json.loads(text)] == ["a", "b"]

    def test_no_records_are_an_empty_list(self):
        assert csl_json.render([]) == "[]\n"

    def test_an_item_has_nothing_that_the_schema_does_not_know(self):
        items = list(map(item, RECORDS))
        fields = {(name, isinstance(value, str)) for each in items for name, value in each.items()}
        assert {each["type"] for each in items} <= TYPES
        assert {name for name, is_string in fields if is_string} <= STRINGS
        assert {name for name, _ in fields} - STRINGS <= {"author", "issued", "custom"}
        assert {part for each in items for author in each.get("author", []) for part in author} <= NAME_PARTS


class ReadingTests:
    def test_other_programs_variables(self):
        text = json.dumps(
            {
                "id": 7,
                "type": "article-journal",
                "title": "Slow Queues",
                "author": [
                    {"given": "Anna", "family": "Berg", "non-dropping-particle": "van der"},
                    {"family": "Plato"},
                ],
                "issued": {"date-parts": [["2019", "3", "5"]]},
                "container-title": "Transactions on Patience",
                "journalAbbreviation": "TOP",
                "volume": 7,
                "page": "1-9",
                "abstract": "Rest.",
            }
        )
        assert records_in(csl_json, text) == [
            Record(
                key="7",
                title="Slow Queues",
                kind="journal",
                authors=(Name("Anna", "van der Berg"), Name(literal="Plato")),
                year=2019,
                month=3,
                venue="Transactions on Patience",
                acronym="TOP",
                volume="7",
                pages="1–9",
                abstract="Rest.",
                extra=(("issued", "2019-03-05"),),
            )
        ]

    def test_a_bad_item_stops_no_other(self):
        entries = csl_json.read('[{"type": "book"}, {"type": "book", "title": "Naps"}, "Rest"]')
        assert [(entry.place, entry.problem) for entry in entries] == [
            ("item 1", "Item 1: this entry has no title."),
            ("item 2", ""),
            ("item 3", 'Item 3: this isn’t an item of CSL-JSON, which would be in braces, but "Rest".'),
        ]

    def test_what_the_record_has_no_place_for_is_kept_and_written_under_custom(self):
        naps = {
            "id": "naps",
            "type": "article-magazine",
            "title": "Naps",
            "author": [{"family": "Quill", "given": "Ada"}],
            "editor": [{"family": "Hale", "given": "Max"}, {"literal": "The Quokka Team"}],
            "issued": {"date-parts": [[2024, 6, 3]]},
            "ISBN": "9780306406157",
            "keyword": "rest, sleep",
            "custom": {"dblp": "journals/rest/Quill24", "orcids": ["0000-0002-1825-0097"], "mood": "calm"},
        }
        [record] = records_in(csl_json, json.dumps([naps]))
        assert record.authors == (Name("Ada", "Quill", orcid="0000-0002-1825-0097"),)
        assert record.ids == (("dblp", "journals/rest/Quill24"), ("isbn", "9780306406157"))
        assert record.extra == (
            ("editor", "Max Hale; The Quokka Team"),
            ("issued", "2024-06-03"),
            ("keyword", "rest, sleep"),
            ("mood", "calm"),
        )
        del naps["editor"], naps["keyword"]
        naps["custom"] |= {"editor": "Max Hale; The Quokka Team", "keyword": "rest, sleep"}
        assert item(record) == naps

    def test_a_preprint_as_zotero_exports_it(self):
        [record] = records_in(
            csl_json,
            '[{"type": "article", "title": "Naps", "number": "arXiv:2406.18485", "publisher": "arXiv",'
            ' "note": "arXiv:2406.18485 [cs]", "DOI": "10.48550/arXiv.2406.18485"}]',
        )
        assert (record.kind, record.status, record.venue) == ("preprint", "preprint", "arXiv")
        assert (record.arxiv_id, record.doi, record.article, record.note) == ("2406.18485", "", "", "")

    def test_markup_is_no_part_of_a_title(self):
        [record] = records_in(csl_json, '[{"type": "book", "title": "The <i>Quokka</i>: H<sub>2</sub>O for a < b"}]')
        assert record.title == "The Quokka: H2O for a < b"

    def test_what_no_database_keeps_is_left_out(self):
        [record] = records_in(csl_json, r'[{"type": "book", "title": "A\u0000B\ud800 \ud83d\ude00"}]')
        assert record.title == "AB 😀"

    def test_what_is_broken_is_a_problem(self):
        table = [
            ("@article{a}", "This is not JSON: "),
            ('"text"', "CSL-JSON is a list of items."),
            ('{"results": []}', "This is JSON, but not CSL-JSON: nothing in it has a title and a type."),
            ('{"title": "Naps", "upload_type": "software"}', "This is JSON, but not CSL-JSON: "),
            ('[{"id": 1, "type": "book"}]', "Item 1: this entry has no title."),
            ('[{"title": "Naps"}, 5]', "Item 2: this isn’t an item of CSL-JSON, which would be in braces, but 5."),
            ("[" * 100_000, "This JSON is nested too deeply."),
            ("[" * 60 + "]" * 60, "This JSON is nested too deeply."),
            ("1" * 5_000, "This is not JSON: "),
        ]
        assert [
            (text, message)
            for text, message in table
            if not next(entry.problem for entry in csl_json.read(text) if entry.problem).startswith(message)
        ] == []

    @pytest.mark.parametrize(
        "issued",
        [None, 5, "soon", {}, {"date-parts": []}, {"date-parts": [[]]}, {"date-parts": [["soon"]]}, {"raw": "x"}],
    )
    def test_a_date_without_parts_is_none(self, issued):
        [record] = records_in(csl_json, json.dumps([{"type": "book", "id": "a", "title": "A", "issued": issued}]))
        assert (record.year, record.month) == (None, None)


NAMES = ["type", "genre", "status", "title", "note", "number", "issue", "page", "DOI", "URL", "ISBN", "PMID", "issued"]
NAMES += ["container-title", "container-title-short", "collection-title", "event-title", "publisher", "custom", "KW"]
NAMES += ["author", "editor", "abstract", "arxiv", "dblp", "links", "orcids", "mood"]
VALUES = [
    "paper-conference",
    "article",
    "foo",
    "webpage",
    "Poster",
    "Preprint",
    "in press",
    "To appear",
    "Naps",
    "a–b",
]
VALUES += ["10.5555/naps", "https://doi.org/10.5555/rest", "arXiv:2406.18485", "https://arxiv.org/abs/2406.18485v2"]
VALUES += [
    "arXiv",
    "SUS '24",
    "SUS",
    "Proc. of Rest 2024",
    "978-0-306-40615-7",
    "123 x",
    "2024-06-03",
    "a<i<i>>",
    7,
    2.5,
]
VALUES += [["a", "b"], [{"family": "Quill", "given": "Ada"}, {"literal": "et al."}], {"date-parts": [[2024, "6", 3]]}]
VALUES += [{"date-parts": [[2024, 1], [2024, 2]]}, {"raw": "May 2024"}, [{"kind": "code", "url": "https://a.example"}]]
LEAVES = st.sampled_from(VALUES) | st.text(max_size=10) | st.none() | st.booleans() | st.integers() | st.floats()
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner))
ITEMS = st.dictionaries(st.sampled_from(NAMES), JSON).map(lambda item: {"title": "Naps", **item})


@settings(max_examples=50, deadline=None, database=None)
@given(st.lists(ITEMS, max_size=3).map(json.dumps) | JSON.map(json.dumps) | st.text())
def test_any_text_is_read_and_what_was_read_is_written_and_read_again(text):
    records = [entry.record for entry in csl_json.read(text) if entry.record]
    assert records_in(csl_json, csl_json.render(records)) == records
