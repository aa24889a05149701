"""Every entry of a text: those that are broken, those that aren't papers, and what they have from each other."""

import pytest

from publications.formats import bibtex


def said(text):
    """Return what became of each entry: its title, or what is wrong with it or why it is no paper."""
    return [(e.place, e.record.title if e.record else e.problem or e.no_paper) for e in bibtex.read(text)]


def record(text):
    [entry] = [entry for entry in bibtex.read(text) if entry.record]
    return entry.record


def test_the_remark_of_an_encoding_hides_no_entry_behind_it():
    assert said("% Encoding: US-ASCII@misc{a, title={A}}\n% Not @misc{b, title={B}}") == [("line 1", "A")]


class BrokenTests:
    @pytest.mark.parametrize(
        "broken",
        [
            "@article{b, title = {B",
            '@article{b, title = "B',
            "@article{b, title = {Unbalanced {brace}, year = {2005}}",
            "@article{b, title {B}}",
            "@article{b title = {B}}",
            "@article b, title = {B}}",
            "@article{b, title = {B}{C}}",
            "@string{b = {B",
            "@article{b}",
        ],
    )
    def test_stops_no_other(self, broken):
        first, (place, problem), last = said(f"@misc{{a, title={{A}}}}\n{broken}\n\n@misc{{c,\n title={{C}}}}\n")
        assert (first, last) == (("line 1", "A"), ("line 4", "C"))
        assert (place, problem.partition(": ")[0]) == ("line 2", "Line 2")

    def test_what_else_stands_in_its_line_is_not_lost_where_it_ends(self):
        assert said("@misc{a, title {A}} @misc{b, title={B}}")[1] == ("line 1", "B")

    @pytest.mark.parametrize(
        "mendable",
        [
            "@misc{a, title = {A} year = 2024}",
            '@misc{a,\n year = 2024\n title = "A"}',
            "@misc{a, title = {A}},\n year = 2024}",
            "@misc{a, title = {A},, year = 2024,}",
            "@misc{a, title = {A}, year = 2024, title = {A}}",
            "@misc(a, title = {A}, year = 2024)",
            "@misc\n{ a , title = {A}\n, year = 2024 % the year\n}",
            "@misc{title = {A}, year = 2024}",
            "@misc{, title = {A}, year = 2024}",
            "@misc{a, title = {A}, year = 2024, month = }",
            "@misc{a, title = A, year = 2024}",
            "@MISC{two words, TITLE = {A}, Year = 2024}",
            "\r\n@misc{a,\r\n title = {A},\r\n year = 2024\r\n}\r\n",
            "---\n---\n\n@misc{a, title = {A}, year = 2024}",
            "See ada@quokka.example (or not). @misc{a, title = {A}, year = 2024} Thanks.",
            "% @misc{b, title = {B}}\n@comment{@misc{c, title = {C}}}\n@misc{a, title = {A}, year = 2024}",
            "@comment{jabref-meta: a;}@preamble{ {\\newcommand{\\x}[1]{#1}} }@misc{a, title = {A}, year = 2024}",
        ],
    )
    def test_what_is_meant_is_read(self, mendable):
        found = record(mendable)
        assert (found.title, found.year, found.extra) == ("A", 2024, ())

    def test_names_of_fields_may_have_numbers_behind_a_space(self):
        assert record("@misc{a, title={A}, funding_text 1={Lab}}").extra == (("funding_text-1", "Lab"),)

    def test_a_path_may_end_with_a_backslash(self):
        assert record("@misc{a, title={A}, file={C:\\papers\\}, year={2024}}").year == 2024

    def test_words_without_braces_are_one_value(self):
        text = "@article{a, title = {A}, journal = Rest and Naps, year = 2024}"
        assert record(text).venue == "Rest and Naps"

    def test_entries_with_the_same_key_are_both_there(self):
        assert said("@misc{a, title={A}}\n@misc{a, title={B}}") == [("line 1", "A"), ("line 2", "B")]

    def test_of_two_fields_the_first_one_counts(self):
        text = "@misc{a, title={A}, title={B}, keywords={naps}, keywords={rest}}"
        assert (record(text).title, record(text).extra) == (
            "A",
            (("keywords", "naps"), ("title-2", "B"), ("keywords-2", "rest")),
        )

    def test_a_paper_needs_a_title_and_software_a_name(self):
        assert said("@article{a, year=2024}") == [("line 1", "Line 1: this entry has no title. Add one.")]
        assert said("@software{a, shorttitle={Quokka}}") == [("line 1", "Quokka")]


class MacroTests:
    def test_macros_are_made_of_those_before_them(self):
        text = (
            '@string{sus = "Systems"}\n@STRING(all = "Unhurried " # SUS)\n@article{a, title={A}, journal=all # { X}}'
        )
        assert record(text).venue == "Unhurried Systems X"

    def test_macros_of_macros_do_not_grow_for_ever(self):
        doubled = "".join(f"@string{{a{n} = a{n - 1} # a{n - 1}}}\n" for n in range(1, 100))
        assert len(record(f"@string{{a0 = {{xx}}}}\n{doubled}@misc{{a, title=a99}}").title) < 20_000


class NoPaperTests:
    def test_proceedings_of_which_papers_are_there_are_none(self):
        places = said("@inproceedings{a, title={A}, crossref={p}}\n@proceedings{p, title={SUS}, year=2024}")
        assert places == [
            ("line 1", "A"),
            ("line 2", "Papers in this file appeared in it and give its details; it isn’t a paper itself."),
        ]

    def test_proceedings_alone_are_a_book(self):
        found = record("@proceedings{p, title={SUS}, year=2024}")
        assert (found.title, found.kind, found.entry_type) == ("SUS", "book", "proceedings")

    def test_data_and_sets_are_none(self):
        assert said("@xdata{x, publisher={P}}\n@set{s, entryset={a,b}}") == [
            ("line 1", "It only holds fields for other entries; it isn’t a paper."),
            ("line 2", "It only groups other entries; it isn’t a paper."),
        ]


class InheritanceTests:
    PROCEEDINGS = (
        "@proceedings{p, title={SUS}, subtitle={Naps}, editor={Quill, Ada}, year=2024, doi={10.5555/p}, pages={1--99},"
        " publisher={Leisure Press}, xdata={x}}\n@xdata{x, address={Nice}, month=jun}\n"
    )

    def test_a_paper_has_from_its_proceedings_what_it_does_not_say_itself(self):
        found = record(f"@inproceedings{{a, title={{A}}, crossref={{P}}}}\n{self.PROCEEDINGS}")
        assert (found.venue, found.year, found.month, found.publisher) == ("SUS", 2024, 6, "Leisure Press")
        assert found.extra == (("booksubtitle", "Naps"), ("address", "Nice"), ("editor", "Quill, Ada"))
        assert (found.doi, found.pages) == ("", "")

    def test_its_own_date_is_not_mixed_with_theirs(self):
        found = record(f"{self.PROCEEDINGS}@inproceedings{{a, title={{A}}, date={{2023}}, crossref={{p}}}}")
        assert (found.year, found.month) == (2023, None)

    def test_references_that_lead_in_circles_or_nowhere_are_no_problem(self):
        text = "@inproceedings{a, title={A}, crossref={b}}\n@inproceedings{b, title={B}, crossref={a}, xdata={a,z}}"
        assert [title for _, title in said(text)] == ["A", "B"]
        assert record("@misc{a, title={A}, crossref={z}}").extra == (("crossref", "z"),)

    def test_a_chapter_is_in_its_book(self):
        found = record("@inbook{a, title={A}, crossref={b}}\n@xdata{b, title={Rest}, publisher={P}}")
        assert (found.venue, found.publisher) == ("Rest", "P")
