"""Querysets that are compiled once and run with other values."""

from datetime import timedelta

import pytest
from django.utils import timezone

from labsite.modelling.prepared import Keys, prepared
from people.models import Person
from publications.models import Publication
from tests import cast

pytestmark = pytest.mark.django_db


@prepared
def named(slug, order):
    return Person.objects.filter(slug=slug).order_by(order).values_list("name")


@prepared
def written_by(people):
    return Publication.objects.published().filter(authors__in=Keys(people)).order_by("title").values_list("title")


def test_one_statement_serves_all_values():
    pi, student = cast.pi(), cast.student()
    found = [named(slug, order="pk") for slug in (pi.slug, student.slug, "nobody")]
    assert found == [[(pi.name,)], [(student.name,)], []]


def test_any_number_of_keys_is_one_value(django_assert_num_queries):
    pi, student = cast.pi(), cast.student()
    cast.make_publication("One", authors=[pi])
    cast.make_publication("Two", authors=[student])
    with django_assert_num_queries(3):
        assert [written_by([]), written_by([pi.pk]), written_by([pi.pk, student.pk])] == [
            [],
            [("One",)],
            [("One",), ("Two",)],
        ]


def test_what_is_public_follows_the_clock(monkeypatch):
    pi, soon = cast.pi(), timezone.now() + timedelta(minutes=1)
    cast.make_publication("Soon", authors=[pi], publish_from=soon)
    assert written_by([pi.pk]) == []
    monkeypatch.setattr(timezone, "now", lambda: soon)
    assert written_by([pi.pk]) == [("Soon",)]
