import pytest
from django.http import QueryDict

from publications.models import Publication
from publications.pages.filters import DIMENSIONS, Counted, Filters, dimensions_within
from publications.pages.lists import chips, facets
from tests import cast

pytestmark = pytest.mark.django_db


def filters(query):
    return Filters.of(QueryDict(query))


def titles(query):
    return [paper.title for paper in filters(query).narrow(Publication.objects.order_by("title"))]


def counts(query, name, dimensions=DIMENSIONS):
    """Return the choices of a facet as {label: number}, those that are chosen in capitals."""
    facet = next(
        facet for facet in facets(filters(query), Counted(Publication.objects.all()), dimensions) if facet.name == name
    )
    return {
        str(choice.value.label).upper() if choice.is_chosen else str(choice.value.label): choice.count
        for choice in facet.choices
    }


@pytest.fixture
def papers(db):
    """Five papers by two members at two venues, one of them with nothing but a title."""
    ada, zoe = cast.pi(), cast.student()
    syscon, nap = cast.make_venue(), cast.make_venue("NAP", kind="journal")
    cast.make_publication("Ant", [ada, zoe], syscon, 2024)
    cast.make_publication("Bee", [ada, "Ivo Brandt"], syscon, 2023)
    cast.make_publication("Cat", [zoe], nap, 2024, kind="journal")
    cast.make_publication("Dog", [zoe, ada], nap, 2023, kind="journal", status="accepted")
    cast.make_publication("Elk", year=None, kind="preprint", status="preprint")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Ant", "Bee", "Cat", "Dog", "Elk"]),
        ("year=2024", ["Ant", "Cat"]),
        ("year=none", ["Elk"]),
        ("venue=syscon", ["Ant", "Bee"]),
        ("member=zoe-lindqvist", ["Ant", "Cat", "Dog"]),
        ("member=zoe-lindqvist&member=ada-quill", ["Ant", "Dog"]),
        ("member=ada-quill&member=ivo-brandt", ["Bee"]),
        ("kind=journal", ["Cat", "Dog"]),
        ("status=accepted", ["Dog"]),
        ("q=LINDQVIST+c%C3%A1t", ["Cat"]),
        ("q=syscon&year=2023&member=ada-quill", ["Bee"]),
        ("year=2024&kind=preprint", []),
    ],
)
def test_filters_narrow_together(papers, query, found):
    assert titles(query) == found


@pytest.mark.parametrize(
    "query", ["q=", "q=%00", "q=+%3F%21", "year=", "venue=%00", "page=7", "nonsense=1", "=", "&&&"]
)
def test_what_says_nothing_narrows_nothing(papers, query):
    assert len(titles(query)) == 5
    assert filters(query).query == ""


@pytest.mark.parametrize(
    "query",
    [
        *("year=99999999999999999999", "year=-1", "year=²", "year=0000", "year=20 24", "year=%FF"),
        *("venue=nowhere", "venue=%F0%9F%A6%98", f"venue={'x' * 5000}", "member=ivo"),
        *("member=ada-quill&member=nobody", "kind=novel", "kind=__class__", "status=%27%3B--", "venue=a%00b"),
        "&".join(f"member=nobody-{number}" for number in range(200)),
    ],
)
def test_an_unknown_value_lets_nothing_through(papers, query):
    assert titles(query) == []
    assert chips(filters(query)) != []
    assert facets(filters(query), Counted(Publication.objects.all())) != []


def test_the_last_of_repeated_years_holds_and_members_add_up(papers):
    assert filters("year=2023&year=2024&member=zoe-lindqvist&member=ada-quill&member=ada-quill").query == (
        "year=2024&member=ada-quill&member=zoe-lindqvist"
    )


def test_the_query_is_written_in_one_way(papers):
    assert filters("kind=journal&q=+long++list+&venue=nap&page=3&year=2023").query == (
        "q=long+list&year=2023&venue=nap&kind=journal"
    )


def test_a_former_address_of_a_venue_or_member_still_means_them(papers):
    for row in (cast.make_venue("OLD"), cast.make_member("Old Name")):
        row.slug = f"new-{row.slug}"
        row.save()
    assert filters("venue=old&member=old-name").query == "venue=new-old&member=new-old-name"


def test_a_choice_says_how_many_papers_it_gives_under_the_other_filters(papers):
    assert counts("", "year") == {"2024": 2, "2023": 2, "Year unknown": 1}
    assert counts("venue=nap", "year") == {"2024": 1, "2023": 1}
    assert counts("venue=nap", "venue") == {"NAP": 2, "SYSCON": 2}
    assert counts("venue=nap&year=2024", "venue") == {"NAP": 1, "SYSCON": 1}
    assert counts("year=2024", "kind") == {"Conference paper": 1, "Journal article": 1}
    assert counts("venue=nap&q=lindqvist", "status") == {"Published": 1, "To appear": 1}


def test_a_member_is_counted_with_those_chosen_already(papers):
    assert counts("", "member") == {"Ada Quill": 3, "Zoë Lindqvist": 3}
    assert counts("member=ada-quill", "member") == {"ADA QUILL": 3, "Zoë Lindqvist": 2}


def test_within_the_papers_of_one_member_only_the_others_are_choices(papers):
    assert counts("member=ada-quill", "member", dimensions_within("member", "ada-quill"))["Zoë Lindqvist"] == 2
    assert [each.name for each in dimensions_within("year", "2024")] == ["venue", "member", "kind", "status", "topic"]


def test_a_chosen_value_stays_where_nothing_is_left_of_it(papers):
    assert counts("year=1999", "year") == {"1999": 0, "2024": 2, "2023": 2, "Year unknown": 1}


def test_a_choice_links_to_the_list_with_it_or_without_it(papers):
    found = facets(filters("q=a&year=2024&member=ada-quill"), Counted(Publication.objects.all()))
    links = {(facet.name, choice.value.key): choice.address for facet in found for choice in facet.choices}
    assert links["year", "2024"] == "?q=a&member=ada-quill"
    assert links["year", "2023"] == "?q=a&year=2023&member=ada-quill"
    assert links["member", "zoe-lindqvist"] == "?q=a&year=2024&member=ada-quill&member=zoe-lindqvist"
    assert links["member", "ada-quill"] == "?q=a&year=2024"


def test_each_active_filter_can_be_taken_away(papers):
    assert [(str(chip.label), chip.address) for chip in chips(filters("q=a+b&year=2024&kind=journal"))] == [
        ("“a b”", "?year=2024&kind=journal"),
        ("2024", "?q=a+b&kind=journal"),
        ("Journal article", "?q=a+b&year=2024"),
    ]


def test_there_is_no_facet_with_one_choice_or_none(papers):
    journals = Publication.objects.filter(kind="journal")
    shown = [facet.name for facet in facets(filters("venue=nap"), Counted(journals))]
    assert shown == ["year", "venue", "member", "status"]
    Publication.objects.all().delete()
    assert facets(filters(""), Counted(journals)) == []


def test_filters_work_within_the_papers_of_one_person(papers):
    of_one = Publication.objects.get(title="Bee").authors.get(name="Ada Quill").publications
    assert [paper.title for paper in filters("year=2024&q=ant&member=zoe-lindqvist").narrow(of_one.all())] == ["Ant"]
    years = next(iter(facets(filters("kind=conference"), Counted(of_one.all()))))
    assert [(choice.value.key, choice.count) for choice in years.choices] == [("2024", 1), ("2023", 1)]
