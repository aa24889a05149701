"""A record in a form that the site can hold, with nothing lost."""

import pytest

from publications import formats
from publications.citations.record import Name, Record, RecordLink
from publications.importing.read import normalised, writable


def fit(**fields):
    return normalised(Record("key", **{"title": "Quokka", "kind": "conference", **fields}))[0]


def test_what_is_too_long_or_malformed_becomes_an_extra_field():
    record = fit(volume="seven and a half, more or less", doi="doi of it", arxiv_id="?", year=24, month=3)
    assert (record.volume, record.doi, record.arxiv_id, record.year, record.month) == ("", "", "", None, None)
    assert record.extra == (
        ("volume", "seven and a half, more or less"),
        ("doi", "doi of it"),
        ("arxiv_id", "?"),
        ("year", "24"),
    )


def test_of_identifiers_only_those_of_arxiv_lose_their_version():
    record = fit(doi="10.7287/peerj.preprints.27295v2", arxiv_id="2401.01234v2")
    assert (record.doi, record.arxiv_id) == ("10.7287/peerj.preprints.27295v2", "2401.01234")
    assert fit(doi="10.48550/arXiv.2401.01234v2").doi == "10.48550/arXiv.2401.01234"


def test_a_title_too_long_is_cut_and_kept_whole():
    record = fit(title="nap " * 200)
    assert (len(record.title), record.title[-5:]) == (400, " nap…")
    assert record.extra == (("title", ("nap " * 200).strip()),)


def test_links_stand_once_each_under_labels_of_their_own():
    links = (RecordLink("pdf", "https://lab.example/1.pdf"), RecordLink("pdf", "https://lab.example/2.pdf"))
    record = fit(
        links=(*links, links[0], RecordLink("blog", "https://blog.example/")), url="https://github.com/quokka"
    )
    assert record.links == (
        RecordLink("pdf", "https://lab.example/1.pdf"),
        RecordLink("pdf", "https://lab.example/2.pdf", "PDF 2"),
        RecordLink("other", "https://blog.example/"),
        RecordLink("code", "https://github.com/quokka"),
    )


def test_addresses_in_one_field_are_links_of_their_own():
    [entry] = formats.read("@misc{quokka, title={Q}, url={https://github.com/quokka; https://lab.example/a b?c;d}}")
    links = RecordLink("code", "https://github.com/quokka"), RecordLink("page", "https://lab.example/a%20b?c;d")
    assert normalised(entry.record)[0].links == links


def test_addresses_that_follow_from_ids_are_none_and_bad_ones_stay_as_text():
    record = fit(doi="10.5555/a", url="https://doi.org/10.5555/A", links=(RecordLink("pdf", "javascript:alert(1)"),))
    assert (record.links, record.extra) == ((), (("pdf", "javascript:alert(1)"),))


def test_identifiers_of_places_that_the_site_does_not_know_are_extra_fields():
    record = fit(ids=(("dblp", "conf/a"), ("acl", "24.7")), extra=(("acl", "24.8"),))
    assert (record.ids, record.extra) == ((("dblp", "conf/a"),), (("acl", "24.8"), ("acl 2", "24.7")))


def test_names_have_the_room_that_people_have():
    record = fit(authors=(Name("A" * 150, "Quill"), Name(literal="Team " * 60)))
    assert (len(record.authors[0].given), len(record.authors[1].literal)) == (100, 199)


def test_what_no_database_keeps_is_left_out():
    record = writable(Record("k", "Na\0ps\ud800", authors=(Name("A\0da", "Quill"),), extra=(("n\0", "\0"),)))
    assert (record.title, record.authors[0].given, record.extra) == ("Naps", "Ada", (("n", ""),))


def test_who_is_named_twice_is_an_author_once_and_both_places_are_kept():
    record = fit(authors=(Name("Ada", "Quill"), Name("Ivo", "Brandt"), Name("Ada", "Quill")))
    assert record.authors == (Name("Ada", "Quill"), Name("Ivo", "Brandt"))
    assert record.extra == (("named_twice", "Ada Quill (3)"),)


@pytest.mark.parametrize(
    ("abstract", "joined"),
    [
        ("Our ap- proaches differ from approaches before.", "Our approaches differ from approaches before."),
        ("Approaches ex-\nist; all ap-\nproaches do.", "Approaches ex-\nist; all approaches do."),
        ("Pre- and post-training, preand all.", "Pre- and post-training, preand all."),
    ],
)
def test_words_that_lines_ended_in_are_joined_where_the_whole_word_is_there_too(abstract, joined):
    record, _marks = normalised(Record("", "Naps", abstract=abstract))
    assert record.abstract == joined
