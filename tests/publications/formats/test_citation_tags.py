from publications.citations.record import Name, Record
from publications.formats.citation_tags import citation_tags

ZOE = Name("Zoë", "Lindqvist")


def tags(**fields):
    return citation_tags(Record(**{"key": "k", "title": "Quokka", "authors": (ZOE,), "year": 2024, **fields}))


def test_a_conference_paper_says_all_that_scholar_asks_for():
    record = Record(
        key="k",
        title="Quokka: Scheduling at Leisure",
        kind="conference",
        authors=(ZOE, Name("Ada", "Quill", "Jr."), Name(literal="The Leisure Collaboration")),
        year=2024,
        month=6,
        venue="Conference on Systems",
        proceedings="Proceedings of the 3rd Conference on Systems",
        volume="3",
        pages="12–34",
        publisher="ACM",
        doi="10.1145/1.2",
        arxiv_id="2401.00001",
    )
    assert citation_tags(record, "https://lab.example/quokka.pdf", "en") == [
        ("citation_title", "Quokka: Scheduling at Leisure"),
        ("citation_author", "Lindqvist, Zoë"),
        ("citation_author", "Quill, Ada Jr."),
        ("citation_author", "The Leisure Collaboration"),
        ("citation_publication_date", "2024/06"),
        ("citation_conference_title", "Proceedings of the 3rd Conference on Systems"),
        ("citation_volume", "3"),
        ("citation_firstpage", "12"),
        ("citation_lastpage", "34"),
        ("citation_doi", "10.1145/1.2"),
        ("citation_arxiv_id", "2401.00001"),
        ("citation_publisher", "ACM"),
        ("citation_language", "en"),
        ("citation_pdf_url", "https://lab.example/quokka.pdf"),
    ]


def test_a_journal_article_has_an_issue():
    found = tags(kind="journal", venue="Journal of Rest", volume="4", number="2")
    assert found[3:] == [
        ("citation_journal_title", "Journal of Rest"),
        ("citation_volume", "4"),
        ("citation_issue", "2"),
    ]


def test_a_thesis_names_its_university_once():
    found = tags(kind="thesis", publisher="University of Rest")
    assert found[3:] == [("citation_dissertation_institution", "University of Rest")]


def test_a_report_names_institution_and_number():
    found = tags(kind="report", venue="Rest Institute", number="TR-7")
    assert found[3:] == [
        ("citation_technical_report_institution", "Rest Institute"),
        ("citation_technical_report_number", "TR-7"),
    ]


def test_a_chapter_names_its_book():
    assert tags(kind="chapter", proceedings="The Book of Rest")[3:] == [("citation_inbook_title", "The Book of Rest")]


def test_a_preprint_names_no_series():
    assert tags(kind="preprint", venue="arXiv", arxiv_id="2401.00001")[3:] == [("citation_arxiv_id", "2401.00001")]


def test_without_a_year_there_is_no_date():
    assert [name for name, _ in tags(year=None)] == ["citation_title", "citation_author"]


def test_an_article_number_stands_in_for_a_first_page():
    assert ("citation_firstpage", "17") in tags(kind="journal", article="17")


def test_a_single_page_is_the_first():
    assert tags(kind="journal", pages="S12")[3:] == [("citation_firstpage", "S12")]
