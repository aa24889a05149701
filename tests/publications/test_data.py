import pytest

from publications import data
from publications.models import EarlierVersion, Link, Publication
from tests import cast

pytestmark = pytest.mark.django_db


def absolute(path):
    return f"https://lab.example{path}"


def told_of(paper):
    return data.PUBLICATION(data.publications().get(pk=paper.pk), absolute)


def test_a_paper_of_which_all_is_known():
    venue = cast.make_venue(publisher="Leisure Press")
    paper = cast.make_publication(
        venue=venue,
        month=6,
        proceedings="Proceedings of Leisure",
        volume="1",
        number="2",
        article="3",
        pages="4–5",
        doi="10.5555/1234",
        arxiv_id="2401.00001",
        abstract="We *rest*.",
        notes="Invited\n\nShort",
    )
    told = told_of(paper)
    assert {name: told[name] for name in list(told)[:18]} == {
        "id": "quokka",
        "url": "https://lab.example/publications/quokka/",
        "json": "https://lab.example/publications/quokka/data.json",
        "citation_key": paper.citation_key,
        "title": "Quokka: Scheduling at Leisure",
        "kind": "conference",
        "status": "published",
        "year": 2024,
        "month": 6,
        "venue": {"id": "syscon", "acronym": "SYSCON", "url": "https://lab.example/venues/syscon/"},
        "proceedings": "Proceedings of Leisure",
        "volume": "1",
        "number": "2",
        "article": "3",
        "pages": "4–5",
        "publisher": "Leisure Press",
        "doi": "10.5555/1234",
        "arxiv_id": "2401.00001",
    }
    assert (told["abstract"], told["notes"]) == ("We *rest*.", ["Invited", "Short"])


def test_what_is_not_known_is_null_or_empty():
    told = told_of(Publication.objects.create(title="Quokka", status="submitted"))
    known = {"id", "url", "json", "citation_key", "title", "kind", "status"}
    empty = {"authors", "links", "awards", "notes", "earlier_versions", "talks", "projects", "news"}
    assert {name: told[name] for name in told.keys() - known} == {
        name: [] if name in empty else None for name in told.keys() - known
    }


def test_authors_come_in_their_order_with_their_marks():
    paper, pi, guest = cast.make_publication(), cast.pi(), cast.stranger()
    cast.add_author(paper, guest, order=2, is_lead=True, is_corresponding=True, mentor=pi)
    cast.add_author(paper, cast.student(), order=1, printed_name="Z. Lindqvist", is_equal=True, mentor=guest)
    stranger = {"id": "ivo-brandt", "name": "Ivo Brandt", "url": None}
    assert told_of(paper)["authors"] == [
        {
            "name": "Z. Lindqvist",
            "person": {
                "id": "zoe-lindqvist",
                "name": "Zoë Lindqvist",
                "url": "https://lab.example/people/zoe-lindqvist/",
            },
            "is_equal": True,
            "is_lead": False,
            "is_corresponding": False,
            "mentor": stranger,
        },
        {
            "name": "Ivo Brandt",
            "person": stranger,
            "is_equal": False,
            "is_lead": True,
            "is_corresponding": True,
            "mentor": {"id": "ada-quill", "name": "Ada Quill", "url": "https://lab.example/people/ada-quill/"},
        },
    ]


def test_links_come_as_on_the_page_without_those_that_were_lost():
    paper = cast.make_publication()
    for kind, label, url in (("code", "Kit", "https://code.example"), ("pdf", "", "https://pdf.example")):
        Link.objects.create(publication=paper, kind=kind, label=label, url=url)
    Link.objects.create(publication=paper, kind="slides")
    assert told_of(paper)["links"] == [
        {"kind": "pdf", "label": "PDF", "url": "https://pdf.example"},
        {"kind": "code", "label": "Kit", "url": "https://code.example"},
    ]


def test_what_it_was_before():
    paper = cast.make_publication()
    EarlierVersion.objects.create(
        publication=paper, title="Slow Quokka", authors="Ada Quill, Ivo Brandt", arxiv_id="2301.00001"
    )
    assert told_of(paper)["earlier_versions"] == [
        {"title": "Slow Quokka", "authors": "Ada Quill, Ivo Brandt", "status": None, "arxiv_id": "2301.00001"}
    ]


def test_what_came_of_it():
    member, paper = cast.student(), cast.make_publication()
    paper.awards.add(cast.make_award(None, "Best Paper"))
    cast.make_award(member, "Medal")
    cast.make_talk(member, publication=paper), cast.make_talk(member, "On Naps")
    cast.make_project(publications=[paper]), cast.make_project("Other")
    cast.make_news().publications.add(paper)
    told = told_of(paper)
    assert [(row["title"], row["publications"][0]["id"]) for row in told["awards"]] == [("Best Paper", "quokka")]
    assert [(row["title"], row["occasions"][0]["date"]) for row in told["talks"]] == [("On Leisure", "2024-06")]
    assert told["projects"] == [
        {
            "id": "leisure-at-scale",
            "title": "Leisure at Scale",
            "url": "https://lab.example/projects/leisure-at-scale/",
        }
    ]
    assert told["news"] == [
        {
            "id": "a-paper-was-accepted",
            "date": "2024-05",
            "title": "A paper was accepted",
            "url": "https://lab.example/news/a-paper-was-accepted/",
        }
    ]


def test_a_teaser_comes_with_its_size_and_what_it_shows():
    paper = cast.make_publication(teaser_alt="A quokka")
    Publication.objects.filter(pk=paper.pk).update(teaser="publications/q.png", teaser_width=800, teaser_height=450)
    assert told_of(paper)["teaser"] == {
        "url": "https://lab.example/media/publications/q.png",
        "width": 800,
        "height": 450,
        "alt": "A quokka",
    }


def test_its_page_offers_it_beside_the_files_of_its_citation(client):
    cast.make_publication()
    foot = (
        client.get("/publications/quokka/").content.decode().partition('class="page-files"')[2].partition("</nav>")[0]
    )
    for address in ("/data.json", ".bib", ".ris", ".json"):
        assert f'href="/publications/quokka{address}"' in foot


def test_a_list_offers_its_citations_itself(client):
    cast.make_publication()
    foot = client.get("/publications/").content.decode().partition('class="page-files"')[2].partition("</nav>")[0]
    assert 'href="/publications/feed.xml"' in foot
    assert "publications.bib" not in foot


def test_it_moves_along_with_its_page(client):
    paper = cast.make_publication()
    paper.slug = "wombat"
    paper.save()
    response = client.get("/publications/quokka/data.json")
    assert (response.status_code, response["Location"]) == (301, "/publications/wombat/data.json")
