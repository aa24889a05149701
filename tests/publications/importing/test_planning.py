"""What becomes of each entry of a source."""

from dataclasses import replace

import pytest

from labsite.roles import Role
from publications.citations.entry import Entry, packed
from publications.citations.record import Name, Record
from publications.importing import plan_of
from publications.importing.plan import Fate, Verdict
from publications.matching.candidates import Duplicate
from publications.matching.papers import Likely, identities
from publications.models import ImportedEntry
from tests import cast

pytestmark = pytest.mark.django_db

QUILL = Name("Ada", "Quill")
PAPER = Record(
    "Quill24",
    "Quokka: Scheduling at Leisure",
    "conference",
    authors=(QUILL, Name("Ivo", "Brandt")),
    year=2024,
    venue="Symposium on Unhurried Systems",
    acronym="SUS",
    doi="10.5555/quokka",
)


def entries(*records):
    return [Entry(f"line {place}", record) for place, record in enumerate(records, start=1)]


def planned(*records, **options):
    return plan_of(entries(*records), **options)


def fates(*records, **options):
    return [(item.fate, item.reason) for item in planned(*records, **options).items]


def on_site(**fields):
    return cast.make_publication(PAPER.title, authors=[cast.pi(), cast.stranger()], **fields)


def remember(publication, record=PAPER, source=""):
    said = packed(Entry(record=record))["record"]
    return ImportedEntry.objects.create(
        source=source, identity=identities([record])[0], publication=publication, said=said
    )


def test_an_unknown_paper_is_new():
    [item] = planned(PAPER).items
    assert (item.fate, item.publication, item.candidates) == (Fate.CREATE, None, ())
    assert [str(author.new) for author in item.authors] == ["Ada Quill", "Ivo Brandt"]
    assert item.venue.new.acronym == "SUS"


def test_same_doi_is_the_same_paper():
    paper = on_site(doi="10.5555/QUOKKA")
    [item] = planned(PAPER).items
    assert (item.publication, item.reason) == (paper.pk, "has the same DOI")


def test_likeness_asks():
    paper = on_site()
    [item] = planned(replace(PAPER, doi="")).items
    assert (item.fate, item.candidates) == (Fate.DECIDE, (Duplicate(paper.pk, Likely.TITLE),))


def test_preprint_and_published_version_are_one_paper():
    preprint = replace(
        PAPER, kind="preprint", status="preprint", doi="", venue="CoRR", acronym="", year=2023, arxiv_id="2301.00001"
    )
    first, second = planned(preprint, PAPER).items
    assert (first.fate, second.fate) == (Fate.CREATE, Fate.MATCH)
    assert (second.same_as, second.reason) == (0, "the published version of line 1")
    assert (first.record.kind, first.record.year, first.record.arxiv_id) == ("conference", 2024, "2301.00001")
    assert [(each.title, each.status) for each in first.earlier] == [(PAPER.title, "Preprint, 2023")]


def said_of(item):
    return [(change.name, change.here, change.there, change.verdict) for change in item.changes]


def test_gap_is_filled():
    on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"))
    [item] = planned(replace(PAPER, pages="1-12")).items
    assert said_of(item) == [("pages", "", "1–12", Verdict.FILL)]
    assert item.fate is Fate.UPDATE


def test_a_value_that_differs_stays():
    on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"), pages="3–9")
    [item] = planned(replace(PAPER, pages="1-12")).items
    assert said_of(item) == [("pages", "3–9", "1–12", Verdict.KEEP)]
    assert item.fate is Fate.MATCH


def test_a_value_that_changed_at_the_source_changes_here():
    paper = on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"), pages="3–9")
    remember(paper, replace(PAPER, pages="3--9"))
    [item] = planned(replace(PAPER, pages="1-12")).items
    assert said_of(item) == [("pages", "3–9", "1–12", Verdict.UPDATE)]


def test_a_value_that_somebody_emptied_stays_empty():
    paper = on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"))
    remember(paper, replace(PAPER, pages="1-12"), source="dblp")
    [item] = planned(replace(PAPER, pages="1-12")).items
    assert said_of(item) == [("pages", "", "1–12", Verdict.KEEP)]


def test_typography_is_no_difference():
    venue = cast.make_venue("SUS")
    cast.make_publication(
        "Quokka: Scheduling at leisure", [cast.pi(), cast.stranger()], venue, doi=PAPER.doi.upper(), pages="12–34"
    )
    [item] = planned(replace(PAPER, title="QUOKKA – Scheduling,  at Leisure", pages="12--34")).items
    assert (item.fate, item.changes) == (Fate.MATCH, ())


def test_left_out_before():
    remember(None)
    assert fates(PAPER) == [(Fate.SKIP, "skipped before")]


def test_entries_that_are_no_papers_or_broken_have_their_reasons():
    plan = plan_of(
        [Entry("line 1", problem="Line 1: a brace is missing."), Entry("line 9", no_paper="Data of Zotero.")]
    )
    assert [(item.fate, item.reason) for item in plan.items] == [
        (Fate.FAIL, "Line 1: a brace is missing."),
        (Fate.SKIP, "Data of Zotero."),
    ]


def test_the_preprint_on_the_site_comes_out():
    arxiv = cast.make_venue("arXiv", kind="preprints")
    paper = on_site(kind="preprint", status="preprint", year=None, venue=arxiv, arxiv_id="2301.00001")
    type(paper).objects.filter(pk=paper.pk).update(year=2023, month=1)
    [item] = planned(PAPER).items
    assert (item.publication, item.fate) == (paper.pk, Fate.UPDATE)
    assert said_of(item) == [
        ("kind", "Preprint", "Conference paper", Verdict.UPDATE),
        ("status", "Preprint", "Published", Verdict.UPDATE),
        ("year", "2023", "2024", Verdict.UPDATE),
        ("month", "January", "", Verdict.UPDATE),
        ("doi", "", "10.5555/quokka", Verdict.FILL),
        ("venue", "arXiv", "Symposium on Unhurried Systems", Verdict.UPDATE),
        ("earlier:Quokka: Scheduling at Leisure", "", "Quokka: Scheduling at Leisure, Preprint, 2023", Verdict.FILL),
    ]


def test_a_published_paper_is_never_turned_back():
    on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"))
    preprint = replace(PAPER, kind="preprint", status="preprint", doi="", year=2023, venue="arXiv", acronym="")
    [item] = planned(replace(preprint, arxiv_id="2301.00001")).items
    assert said_of(item) == [
        ("arxiv_id", "", "2301.00001", Verdict.FILL),
        ("earlier:Quokka: Scheduling at Leisure", "", "Quokka: Scheduling at Leisure, Preprint, 2023", Verdict.FILL),
    ]


def test_ids_that_lead_to_two_papers_ask():
    one = on_site(doi=PAPER.doi)
    other = cast.make_publication("Else", arxiv_id="2301.00001")
    [item] = planned(replace(PAPER, arxiv_id="2301.00001")).items
    assert (item.fate, item.reason) == (Fate.DECIDE, "Its identifiers belong to two different papers on the site.")
    assert [each.publication for each in item.candidates] == [one.pk, other.pk]


def test_counts_are_those_of_the_entries_and_planning_twice_is_the_same():
    source = entries(PAPER, replace(PAPER, key="again"), replace(PAPER, doi="10.5555/other"))
    plan = plan_of(source)
    assert sum(plan.counts.values()) == 3
    assert plan == plan_of(source)
    assert [item.fate for item in plan.items] == [Fate.CREATE, Fate.MATCH, Fate.DECIDE]
    assert plan.items[2].same_candidates == (0,)


def test_queries_are_the_same_for_one_paper_and_for_many(django_assert_num_queries):
    user = cast.make_login(cast.make_person("Una Hale"), Role.MEMBER)
    for number in range(3):
        paper = cast.make_publication(f"Naps {number}", ["Ada Quill"], doi=f"10.5555/{number}")
        remember(paper, replace(PAPER, title=f"Naps {number}", doi=""))
    sources = [
        [replace(PAPER, doi=f"10.5555/{number}") for number in range(n)]
        + [replace(PAPER, doi="", title=f"Naps {number}") for number in range(n)]
        + [replace(PAPER, doi="", title=f"Quite new {number}") for number in range(n)]
        for n in (1, 3)
    ]
    for source in sources:
        user = type(user).objects.get(pk=user.pk)
        with django_assert_num_queries(27):
            planned(*source, user=user)
