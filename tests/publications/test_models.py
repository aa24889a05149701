import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from labsite.texts.folding import words
from people.models import NameVariant
from publications.models import (
    Authorship,
    EarlierVersion,
    Link,
    Publication,
    Talk,
    TalkOccasion,
    Venue,
    VenueAlias,
)
from tests import cast

pytestmark = pytest.mark.django_db


def papers(query):
    return sorted(paper.title for paper in Publication.objects.matching(words(query)))


def venues(query):
    return [venue.acronym for venue in Venue.objects.matching(words(query))]


def test_authors_come_in_their_order():
    zoe, ada = cast.student(), cast.pi()
    paper = cast.make_publication(authors=[zoe, "Ivo Brandt", ada])
    assert [str(author) for author in paper.authorships.all()] == ["Zoë Lindqvist", "Ivo Brandt", "Ada Quill"]


def test_an_author_is_shown_as_the_paper_prints_the_name():
    paper = cast.make_publication()
    assert cast.add_author(paper, "Zoë Lindqvist", printed_name="Z. Lindqvist").display_name == "Z. Lindqvist"
    assert cast.add_author(paper, "Ada Quill").display_name == "Ada Quill"


def test_authors_know_whether_they_have_a_page():
    cast.make_publication(authors=[cast.pi(), cast.alumna(), cast.newcomer(), cast.stranger()])
    assert [author.has_page for author in Authorship.objects.with_people()] == [True, True, True, False]


def test_a_person_is_an_author_of_a_paper_once():
    ada = cast.pi()
    paper = cast.make_publication(authors=[ada])
    with pytest.raises(ValidationError, match="This person is already an author of this paper."):
        Authorship(publication=paper, person=ada).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.add_author(paper, ada)


def test_nobody_is_their_own_mentee():
    ada, paper = cast.pi(), cast.make_publication()
    with pytest.raises(ValidationError, match="An author can’t be their own mentee."):
        Authorship(publication=paper, person=ada, mentor=ada).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.add_author(paper, ada, mentor=ada)


def test_an_author_may_be_anothers_mentee():
    zoe, ada = cast.student(), cast.pi()
    author = cast.add_author(cast.make_publication(), zoe, mentor=ada)
    author.full_clean()
    assert list(ada.mentored_authorships.all()) == [author]


def test_an_author_of_a_paper_cannot_be_deleted():
    ada = cast.pi()
    cast.make_publication(authors=[ada])
    with pytest.raises(ProtectedError):
        ada.delete()


def test_a_venue_with_papers_cannot_be_deleted():
    venue = cast.make_venue()
    cast.make_publication(venue=venue)
    with pytest.raises(ProtectedError):
        venue.delete()


def test_two_papers_cannot_have_one_citation_key():
    cast.make_publication("Quokka", citation_key="quokka")
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.make_publication("Wombat", citation_key="quokka")


def test_two_venues_cannot_have_one_acronym():
    cast.make_venue("SYSCON")
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.make_venue("SYSCON", slug="another")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda paper: EarlierVersion(publication=paper, title="Draft"), "This earlier title is already listed."),
        (lambda paper: Link(publication=paper, kind="pdf"), "There is already a link with this kind and label."),
        (lambda paper: VenueAlias(venue=paper.venue, name="S."), "This spelling is already listed."),
        (lambda paper: Talk(speaker=paper.speaker, title="T"), "This talk is already listed for this speaker"),
    ],
)
def test_a_fact_about_a_paper_is_there_once(make, words):
    paper = cast.make_publication(venue=cast.make_venue())
    paper.speaker = cast.stranger()
    make(paper).save()
    with pytest.raises(ValidationError, match=words):
        make(paper).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        make(paper).save()


def test_a_talk_is_given_at_one_place_and_time_once():
    talk = cast.make_talk(cast.pi(), occasions=[("SYSCON", "2024-06")])
    TalkOccasion(talk=talk, host="SYSCON", date="2025-06").full_clean()
    with pytest.raises(ValidationError, match="This occasion is already listed."):
        TalkOccasion(talk=talk, host="SYSCON", date="2024-06").full_clean()


@pytest.mark.parametrize(
    ("name", "value"),
    [("doi", "10.1145/3292500.3330701"), ("arxiv_id", "2406.18485"), ("arxiv_id", "cs/0102030"), ("year", 1936)],
)
def test_a_value_as_it_is_printed_is_taken(name, value):
    Publication._meta.get_field(name).clean(value, None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("doi", "https://doi.org/10.1145/3292500.3330701"),
        ("doi", "10.1145"),
        ("arxiv_id", "2406.18485v2"),
        ("arxiv_id", "arXiv:2406.18485"),
        ("year", 20240),
        ("month", 13),
    ],
)
def test_a_value_of_another_shape_is_refused(name, value):
    with pytest.raises(ValidationError):
        Publication._meta.get_field(name).clean(value, None)


@pytest.mark.parametrize(
    ("year", "month", "date"), [(2024, 6, "June 2024"), (2024, None, "2024"), (None, None, ""), (None, 6, "")]
)
def test_a_date_in_words(year, month, date):
    assert Publication(year=year, month=month).date == date


@pytest.mark.parametrize(
    ("kind", "status", "standing"),
    [
        ("conference", "published", ""),
        ("conference", "accepted", "To appear"),
        ("preprint", "submitted", "In submission"),
        ("conference", "preprint", "Preprint"),
        ("preprint", "preprint", ""),
    ],
)
def test_a_paper_says_where_it_stands_unless_it_is_out_or_its_kind_says_so(kind, status, standing):
    assert Publication(kind=kind, status=status).standing == standing


def test_papers_without_a_year_come_last_and_without_a_month_first_in_their_year():
    for title, year, month in [("A", 2023, 5), ("B", None, None), ("C", 2024, 1), ("D", 2023, None), ("E", 2024, 9)]:
        cast.make_publication(title, year=year, month=month)
    assert [paper.title for paper in Publication.objects.all()] == ["E", "C", "D", "A", "B"]


@pytest.mark.parametrize(
    "query",
    [
        *("quokka", "long sequence", "2024", "10.1145/3292500", "SYSCON", "leisure studies", "syscom", "wombat"),
        *("zoe", "Z. Lindqvist", "lindkvist", "zoe quokka 2024", "大模型"),
    ],
)
def test_a_paper_is_found_by_what_is_known_of_it(query):
    venue = cast.make_venue("SYSCON", name="Conference on Leisure Studies")
    VenueAlias.objects.create(venue=venue, name="SysCom")
    zoe = cast.student()
    NameVariant.objects.create(person=zoe, name="Zoé Lindkvist")
    NameVariant.objects.create(person=zoe, name="Zoe Lindkvist")
    paper = cast.make_publication("Quokka: Long-Sequence 大模型", venue=venue, doi="10.1145/3292500.1")
    cast.add_author(paper, zoe, printed_name="Z. Lindqvist")
    EarlierVersion.objects.create(publication=paper, title="Wombat")
    cast.make_publication("Something Else", authors=["Ivo Brandt"], year=2020)
    assert papers(query) == ["Quokka: Long-Sequence 大模型"]


def test_a_paper_is_found_by_the_name_its_author_has_taken_since():
    zoe = cast.student()
    cast.make_publication("Quokka", authors=[zoe])
    zoe.name, zoe.family_name = "Zoë Marlow", "Marlow"
    zoe.save()
    assert papers("marlow") == ["Quokka"]


def test_a_paper_is_not_found_by_its_authors_interests():
    cast.make_publication("Quokka", authors=[cast.student(interests="Wombats")])
    assert papers("wombats") == []


def test_a_paper_is_found_only_by_all_words():
    cast.make_publication("Quokka")
    assert papers("quokka wombat") == []


@pytest.mark.parametrize("query", ["syscon", "leisure stud", "usenix", "syscom"])
def test_a_venue_is_found_by_acronym_name_publisher_and_alias(query):
    venue = cast.make_venue("SYSCON", name="Conference on Leisure Studies", publisher="USENIX")
    VenueAlias.objects.create(venue=venue, name="SysCom")
    cast.make_venue("REST")
    assert venues(query) == ["SYSCON"]


def test_a_venues_papers_and_services_are_counted_apart():
    venue, ada = cast.make_venue(), cast.pi()
    for year in (2021, 2023):
        cast.make_publication(f"Paper {year}", venue=venue, year=year)
    for year in (2022, 2024, 2025):
        cast.make_service(ada, venue, year=year)
    cast.make_venue("REST")
    counts = Venue.objects.with_counts().values_list("acronym", "paper_count", "service_count", "last_year")
    assert list(counts.order_by("acronym")) == [("REST", 0, 0, 0), ("SYSCON", 2, 3, 2025)]


def test_a_month_needs_a_year():
    with pytest.raises(ValidationError, match="A month needs a year."):
        Publication(title="Quokka", year=None, month=6).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.make_publication(year=None, month=6)


@pytest.mark.parametrize(
    ("pages", "printed"),
    [
        ("12–34", "Vol.\N{NO-BREAK SPACE}3, pp.\N{NO-BREAK SPACE}12–34"),
        ("7", "Vol.\N{NO-BREAK SPACE}3, p.\N{NO-BREAK SPACE}7"),
        ("e2506170122", "Vol.\N{NO-BREAK SPACE}3, e2506170122"),
        ("", "Vol.\N{NO-BREAK SPACE}3"),
    ],
)
def test_pages_are_marked_as_one_or_several_and_what_may_be_none_is_not(pages, printed):
    assert cast.make_publication(volume="3", pages=pages).issue == printed
