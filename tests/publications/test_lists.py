import re

import pytest

from tests import cast
from tests.reading import head, text

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def titles(page):
    return re.findall(r"<h3><a [^>]*>([^<]*)</a></h3>", page)


@pytest.fixture
def five_a_page(monkeypatch):
    monkeypatch.setattr("publications.pages.lists.PAGE_SIZE", 5)


class PublicationListTests:
    def test_years_are_newest_first_with_their_counts(self, client):
        for title, year in (("Old", 2019), ("New", 2024), ("Newer", 2024)):
            cast.make_publication(title, year=year)
        page = text(client, "/publications/")
        assert titles(page) == ["New", "Newer", "Old"]
        assert 'id="year-2024"><a href="/publications/years/2024/">2024</a> <span class="count">2</span>' in page
        assert 'id="year-2019"><a href="/publications/years/2019/">2019</a> <span class="count">1</span>' in page

    def test_what_is_in_progress_comes_first_and_what_has_no_year_last(self, client):
        cast.make_publication("Undated", year=None)
        cast.make_publication("Dated")
        cast.make_publication("Sent", year=None, kind="preprint", status="submitted")
        cast.make_publication("Coming", status="accepted")
        page = text(client, "/publications/")
        assert titles(page) == ["Coming", "Sent", "Dated", "Undated"]
        assert re.findall(r'id="year-(\S+)">.*?<span class="count">(\d)', page) == [
            ("in-progress", "2"),
            ("2024", "1"),
            ("unknown", "1"),
        ]
        assert titles(text(client, "/publications/years/2024/")) == ["Coming", "Dated"]

    def test_many_in_progress_are_folded_where_something_else_is_to_be_read(self, client):
        for number in range(4):
            cast.make_publication(f"Sent {number}", year=None, status="submitted")
        assert '<details class="year">' not in text(client, "/publications/")
        cast.make_publication("Dated")
        assert '<details class="year">' in text(client, "/publications/")

    @pytest.mark.parametrize(("shows_notes", "notes"), [(False, []), (True, ["Invited", "Most cited"])])
    def test_a_note_is_in_lists_only_where_an_editor_says_so_and_never_marked(self, client, shows_notes, notes):
        paper = cast.make_publication(notes="Invited\nMost cited", shows_notes=shows_notes)
        paper.awards.add(cast.make_award(None))
        page = text(client, "/publications/")
        assert re.findall('<span class="mark">([^<]*)<', page) == ["Golden Quokka"]
        assert [note for note in ("Invited", "Most cited") if f'<span class="muted">{note}</span>' in page] == notes

    def test_marks_are_explained_once(self, client):
        pi, student = cast.pi(), cast.student()
        paper = cast.make_publication(authors=[pi])
        cast.add_author(paper, student, order=2, is_equal=True, mentor=pi)
        page = text(client, "/publications/")
        assert "Zoë Lindqvist</a><sup>*‡</sup>" in page
        assert page.count("equal contribution") == 1
        assert page.count("mentee of Ada Quill") == 1
        assert "system lead" not in page

    def test_an_empty_list_says_so_and_offers_no_filter(self, client):
        page = text(client, "/publications/")
        assert "No publications are listed yet." in page
        assert 'class="facets"' not in page

    def test_filters_that_nothing_fits_can_be_taken_away(self, client):
        cast.make_publication()
        page = text(client, "/publications/?q=wombat&kind=novel")
        assert "No publication matches these filters." in page
        assert '<a class="chip" href="?q=wombat" rel="nofollow">' in page
        assert '<a class="chip" href="?kind=novel" rel="nofollow">' in page
        assert '<a href=".">Clear all</a>' in page

    def test_the_form_keeps_the_other_filters(self, client):
        cast.make_publication(year=2024)
        page = text(client, "/publications/?q=%22%3E&year=2024&page=3")
        assert 'name="q" value=""' in page
        assert '<input type="hidden" name="year" value="2024">' in page
        assert 'name="page"' not in page

    @pytest.mark.both
    def test_what_is_typed_is_escaped(self, client):
        page = text(client, "/publications/?q=%22%3E%3Cb%3Ex&venue=%3Cscript%3E")
        assert 'name="q" value="&quot;&gt;&lt;b&gt;x"' in page
        assert "<script>" not in page
        assert "“&quot;&gt;&lt;b&gt;x”" in page

    def test_a_choice_that_is_made_says_so(self, client):
        for year in (2023, 2024):
            cast.make_publication(str(year), year=year)
        page = text(client, "/publications/?year=2024")
        assert titles(page) == ["2024"]
        assert '<a href="." rel="nofollow" aria-current="true"><span>2024</span>' in page
        assert '<a href="?year=2023" rel="nofollow"><span>2023</span> <span class="count">1</span></a>' in page

    def test_after_a_dozen_choices_the_rest_are_folded(self, client):
        for year in range(2001, 2016):
            cast.make_publication(str(year), year=year)
        page = text(client, "/publications/")
        assert "<summary>3 more</summary>" in page
        assert page.index(">2004<") < page.index("3 more") < page.index(">2003<")

    def test_of_very_many_choices_the_most_frequent_are_there(self, client):
        for number in range(102):
            cast.make_publication(f"P{number}", venue=cast.make_venue(f"V{number:03}"))
        page = text(client, "/publications/")
        assert page.count("<span>V") == 100
        assert "Search for others by name." in page

    @pytest.mark.both
    def test_filtered_lists_are_not_for_search_engines(self, client):
        cast.make_publication()
        assert '<meta name="robots" content="noindex">' in head(client, "/publications/?q=quokka")
        assert "noindex" not in head(client, "/publications/")


class PagesOfAListTests:
    @pytest.fixture(autouse=True)
    def papers(self, five_a_page):
        for number in range(12):
            cast.make_publication(f"P{number:02}", year=2024 if number < 7 else 2020)

    def test_a_list_goes_on_from_page_to_page(self, client):
        shown = [titles(text(client, f"/publications/?page={number}")) for number in (1, 2, 3)]
        assert [len(page) for page in shown] == [5, 5, 2]
        assert sum(shown, []) == [f"P{number:02}" for number in range(12)]

    def test_a_year_says_how_many_it_has_on_all_pages(self, client):
        page = text(client, "/publications/?page=2")
        assert '2024</a> <span class="count">7</span>' in page
        assert '2020</a> <span class="count">5</span>' in page

    @pytest.mark.both
    def test_pages_are_linked_with_their_filters(self, client):
        page = text(client, "/publications/?page=2&kind=conference")
        assert '<a rel="prev" href="?kind=conference">Previous</a>' in page
        assert '<a rel="next" href="?kind=conference&amp;page=3">Next</a>' in page
        assert '<a href="?kind=conference&amp;page=2" aria-current="page">2</a>' in page
        assert "<title>Publications, page 2 – " in head(client, "/publications/?page=2")

    @pytest.mark.parametrize(
        ("asked", "given"), [("0", 3), ("-1", 3), ("99", 3), ("9" * 5000, 1), ("x", 1), ("%00", 1), ("²", 1), ("", 1)]
    )
    def test_a_page_that_is_not_there_gives_one_that_is(self, client, asked, given):
        assert f"Page {given} of 3" in text(client, f"/publications/?page={asked}")


class YearPageTests:
    def test_it_shows_the_publications_of_its_year_alone(self, client):
        for title, year in (("A", 2019), ("B", 2020), ("C", None)):
            cast.make_publication(title, year=year)
        page = text(client, "/publications/years/2020/")
        assert titles(page) == ["B"]
        assert '<a href="/publications/years/2020/" aria-current="page">2020</a>' in page
        assert '<a href="/publications/?year=none">Year unknown</a>' in page

    def test_it_can_be_narrowed_but_not_by_year(self, client):
        for title, kind in (("A", "journal"), ("B", "conference")):
            cast.make_publication(title, kind=kind)
        page = text(client, "/publications/years/2024/?kind=journal&year=1999")
        assert titles(page) == ["A"]
        assert "facet-kind" in page
        assert "facet-year" not in page

    def test_there_is_none_for_a_year_without_publications(self, client):
        assert client.get("/publications/years/2020/").status_code == 404

    @pytest.mark.parametrize("year", ["0", "99999", "9223372036854775808", "9" * 5000])
    def test_there_is_none_for_what_no_year_can_be(self, client, year):
        assert client.get(f"/publications/years/{year}/").status_code == 404

    def test_a_year_has_one_address(self, client):
        cast.make_publication(year=2020)
        assert client.get("/publications/years/02020/").status_code == 404


class MembersListTests:
    @pytest.mark.both
    def test_it_shows_what_the_member_wrote_and_with_whom(self, client):
        ada, zoe = cast.pi(), cast.student()
        cast.make_publication("Both", [ada, zoe])
        cast.make_publication("Alone", [zoe])
        cast.make_publication("Other", [ada])
        page = text(client, "/people/zoe-lindqvist/publications/")
        assert "<h1>Publications of Zoë Lindqvist</h1>" in page
        assert titles(page) == ["Alone", "Both"]
        assert 'class="self">Zoë Lindqvist</a>' in page
        narrowed = text(client, "/people/zoe-lindqvist/publications/?member=ada-quill")
        assert titles(narrowed) == ["Both"]
        assert '<span>Zoë Lindqvist</span> <span class="count">' not in narrowed

    def test_a_former_address_leads_to_the_present_one(self, client):
        zoe = cast.student()
        zoe.slug = "zoe"
        zoe.save()
        response = client.get("/people/zoe-lindqvist/publications/")
        assert (response.status_code, response["Location"]) == (301, "/people/zoe/publications/")

    def test_there_is_none_of_one_without_a_page(self, client):
        cast.stranger()
        assert client.get("/people/ivo-brandt/publications/").status_code == 404


class VenuesListTests:
    def test_it_shows_what_appeared_there(self, client):
        venue = cast.make_venue(name="Conference on Systems")
        cast.make_publication("Here", venue=venue)
        cast.make_publication("Elsewhere")
        page = text(client, "/venues/syscon/publications/")
        assert "<h1>Publications at SYSCON</h1>" in page
        assert titles(page) == ["Here"]

    def test_a_former_address_leads_to_the_present_one(self, client):
        venue = cast.make_venue()
        venue.slug = "sys"
        venue.save()
        response = client.get("/venues/syscon/publications/")
        assert (response.status_code, response["Location"]) == (301, "/venues/sys/publications/")


class FilesOfAListTests:
    @pytest.fixture(autouse=True)
    def paper(self):
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())

    @pytest.mark.parametrize(
        ("address", "file"),
        [
            ("/publications/", "/publications.bib"),
            ("/publications/?year=2024&page=1", "/publications.bib?year=2024"),
            ("/publications/years/2024/", "/publications/years/2024.bib"),
            ("/publications/years/2024/?q=quokka", "/publications.bib?year=2024&amp;q=quokka"),
            ("/people/zoe-lindqvist/publications/", "/people/zoe-lindqvist/publications.bib"),
            ("/people/zoe-lindqvist/publications/?year=2024", "/publications.bib?member=zoe-lindqvist&amp;year=2024"),
            ("/venues/syscon/publications/", "/venues/syscon/publications.bib"),
        ],
    )
    @pytest.mark.both
    def test_each_list_links_to_the_file_that_holds_it(self, client, address, file):
        assert f'<a href="{file}" aria-label="This list as BibTeX">' in text(client, address)
        assert client.get(file.replace("&amp;", "&")).content.decode().count("@inproceedings{") == 1

    def test_the_list_of_a_member_and_of_a_venue_can_be_followed(self, client):
        assert 'href="/people/zoe-lindqvist/feed.xml"' in text(client, "/people/zoe-lindqvist/publications/")
        assert 'href="/venues/syscon/feed.xml"' in text(client, "/venues/syscon/publications/")


class RowTests:
    def test_an_author_is_printed_as_the_paper_prints_them(self, client):
        paper = cast.make_publication()
        cast.add_author(paper, cast.student(), printed_name="Z. Lindqvist")
        assert '<a href="/people/zoe-lindqvist/">Z. Lindqvist</a>' in text(client, "/publications/")

    def test_bibtex_and_abstract_open_in_place_under_names_that_tell_them_apart(self, client):
        cast.make_publication("A & B", abstract="Words.", doi="10.1000/q")
        page = text(client, "/publications/")
        assert '<a href="https://doi.org/10.1000/q" aria-label="DOI: A &amp; B">DOI</a>' in page
        assert '<summary aria-label="BibTeX: A &amp; B">BibTeX</summary>' in page
        assert "\\&amp; {B}}," in page
        assert '<summary aria-label="Abstract: A &amp; B">Abstract</summary>' in page
        assert "<p>Words.</p>" in page

    def test_a_long_list_of_authors_folds_but_shows_its_members(self, client):
        member = cast.student()
        cast.make_publication(authors=[*(f"Ivo {number}" for number in range(9)), member, "Last Author"])
        page = text(client, "/publications/")
        assert "and 3 more" in page
        assert re.findall(r'<span class="folded">, ([^<]*)</span>', page) == ["Ivo 7", "Ivo 8", "Last Author"]
        assert ', <a href="/people/zoe-lindqvist/">Zoë Lindqvist</a>' in page

    def test_the_page_of_the_paper_shows_all_its_authors(self, client):
        cast.make_publication(authors=[f"Ivo {number}" for number in range(14)])
        assert "folded" not in text(client, "/publications/quokka/")


@pytest.mark.parametrize(("authors", "folded"), [(1, 0), (10, 0), (11, 4), (40, 33)])
def test_authors_fold_after_ten(client, authors, folded):
    cast.make_publication(authors=[f"Ivo {number}" for number in range(authors)])
    page = text(client, "/publications/")
    assert page.count('<span class="folded">') == folded
    assert re.findall(r"<u>and (\d+) more</u>", page) == ([str(folded)] if folded else [])


def test_two_names_are_no_reason_to_fold(client):
    members = [cast.make_member(f"Member {number}") for number in range(3)]
    cast.make_publication(authors=[*(f"Ivo {number}" for number in range(9)), *members])
    assert "folded" not in text(client, "/publications/")
