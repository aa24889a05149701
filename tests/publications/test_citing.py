"""From the database to a record: names as printed, where to read a paper, and no query of its own."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from publications import citing
from publications.citations.record import Name, Record, RecordLink
from publications.citing import record_of, records_of
from publications.formats import bibtex, ris
from publications.models import ExtraField, Identifier, Link, Publication
from tests import cast

pytestmark = pytest.mark.django_db


def record(publication):
    found = record_of(Publication.objects.with_authors().get(pk=publication.pk))
    [whole] = records_of(Publication.objects.filter(pk=publication.pk))
    assert replace(whole, links=(), known_venue=(), extra=()) == found
    assert [name for name, _ in whole.extra] == ["labsite"]
    return found


def author(printed="", **person):
    """Return the name of a paper's only author."""
    publication = cast.make_publication()
    cast.add_author(publication, cast.make_person(**{"name": "Zoë Lindqvist", **person}), printed_name=printed)
    [name] = record(publication).authors
    return name


class RecordTests:
    def test_a_kind_that_is_not_stated_is_no_kind_of_a_format(self):
        found = record(cast.make_publication(kind="", venue=cast.make_venue(kind="")))
        assert [render([found]).split("{")[0].split("\r")[0] for render in (bibtex.render, ris.render)] == [
            "@misc",
            "TY  - GEN",
        ]

    def test_record_holds_what_the_publication_says(self):
        venue = cast.make_venue(name="Systems Conference", publisher="Leisure Press")
        publication = cast.make_publication(
            authors=["Ada Quill", "Ivo Brandt"],
            venue=venue,
            month=6,
            volume="1",
            number="2",
            article="3",
            pages="4–5",
            proceedings="Proceedings of Leisure",
            doi="10.5555/1234",
            arxiv_id="2401.00001",
            abstract="We *rest*[^1] in $O(n)$.\n\n[^1]: A lot.",
            citation_key="quill2024quokka",
        )
        assert record(publication) == Record(
            key="quill2024quokka",
            title="Quokka: Scheduling at Leisure",
            kind="conference",
            status="published",
            authors=(Name("Ada", "Quill"), Name("Ivo", "Brandt")),
            year=2024,
            month=6,
            venue="Systems Conference",
            acronym="SYSCON",
            proceedings="Proceedings of Leisure",
            volume="1",
            number="2",
            article="3",
            pages="4–5",
            publisher="Leisure Press",
            doi="10.5555/1234",
            arxiv_id="2401.00001",
            abstract="We rest in O(n).",
        )

    def test_paper_in_submission_says_so(self):
        assert record(cast.make_publication(status="submitted")).note == "In submission"

    def test_accepted_paper_says_so(self):
        assert record(cast.make_publication(status="accepted")).note == "To appear"

    def test_record_of_a_publication_with_authors_queries_nothing(self, django_assert_num_queries):
        publication = cast.make_publication(authors=["Ada Quill", "Ivo Brandt"], venue=cast.make_venue())
        publication = Publication.objects.with_authors().get(pk=publication.pk)
        with django_assert_num_queries(0):
            record_of(publication)

    def test_many_records_are_in_the_order_of_their_list_and_each_author_in_place(self, django_assert_num_queries):
        ada, ivo = cast.pi(), cast.stranger()
        cast.make_publication("Quokka", [ada, ivo], year=2023), cast.make_publication("Wombat", [ivo, ada])
        with django_assert_num_queries(6):
            records = list(records_of(Publication.objects.all()))
        assert [record.title for record in records] == ["Wombat", "Quokka"]
        assert [[name.family for name in record.authors] for record in records] == [
            ["Brandt", "Quill"],
            ["Quill", "Brandt"],
        ]

    def test_many_records_are_fetched_some_at_a_time(self, monkeypatch, django_assert_num_queries):
        monkeypatch.setattr(citing, "AT_ONCE", 2)
        for title in ("Quokka", "Wombat", "Numbat"):
            cast.make_publication(title, ["Ada Quill"])
        with django_assert_num_queries(1 + 2 * 5):
            assert [record.title for record in records_of(Publication.objects.order_by("-title"))] == [
                *("Wombat", "Quokka", "Numbat")
            ]

    def test_a_list_has_abstracts_unless_it_is_long(self, monkeypatch, django_assert_num_queries):
        for title in ("Quokka", "Wombat"):
            cast.make_publication(title, abstract="We *rest*.")
        monkeypatch.setattr(citing, "MAX_WITH_ABSTRACTS", 2)
        assert [record.abstract for record in records_of(Publication.objects.all())] == ["We rest."] * 2
        cast.make_publication("Numbat")
        with django_assert_num_queries(6):
            assert [record.abstract for record in records_of(Publication.objects.all())] == [""] * 3


def test_a_file_holds_all_that_is_known_but_what_a_program_keeps_for_its_user():
    paper = cast.make_publication(arxiv_id="2401.00001")
    for kind, url in (("pdf", "https://arxiv.org/pdf/2401.00001v2"), ("code", "https://code.example/"), ("data", "")):
        Link.objects.create(publication=paper, kind=kind, url=url)
    Identifier.objects.create(publication=paper, scheme="dblp", value="conf/rest/Quill24")
    ExtraField.objects.create(publication=paper, name=ExtraField.ENTRY_TYPE, value="talk")
    for name, value in (("keywords", "rest"), ("file", ":/home/ada/rest.pdf:PDF"), ("Date-Added", "2024-01-01")):
        ExtraField.objects.create(publication=paper, name=name, value=value)
    [whole] = records_of(Publication.objects.all())
    assert (whole.url, whole.links) == (
        "https://arxiv.org/abs/2401.00001",
        (RecordLink("code", "https://code.example/"),),
    )
    assert (whole.ids, whole.entry_type, whole.extra) == (
        (("dblp", "conf/rest/Quill24"),),
        "talk",
        (("keywords", "rest"), ("labsite", "conference :: published")),
    )


def test_a_file_names_the_venue_as_the_site_has_it_and_the_notes():
    venue = cast.make_venue(name="Systems Conference", publisher="Leisure Press")
    paper = cast.make_publication(venue=venue, notes="Quiet\n\nSlow", publisher="Press of its Own")
    Link.objects.create(publication=paper, kind="code", url="https://code.example/", label="Bed")
    [whole] = records_of(Publication.objects.all())
    assert whole.known_venue == ("SYSCON", "Systems Conference", "conference", "Leisure Press")
    assert dict(whole.extra) == {
        "labsite": "conference :: published :: SYSCON :: Systems Conference :: conference :: Leisure Press"
        " :: - :: Press of its Own",
        "labsite-notes": "Quiet :: Slow",
        "labsite-links": "code :: https://code.example/ :: Bed",
    }


class AddressTests:
    def url(self, *links, **fields):
        publication = cast.make_publication(**fields)
        for kind in links:
            Link.objects.create(publication=publication, kind=kind, url=f"https://{kind}.example/")
        return record(publication).url

    def test_page_comes_first(self):
        assert self.url("pdf", "page", doi="10.5555/1", arxiv_id="2401.00001") == "https://page.example/"

    def test_doi_needs_no_other_address(self):
        assert self.url("pdf", doi="10.5555/1", arxiv_id="2401.00001") == ""

    def test_arxiv_comes_before_a_pdf(self):
        assert self.url("pdf", arxiv_id="2401.00001") == "https://arxiv.org/abs/2401.00001"

    def test_pdf_is_better_than_nothing(self):
        assert self.url("pdf", "code") == "https://pdf.example/"

    def test_link_without_an_address_is_not_one(self):
        publication = cast.make_publication()
        Link.objects.create(publication=publication, kind="pdf")
        assert record(publication).url == ""


class AuthorTests:
    def test_person_without_a_printed_name(self):
        assert author() == Name("Zoë", "Lindqvist")

    def test_printed_name_wins(self):
        assert author("Z. Lindqvist") == Name("Z.", "Lindqvist")

    def test_printed_name_keeps_its_spelling(self):
        assert author("Zoe Lindqvist") == Name("Zoe", "Lindqvist")

    def test_family_name_of_two_words(self):
        person = {"name": "Anna van der Berg", "given_name": "Anna", "family_name": "van der Berg"}
        assert author("A. Van der Berg", **person) == Name("A.", "Van der Berg")

    def test_family_name_first(self):
        assert author("Lindqvist Zoë") == Name("Zoë", "Lindqvist")

    def test_family_name_first_with_a_comma(self):
        assert author("Lindqvist, Z.") == Name("Z.", "Lindqvist")

    def test_another_family_name_is_the_last_word(self):
        assert author("Zoë M. Brandt") == Name("Zoë M.", "Brandt")

    def test_suffix_of_a_printed_name(self):
        assert author("Zoë Lindqvist, Jr.") == Name("Zoë", "Lindqvist", "Jr.")

    def test_suffix_of_a_person(self):
        assert author(name="Max Hale III", given_name="Max", family_name="Hale III") == Name("Max", "Hale", "III")

    def test_printed_name_in_one_word_stands_as_a_whole(self):
        assert author("林佐伊") == Name(literal="林佐伊")

    def test_person_without_a_given_name_stands_as_a_whole(self):
        assert author(name="Quokka Team", family_name="Quokka Team") == Name(literal="Quokka Team")


class CitationKeyTests:
    def test_key_that_bibtex_can_not_read_is_refused(self):
        with pytest.raises(ValidationError) as caught:
            Publication(title="Slow Queues", citation_key="quill 2024").full_clean()
        assert list(caught.value.message_dict) == ["citation_key"]
