"""What holds of every source, whatever its entries say."""

from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from publications.citations.entry import Entry
from publications.citations.record import Name, Record, RecordLink
from publications.importing import apply, plan_of
from publications.importing.plan import Fate
from publications.models import Link, Publication

texts = st.sampled_from(["", "", "7", "Naps", "Ünï", "\0", "https://lab.example/x.pdf", "x" * 450, "$a_b$ *", "'24"])
titles = st.sampled_from(
    [
        "Quokka: Scheduling at Leisure",
        "QUOKKA scheduling at leisure",
        "Quokka: No Hurry",
        "Introduction",
        "???",
        "",
        "!",
    ]
)
names = st.builds(
    Name,
    st.sampled_from(["Ada", "A.", "Ivo", "", "Ada*"]),
    st.sampled_from(["Quill", "Brandt", "Quill¹", "van der Berg"]),
    orcid=st.sampled_from(["", "", "", "0000-0002-1825-0097"]),
)
venues = st.sampled_from(
    ["", "SUS", "Symposium on Unhurried Systems", "Proceedings of the 3rd Symposium on Unhurried Systems", "CoRR"]
    + ["https://lab.example", "submitted to SUS", "Journal of Naps", "IEEE Trans. Naps"]
)
links = st.builds(
    RecordLink,
    st.sampled_from([*Link.Kind.values, "blog"]),
    st.sampled_from(["https://lab.example/a", "https://lab.example/b.pdf", "javascript:1", "", "https://x"]),
    st.sampled_from(["", "Slides"]),
)
records = st.builds(
    Record,
    st.sampled_from(["", "a", "b"]),
    titles,
    st.sampled_from(["", *Publication.Kind.values]),
    st.sampled_from(["", *Publication.Status.values]),
    st.lists(names, max_size=3).map(tuple),
    st.sampled_from([None, 0, 2022, 2024, 3000]),
    st.sampled_from([None, 0, 5, 13]),
    venues,
    st.sampled_from(["", "SUS", "JN"]),
    venues,
    *[texts] * 5,
    doi=st.sampled_from(["", "", "10.5555/a", "10.5555/A", "10.5555/b", "10.48550/arXiv.2301.00001", "broken"]),
    arxiv_id=st.sampled_from(["", "", "2301.00001", "2301.00001v2", "x"]),
    url=texts,
    note=texts,
    abstract=texts,
    ids=st.lists(st.tuples(st.sampled_from(["dblp", "isbn", "acl", "doi"]), texts), max_size=2).map(tuple),
    links=st.lists(links, max_size=3).map(tuple),
    entry_type=st.sampled_from(["", "patent"]),
    extra=st.lists(st.tuples(st.sampled_from(["keywords", "url", "x" * 120, ""]), texts), max_size=2).map(tuple),
)
entries = st.one_of(
    st.builds(Entry, st.sampled_from(["", "line 1", "line 9"]), records, names_all_authors=st.booleans()),
    st.just(Entry("line 3", problem="Line 3: a brace is missing.")),
    st.just(Entry("line 4", no_paper="Data of a program.")),
)
few = settings(max_examples=25, deadline=None, database=None)


class AnySourceTests(TestCase):
    @few
    @given(st.lists(entries, max_size=5))
    def test_every_entry_has_a_fate_and_planning_twice_is_the_same(self, source):
        plan = plan_of(source)
        assert [item.entry.place for item in plan.items] == [entry.place for entry in source]
        assert sum(plan.counts.values()) == len(source)
        assert plan == plan_of(source)

    @few
    @given(st.lists(entries, max_size=4), st.lists(entries, max_size=3))
    def test_what_was_imported_changes_nothing_the_next_time(self, first, second):
        for source in (first, second):
            done = apply(plan_of(source, source="file"), None, "Imported")
            assert done.failed == {}
            again = plan_of(source, source="file")
            assert [item for item in again.items if item.fate in (Fate.CREATE, Fate.UPDATE)] == []
