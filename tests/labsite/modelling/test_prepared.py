"""Querysets that are compiled once and run with other values."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from labsite.modelling.prepared import Keys, prepared
from people.models import Person
from publications.models import Publication
from tests import cast

pytestmark = pytest.mark.django_db


@prepared
def named(slug, order):
    return Person.objects.filter(slug=slug).order_by(order)


@prepared
def written_by(people):
    return Publication.objects.published().filter(authors__in=Keys(people)).order_by("title")


def test_one_statement_serves_all_values():
    pi, student = cast.pi(), cast.student()
    assert [named.first(slug, order="pk") for slug in (pi.slug, student.slug, "nobody")] == [pi, student, None]


def test_any_number_of_keys_is_one_value(django_assert_num_queries):
    pi, student = cast.pi(), cast.student()
    one, two = cast.make_publication("One", authors=[pi]), cast.make_publication("Two", authors=[student])
    with django_assert_num_queries(3):
        assert [written_by([]), written_by([pi.pk]), written_by([pi.pk, student.pk])] == [[], [one], [one, two]]


def test_what_is_public_follows_the_clock(monkeypatch):
    pi, soon = cast.pi(), timezone.now() + timedelta(minutes=1)
    paper = cast.make_publication(authors=[pi], publish_from=soon)
    assert written_by([pi.pk]) == []
    monkeypatch.setattr(timezone, "now", lambda: soon)
    assert written_by([pi.pk]) == [paper]


@prepared
def with_memberships(slug):
    return Person.objects.filter(slug=slug).prefetch_related("memberships")


def test_lists_are_prefetched_for_what_is_found(django_assert_num_queries):
    pi, student = cast.pi(), cast.student()
    assert with_memberships.first(pi.slug) == pi
    with django_assert_num_queries(2):
        (membership,) = with_memberships.first(student.slug).memberships.all()
    assert membership.person_id == student.pk


def test_django_has_the_internals_that_prepared_querysets_replace_or_copy():
    queryset = Person.objects.all()
    compiler = queryset.query.get_compiler(connection=connection)
    assert all(map(callable, (compiler.as_sql, compiler.get_converters, queryset.query.get_compiler)))
    compiler.as_sql()
    assert len(compiler.select) == len(Person._meta.concrete_fields)
    assert {"_iterable_class", "_fields", "_prefetch_related_lookups"} <= {*vars(queryset)}
