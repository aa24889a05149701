"""BibTeX: exact entries, and two other programs that read them back."""

import re
import shutil
import subprocess
from dataclasses import replace

import bibtexparser
import pytest
from bibtexparser.middlewares import LatexDecodingMiddleware

from publications.citations.record import Name, Record
from publications.formats import bibtex
from tests.publications.records import (
    ACCEPTED,
    BOOK,
    CHAPTER,
    CHINESE,
    DATASET,
    JOURNAL,
    LATEX,
    NAMES,
    POSTER,
    PREPRINT,
    QUOKKA,
    REPORT,
    SOFTWARE,
    THESIS,
    WORKSHOP,
    records_in,
)

EDGE_TITLES = [
    "C++ and C#: $5 for 100% of {braces}, under_scores & tildes ~ carets ^ back\\slashes",
    "Is a < b | b > a? Überraschung in “Zürich” – naïve 大模型 服务",
    'A Note on "Vitamin A" and AT&T',
    "Unbalanced } brace { twice {",
    "@article{trap, title = {no}} # 1",
]
# Those that BibTeX finds nothing missing in.
COMPLETE = [
    QUOKKA,
    JOURNAL,
    PREPRINT,
    WORKSHOP,
    POSTER,
    THESIS,
    BOOK,
    CHAPTER,
    REPORT,
    ACCEPTED,
    CHINESE,
    NAMES,
    LATEX,
]
COMPLETE += [replace(QUOKKA, key=f"edge{n}", title=title) for n, title in enumerate(EDGE_TITLES)]


def field(name, **fields):
    """Return one field of the entry that the quokka record becomes with other values, or None."""
    found = re.search(rf"^  {name} = (.*),$", bibtex.render([replace(QUOKKA, **fields)]), re.MULTILINE)
    return found and found[1]


def protected(title):
    return field("title", title=title).removeprefix("{").removesuffix("}")


class EntryTests:
    def test_conference_paper(self):
        assert bibtex.render([QUOKKA]) == (
            "@inproceedings{lindqvist2024quokka,\n"
            "  author = {Lindqvist, Zoë and Quill, Ada},\n"
            "  title = {Quokka: Scheduling {LLMs} on {H100} \\& {A100} {GPUs} at 50\\% Cost},\n"
            "  booktitle = {Symposium on Unhurried Systems},\n"
            "  series = {SUS '24},\n"
            "  publisher = {Leisure Press},\n"
            "  pages = {12--34},\n"
            "  year = {2024},\n"
            "  month = jun,\n"
            "  doi = {10.5555/quokka_2024},\n"
            "  url = {https://press.example/a_b?x=1&y=2},\n"
            "}\n"
        )

    def test_journal_article(self):
        record = Record(
            key="quill2019slow",
            title="Slow Queues",
            kind="journal",
            authors=(Name("Ada", "Quill"),),
            year=2019,
            venue="Transactions on Patience",
            acronym="TOP",
            volume="7",
            number="3",
            article="12",
            pages="12:1–12:25",
        )
        assert bibtex.render([record]) == (
            "@article{quill2019slow,\n"
            "  author = {Quill, Ada},\n"
            "  title = {Slow Queues},\n"
            "  journal = {Transactions on Patience},\n"
            "  volume = {7},\n"
            "  number = {3},\n"
            "  articleno = {12},\n"
            "  pages = {12:1--12:25},\n"
            "  year = {2019},\n"
            "}\n"
        )

    def test_preprint(self):
        record = Record(
            key="quill2023early",
            title="Early Notes",
            kind="preprint",
            status="preprint",
            authors=(Name("Ada", "Quill"),),
            year=2023,
            venue="arXiv",
            acronym="arXiv",
            arxiv_id="2301.00001",
            url="https://arxiv.org/abs/2301.00001",
        )
        assert bibtex.render([record]) == (
            "@misc{quill2023early,\n"
            "  author = {Quill, Ada},\n"
            "  title = {Early Notes},\n"
            "  year = {2023},\n"
            "  eprint = {2301.00001},\n"
            "  archivePrefix = {arXiv},\n"
            "  url = {https://arxiv.org/abs/2301.00001},\n"
            "}\n"
        )

    def test_paper_in_submission(self):
        record = Record(
            key="quill2026soon", title="Soon", kind="conference", status="submitted", note="In submission", venue="SUS"
        )
        assert bibtex.render([record]) == (
            "@misc{quill2026soon,\n  title = {Soon},\n  howpublished = {SUS},\n  note = {In submission},\n}\n"
        )

    def test_thesis(self):
        record = Record(key="hale2018thesis", title="Rest", kind="thesis", publisher="Quokka University", year=2018)
        assert bibtex.render([record]) == (
            "@phdthesis{hale2018thesis,\n  title = {Rest},\n  school = {Quokka University},\n  type = {Thesis},\n"
            "  year = {2018},\n}\n"
        )

    def test_each_kind_has_its_entry_type(self):
        table = [
            ("conference", "inproceedings"),
            ("workshop", "inproceedings"),
            ("poster", "inproceedings"),
            ("journal", "article"),
            ("thesis", "phdthesis"),
            ("book", "book"),
            ("chapter", "incollection"),
            ("report", "techreport"),
            ("preprint", "misc"),
            ("software", "software"),
            ("dataset", "dataset"),
            ("other", "misc"),
        ]
        assert [
            (kind, entry_type)
            for kind, entry_type in table
            if not bibtex.render([replace(QUOKKA, kind=kind)]).startswith(f"@{entry_type}{{")
        ] == []

    def test_paper_without_a_venue_is_misc(self):
        assert bibtex.render([replace(QUOKKA, venue="", acronym="")]).startswith("@misc{")

    def test_accepted_paper_has_its_type_and_a_note(self):
        text = bibtex.render([replace(QUOKKA, status="accepted", note="To appear")])
        assert text.startswith("@inproceedings{")
        assert "  note = {To appear},\n" in text

    def test_proceedings_as_printed_come_before_the_venue(self):
        assert field("booktitle", proceedings="Proc. of the 9th SUS & Friends") == "{Proc. of the 9th SUS \\& Friends}"

    def test_series_is_left_out_where_the_venue_is_its_acronym(self):
        assert field("series", venue="SUS") is None

    def test_entries_are_parted_by_an_empty_line_in_the_given_order(self):
        text = bibtex.render([QUOKKA, Record(key="a", title="First")])
        assert text.endswith("}\n\n@misc{a,\n  title = {First},\n}\n")

    def test_no_records_are_no_text(self):
        assert bibtex.render([]) == ""

    @pytest.mark.parametrize("key", ["", "two words", "comma,", "{brace}", "per%cent"])
    def test_impossible_key_is_refused(self, key):
        with pytest.raises(ValueError, match="can't be a BibTeX key"):
            bibtex.render([replace(QUOKKA, key=key)])

    def test_record_without_a_title_is_refused(self):
        with pytest.raises(ValueError, match="'lindqvist2024quokka' has no title"):
            bibtex.render([replace(QUOKKA, title=" ")])

    def test_repeated_key_is_refused(self):
        with pytest.raises(ValueError, match="two records have the same key"):
            bibtex.render([QUOKKA, QUOKKA])


class TitleTests:
    def test_capitals_that_matter_are_protected(self):
        table = [
            ("Scheduling with BERT-based Models", "Scheduling with {BERT}-based Models"),
            ("Pre-Training of Non-IID Data", "Pre-Training of Non-{IID} Data"),
            ("DeepRest: An ASPLOS Story", "{DeepRest}: An {ASPLOS} Story"),
            ("Rest: A Study", "Rest: A Study"),
            ("Slow-Queue: A GPT-4 Study", "{Slow-Queue}: A {GPT}-4 Study"),
            ("A Study of Rest", "A Study of Rest"),
            ("Rest? A Study – A Reply", "Rest? A Study – A Reply"),
            ("The Vitamin A Question", "The Vitamin {A} Question"),
            ("K-Means in R: What I Learned", "{K}-Means in {R}: What {I} Learned"),
            ("GPT-4, V100 and 3D", "{GPT}-4, {V100} and {3D}"),
            ("An iPhone, McHale's and the U.S.", "An {iPhone}, {McHale's} and the {U.S}."),
            ("Q&A at AT&T", "{Q\\&A} at {AT\\&T}"),
            ("AI/ML in C++", "{AI}/{ML} in {C}++"),
            ("Élan and Über", "Élan and Über"),
            ("ÉLAN", "{ÉLAN}"),
            ("大模型 for LLMs", "大模型 for {LLMs}"),
        ]
        assert [
            (title, answer, expected) for title, expected in table if (answer := protected(title)) != expected
        ] == []

    def test_what_latex_would_take_for_a_command_is_escaped(self):
        assert protected("a & b % c $ d # e_f {g} h~i j^k l\\m n<o>p|q") == (
            r"a \& b \% c \$ d \# e\_f \textbraceleft{}g\textbraceright{} h\textasciitilde{}i j\textasciicircum{}k "
            r"l\textbackslash{}m n$<$o$>$p$|$q"
        )

    def test_what_latex_would_join_into_another_mark_is_kept_apart(self):
        assert protected("run --fast ``now'' ---") == "run -{}-fast `{}`now'{}' -{}-{}-"

    def test_white_space_is_single_spaces(self):
        assert protected("two\n  lines\tand a\xa0gap") == "two lines and a gap"

    def test_decomposed_letters_are_composed(self):
        assert protected("Zoe\u0308") == "Zoë"


class FieldTests:
    @pytest.mark.parametrize(
        ("pages", "expected"),
        [("12–34", "{12--34}"), ("12-34", "{12--34}"), ("12 — 34", "{12--34}"), ("S-5", "{S-5}"), ("7", "{7}")],
    )
    def test_page_range(self, pages, expected):
        assert field("pages", pages=pages) == expected

    def test_address_is_not_escaped_except_what_breaks_the_entry(self):
        assert field("url", url="https://x.example/%7Ea/{b}_#c d") == "{https://x.example/%7Ea/%7Bb%7D_#c%20d}"

    def test_month_is_a_macro(self):
        assert [field("month", month=month) for month in (1, 9, 12)] == ["jan", "sep", "dec"]

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            (Name("Anna", "van der Berg"), "van der Berg, Anna"),
            (Name("Martin", "Hale", "Jr."), "Hale, Jr., Martin"),
            (Name(literal="The Quokka Team and Friends"), "{The Quokka Team and Friends}"),
            (Name(family="Plato"), "{Plato}"),
            (Name("J. P.", "Hale and Sons"), "{Hale and Sons}, J. P."),
            (Name("Zoë", "O’Hale & Co"), "O’Hale \\& Co, Zoë"),
            (Name(literal="林佐伊"), "{林佐伊}"),
        ],
    )
    def test_author(self, name, expected):
        assert field("author", authors=(name,)) == f"{{{expected}}}"


def read_back(text):
    library = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware()])
    assert library.failed_blocks == []
    return library.entries


def bare(title):
    """Return a title without braces, which protect as well as print; the parser reads a caret as an accent and
    leaves formulas as they stand.
    """
    return re.sub(r"\$([<>|])\$", r"\1", title).replace("{", "").replace("}", "").replace("ˆ", "^")


class ReadBackTests:
    @pytest.mark.parametrize("title", EDGE_TITLES)
    def test_bibtexparser_reads_the_same_title(self, title):
        [entry] = read_back(bibtex.render([replace(QUOKKA, title=title)]))
        assert bare(entry["title"]) == bare(title)

    def test_bibtexparser_reads_the_same_authors(self):
        [entry] = read_back(bibtex.render([QUOKKA]))
        assert entry["author"] == "Lindqvist, Zoë and Quill, Ada"

    @pytest.mark.skipif(not shutil.which("bibtex"), reason="needs the program bibtex")
    def test_bibtex_reads_every_entry_without_a_warning(self, tmp_path):
        assert run_bibtex(bibtex.render(COMPLETE), tmp_path) == []

    @pytest.mark.skipif(not shutil.which("bibtex"), reason="needs the program bibtex")
    def test_bibtex_prints_software_and_data_as_it_does_the_rest(self, tmp_path):
        warnings = run_bibtex(bibtex.render([SOFTWARE, DATASET]), tmp_path)
        assert [re.search("(software|dataset).*style-file defined", line)[1] for line in warnings] == [
            "software",
            "dataset",
        ]
        printed = (tmp_path / "all.bbl").read_text()
        assert "quokka-ctl" in printed and "Naps of 1,000" in printed

    @pytest.mark.skipif(not shutil.which("biber"), reason="needs the program biber")
    def test_biber_knows_every_entry_and_field_but_the_acms_own(self, tmp_path):
        warnings = run_biber(bibtex.render([*COMPLETE, SOFTWARE, DATASET]), tmp_path)
        assert [line.partition(": ")[2] for line in warnings] == [
            "Entry 'quill2019slow' (all.bib): Field 'articleno' invalid in data model - ignoring",
            "Entry 'chapter' (all.bib): Missing mandatory field 'editor'",
        ]


def run_bibtex(text, folder):
    """Return BibTeX's complaints about a bibliography, one a line."""
    (folder / "all.bib").write_text(text)
    (folder / "all.aux").write_text("\\citation{*}\n\\bibstyle{plain}\n\\bibdata{all}\n")
    done = subprocess.run(["bibtex", "-terse", "all"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0
    return [line for line in done.stdout.splitlines() if not line.startswith(("--", "("))]


def run_biber(text, folder):
    """Return biber's complaints about a bibliography, one a line."""
    (folder / "all.bib").write_text(text)
    done = subprocess.run(
        ["biber", "--tool", "--nolog", "--validate-datamodel", "all.bib"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0
    return [line for line in done.stdout.splitlines() if line.startswith(("WARN", "ERROR"))]


class ReadingTests:
    def test_what_other_people_write(self):
        text = """% a remark
@string{top = "Transactions on " # {Patience}}
@preamble{ "\\newcommand{\\x}[1]{}" }
@Article(slow,
  AUTHOR = {van der Berg, Anna and M{\\"u}ller, Jr., J{\\"o}rg and {Barnes and Noble, Inc.} and Erd\\H{o}s P\\'al
             and others},
  Title  = "The {LLM} na\\"{\\i}vet{\\'e} -- part \\#1, R&D",
  journal = top # { (Suppl.)},
  year = 2019, month = 10 # "~" # mar,
  pages = "12-34",
  doi = {https://doi.org/10.5555/slow},
)
"""
        assert records_in(bibtex, text) == [
            Record(
                key="slow",
                title="The LLM naïveté – part #1, R&D",
                kind="journal",
                authors=(
                    Name("Anna", "van der Berg"),
                    Name("Jörg", "Müller", "Jr."),
                    Name(literal="Barnes and Noble, Inc."),
                    Name("Erdős", "Pál"),
                ),
                year=2019,
                month=3,
                venue="Transactions on Patience (Suppl.)",
                pages="12–34",
                doi="10.5555/slow",
                extra=(("month-2", "10 mar"),),
            )
        ]

    def test_fields_are_inherited_from_the_proceedings(self):
        text = "@inproceedings{a, title={A}, crossref={p}} @proceedings{p, title={Proc. of SUS}, year=1999}"
        [first] = records_in(bibtex, text)
        assert (first.title, first.proceedings, first.year) == ("A", "Proc. of SUS", 1999)

    def test_an_entry_without_a_key_is_nobodys_proceedings(self):
        first, second = records_in(bibtex, "@article{a, title={A}, journal={J}} @article{, title={B}}")
        assert (first.venue, second.title) == ("J", "B")

    def test_fields_as_biblatex_calls_them(self):
        [record] = records_in(bibtex, "@article{a, title={A}, journaltitle={Rest}, date={2024-06-12}}")
        assert (record.venue, record.year, record.month) == ("Rest", 2024, 6)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("\n@article{a, title={A}", "Line 2: the entry “@article{a, title={A}” has no end: a closing brace } or"),
            ("@article{a title={A}}", "Line 1: the entry “@article{a title={A}}” needs a comma after its key,"),
            (
                "@article{a, title {A}}",
                "Line 1: the entry “@article{a, title {A}}” contains something other than “name",
            ),
            ("Remark\n@article a, title={A}}", "Line 2: a brace { is missing after @article. Add it."),
            ("@article{a, title={" + "{" * 4_000 + "}" * 4_000 + "}}", "Line 1: the braces of this entry are nested"),
        ],
    )
    def test_what_is_broken_is_a_problem(self, text, message):
        [entry] = bibtex.read(text)
        assert entry.problem.startswith(message)


def entry(fields, entry_type="inproceedings"):
    """Return the only entry of a text."""
    [found] = bibtex.read(f"@{entry_type}{{key, title={{T}}, {fields}}}")
    return found


class LenientReadingTests:
    def test_a_broken_entry_stops_no_other(self):
        text = "@misc{a, title={A}}\n@misc{b, title {B}, year=1}\n@misc{c, title={C}}\n@misc{a, title={Again}}"
        entries = bibtex.read(text)
        assert [each.record and each.record.title for each in entries] == ["A", None, "C", "Again"]
        assert [each.place for each in entries] == ["line 1", "line 2", "line 3", "line 4"]
        assert entries[1].problem.startswith(
            "Line 2: the entry “@misc{b, title {B}, year=1}” contains something other"
        )

    def test_fields_that_no_record_holds_are_told(self):
        found = entry("year=2024, editor={Ada Quill}, keywords={rest, naps}, series={LNCS}, doi={10.5555/X}")
        assert found.record.extra == (("editor", "Ada Quill"), ("keywords", "rest, naps"), ("series", "LNCS"))

    def test_what_was_understood_in_another_form_is_not_left_over(self):
        fields = "year=2024, series={SUS '24}, pages={1--2}, doi={https://doi.org/10.5555/X}, booktitle={Naps}"
        assert entry(fields).record.extra == ()

    def test_list_that_ends_with_others_is_known_to_be_cut(self):
        assert entry("author={Quill, Ada and others}").names_all_authors is False
        assert entry("author={Quill, Ada and {Others}}").names_all_authors is True

    def test_authors_with_commas_between_them(self):
        names = [Name("Ada", "Quill"), Name("Zoë", "Lindqvist"), Name("Ivo", "Brandt")]
        assert list(entry("author={Ada Quill, Zoë Lindqvist, Ivo Brandt}").record.authors) == names
        assert list(entry("author={Ada Quill; Zoë Lindqvist; Ivo Brandt}").record.authors) == names

    def test_orcid_of_an_author(self):
        found = entry("author={Quill, Ada and Brandt, Ivo}, orcid-numbers={Brandt, Ivo/0000-0002-1825-0097}")
        assert [name.orcid for name in found.record.authors] == ["", "0000-0002-1825-0097"]

    @pytest.mark.parametrize(
        ("entry_type", "fields"),
        [
            ("misc", "eprint={2406.18485}, archivePrefix={arXiv}, primaryClass={cs.DC}"),
            ("article", "journal={arXiv preprint arXiv:2406.18485}"),
            ("article", "journal={CoRR}, volume={abs/2406.18485}"),
            ("article", "journal={CoRR}, volume={abs/2406.18485}, eprinttype={arXiv}, eprint={2406.18485}"),
            (
                "misc",
                "howpublished={\\url{https://arxiv.org/abs/2406.18485v2}}, url={https://arxiv.org/abs/2406.18485}",
            ),
            ("article", "journal={ArXiv}, volume={abs/2406.18485v3}"),
        ],
    )
    def test_preprint_in_the_words_of_many_programs(self, entry_type, fields):
        record = entry(fields, entry_type).record
        assert (record.kind, record.arxiv_id, record.venue, record.volume) == ("preprint", "2406.18485", "arXiv", "")

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ("note={To appear in SUS}", "accepted"),
            ("year={in press}", "accepted"),
            ("pubstate={inpress}", "accepted"),
            ("note={Under review}", "submitted"),
            ("note={Best paper}", "published"),
        ],
    )
    def test_status_in_words(self, fields, status):
        assert entry(fields).record.status == status

    def test_address_given_as_how_it_was_published(self):
        record = entry("howpublished={\\url{https://code.example/q}}", "misc").record
        assert (record.url, record.venue) == ("https://code.example/q", "")
