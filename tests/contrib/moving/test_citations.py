import pytest

from labsite.contrib.moving.citations import names_in, read_citation as read_entry
from publications.citations.record import Name


def read_citation(text, title=""):
    return read_entry(text, title).record


def spelled(text):
    names, are_all = names_in(text)
    return [(name.given, name.family or name.literal) for name in names] + ([] if are_all else ["others"])


QUILL, BRANDT, SATO = ("A. M.", "Quill"), ("I.", "Brandt"), ("N.", "Sato")


@pytest.mark.parametrize(
    "text",
    [
        "Quill, A. M., Brandt, I., & Sato, N.",
        "Quill, A.M., Brandt, I. and Sato, N.",
        "A. M. Quill, I. Brandt, and N. Sato,",
        "A. M. Quill, I. Brandt and N. Sato",
        "Quill, A. M.; Brandt, I.; Sato, N.",
        "Quill A. M., Brandt I., and Sato N.",
    ],
)
def test_authors_are_read_in_whichever_way_they_are_listed(text):
    assert spelled(text) == [QUILL, BRANDT, SATO]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Quill, Ada and Ivo Brandt", [("Ada", "Quill"), ("Ivo", "Brandt")]),
        ("Quill, Ada., Brandt, Ivo., and Sato, Noor.", [("Ada", "Quill"), ("Ivo", "Brandt"), ("Noor", "Sato")]),
        ("Quill, R. Ada, Ivo J. Brandt, and Noor Sato", [("R. Ada", "Quill"), ("Ivo J.", "Brandt"), ("Noor", "Sato")]),
        ("Hu, J., Lo, K., & Quill, A.", [("J.", "Hu"), ("K.", "Lo"), ("A.", "Quill")]),
        ("Ada Quill, Jan van der Berg", [("Ada", "Quill"), ("Jan", "van der Berg")]),
        ("Roy Basu Sen, S., & O'Hale, M.", [("S.", "Roy Basu Sen"), ("M.", "O'Hale")]),
        ("Quill, Ada M., et al.", [("Ada M.", "Quill"), "others"]),
        ("I. Brandt et al.,", [("I.", "Brandt"), "others"]),
        ("林佐伊、Ada Quill", [("", "林佐伊"), ("Ada", "Quill")]),
        ("", []),
    ],
)
def test_authors_of_every_kind_are_told_apart(text, names):
    assert spelled(text) == names


def test_a_name_is_parted_where_its_family_name_begins():
    assert names_in("Ada Quill")[0] == (Name("Ada", "Quill"),)
    assert names_in("Quill AB")[0] == (Name("AB", "Quill"),)
    assert names_in("Plato")[0] == (Name(literal="Plato"),)


def test_a_reference_says_who_what_when_and_where():
    cited = read_citation(
        "Quill, A., &amp; Brandt, I. (2024, June). &quot;Quokka: Scheduling at Leisure.&quot; "
        '<i>Journal of Leisure, Rest, and Sleep</i>. 12(3), 45-67. <a href="https://doi.org/10.5555/quokka">DOI</a>',
        "Quokka: scheduling at leisure",
    )
    assert (cited.authors, cited.year) == ((Name("A.", "Quill"), Name("I.", "Brandt")), 2024)
    assert (cited.container, cited.volume, cited.number) == ("Journal of Leisure, Rest, and Sleep", "12", "3")
    assert (cited.pages, cited.doi) == ("45–67", "10.5555/quokka")


def test_a_title_that_is_not_given_is_found_between_quotes_or_behind_the_year():
    assert read_citation("A. Quill, “Quokka at Leisure,” in Proc. SYSCON, 2024, pp. 1–9.").title == "Quokka at Leisure"
    cited = read_citation("Quill, A. (2024). Quokka at Leisure. Journal of Rest.")
    assert (cited.title, cited.authors, cited.container) == (
        "Quokka at Leisure",
        (Name("A.", "Quill"),),
        "Journal of Rest",
    )


@pytest.mark.parametrize(
    "text",
    [
        "A. Quill and Ivo Brandt (2024). _Quokka at Leisure._ Report.",
        "A. Quill and Ivo Brandt. 2024. *Quokka at Leisure*. SYSCON.",
        "(2024) A. Quill, Ivo Brandt: Quokka at Leisure.",
        "A. Quill, Ivo Brandt, (2024, June 3). Quokka at Leisure",
    ],
)
def test_the_year_may_stand_on_either_side_of_the_authors(text):
    cited = read_citation(text, "Quokka at Leisure")
    assert (cited.authors, cited.year) == ((Name("A.", "Quill"), Name("Ivo", "Brandt")), 2024)


@pytest.mark.parametrize("journal", ["JoL 12, A3 (2024)", "J&L, 12, 34 (2024)", "JoL 9 L2 (2024)"])
def test_a_reference_may_leave_out_the_title(journal):
    cited = read_citation(f"Ada Quill, Ivo Brandt, {journal}", "Quokka at Leisure")
    assert cited.authors == (Name("Ada", "Quill"), Name("Ivo", "Brandt"))


def test_what_is_no_reference_says_nothing_of_authors():
    assert read_citation("").authors == ()
    assert read_citation("https://example.org/2024").authors == ()


def test_an_arxiv_id_is_found():
    assert (
        read_citation("A. Quill. Quokka. arXiv preprint arXiv:2406.18485 (2024).", "Quokka").arxiv_id == "2406.18485"
    )
