"""Pairs of papers just inside and just outside every threshold, which everything that asks answers alike."""

from dataclasses import replace

import pytest
from django.core.cache import caches

from labsite.curation.duplicates import candidates
from publications.adding.proposal import propose
from publications.adding.reading import Pasted
from publications.adding.sheet import Sheet
from publications.citations.entry import Entry
from publications.citations.record import Name, Record
from publications.importing import apply, plan_of
from publications.importing.plan import Fate
from publications.matching.candidates import Index, paper_keys
from publications.matching.papers import PaperFingerprint, are_one_paper, identities, is_contradicted, likeness_of
from publications.models import ImportedEntry
from tests import cast
from tests.worlds import undone

SAME, ALIKE, DIFFERENT = "the same", "alike", "different"
FATES = {Fate.CREATE: DIFFERENT, Fate.DECIDE: ALIKE, Fate.MATCH: SAME, Fate.UPDATE: SAME}

ADA, IVO, UNA, BO = Name("Ada", "Quill"), Name("Ivo", "Brandt"), Name("Una", "Hale"), Name("Bo", "Sato")
PAPER = Record("one", "Quokka: Scheduling Jobs at Leisure", "conference", authors=(ADA, IVO), year=2024)
PREPRINT = replace(PAPER, key="two", kind="preprint", status="preprint")
PIECE = replace(PAPER, title="From the Editor of the Journal", kind="journal", venue="Journal of Naps", volume="1")


def titled(one, other, first=PAPER, second=PAPER, **fields):
    return replace(first, title=one), replace(second, key="two", title=other, **fields)


def under_one_doi(one, other, authors=(UNA, BO), **fields):
    return titled(one, other, replace(PAPER, doi="10.5555/1"), doi="10.5555/1", authors=authors, **fields)


def under_one_arxiv_id(one, other, **fields):
    return titled(one, other, replace(PAPER, arxiv_id="2301.00001"), arxiv_id="2301.00001", **fields)


PAIRS = {
    # The same title, by years
    "a preprint 3 years before": (replace(PAPER, year=2024), replace(PREPRINT, year=2021), SAME),
    "a preprint 4 years before": (replace(PAPER, year=2024), replace(PREPRINT, year=2020), DIFFERENT),
    "a preprint without a year": (PAPER, replace(PREPRINT, year=None), SAME),
    "the same title in the same year": (PAPER, replace(PAPER, key="two"), SAME),
    "the same title a year later": (PAPER, replace(PAPER, key="two", year=2025), ALIKE),
    "the same title 3 years later": (PAPER, replace(PAPER, key="two", year=2027), ALIKE),
    "the same title 4 years later": (PAPER, replace(PAPER, key="two", year=2028), DIFFERENT),
    "a similar title 3 years later": (*titled("Naps in Idle Clusters", "Idle Clusters in Naps", year=2027), ALIKE),
    "a similar title 4 years later": (*titled("Naps in Idle Clusters", "Idle Clusters in Naps", year=2028), DIFFERENT),
    # The same title, by authors
    "4 words by others": (*titled("Rest in Large Clusters", "Rest in large clusters", authors=(UNA,)), DIFFERENT),
    "4 words by nobody": (*titled("Rest in Large Clusters", "Rest in large clusters", authors=()), ALIKE),
    "5 words by others": (
        *titled("Rest in Very Large Clusters", "Rest in very large clusters", authors=(UNA,)),
        ALIKE,
    ),
    "4 words elsewhere": (
        *titled("Rest in Large Clusters", "Rest in Large Clusters", replace(PAPER, venue="Napping"), venue="Dozing"),
        ALIKE,
    ),
    "5 words elsewhere": (
        *titled(
            "Rest in 5 Large Clusters", "Rest in 5 Large Clusters", replace(PAPER, venue="Napping"), venue="Dozing"
        ),
        SAME,
    ),
    "an initial": (PAPER, replace(PREPRINT, authors=(Name("A.", "Quill"), IVO)), SAME),
    "another initial": (PAPER, replace(PREPRINT, authors=(Name("B.", "Quill"), IVO)), ALIKE),
    "no given name": (PAPER, replace(PREPRINT, authors=(Name("", "Quill"), IVO)), SAME),
    "authors in another order": (PAPER, replace(PREPRINT, authors=(IVO, ADA)), SAME),
    "an author more": (PAPER, replace(PREPRINT, authors=(ADA, IVO, UNA)), ALIKE),
    "another kind": (PAPER, replace(PAPER, key="two", kind="journal"), ALIKE),
    # Similar titles, by words
    "3 of 4 words": (*titled("Idle Cluster Naps", "Cluster Naps: Idle Thoughts"), ALIKE),
    "5 of 7 words": (
        *titled("Scheduling Idle Cluster Naps Over Weekends", "Weekends Over Naps: Measuring Idle Cluster"),
        DIFFERENT,
    ),
    "3 of 4 words by others": (*titled("Idle Cluster Naps", "Cluster Naps: Idle Thoughts", authors=(UNA,)), DIFFERENT),
    "3 of 4 words by nobody": (
        *titled("Idle Cluster Naps", "Cluster Naps: Idle Thoughts", authors=(), proceedings="Symposium on Rest"),
        DIFFERENT,
    ),
    "3 of 4 words by one author": (
        *titled("Idle Cluster Naps", "Cluster Naps: Idle Thoughts", authors=(UNA, Name("B.", "Brandt"))),
        ALIKE,
    ),
    # Similar titles, by letters
    "17 of 20 letters": (*titled("Idle Cluster Nap Abc", "Idle Cluster Nap Xyz"), ALIKE),
    "18 of 22 letters": (*titled("Idle Cluster Naps Abcd", "Idle Cluster Naps Wxyz"), DIFFERENT),
    "another number": (*titled("Resting Idle Clusters, Part 1", "Resting Idle Clusters, Part 2"), DIFFERENT),
    "another Roman number": (*titled("Resting Idle Clusters, Part I", "Resting Idle Clusters, Part II"), DIFFERENT),
    "British spelling": (
        *titled("Characterizing GPU datacenter jobs", "Characterising GPU datacentre jobs"),
        ALIKE,
    ),
    # Similar titles, by a part that is missing
    "4 words without the rest": (
        *titled("Rest for Idle Clusters", "Rest for Idle Clusters: Design, Practice, Outlook"),
        ALIKE,
    ),
    "4 words without the beginning": (
        *titled("Rest for Idle Clusters", "Design, Practice, Outlook: Rest for Idle Clusters"),
        ALIKE,
    ),
    "3 words without the rest": (*titled("Rest for Clusters", "Rest for Clusters: Design, Practice, Use"), DIFFERENT),
    # The same system
    "a preprint of a system of 3 words": (
        *titled("Big Red Quokka: No Hurry", "Big Red Quokka: Scheduling Leisure", second=PREPRINT),
        ALIKE,
    ),
    "a preprint of a system of 4 words": (
        *titled("Big Red Old Quokka: No Hurry", "Big Red Old Quokka: Scheduling Leisure", second=PREPRINT),
        DIFFERENT,
    ),
    "a preprint of a system by others": (
        *titled("Quokka: No Hurry", "Quokka: Scheduling Leisure", second=PREPRINT, authors=(UNA,)),
        DIFFERENT,
    ),
    "two papers of a system": (*titled("Quokka: No Hurry", "Quokka: Scheduling Leisure"), DIFFERENT),
    # Other DOIs
    "the same title under other DOIs": (
        replace(PAPER, doi="10.5555/1"),
        replace(PAPER, key="two", doi="10.5555/2"),
        ALIKE,
    ),
    "a similar title under other DOIs": (
        *titled("Idle Cluster Naps", "Naps: Idle Cluster", replace(PAPER, doi="10.5555/1"), doi="10.5555/2"),
        DIFFERENT,
    ),
    "a similar title and one DOI": (
        *titled("Idle Cluster Naps", "Naps: Idle Cluster", replace(PAPER, doi="10.5555/1")),
        ALIKE,
    ),
    "a preprint under a DOI of its own": (
        replace(PAPER, doi="10.5555/1"),
        replace(PREPRINT, doi="10.5555/2"),
        SAME,
    ),
    # Under one identifier
    "one DOI, half of the words": (*under_one_doi("Idle Naps", "Idle Clusters Everywhere"), SAME),
    "one DOI, a third of the words": (*under_one_doi("Idle Cluster Naps", "Idle Thoughts Everywhere"), ALIKE),
    "one DOI, half of the authors": (*under_one_doi("Idle Naps", "Moving Clusters", authors=(UNA, IVO)), SAME),
    "one DOI, a third of the authors": (
        replace(PAPER, title="Idle Naps", doi="10.5555/1", authors=(ADA, IVO, Name("Zoë", "Berg"))),
        replace(PAPER, key="two", title="Moving Clusters", doi="10.5555/1", authors=(UNA, BO, IVO)),
        ALIKE,
    ),
    "one DOI, another year": (*under_one_doi("Idle Naps", "Moving Clusters", authors=(ADA, IVO), year=2025), ALIKE),
    "one arXiv id, another year": (*under_one_arxiv_id("Idle Naps", "Moving Clusters", year=2030), SAME),
    "one arXiv id, other authors": (*under_one_arxiv_id("Idle Naps", "Moving Clusters", authors=(UNA,)), ALIKE),
    "one arXiv id in an address": (
        *titled(
            "Idle Cluster Naps",
            "Idle Cluster Thoughts, Moving On",
            replace(PAPER, arxiv_id="2301.00001"),
            url="https://arxiv.org/pdf/2301.00001v2",
        ),
        ALIKE,
    ),
    "one arXiv id in the address of another": (
        *titled(
            "Idle Cluster Naps",
            "Moving On",
            replace(PAPER, arxiv_id="2301.00001"),
            authors=(UNA,),
            url="https://arxiv.org/pdf/2301.00001v2",
        ),
        DIFFERENT,
    ),
    # Pieces of one series
    "another volume": (PIECE, replace(PIECE, key="two", volume="2"), DIFFERENT),
    "another volume elsewhere": (PIECE, replace(PIECE, key="two", volume="2", venue="Doze"), ALIKE),
    # Pairs that were answered differently once
    "another order": (
        *titled(
            "Efficient scheduling of large language model training jobs",
            "Scheduling of large language model training jobs efficiently",
        ),
        ALIKE,
    ),
    "a word more, 3 years later": (
        *titled(
            "A survey of deep learning for networks", "A survey of deep learning for computer networks", year=2027
        ),
        ALIKE,
    ),
    "two papers of Horus": (
        *titled("Horus: interference-aware scheduling", "Horus: prediction of GPU jobs"),
        DIFFERENT,
    ),
}
ANSWERS = {name: answer for name, (_, _, answer) in PAIRS.items()}
IS_LIKE = {name: answer != DIFFERENT for name, answer in ANSWERS.items()}


def answers(ask):
    """Return by pair what is answered; what was written for one pair is gone for the next."""
    found = {}
    for name, (one, other, _) in PAIRS.items():
        with undone():
            caches["memory"].clear()
            found[name] = ask(one, other)
    return found


def test_the_answer_is_the_same_from_either_side():
    pairs = {name: list(map(PaperFingerprint.of_record, pair)) for name, (*pair, _) in PAIRS.items()}
    assert {name: compared(ours, theirs) for name, (ours, theirs) in pairs.items()} == ANSWERS
    assert {name: compared(theirs, ours) for name, (ours, theirs) in pairs.items()} == ANSWERS


def compared(one, other):
    is_same = not is_contradicted(one, other) if one.ids & other.ids else are_one_paper(one, other)
    return SAME if is_same else ALIKE if likeness_of(one, other) else DIFFERENT


@pytest.mark.django_db
def test_an_import_of_both():
    # Under one key: a source that gives each a DOI and a key of its own says that they are two.
    assert answers(lambda one, other: planned(one, replace(other, key=one.key))) == ANSWERS


def planned(*records):
    items = plan_of([Entry(record.key, record) for record in records]).items
    return FATES[items[1].fate]


@pytest.mark.django_db
@pytest.mark.once
def test_an_import_of_one_where_the_other_is_on_the_site():
    def is_recognised(one, other):
        bring(one)
        [item] = plan_of([Entry("two", other)]).items
        return item.fate is not Fate.CREATE

    assert answers(is_recognised) == IS_LIKE


def bring(*records):
    """Write papers, each as one of its own whatever it looks like."""
    decisions = {"items": {identity: {"fate": "create"} for identity in identities(records)}}
    entries = [Entry(record.key, record) for record in records]
    apply(plan_of(entries, decisions=decisions), None, "Brought", decisions=decisions)
    ImportedEntry.objects.all().delete()  # or they would be known by that


@pytest.mark.django_db
@pytest.mark.once
def test_the_form_that_adds_a_paper():
    user = cast.make_administrator()

    def is_recognised(one, other):
        bring(one)
        return bool(Sheet(propose(Pasted(other)), user).duplicates)

    assert answers(is_recognised) == IS_LIKE


@pytest.mark.django_db
def test_the_page_of_duplicates():
    def is_listed(one, other):
        bring(one, other)
        return bool(candidates.open_candidates()["papers"])

    assert answers(is_listed) == IS_LIKE


@pytest.mark.parametrize(("others", "is_found"), [(60, True), (61, False)])
def test_a_key_that_too_many_papers_have_says_nothing(others, is_found):
    papers = [PaperFingerprint((f"Nap {number}",), ids=frozenset({("doi", "10.5555/1")})) for number in range(others)]
    new = PaperFingerprint(("Quite Another",), ids=frozenset({("doi", "10.5555/1")}))
    assert bool(Index(papers, paper_keys).sharing_a_key(new)) is is_found
    assert any(new in pair for pair in Index([*papers, new], paper_keys).pairs()) is is_found


def test_the_likeliest_come_first():
    pairs = [
        titled("Naps", "Beds", replace(PAPER, doi="10.5555/1"), doi="10.5555/1"),
        titled("Naps", "Beds", replace(PAPER, arxiv_id="2301.00001"), arxiv_id="2301.00001"),
        titled("Naps", "Beds", replace(PAPER, ids=(("pmid", "1"),)), ids=(("pmid", "1"),)),
        titled("Idle Naps", "Idle Naps"),
        titled("Idle Naps", "Idle Naps", authors=(ADA,)),
        titled("Idle Naps", "Idle Naps", authors=()),
        titled("Idle Cluster Naps", "Naps: Idle Cluster"),
        titled("Idle Cluster Naps", "Naps: Idle Cluster", authors=(ADA,)),
        titled("Idle Naps", "Idle Naps", replace(PAPER, doi="10.5555/1"), doi="10.5555/2"),
        titled("Quokka: No Hurry", "Quokka: Scheduling Leisure", second=PREPRINT),
    ]
    ranks = [likeness_of(*map(PaperFingerprint.of_record, pair)).rank for pair in pairs]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)
