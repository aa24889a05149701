"""What a source says of a paper on the site beside what the site says and what the source said before."""

from dataclasses import replace

import pytest

from publications.citations.record import Name, RecordLink
from publications.importing import plan_of
from publications.importing.plan import Fate, Verdict
from publications.models import Link
from tests import cast

from .test_planning import PAPER, entries, on_site, remember

pytestmark = pytest.mark.django_db

FILL, UPDATE, KEEP = Verdict.FILL, Verdict.UPDATE, Verdict.KEEP
PREPRINT = replace(
    PAPER, kind="preprint", status="preprint", doi="", venue="arXiv", acronym="", year=2023, arxiv_id="2301.00001"
)


@pytest.fixture
def paper():
    """A paper on the site that says what the source does."""
    return on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"))


def found(record, **options):
    [item] = plan_of(entries(record), **options).items
    return [(change.name, change.here, change.there, change.verdict) for change in item.changes]


def test_links(paper):
    paper.links.create(kind="pdf", url="https://lab.example/ours.pdf")
    paper.links.create(kind="code", url="https://git.example/quokka/")
    links = (
        ("pdf", "https://sus.example/theirs.pdf"),
        ("page", "http://www.git.example/quokka"),
        ("video", "https://v.example/"),
    )
    record = replace(PAPER, links=tuple(RecordLink(*link) for link in links))
    assert found(record) == [
        ("link:pdf", "https://lab.example/ours.pdf", "https://sus.example/theirs.pdf", KEEP),
        ("link:video", "", "https://v.example/", FILL),
    ]


def test_a_link_that_moved_at_the_source_moves(paper):
    Link.objects.create(publication=paper, kind="pdf", url="https://sus.example/1.pdf")
    remember(paper, replace(PAPER, url="https://sus.example/1.pdf"))
    assert found(replace(PAPER, url="https://sus.example/2.pdf")) == [
        ("link:pdf", "https://sus.example/1.pdf", "https://sus.example/2.pdf", UPDATE)
    ]


def test_identifiers_and_fields_that_no_other_place_holds(paper):
    paper.extra_fields.create(name="keywords", value="sleep")
    paper.identifiers.create(scheme="isbn", value="978-1-4503-0000-1")
    ids = ("isbn", "9781450300001"), ("dblp", "conf/sus/Quill24"), ("acl", "24.7")
    record = replace(PAPER, ids=ids, extra=(("keywords", "naps"), ("location", "Perth")))
    assert found(record) == [
        ("identifier:dblp:conf/sus/Quill24", "", "conf/sus/Quill24", FILL),
        ("extra:keywords", "sleep", "naps", KEEP),
        ("extra:location", "", "Perth", FILL),
        ("extra:acl", "", "24.7", FILL),
    ]


def test_what_somebody_removed_stays_away(paper):
    record = replace(PAPER, url="https://sus.example/1.pdf", ids=(("pmid", "7"),), extra=(("location", "Perth"),))
    remember(paper, record, "crossref")
    assert [verdict for *_, verdict in found(record)] == [KEEP, KEEP, KEEP]


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ({"pages": "123–129"}, {"pages": "123-9"}),
        ({"pages": "7"}, {"pages": "7--7"}),
        ({"abstract": r"We nap\_ a lot, $x_1$ times."}, {"abstract": "We nap_ a lot,\n$x_1$ times. "}),
        ({"proceedings": "Proceedings of the 3rd Meeting of Nappers"}, {"proceedings": "3rd Meeting of Nappers 2024"}),
        ({"notes": "Best paper\nInvited talk"}, {"note": "Best Paper"}),
        ({"arxiv_id": "2301.00001"}, {"arxiv_id": "2301.00001v3"}),
        ({"publisher": "ACM"}, {"publisher": "acm"}),
    ],
)
def test_what_is_no_difference(here, there):
    on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"), **here)
    assert found(replace(PAPER, **there)) == []


def test_the_publisher_of_the_venue_is_no_gap():
    on_site(doi=PAPER.doi, venue=cast.make_venue("SUS", publisher="USENIX"))
    assert found(replace(PAPER, publisher="USENIX Association")) == []


def test_another_list_of_authors_is_shown_and_stays(paper):
    record = replace(PAPER, authors=(Name("A.", "Quill"), Name("Una", "Hale")))
    assert found(record) == [("authors", "Ada Quill, Ivo Brandt", "A. Quill, Una Hale", KEEP)]
    assert found(replace(PAPER, authors=(Name("A.", "Quill"), Name("I.", "Brandt")))) == []


def test_who_is_named_twice_and_stands_here_once_is_no_change_of_authors(paper):
    twice = (Name("Ada", "Quill"), Name("Ivo", "Brandt"), Name("Ada", "Quill"))
    assert [change[0] for change in found(replace(PAPER, authors=twice))] == ["extra:named_twice"]
    other = (*twice, Name("Una", "Hale"))
    assert [change[0] for change in found(replace(PAPER, authors=other))] == ["authors", "extra:named_twice"]


def test_where_somebody_settled_which_venue_is_meant_nothing_differs(paper):
    record = replace(PAPER, acronym="", venue="Nights of the Slow")
    assert [name for name, *_ in found(record)] == ["venue"]
    remember(paper, record)
    assert found(record) == []


def test_a_venue_that_may_be_the_one_of_the_paper_does_not_differ(paper):
    type(paper.venue).objects.update(name="Symposium on Unhurried Systems and Yawning")
    assert found(replace(PAPER, acronym="", venue="Symposium on Unhurried Yawning Systems and Naps")) == []


def test_another_known_venue_is_shown(paper):
    cast.make_venue("NAPS", name="Workshop on Long Naps")
    assert found(replace(PAPER, acronym="", venue="Workshop on Long Naps")) == [
        ("venue", "SUS", "Workshop on Long Naps", KEEP)
    ]


def test_a_source_other_than_the_one_that_said_it_changes_nothing(paper):
    paper.pages = "1–9"
    paper.save()
    remember(paper, replace(PAPER, pages="1--9"), "dblp")
    assert found(replace(PAPER, pages="1--12"), source="crossref") == [("pages", "1–9", "1–12", KEEP)]
    assert found(replace(PAPER, pages="1--12"), source="dblp") == [("pages", "1–9", "1–12", UPDATE)]


def a_preprint(**fields):
    arxiv = cast.make_venue("arXiv", kind="preprints")
    fields = {
        "kind": "preprint",
        "status": "preprint",
        "venue": arxiv,
        "arxiv_id": "2301.00001",
        "year": 2023,
        **fields,
    }
    return cast.make_publication(PAPER.title, [cast.pi(), cast.stranger()], **fields)


def test_what_somebody_wrote_into_a_preprint_stays_when_it_comes_out():
    paper = a_preprint()
    remember(paper, PREPRINT)
    type(paper).objects.filter(pk=paper.pk).update(year=2025, title="Quokka, at Leisure")
    changes = {name: verdict for name, _, _, verdict in found(replace(PAPER, arxiv_id="2301.00001"))}
    assert changes == {
        "title": KEEP,
        "kind": UPDATE,
        "status": UPDATE,
        "year": KEEP,
        "doi": FILL,
        "venue": UPDATE,
        "earlier:Quokka, at Leisure": FILL,
    }


def test_the_doi_of_the_preprint_is_kept_beside_that_of_the_paper():
    a_preprint(doi="10.1101/2023.01.01")
    changes = found(replace(PAPER, arxiv_id="2301.00001"))
    assert ("doi", "10.1101/2023.01.01", "10.5555/quokka", UPDATE) in changes
    assert ("identifier:doi:10.1101/2023.01.01", "", "10.1101/2023.01.01", FILL) in changes


def test_a_preprint_of_another_title_is_an_earlier_version(paper):
    paper.arxiv_id = "2301.00001"
    paper.save()
    assert found(PREPRINT) == []
    assert found(replace(PREPRINT, title="Quokka, Leisurely")) == [
        ("earlier:Quokka, Leisurely", "", "Quokka, Leisurely, Preprint, 2023", FILL)
    ]


def test_what_is_to_appear_stays_so_until_somebody_says_otherwise(paper):
    type(paper).objects.update(status="accepted")
    assert found(PAPER) == [("status", "To appear", "Published", KEEP)]


def test_news_of_yesterday_is_no_news(paper):
    assert found(replace(PAPER, status="accepted")) == []


def test_a_preprint_stays_one_while_nothing_else_is_known():
    a_preprint()
    [item] = plan_of(entries(PREPRINT)).items
    assert (item.fate, item.changes, item.reason) == (Fate.MATCH, (), "has the same arXiv id")


@pytest.mark.parametrize(("year", "change"), [(2024, [("month", "May", "", UPDATE)]), (2023, [])])
def test_the_month_of_a_preprint_goes_when_it_comes_out_in_another_year(year, change):
    on_site(kind="preprint", status="preprint", doi=PAPER.doi, year=2023, month=5)
    assert [each for each in found(replace(PAPER, year=year)) if each[0] == "month"] == change


@pytest.mark.parametrize(("kind", "change"), [("preprints", [("pages", "1–9", "", UPDATE)]), ("conference", [])])
def test_what_belongs_to_a_preprint_server_goes_when_a_paper_comes_out_elsewhere(kind, change):
    server = cast.make_venue("arXiv", kind=kind)
    on_site(kind="preprint", status="preprint", doi=PAPER.doi, venue=server, pages="1–9", abstract="Naps.")
    assert [each for each in found(PAPER) if each[0] in ("pages", "abstract")] == change
