"""What people type or paste to name papers or an author elsewhere."""

import pytest
from hypothesis import given, settings, strategies as st

from publications.citations.identifiers import (
    arxiv_in,
    arxiv_year,
    doi_in,
    find_arxiv_ids,
    find_dois,
    find_orcid,
    ids_listed,
    is_resolver,
    isbn_in,
    mistyped_orcid,
    other_id_in,
    plain_id,
    recognise,
)

SICI = "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2"


def test_dois():
    table = [
        *("10.5555/12.34", "  10.5555/12.34 ", "doi:10.5555/12.34", "DOI: 10.5555/12.34", "doi 10.5555/12.34"),
        *("https://doi.org/10.5555/12.34", "http://dx.doi.org/10.5555/12.34", "doi.org/10.5555/12.34?locale=en"),
        *("https://doi.org/10.5555%2F12.34", "<https://doi.org/10.5555/12.34>", "10.5555/12.34.", "10.5555/12.34)"),
        *("https://dl.acm.org/doi/10.5555/12.34", "https://dl.acm.org/doi/pdf/10.5555/12.34?download=true"),
        *("https://link.example/content/pdf/10.5555/12.34.pdf", "https://press.example/articles/10.5555/12.34/full"),
        *("crossref:10.5555/12.34", "doi:https://doi.org/10.5555/12.34"),
    ]
    assert [(text, answer) for text in table if (answer := recognise(text)) != ("doi", "10.5555/12.34")] == []


def test_an_old_doi_keeps_its_brackets():
    assert recognise(SICI) == ("doi", SICI)
    assert recognise(f"https://doi.org/{SICI.replace('<', '%3C').replace('>', '%3E')}") == ("doi", SICI)


def test_arxiv_identifiers():
    table = [
        *("2401.01234", "2401.01234v3", "arXiv:2401.01234", "arxiv: 2401.01234v2", "ARXIV:2401.01234"),
        *("https://arxiv.org/abs/2401.01234", "http://arxiv.org/pdf/2401.01234v2.pdf", "arxiv.org/abs/2401.01234"),
        *("https://export.arxiv.org/abs/2401.01234?context=cs", "https://arxiv.org/html/2401.01234v1#S1"),
        *("https://www.arxiv.org/pdf/2401.01234", "https://arxiv.org/abs/2401.01234/"),
        *("10.48550/arXiv.2401.01234", "https://doi.org/10.48550/ARXIV.2401.01234", "doi:10.48550/arXiv.2401.01234v2"),
        "arxiv:10.48550/arXiv.2401.01234",
    ]
    assert [(text, answer) for text in table if (answer := recognise(text)) != ("arxiv", "2401.01234")] == []


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("hep-th/9901001", "hep-th/9901001"),
        ("hep-th/9901001v2", "hep-th/9901001"),
        ("arXiv:math.GT/0309136", "math.GT/0309136"),
        ("MATH.gt/0309136", "math.GT/0309136"),
        ("https://arxiv.org/abs/cs/0112017v1", "cs/0112017"),
        ("https://arxiv.org/pdf/quant-ph/9508027.pdf", "quant-ph/9508027"),
        ("0704.0001", "0704.0001"),
    ],
)
def test_arxiv_identifiers_of_other_years(text, identifier):
    assert recognise(text) == ("arxiv", identifier)


def test_orcid_ids():
    table = [
        *("0000-0002-1825-0097", "0000000218250097", "orcid:0000-0002-1825-0097", "ORCID iD: 0000-0002-1825-0097"),
        *("https://orcid.org/0000-0002-1825-0097", "orcid.org/0000-0002-1825-0097/", "<0000-0002-1825-0097>"),
        "https://sandbox.orcid.org/0000-0002-1825-0097?lang=en",
    ]
    assert [(text, answer) for text in table if (answer := recognise(text)) != ("orcid", "0000-0002-1825-0097")] == []


def test_an_orcid_id_may_end_with_an_x():
    assert recognise("0000-0002-1694-233x") == ("orcid", "0000-0002-1694-233X")


@pytest.mark.parametrize("text", ["0000-0002-1825-0098", "https://orcid.org/0000-0002-1825-0087"])
def test_an_orcid_id_with_a_slip_is_none(text):
    assert recognise(text) is None
    assert mistyped_orcid(text) == text[-19:]


def test_only_what_looks_like_an_orcid_id_is_mistyped():
    assert mistyped_orcid("0000-0002-1825-0097") == mistyped_orcid("10.5555/12.34") == ""


def test_openalex_identifiers():
    table = [
        ("A5023888391", "A5023888391"),
        ("a5023888391", "A5023888391"),
        ("https://openalex.org/A5023888391", "A5023888391"),
        ("https://openalex.org/authors/a5023888391", "A5023888391"),
        ("https://api.openalex.org/people/A5023888391?select=id", "A5023888391"),
        ("https://openalex.org/W2741809807", "W2741809807"),
        ("openalex:A5023888391", "A5023888391"),
        ("openalex:0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("OpenAlex: https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"),
    ]
    assert [
        (text, identifier, answer)
        for text, identifier in table
        if (answer := recognise(text)) != ("openalex", identifier)
    ] == []


def test_dblp_identifiers():
    table = [
        ("65/9612", "65/9612"),
        ("dblp:65/9612", "65/9612"),
        ("l/ZoeLindqvist", "l/ZoeLindqvist"),
        ("00/10013-5", "00/10013-5"),
        ("https://dblp.org/pid/65/9612", "65/9612"),
        ("https://dblp.org/pid/65/9612.html", "65/9612"),
        ("https://dblp.org/pid/65/9612.xml?view=all", "65/9612"),
        ("dblp.uni-trier.de/pid/65/9612-2.html#2024", "65/9612-2"),
        ("https://dblp.dagstuhl.de/pid/65/9612", "65/9612"),
        ("https://dblp.org/rec/conf/syscon/Quill24.html", "conf/syscon/Quill24"),
        ("https://dblp.org/rec/bibtex/conf/syscon/Quill24", "conf/syscon/Quill24"),
        ("DBLP:journals/corr/abs-2401-01234", "journals/corr/abs-2401-01234"),
        ("phd/Quill10", "phd/Quill10"),
    ]
    assert [
        (text, identifier, answer) for text, identifier in table if (answer := recognise(text)) != ("dblp", identifier)
    ] == []


def test_nothing_else():
    table = [
        *("", " ", "Quokka: Scheduling at Leisure", "10.5555/12.34 and 10.5555/56.78", "@inproceedings{a, title={B}}"),
        *("https://lab.example/", "https://dblp.org/pers/hd/l/Lindqvist:Zo=euml=", "https://openalex.org/I123456"),
        *(
            "doi:",
            "10.5555/",
            "10.5/x",
            "dblp:10.5555/12.34",
            "24/7 scheduling",
            "n/a",
            "2413.01234",
            "arxiv:65/9612",
            "12/2024 a",
        ),
    ]
    assert [(text, answer) for text in table if (answer := recognise(text)) is not None] == []


@given(st.text(max_size=60) | st.from_regex(r"(https?://)?(doi|arxiv|orcid|dblp|10\.)\S{0,40}", fullmatch=True))
@settings(max_examples=60, deadline=None, database=None)
def test_what_is_recognised_is_recognised_again_by_its_source(text):
    found = recognise(text)
    assert found is None or recognise(":".join(found)) == found


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        *(
            ("978-0-306-40615-7", "9780306406157"),
            ("ISBN 0-306-40615-2", "9780306406157"),
            ("0306406152", "9780306406157"),
        ),
        *(("9780306406158", ""), ("0306406153", ""), ("0302-9743", ""), ("naps", "")),
    ],
)
def test_an_isbn_is_known_by_its_last_digit(text, isbn):
    assert isbn_in(text) == isbn


def test_addresses_of_other_places_identify_papers():
    table = [
        ("https://pubmed.ncbi.nlm.nih.gov/123/", ("pmid", "123")),
        ("http://www.ncbi.nlm.nih.gov/pubmed/123", ("pmid", "123")),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC45/pdf/a.pdf", ("pmcid", "PMC45")),
        ("https://hal.science/hal-01234567v2", ("hal", "hal-01234567")),
        ("https://openalex.org/W1234567", ("openalex", "W1234567")),
        ("https://dblp.org/rec/conf/sus/Quill24.html", ("dblp", "conf/sus/Quill24")),
        ("123 [pmid]", ("pmid", "123")),
        ("pmc45 [pmcid]", ("pmcid", "PMC45")),
        ("PMC45", ("pmcid", "PMC45")),
        ("https://press.example/123", None),
        ("123", None),
    ]
    assert [(address, answer, found) for address, found in table if (answer := other_id_in(address)) != found] == []


# Every reader of the project gives these answers: forms, movers, imports, sources, lists of duplicates and the models.
def test_what_an_arxiv_id_and_a_doi_are():
    table = [
        ("2301.12345", "2301.12345", ""),
        ("2301.12345v2", "2301.12345", ""),
        ("arXiv:2301.12345", "2301.12345", ""),
        ("arXiv: arXiv:2301.12345v1", "2301.12345", ""),
        ("abs/2301.12345", "2301.12345", ""),
        ("https://arxiv.org/abs/2301.12345v3", "2301.12345", ""),
        ("10.48550/arXiv.2301.12345", "2301.12345", ""),
        ("https://www.doi.org/10.48550/arXiv.2301.12345", "2301.12345", ""),
        ("2313.12345", "", ""),
        ("arXiv:2300.12345", "", ""),
        ("https://arxiv.org/abs/2313.12345", "", ""),
        ("https://press.example/2301.12345/x", "", ""),
        ("math.GT/0309136", "math.GT/0309136", ""),
        ("math.gt/0309136", "math.GT/0309136", ""),
        ("arXiv:MATH.GT/0309136v1", "math.GT/0309136", ""),
        ("https://arxiv.org/abs/math.GT/0309136", "math.GT/0309136", ""),
        ("math.GT/0313136", "", ""),
        ("press/0309136", "", ""),
        ("10.5555/ABC", "", "10.5555/ABC"),
        ("https://www.doi.org/10.5555/ABC", "", "10.5555/ABC"),
        ("http://dx.doi.org/10.5555/ABC", "", "10.5555/ABC"),
        ("doi: 10.5555/ABC", "", "10.5555/ABC"),
        ("10.5/ABC", "", ""),
        ("", "", ""),
    ]
    assert [(text, arxiv_in(text), doi_in(text)) for text, *_ in table] == table
    plain = [(text, *plain_id("arxiv", text)) for text, *_ in table]
    assert plain == [(text, "arxiv", arxiv_id or text.casefold()) for text, arxiv_id, _ in table]
    with_doi = [(text, doi.casefold()) for text, _, doi in table if doi]
    assert [(text, *plain_id("doi", text)) for text, _ in with_doi] == [(text, "doi", doi) for text, doi in with_doi]


@pytest.mark.parametrize(
    ("text", "found", "named"),
    [
        ("arXiv preprint arXiv:2301.12345v2, 2023", ["2301.12345"], ["2301.12345"]),
        ("CoRR abs/2301.12345", ["2301.12345"], []),
        ("see https://arxiv.org/pdf/math.gt/0309136.pdf", ["math.GT/0309136"], ["math.GT/0309136"]),
        ("arXiv:2313.12345", [], []),
        ("12301.12345, 2301.12345.6, xcs/0112017", [], []),
        ("2301.12345 and 2302.12345", ["2301.12345", "2302.12345"], []),
    ],
)
def test_arxiv_ids_in_running_words(text, found, named):
    assert (find_arxiv_ids(text), find_arxiv_ids(text, is_named=True)) == (found, named)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In Proc. SUS (2024), doi:10.5555/12.34.", ["10.5555/12.34"]),
        ('<a href="https://doi.org/10.5555/12.34">DOI</a>', ["10.5555/12.34"]),
        ("(https://press.example/doi/pdf/10.5555/12.34?download=true)", ["10.5555/12.34"]),
        ("10.5555/1, and 10.48550/arXiv.2301.12345", ["10.5555/1", "10.48550/arXiv.2301.12345"]),
        ("pp. 10.5–12", []),
    ],
)
def test_dois_in_running_words(text, found):
    assert find_dois(text) == found


def test_an_orcid_id_in_running_words():
    assert find_orcid("ORCID: https://orcid.org/0000-0002-1825-0097, Lab") == "0000-0002-1825-0097"
    assert find_orcid("0000-0002-1825-0098 0000-0002-1694-233X") == "0000-0002-1694-233X"
    assert find_orcid("2020-2021-2022-2024") == ""


def test_a_field_may_list_identifiers():
    table = [
        ("isbn", "978-0-306-40615-7, 0-306-40615-2", ["9780306406157", "9780306406157"]),
        ("isbn", "978-0-306-40615-8", []),
        ("isbn", "9780306406157 (print)", []),
        ("pmid", "PMID: 123", ["123"]),
        ("pmcid", "pmc45", ["PMC45"]),
        ("hal", "hal-01234567v2", ["hal-01234567"]),
        ("doi", "10.5555/a 10.5555/b", ["10.5555/a", "10.5555/b"]),
        ("pmid", "", []),
    ]
    assert [
        (scheme, text, answer, found) for scheme, text, found in table if (answer := ids_listed(scheme, text)) != found
    ] == []


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("https://doi.org/10.5555/12.34", True),
        ("http://www.doi.org/10.5555/12.34", True),
        ("https://arxiv.org/abs/2301.12345", True),
        ("https://arxiv.org/pdf/2301.12345", False),
        ("https://press.example/doi/10.5555/12.34", False),
    ],
)
def test_identifiers_lead_to_papers_at_addresses_of_their_own(address, is_one):
    assert is_resolver(address) is is_one


def test_an_arxiv_id_begins_with_its_year():
    assert [arxiv_year(each) for each in ("2301.12345", "0704.0001", "math.GT/0309136", "hep-th/9108001")] == [
        *(2023, 2007, 2003, 1991)
    ]
