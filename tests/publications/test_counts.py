from datetime import timedelta

import pytest
from django.http import QueryDict
from django.utils import timezone

from people.models import Membership
from publications.models import Authorship, Publication, Venue
from publications.pages.filters import DIMENSIONS, Counted, Filters
from publications.pages.lists import facets
from tests import cast

pytestmark = pytest.mark.django_db
QUERIES = ["", "year=2024", "year=none", "venue=syscon&kind=conference", "member=zoe-lindqvist"]
TOMORROW = timezone.now() + timedelta(days=1)


@pytest.fixture
def lab():
    ada, zoe = cast.pi(), cast.student()
    syscon, nap = cast.make_venue(), cast.make_venue("NAP", kind="journal")
    cast.make_publication("Ant", [ada, zoe], syscon, 2024)
    cast.make_publication("Bee", [ada, "Ivo Brandt"], syscon, 2023)
    cast.make_publication("Cat", [zoe], nap, 2024, kind="journal", status="accepted")
    cast.make_publication("Elk", [zoe], year=None, kind="preprint", status="preprint")
    cast.make_publication("Draft", [zoe], syscon, 2024, state="draft")
    cast.make_publication("Tomorrow", [zoe], syscon, 2024, publish_from=TOMORROW)


@pytest.mark.parametrize("query", QUERIES)
def test_each_choice_gives_as_many_papers_as_it_says(lab, query):
    papers, filters = Publication.objects.published(), Filters.of(QueryDict(query))
    dimensions = {dimension.name: dimension for dimension in DIMENSIONS}
    choices = [(facet, choice) for facet in facets(filters, Counted(papers)) for choice in facet.choices]
    assert choices
    for facet, choice in choices:
        chosen = filters if choice.is_chosen else filters.changing(dimensions[facet.name], choice.value)
        assert choice.count == chosen.narrow(papers).count(), (facet.name, choice.value.key)


@pytest.mark.parametrize("query", QUERIES)
def test_the_headings_of_a_list_count_all_its_papers(lab, query):
    papers, filters = Publication.objects.published(), Filters.of(QueryDict(query))
    assert sum(Counted(papers).groups(filters).values()) == filters.narrow(papers).count()


EDITS = {
    "its year changes": lambda paper: Publication.objects.filter(pk=paper.pk).update(year=2019),
    "it becomes a draft": lambda paper: Publication.objects.filter(pk=paper.pk).update(state="draft"),
    "its author goes": lambda paper: paper.authorships.first().delete(),
    "an author becomes a member": lambda paper: Membership.objects.create(person=paper.authors.get(name="Ivo Brandt")),
    "all authors go": lambda paper: Authorship.objects.all().delete(),
    "it is deleted": lambda paper: paper.delete(),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_the_next_page_counts_what_was_written_in_whichever_way(lab, client, edit):
    before = client.get("/publications/").content
    edit(Publication.objects.get(title="Bee"))
    after = client.get("/publications/").content
    assert after != before


def test_what_appears_tomorrow_counts_from_then_on(lab):
    venues = Venue.objects.filter(acronym="SYSCON").with_counts()
    assert venues.values_list("paper_count", "last_year").get() == (2, 2024)
    Publication.objects.filter(title="Tomorrow").update(publish_from=timezone.now())
    assert venues.values_list("paper_count", "last_year").get() == (3, 2024)
