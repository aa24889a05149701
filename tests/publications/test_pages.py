import re

import pytest

from publications.models import EarlierVersion, Identifier, Link
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db


class PublicationPageTests:
    def test_it_says_venue_issue_date_publisher_and_notes_once(self, client):
        venue = cast.make_venue("TOREST", name="Transactions on Rest", kind="journal", publisher="ACME")
        fields = {"volume": "3", "number": "2", "article": "14", "month": 6, "notes": "Invited\nMost cited"}
        cast.make_publication(venue=venue, kind="journal", **fields)
        page = text(client, "/publications/quokka/")
        said = page.partition('<header class="page-head">')[2].partition("<h2>Cite")[0]
        for fact in (
            "<span>Journal article</span>",
            '<p class="where"><i>Transactions on Rest</i>, Vol. 3, No. 2, Article 14, June 2024</p>',
        ):
            assert said.count(fact) == 1
        assert re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", page) == [("Publisher", "ACME")]
        assert '<div class="section notes prose"><p>Invited</p><p>Most cited</p></div>' in page.partition("<aside")[0]

    def test_the_year_that_the_badge_says_is_not_said_again(self, client):
        cast.make_publication(venue=cast.make_venue(name=""))
        assert '<p class="where">' not in text(client, "/publications/quokka/")

    def test_the_title_is_escaped(self, client):
        paper = cast.make_publication("A <b>bold</b> & <script>alert(1)</script> claim")
        page = text(client, paper.get_absolute_url())
        assert "A &lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;" in page

    def test_a_link_that_was_lost_is_not_shown(self, client):
        paper = cast.make_publication()
        Link.objects.create(publication=paper, kind="code", label="Lost code")
        Link.objects.create(publication=paper, kind="pdf", url="https://pdf.example/q.pdf")
        page = text(client, "/publications/quokka/")
        assert "Lost code" not in page
        assert '<a href="https://pdf.example/q.pdf" aria-label="PDF: Quokka: Scheduling at Leisure">PDF</a>' in page

    def test_links_come_in_one_order_and_no_address_twice(self, client):
        paper = cast.make_publication(doi="10.1000/q", arxiv_id="2401.00001")
        for kind, url in (
            ("video", "https://v.example"),
            ("pdf", "https://p.example"),
            ("page", "https://page.example"),
            ("other", "https://arxiv.org/abs/2401.00001"),
        ):
            Link.objects.create(publication=paper, kind=kind, url=url)
        assert [name for _, name, _ in paper.public_links] == ["DOI", "arXiv", "Paper", "PDF", "Video"]

    def test_earlier_titles_are_kept_with_their_authors(self, client):
        paper = cast.make_publication()
        EarlierVersion.objects.create(
            publication=paper, title="Wombat", authors="Z. Lindqvist, I. Brandt", status="Preprint", arxiv_id="2301.1"
        )
        page = text(client, "/publications/quokka/")
        assert '<h3>Wombat</h3> <p class="small">Z. Lindqvist, I. Brandt</p>' in page

    def test_its_talks_are_on_it(self, client):
        paper = cast.make_publication()
        cast.make_talk(cast.student(), "On Quokkas", publication=paper)
        page = text(client, "/publications/quokka/")
        assert page.index("Talks on this paper") < page.index("On Quokkas") < page.index("Jun 2024")

    def test_news_about_it_and_its_projects_are_on_it(self, client):
        paper = cast.make_publication()
        cast.make_news("Quokkas won").publications.add(paper)
        cast.make_project("Leisure at Scale", publications=[paper])
        page = text(client, "/publications/quokka/")
        assert '<a href="/news/quokkas-won/">Quokkas won</a>' in page
        assert '<dt>Projects</dt><dd><a href="/projects/leisure-at-scale/">Leisure at Scale</a></dd>' in page

    def test_its_awards_are_marked_and_told(self, client):
        paper = cast.make_publication()
        paper.awards.add(cast.make_award(cast.pi(), "Golden Quokka", organisation="ACME"))
        page = text(client, "/publications/quokka/")
        assert '<span class="mark">Golden Quokka</span>' in page
        assert "<dt>Awards</dt><dd>Golden Quokka, ACME</dd>" in page

    def test_it_is_cited_in_every_format_and_style(self, client):
        cast.make_publication(authors=["Ada Quill"], doi="10.5555/1")
        page = text(client, "/publications/quokka/")
        names = re.findall('<details name="citation"[^>]*> <summary>(.*?)</summary>', page)
        assert names == ["BibTeX", "RIS", "CSL-JSON", "ACM", "IEEE", "APA"]
        assert re.findall(r'<a href="([^"]*)" download>', page) == [
            "/publications/quokka.bib",
            "/publications/quokka.ris",
            "/publications/quokka.json",
        ]
        assert "Ada Quill. 2024. Quokka: Scheduling at Leisure. " in page
        assert "A. Quill, “Quokka: Scheduling at Leisure,”" in page
        assert "Quill, A. (2024). Quokka: Scheduling at Leisure. " in page

    def test_a_paper_of_which_little_is_known_has_no_empty_section(self, client):
        cast.make_publication("Nap", year=None, kind="other")
        page = text(client, "/publications/nap/")
        assert re.findall("<h2>(.*?)</h2>", page) == ["Cite"]
        assert "<dt>" not in page
        assert "<aside" not in page

    def test_a_kind_that_is_not_stated_shows_nothing(self, client):
        cast.make_publication(venue=cast.make_venue(kind=""), kind="")
        page = text(client, "/publications/quokka/")
        assert re.search('<p class="kicker">(.*?)</p>', page)[1].count("<span") == 1  # the year in the badge
        assert '<ul class="inline-list muted">' not in text(client, "/venues/syscon/")
        assert '<td class="kind"></td>' in text(client, "/venues/")

    def test_all_of_many_authors_are_named(self, client):
        cast.make_publication(authors=[f"Author {number}" for number in range(18)])
        page = text(client, "/publications/quokka/")
        assert page.count('<span class="author">') == 18

    def test_related_publications_are_at_its_end(self, client):
        pi = cast.pi()
        cast.make_publication(authors=[pi])
        cast.make_publication("Wombat", authors=[pi])
        page = text(client, "/publications/quokka/")
        assert page.index("Related publications") < page.index('<a href="/publications/wombat/">Wombat</a></h3>')

    def test_bibtex_is_on_the_page_and_in_a_file_of_its_own(self, client):
        cast.make_publication(authors=[cast.student()], venue=cast.make_venue())
        response = client.get("/publications/quokka.bib")
        assert response["Content-Type"] == "application/x-bibtex; charset=utf-8"
        entry = response.content.decode()
        assert "author = {Lindqvist, Zoë}" in entry
        assert entry.splitlines()[0] in client.get("/publications/quokka/").content.decode()

    def test_an_old_address_leads_to_the_new_one_for_ever(self, client):
        paper = cast.make_publication()
        paper.slug = "leisure"
        paper.save()
        for old, new in (("/publications/quokka/", "/publications/leisure/"), ("/publications/quokka.bib", None)):
            response = client.get(old)
            assert (response.status_code, response["Location"]) == (301, new or "/publications/leisure.bib")

    def test_there_is_none_at_an_unknown_address(self, client):
        assert client.get("/publications/wombat/").status_code == 404
        assert client.get("/publications/wombat.bib").status_code == 404


def test_identifiers_elsewhere_lead_to_where_they_are_shown(client):
    paper = cast.make_publication()
    for scheme, value in (("dblp", "conf/sus/Quill24"), ("isbn", "978-1-4503-0000-1"), ("doi", "10.1/a b<c>")):
        Identifier.objects.create(publication=paper, scheme=scheme, value=value)
    page = text(client, paper.get_absolute_url())
    assert '<dt>dblp</dt><dd><a href="https://dblp.org/rec/conf/sus/Quill24">conf/sus/Quill24</a></dd>' in page
    assert "<dt>ISBN</dt><dd>978-1-4503-0000-1</dd>" in page
    assert '<a href="https://doi.org/10.1/a%20b%3Cc%3E">10.1/a b&lt;c&gt;</a>' in page


@pytest.mark.parametrize(
    ("fields", "is_listed"),
    [({"year": None}, False), ({"year": None, "status": "submitted"}, True), ({"year": 2024}, True)],
    ids=["undated", "in submission", "dated"],
)
def test_search_engines_wait_for_the_year_of_a_paper_that_is_out(client, fields, is_listed):
    cast.make_publication(**fields)
    assert ('<meta name="robots" content="noindex">' in client.get("/publications/quokka/").text) != is_listed
    assert ("/publications/quokka/" in client.get("/sitemap-publications.xml").text) == is_listed
