from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Count
from django.utils import timezone

from people.models import Membership, Person
from publications.counting import drop_triggers, has_triggers, recount
from publications.models import Authorship, CoauthorCount, PaperCount, Publication, Venue
from publications.models.counts import kept_counts
from tests import cast

pytestmark = pytest.mark.django_db
COLUMNS = ("person", "year", "venue", "kind", "status", "number")


@pytest.fixture
def quokka():
    venue = cast.make_venue()
    cast.make_publication("Numbat", ["Ivo Brandt"], venue=venue)
    return cast.make_publication("Quokka", [cast.student(), "Ivo Brandt"], venue=venue)


def kept():
    papers, pairs = (model.objects.filter(number__gt=0) for model in (PaperCount, CoauthorCount))
    return sorted(papers.values_list(*COLUMNS)), sorted(pairs.values_list("member", "other", "number"))


def counted_anew():
    recount(connection)
    return kept()


def save(paper, **values):
    for name, value in values.items():
        setattr(paper, name, value)
    paper.save()


def zoe(paper):
    return paper.authors.get(name="Zoë Lindqvist")


EDITS = {
    "its year changes": lambda paper: save(paper, year=2019),
    "its year is not known": lambda paper: save(paper, year=None, month=None),
    "its venue goes": lambda paper: save(paper, venue=None),
    "its kind and status change": lambda paper: save(paper, kind="journal", status="accepted"),
    "its title changes": lambda paper: save(paper, title="Another"),
    "it becomes a draft": lambda paper: save(paper, state="draft"),
    "a draft is written": lambda paper: cast.make_publication("Draft", ["Ivo Brandt"], state="draft"),
    "a draft changes": lambda paper: (save(paper, state="draft"), save(paper, year=2018)),
    "a draft is published": lambda paper: (save(paper, state="draft"), save(paper, state="published")),
    "an author comes": lambda paper: Authorship.objects.create(publication=paper, person=cast.alumna()),
    "an author goes": lambda paper: paper.authorships.first().delete(),
    "an author is another person": lambda paper: paper.authorships.filter(order=0).update(person=cast.alumna()),
    "all authors go": lambda paper: Authorship.objects.all().delete(),
    "authors move to another paper": lambda paper: Authorship.objects.filter(
        publication=paper, person__name="Zoë Lindqvist"
    ).update(publication=Publication.objects.get(title="Numbat")),
    "authors come at once": lambda paper: Authorship.objects.bulk_create(
        Authorship(publication=paper, person=person) for person in (cast.alumna(), cast.make_person("Ines Okoye"))
    ),
    "an author becomes a member": lambda paper: Membership.objects.create(person=paper.authors.get(name="Ivo Brandt")),
    "a member has another time in the lab": lambda paper: Membership.objects.create(person=zoe(paper), role="postdoc"),
    "a time in the lab was another's": lambda paper: Membership.objects.update(person=Person.objects.first()),
    "no author is a member": lambda paper: Membership.objects.all().delete(),
    "it is deleted": lambda paper: paper.delete(),
    "all are deleted": lambda paper: Publication.objects.all().delete(),
    "many change at once": lambda paper: Publication.objects.update(year=2001, status="submitted"),
    "many come at once": lambda paper: Publication.objects.bulk_create(
        Publication(title=name, slug=name, citation_key=name, year=2020) for name in ("a", "b")
    ),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_the_counts_are_right_whatever_is_written(quokka, edit):
    edit(quokka)
    assert kept() == counted_anew()


def test_a_paper_counts_for_everybody_and_for_each_author(quokka):
    values = (2024, quokka.venue_id, quokka.kind, quokka.status)
    papers, _ = kept()
    assert (0, *values, 2) in papers
    assert (zoe(quokka).pk, *values, 1) in papers


def test_a_member_counts_with_each_coauthor_and_with_everybody(quokka):
    ivo = quokka.authors.get(name="Ivo Brandt")
    assert kept()[1] == [(zoe(quokka).pk, 0, 1), (zoe(quokka).pk, ivo.pk, 1)]


def test_migrate_counts_anew_and_makes_lost_triggers_again(quokka):
    drop_triggers(connection)
    Publication.objects.update(year=2003)
    assert not has_triggers(connection)
    call_command("migrate", verbosity=0)
    assert has_triggers(connection)
    assert {row[1] for row in kept()[0]} == {2003}


def test_while_a_paper_waits_for_its_time_pages_count_for_themselves(client, quokka):
    save(quokka, publish_from=timezone.now() + timedelta(days=1), year=2023)
    assert kept_counts() is None
    page = client.get("/publications/").content.decode()
    assert "2023" not in page
    assert Venue.objects.with_counts().values_list("paper_count", "last_year").get() == (1, 2024)


def test_without_one_they_are_asked(quokka, django_assert_max_num_queries):
    assert kept_counts().of_all().numbers("year") == {2024: 2}
    assert Venue.objects.with_counts().values_list("paper_count", "last_year").get() == (2, 2024)


@pytest.mark.parametrize("query", ["", "?year=2024", "?kind=conference&status=published", "?member=zoe-lindqvist"])
def test_a_list_says_the_same_with_them_as_without(client, quokka, monkeypatch, query):
    with_them = client.get(f"/publications/{query}").content
    monkeypatch.setattr("publications.pages.counted.kept_counts", lambda: None)
    assert client.get(f"/publications/{query or '?'}").content == with_them


def test_a_number_stays_when_its_person_goes_but_says_nothing(quokka):
    numbers = dict(Publication.objects.values_list("year").annotate(Count("pk")))
    quokka.delete()
    assert kept_counts().of_all().numbers("year") == {2024: numbers[2024] - 1}
