"""What may be no paper is proposed as such, and somebody decides."""

from dataclasses import replace

import pytest

from publications.importing import apply, plan_of
from publications.importing.plan import A_PART, NOBODYS, Fate
from publications.models import Publication

from .test_planning import PAPER, entries

pytestmark = pytest.mark.django_db

BARE = replace(PAPER, authors=(), venue="", acronym="", doi="")


def fate_of(record):
    [item] = plan_of(entries(record)).items
    return item.fate, item.reason


@pytest.mark.parametrize("said", [{}, {"doi": "10.5555/quokka"}, {"venue": "Submitted to SUS"}])
def test_what_nobody_wrote_and_appeared_nowhere_is_asked_about(said):
    assert fate_of(replace(BARE, **said)) == (Fate.DECIDE, NOBODYS)


@pytest.mark.parametrize(
    "said",
    [
        {"authors": PAPER.authors},
        {"venue": "Symposium on Unhurried Systems"},
        {"proceedings": "Proceedings of Rest"},
        {"acronym": "SUS"},
        {"publisher": "Rest Press"},
        {"kind": "thesis", "venue": "Quokka University"},
    ],
)
def test_what_has_an_author_or_appeared_somewhere_is_a_paper(said):
    assert fate_of(replace(BARE, **said))[0] is Fate.CREATE


@pytest.mark.parametrize(
    "title",
    [
        "Supplementary Figure 3 from Quokka: Scheduling at Leisure",
        "Supplementary Data from Naps",
        "Supplemental Tables S1–S4",
        "SUPPLEMENTARY MATERIAL",
        "Supplementary Figure 4. Naps over time",
        "Table S1 from Quokka: Scheduling at Leisure",
        "Additional file 1 of Quokka",
        "Figure 3 from Quokka",
        "Data from: Quokka",
        "Replication Data for: Quokka",
        "Supporting Information for Quokka",
        "MOESM2 of Quokka",
        "Front Matter",
        "Frontmatter: Naps 2024",
        "Back Cover",
        "Table of Contents",
        "Table of contents, volume 3",
        "Author Index",
        "Copyright Page",
        "Issue Information",
    ],
)
def test_what_is_called_like_a_part_is_asked_about(title):
    assert fate_of(replace(PAPER, title=title)) == (Fate.DECIDE, A_PART)


@pytest.mark.parametrize(
    "title",
    [
        "Correction to: Quokka",
        "Erratum: Naps",
        "Front Matter Detection in Scanned Books",
        "Table of Contents Generation at Leisure",
        "Contents of the Mind",
        "Supplementary Reading for Quokkas",
        "A Figure from Naps",
        "Data from Naps: a Study",
        "Supporting Information Seeking for Children",
        "Figure Drawing from Memory",
        "Table Tennis for 3 Quokkas",
    ],
)
def test_what_is_only_called_alike_is_a_paper(title):
    assert fate_of(replace(PAPER, title=title))[0] is Fate.CREATE


def test_undecided_it_is_left_out_and_decided_it_is_a_paper_or_none():
    source = entries(BARE, replace(PAPER, title="Front Matter", doi="10.5555/front"))
    identities = [item.identity for item in plan_of(source).items]
    assert apply(plan_of(source), None, "Imported").publications == {}
    decisions = {"items": dict(zip(identities, ({"fate": "create"}, {"fate": "skip"}), strict=True))}
    apply(plan_of(source, decisions=decisions), None, "Imported", decisions=decisions)
    assert Publication.objects.get().title == PAPER.title
    assert [item.fate for item in plan_of(source).items] == [Fate.MATCH, Fate.SKIP]
