"""What the site's own files say beside what citations print, and when it counts."""

import json
from dataclasses import replace
from operator import attrgetter

import pytest

from publications.citations.entry import Entry, packed, unpacked
from publications.citations.record import Record, RecordLink
from publications.formats import WRITTEN, read
from publications.formats.program_fields import own_fields
from publications.importing import plan_of
from publications.importing.plan import Fate
from publications.importing.read import union_of

VENUE = ("NapCon", "Conference on Naps :: Day and Night", "conference", "Rest Press")
POSTER = Record(
    "quill24",
    "Naps",
    kind="poster",
    venue=VENUE[1],
    acronym=VENUE[0],
    known_venue=VENUE,
    proceedings="Proceedings of the 3rd Conference on Naps",
    publisher="Press of its Own",
    year=2024,
    links=(RecordLink("slides", "https://rest.example/~ada_q/1.pdf", "Long talk"),),
)
MINIMAL = Record("quill24", "Naps", kind="dataset", known_venue=("",) * 4, year=2024)


def written(record, extension, notes=()):
    own = tuple(own_fields(record, list(notes), list(record.links)))
    return WRITTEN[extension].render([replace(record, extra=own)])


def back(text, extension):
    [entry] = read(text, extension)
    return entry.record


def test_they_are_a_line_each_and_end_with_what_is_known():
    assert dict(own_fields(POSTER, ["Quiet", "Slow"], list(POSTER.links))) == {
        "labsite": "poster :: published :: NapCon :: Conference on Naps :::: Day and Night :: conference :: Rest Press"
        " :: Proceedings of the 3rd Conference on Naps :: Press of its Own",
        "labsite-notes": "Quiet :: Slow",
        "labsite-links": "slides :: https://rest.example/~ada_q/1.pdf :: Long talk",
    }
    assert dict(own_fields(MINIMAL, [], [])) == {"labsite": "dataset :: published"}


@pytest.mark.parametrize("extension", WRITTEN)
@pytest.mark.parametrize("record", [POSTER, MINIMAL])
def test_they_come_back_as_what_they_mean(extension, record):
    assert back(written(record, extension), extension) == record
    assert back(written(record, extension, ["Quiet", "Slow"]), extension) == replace(record, note="Quiet\nSlow")


ODD = (
    *(MINIMAL, POSTER),
    replace(MINIMAL, title="基于图神经网络的C++程序分析", volume="3"),
    replace(MINIMAL, title="Supplementary Figure 1 from Naps", kind="other"),
    replace(MINIMAL, links=(RecordLink("other", "https://arxiv.org/abs/2112.12582", "Preprint"),)),
    replace(MINIMAL, kind="preprint", arxiv_id="2406.18485", links=(RecordLink("page", "https://rest.example/1"),)),
)


@pytest.mark.django_db
@pytest.mark.parametrize("extension", WRITTEN)
def test_odd_papers_come_back_as_they_left_and_a_site_without_content_asks_nothing_of_them(extension):
    entries = [entry for record in ODD for entry in read(written(record, extension), extension)]
    facts = attrgetter("title", "kind", "venue", "volume", "arxiv_id", "doi", "year")
    assert [(facts(one), facts(entry.record)) for one, entry in zip(ODD, entries, strict=True)] == [
        (facts(one), facts(one)) for one in ODD
    ]
    addresses = [[link.url for link in entry.record.links] for entry in entries]
    assert addresses == [[link.url for link in one.links] for one in ODD]
    numbered = [
        replace(each, record=replace(each.record, title=f"{each.record.title} {n}")) for n, each in enumerate(entries)
    ]
    plan = plan_of(numbered, source="file", user=None)
    assert [(item.title, item.fate) for item in plan.items if item.fate is not Fate.CREATE] == []


def test_the_braces_of_a_title_protect_no_chinese():
    record = replace(MINIMAL, title="GPU加速的C++程序分析 with PyTorch")
    title = "title = {{GPU}加速的{C}++程序分析 with {PyTorch}}"
    assert title in WRITTEN["bib"].render([record])


@pytest.mark.parametrize("extension", WRITTEN)
@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("Proceedings of the 3rd Conference on Naps", "Proceedings of the 4th Conference on Naps"),
        ("NapCon", "SleepCon"),
    ],
)
def test_an_entry_that_somebody_edited_is_read_as_any_other(extension, was, becomes):
    text = written(POSTER, extension)
    own = dict(own_fields(POSTER, [], []))["labsite"]
    edited = text.replace(own, "OWN").replace(was, becomes).replace("OWN", own)
    found = back(edited, extension)
    assert (found.known_venue, "labsite" in dict(found.extra)) == ((), False)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "nonsense",
        "poster",
        "poster :: whenever",
        "a :: b",
        " :: ".join(["poster"] * 9),
        "dataset :: published :: Nap :: Naps :: rumour",
        f"dataset :: published :: {'N' * 41}",
    ],
)
def test_what_makes_no_sense_is_left_out(said):
    text = WRITTEN["bib"].render([replace(MINIMAL, extra=(("labsite", said),))])
    assert back(text, "bib") == replace(MINIMAL, known_venue=())


def test_a_label_of_a_link_that_is_gone_brings_no_link_back():
    text = WRITTEN["bib"].render(
        [replace(MINIMAL, extra=(("labsite-links", "code :: https://rest.example/ :: Rest"),))]
    )
    assert back(text, "bib").links == ()


@pytest.mark.parametrize("record", [POSTER, MINIMAL])
def test_they_are_kept_with_an_import(record):
    entry = Entry("line 1", record)
    assert unpacked(json.loads(json.dumps(packed(entry)))) == entry


def test_a_paper_has_the_venue_of_the_entry_that_names_one():
    with_venue, without = POSTER, replace(MINIMAL, kind="poster")
    assert union_of([without, with_venue]).known_venue == VENUE
    assert union_of([with_venue, without]).known_venue == VENUE
