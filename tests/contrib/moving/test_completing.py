"""What a page says of a paper wins over the BibTeX beside it, which fills the rest."""

import pytest

from labsite.contrib.moving.completing import completed, is_same_place
from labsite.contrib.moving.families import module_of
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.source import FolderSource
from publications.citations.entry import Entry
from publications.citations.record import Name, Record, RecordLink

ADA, IVO = Name("Ada", "Quill"), Name("Ivo", "Brandt")
NEURIPS = "Advances in Neural Information Processing Systems"
SUS = "Proceedings of the 12th Symposium on Unlikely Systems"


def joined(own, cited, are_all=True, **options):
    page = Entry("page", Record("", **{"title": "Slow Clocks", **own}), names_all_authors=are_all)
    told = Entry("line 1", Record("key", **{"title": "Slow clocks", **cited}))
    return completed(page, told, FileOutcomes(["page"]), "page", **options).record


@pytest.mark.parametrize(
    ("field", "here", "there"),
    [
        ("title", "Slow Clocks!", "Slow clocks"),
        ("year", 2024, 2023),
        ("venue", "Journal of Burrows", "Nature"),
        ("authors", (ADA,), (ADA, IVO)),
        ("doi", "10.5555/page", "10.5555/bib"),
        ("abstract", "Of the page.", "Of the file."),
        ("kind", "workshop", "conference"),
        ("pages", "1–9", "11–19"),
    ],
)
def test_the_page_wins_where_both_say_something_and_the_bibtex_fills_what_it_leaves_out(field, here, there):
    assert getattr(joined({field: here}, {field: there}, guesses_kind=False), field) == here
    assert getattr(joined({"title": ""}, {field: there}), field) == there


def test_links_identifiers_and_other_fields_are_united():
    pdf, code = RecordLink("pdf", "https://a.example/a.pdf"), RecordLink("code", "https://a.example/code")
    own = {"links": (pdf,), "ids": (("pmid", "1"),), "extra": (("keywords", "page"),)}
    cited = {
        "links": (code, pdf),
        "ids": (("pmid", "2"), ("isbn", "3")),
        "extra": (("keywords", "bib"), ("series", "S")),
    }
    record = joined(own, cited)
    assert record.links == (code, pdf)
    assert dict(record.ids) == {"pmid": "1", "isbn": "3"}
    assert dict(record.extra) == {"keywords": "page", "series": "S"}


@pytest.mark.parametrize("kind", ["conference", "other"])
def test_a_paper_whose_bibtex_is_of_its_preprint_stays_what_the_page_says(kind):
    own = {"kind": kind, "venue": "ICML", "year": 2024}
    corr = {"venue": "CoRR", "volume": "abs/2401.00001", "arxiv_id": "2401.00001", "year": 2023, "authors": (ADA,)}
    record = joined(own, {**corr, "kind": "preprint", "status": "preprint", "doi": "10.48550/arXiv.2401.00001"})
    assert (record.kind, record.status, record.venue) == (kind, "published", "ICML")
    assert (record.volume, record.doi, record.year) == ("", "", 2024)
    assert (record.arxiv_id, record.authors) == ("2401.00001", (ADA,))


def test_a_venue_in_short_is_completed_by_its_name_in_full():
    record = joined(
        {"kind": "conference", "acronym": "SUS"}, {"kind": "conference", "proceedings": SUS, "pages": "1–9"}
    )
    assert (record.acronym, record.proceedings, record.pages) == ("SUS", SUS, "1–9")


def test_a_month_belongs_to_its_year():
    assert joined({"year": 2024}, {"year": 2023, "month": 6}).month is None
    assert joined({"year": 2024}, {"year": 2024, "month": 6}).month == 6


def test_a_list_that_ends_in_others_is_completed():
    assert joined({"authors": (ADA,)}, {"authors": (ADA, IVO)}, are_all=False).authors == (ADA, IVO)


def test_a_kind_that_a_page_lets_be_guessed_is_that_of_the_bibtex():
    own, cited = {"kind": "conference", "proceedings": "SysLetters"}, {"kind": "journal", "venue": "SysLetters"}
    record = joined(own, cited)
    assert (record.kind, record.venue, record.proceedings) == ("journal", "SysLetters", "")


@pytest.mark.parametrize(
    ("here", "there", "answer"),
    [
        ("SUS", SUS, True),
        ("NeurIPS", NEURIPS, True),
        ("Symposium on Unlikely Systems", SUS, True),
        ("ICML", NEURIPS, False),
        ("ICML", "Proceedings of the Workshop on Calm Machine Learning", False),
        ("Journal of Burrows", "Journal of Slow Clocks", False),
        ("ICML", "", True),
    ],
)
def test_two_names_mean_one_venue(here, there, answer):
    records = [Record("", "A", kind="conference", proceedings=name) for name in (here, there)]
    assert is_same_place(*records) is answer


BIB = """@article{quill23, title={A Ledger that balances}, author={Quill, Ada and Brandt, Ivo}, year={2023}, month=jun,
  journal={CoRR}, volume={abs/2301.00001}, eprint={2301.00001}, archivePrefix={arXiv}, abstract={We balance.}}"""
SITES = {
    "hugoblox": {
        "content/publication/ledger/index.md": "---\ntitle: A Ledger That Balances\ndate: 2024-07-01\n"
        "publishDate: 2025-01-01\npublication_types: ['1']\npublication: In *ICML*\nauthors: [Ada Quill]\n---",
        "content/publication/ledger/cite.bib": BIB,
    },
    "academicpages": {
        "_publications/ledger.md": "---\ntitle: A Ledger That Balances\ndate: 2024-07-01\nvenue: ICML\n"
        "authors: Ada Quill\nbibtexurl: /files/ledger.bib\n---",
        "files/ledger.bib": BIB,
    },
    "acad-homepage": {
        "_config.yml": "author:\n  name: Ada Quill",
        "_pages/about.md": "# Papers\n\n- `ICML 2024` [A Ledger That Balances](https://a.example), **Ada Quill**\n"
        f"\n```bibtex\n{BIB}\n```\n",
    },
}


@pytest.mark.parametrize("family", SITES)
def test_in_every_family_the_page_wins(family, tmp_path):
    for path, text in SITES[family].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    (tmp_path / "README.md").touch()
    [paper] = module_of(family).read(FolderSource(tmp_path)).papers
    record = paper.entry.record
    assert (record.title, record.year, record.kind) == ("A Ledger That Balances", 2024, "conference")
    assert "ICML" in (record.venue, record.acronym, record.proceedings)
    assert ([str(name) for name in record.authors], record.arxiv_id) == (["Ada Quill"], "2301.00001")


def test_when_a_page_appeared_is_no_date_of_its_paper_where_the_bibtex_has_one(tmp_path):
    files = SITES["hugoblox"]
    page = files["content/publication/ledger/index.md"].replace("date: 2024-07-01\n", "", 1)
    (tmp_path / "content/publication/ledger").mkdir(parents=True)
    (tmp_path / "content/publication/ledger/index.md").write_text(page, encoding="utf-8")
    (tmp_path / "hugo.yaml").touch()
    [alone] = module_of("hugoblox").read(FolderSource(tmp_path)).papers
    (tmp_path / "content/publication/ledger/cite.bib").write_text(BIB, encoding="utf-8")
    [beside] = module_of("hugoblox").read(FolderSource(tmp_path)).papers
    assert (alone.entry.record.year, beside.entry.record.year) == (2025, 2023)


@pytest.mark.parametrize("kind", ["journal", "other"])
def test_what_bibtex_says_of_another_venue_is_not_the_papers(kind):
    meeting = {"kind": "conference", "proceedings": SUS, "doi": "10.5555/sus", "pages": "1–9", "abstract": "We tick."}
    record = joined({"kind": kind, "venue": "Journal of Burrows"}, meeting)
    assert (record.kind, record.container, record.doi, record.pages) == (kind, "Journal of Burrows", "", "")
    assert record.abstract == "We tick."


def test_an_acronym_alone_is_the_venue_of_the_page():
    record = joined({"kind": "conference", "acronym": "ICML"}, {"kind": "conference", "proceedings": NEURIPS})
    assert (record.acronym, record.container) == ("ICML", "")
