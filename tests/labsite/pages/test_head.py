"""What a page says in its head to those who don't see it."""

import re
from html import unescape

import pytest
from django.urls import get_resolver, reverse

from labsite import registry
from labsite.models import Lab, NewsItem, Opening, Project
from labsite.models.lab import STATEMENTS
from labsite.web.head import SharedPicture
from publications.models import Link
from tests import cast
from tests.reading import head, text

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HOST = "http://testserver"


def metas(client, address):
    """Return the pairs of name, or property, and content in a page's head."""
    found = re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">', head(client, address))
    return [(name, unescape(content)) for name, content in found]


def meta(client, address):
    return dict(metas(client, address))


def page_names(resolver, namespace=""):
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from page_names(pattern, inner)
        else:
            yield namespace + pattern.name


@pytest.fixture
def lab():
    cast.make_lab(tagline="We study rest.", about="All *kinds*.")
    zoe = cast.student(headline="PhD student", interests="Rest\nSleep", biography="I rest.")
    paper = cast.make_publication(authors=[zoe], venue=cast.make_venue(name="Conference on Systems"), month=6)
    Link.objects.create(publication=paper, kind="pdf", url="https://lab.example/quokka.pdf")
    return zoe, paper


class CoverageTests:
    def test_every_page_has_a_head(self, client):
        cast.make_lab(email="lab@lab.example", **{f"shows_{name}": True for name in STATEMENTS})
        zoe = cast.student()
        cast.make_publication(authors=[zoe], venue=cast.make_venue())
        cast.make_page("About us")
        Project.objects.create(title="Rest")
        Opening.objects.create(title="A place")
        NewsItem.objects.create(title="It rains", date="2024-06-26")
        for make_pages in cast.of_apps("make_pages"):
            make_pages(zoe)
        slugs = {
            "people:detail": "zoe-lindqvist",
            "publications:of-member": "zoe-lindqvist",
            "publications:detail": "quokka",
            "publications:venue": "syscon",
            "publications:at-venue": "syscon",
            "news-item": "it-rains",
            "project": "rest",
            "opening": "a-place",
            "page": "about-us",
        }
        languages = next(
            each for each in get_resolver().url_patterns if each.pattern.__class__.__name__.startswith("Lo")
        )
        arguments = {name: [slug] for name, slug in slugs.items()} | {
            "publications:year": [2024],
            **{name: args for added in cast.of_apps("ARGUMENTS") for name, args in added.items()},
        }
        shown = {name for name in page_names(languages) if not name.endswith("-file")} - {"openings-before"}
        addresses = [reverse(name, args=arguments.get(name, [])) for name in shown]
        assert [address for address in addresses if 'rel="canonical"' not in head(client, address)] == []

    def test_a_page_that_is_not_there_has_none(self, client):
        page = client.get("/people/nobody/").content.decode()
        assert "canonical" not in page
        assert "og:" not in page


@pytest.mark.usefixtures("lab")
class WordsTests:
    @pytest.mark.parametrize(
        ("address", "title", "description"),
        [
            ("/", "Leisure Lab – We study rest.", "We study rest. All kinds."),
            ("/people/", "People – Leisure Lab", "The members and alumni of Leisure Lab."),
            ("/people/zoe-lindqvist/", "Zoë Lindqvist – Leisure Lab", "PhD student. Rest, Sleep. I rest."),
            (
                "/publications/quokka/",
                "Quokka: Scheduling at Leisure – Leisure Lab",
                "Zoë Lindqvist. Conference on Systems. June 2024.",
            ),
            ("/publications/years/2024/", "Publications of 2024 – Leisure Lab", "What Leisure Lab published in 2024."),
            (
                "/venues/syscon/",
                "SYSCON – Leisure Lab",
                "Leisure Lab at SYSCON (Conference on Systems): papers.",
            ),
        ],
    )
    def test_a_page_has_a_title_and_a_description_of_its_own(self, client, address, title, description):
        assert f"<title>{title}</title>" in head(client, address)
        assert meta(client, address)["description"] == description

    def test_a_paper_is_described_by_its_abstract(self, client, lab):
        lab[1].abstract = "We *rest*[^1] in $O(n)$.\n\n[^1]: A note."
        lab[1].save()
        assert meta(client, "/publications/quokka/")["description"] == "We rest in O(n)."

    def test_of_many_authors_a_description_names_the_first(self, client):
        cast.make_publication("Crowd", [f"Author {number}" for number in range(7)], year=None)
        names = ", ".join(f"Author {number}" for number in range(5))
        assert meta(client, "/publications/crowd/")["description"] == f"{names} and others."

    def test_a_long_description_ends_with_a_whole_word(self, client, lab):
        lab[1].abstract = "Wombats rest. " * 50
        lab[1].save()
        description = meta(client, "/publications/quokka/")["description"]
        assert 150 < len(description) <= 201
        assert description.endswith(("Wombats…", "rest…"))

    def test_no_lab_and_no_words_still_make_a_description(self, client):
        cast.make_page("Empty")
        assert meta(client, "/empty/")["description"] == "Empty. Leisure Lab."


@pytest.mark.usefixtures("lab")
class CanonicalTests:
    @pytest.mark.parametrize(
        ("asked", "canonical"),
        [
            ("/", "/"),
            ("/publications/", "/publications/"),
            ("/publications/?venue=syscon", "/publications/"),
            ("/publications/?page=2", "/publications/?page=2"),
            ("/publications/?page=1", "/publications/"),
            ("/publications/?page=x", "/publications/"),
            ("/publications/?page=%C2%B2", "/publications/"),
            ("/publications/?venue=syscon&page=2", "/publications/"),
            ("/zh-hans/people/", "/zh-hans/people/"),
        ],
    )
    def test_a_page_names_the_one_address_that_it_goes_by(self, client, asked, canonical):
        assert f'<link rel="canonical" href="{HOST}{canonical}">' in head(client, asked)

    def test_a_later_page_of_a_list_is_called_so(self, client):
        assert "<title>Publications, page 2 – Leisure Lab</title>" in head(client, "/publications/?page=2")

    def test_only_the_first_page_of_a_list_names_its_twin_in_another_language(self, client):
        assert 'hreflang="zh-Hans"' in head(client, "/publications/")
        assert "hreflang" not in head(client, "/publications/?page=2")

    def test_a_search_is_not_for_search_engines(self, client):
        assert '<meta name="robots" content="noindex">' in head(client, "/search/?q=rest")


@pytest.mark.usefixtures("lab")
class SharingTests:
    def test_a_paper_is_shown_as_an_article_with_its_card(self, client):
        assert [pair for pair in metas(client, "/publications/quokka/") if pair[0].startswith(("og:", "twitter"))] == [
            ("twitter:card", "summary_large_image"),
            ("og:type", "article"),
            ("og:title", "Quokka: Scheduling at Leisure"),
            (
                "og:description",
                "Zoë Lindqvist. Conference on Systems. June 2024.",
            ),
            ("og:url", f"{HOST}/publications/quokka/"),
            ("og:site_name", "Leisure Lab"),
            ("og:locale", "en_GB"),
            ("og:locale:alternate", "zh_CN"),
            ("og:image", f"{HOST}/publications/quokka.png"),
            ("og:image:type", "image/png"),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("og:image:alt", "Quokka: Scheduling at Leisure"),
        ]

    def test_a_paper_says_when_it_was_published(self, client):
        assert meta(client, "/publications/quokka/")["article:published_time"] == "2024-06"

    def test_a_person_is_shown_as_a_profile(self, client):
        found = meta(client, "/people/zoe-lindqvist/")
        assert found["og:type"] == "profile"
        assert (found["profile:first_name"], found["profile:last_name"]) == ("Zoë", "Lindqvist")
        assert found["og:image"] == f"{HOST}/people/zoe-lindqvist.png"

    def test_a_name_in_one_part_leaves_no_empty_property(self, client):
        cast.make_member("Cleo")
        assert "profile:first_name" not in meta(client, "/people/cleo/")

    def test_any_other_page_is_shown_with_the_labs_card(self, client):
        found = meta(client, "/venues/")
        assert (found["og:type"], found["og:title"]) == ("website", "Venues")
        assert found["og:image"] == f"{HOST}/card.png"

    def test_without_cards_the_labs_picture_is_shown_if_there_is_one(self, client, monkeypatch):
        others = [each for each in registry._of_the_site if not isinstance(each, SharedPicture)]
        monkeypatch.setattr(registry, "_of_the_site", others)
        assert "og:image" not in meta(client, "/venues/")
        Lab.objects.update(picture="lab/quokkas.jpg", picture_width=960, picture_height=640)
        assert meta(client, "/people/")["og:image"] == f"{HOST}/media/lab/quokkas.jpg"

    def test_a_page_in_chinese_says_so(self, client):
        assert ("og:locale", "zh_CN") in metas(client, "/zh-hans/people/")

    def test_words_are_escaped(self, client):
        cast.make_publication('A "quoted" <b>', slug="odd")
        assert meta(client, "/publications/odd/")["og:title"] == 'A "quoted" <b>'
        assert "<b>" not in head(client, "/publications/odd/")


@pytest.mark.usefixtures("lab")
class CitationTests:
    def test_a_papers_page_says_how_to_cite_it(self, client):
        assert [pair for pair in metas(client, "/publications/quokka/") if pair[0].startswith("citation_")] == [
            ("citation_title", "Quokka: Scheduling at Leisure"),
            ("citation_author", "Lindqvist, Zoë"),
            ("citation_publication_date", "2024/06"),
            ("citation_conference_title", "Conference on Systems"),
            ("citation_language", "en"),
            ("citation_pdf_url", "https://lab.example/quokka.pdf"),
        ]

    def test_no_other_page_has_any(self, client):
        assert "citation_" not in head(client, "/publications/")


@pytest.mark.usefixtures("lab")
class TrailTests:
    def test_a_page_below_others_leads_back_to_them(self, client):
        trail = text(client, "/venues/syscon/publications/").partition('<nav class="trail"')[2].partition("</nav>")[0]
        assert re.findall('<a href="([^"]*)">([^<]*)</a>', trail) == [
            ("/venues/", "Venues"),
            ("/venues/syscon/", "SYSCON"),
        ]

    @pytest.mark.parametrize("address", ["/", "/publications/", "/people/"])
    def test_a_page_that_the_head_of_every_page_leads_to_has_none(self, client, address):
        assert 'class="trail"' not in text(client, address)


class SizeTests:
    def test_the_head_of_a_member_with_many_papers_stays_small(self, client):
        cast.make_lab()
        zoe = cast.student()
        for number in range(100):
            cast.make_publication(f"Paper {number}", [zoe], year=1990 + number % 30)
        assert len(head(client, "/people/zoe-lindqvist/")) < 8_000

    def test_the_visible_page_says_the_name_once(self, client):
        cast.student()
        assert text(client, "/people/zoe-lindqvist/").count("<h1") == 1
