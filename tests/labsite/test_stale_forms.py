import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from people.models import Person
from publications.models import Authorship, Publication
from tests import cast
from tests.editing import address, form_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def member():
    cast.make_lab()
    return cast.student(headline="Rests")


@pytest.fixture
def first():
    return _signed_in("first@lab.example")


@pytest.fixture
def second():
    return _signed_in("second@lab.example")


def _signed_in(email):
    client = Client()
    client.force_login(cast.make_administrator(email=email))
    return client


def opened(client, row):
    return form_data(client.get(address(type(row), "change", row.pk)))


def saved(client, row, data):
    return client.post(address(type(row), "change", row.pk), data)


def errors(answer):
    return " ".join(map(str, answer.context["adminform"].form.non_field_errors()))


def headline(member):
    return Person.objects.get(pk=member.pk).headline


def test_the_second_to_save_is_shown_what_the_first_one_saved(first, second, member):
    stale = opened(second, member)
    saved(first, member, opened(first, member) | {"headline": "Naps"})
    answer = saved(second, member, stale | {"headline": "Sleeps"})
    assert answer.status_code == 200
    assert "first@lab.example changed this while you had it open." in errors(answer)
    assert "<li>Headline: Naps</li>" in errors(answer)
    assert headline(member) == "Naps"


def test_what_the_second_typed_is_still_in_the_form(first, second, member):
    stale = opened(second, member)
    saved(first, member, opened(first, member) | {"headline": "Naps"})
    answer = saved(second, member, stale | {"headline": "Sleeps"})
    assert form_data(answer)["headline"] == "Sleeps"


def test_saving_again_overwrites_knowingly(first, second, member):
    stale = opened(second, member)
    saved(first, member, opened(first, member) | {"headline": "Naps"})
    refused = saved(second, member, stale | {"headline": "Sleeps"})
    assert saved(second, member, form_data(refused)).status_code == 302
    assert headline(member) == "Sleeps"


def test_a_third_change_in_between_is_shown_too(first, second, member):
    stale = opened(second, member)
    saved(first, member, opened(first, member) | {"headline": "Naps"})
    refused = saved(second, member, stale | {"headline": "Sleeps"})
    saved(first, member, opened(first, member) | {"headline": "Dozes"})
    answer = saved(second, member, form_data(refused))
    assert "<li>Headline: Dozes</li>" in errors(answer)


def test_a_change_of_rows_counts(first, second):
    paper = cast.make_publication(authors=["Una Vale"])
    stale = opened(second, paper)
    Authorship.objects.update(printed_name="U. Vale")
    answer = saved(second, paper, stale | {"title": "Wombats"})
    assert "<li>Authors: Una Vale, 1, U. Vale</li>" in errors(answer)
    assert Publication.objects.get().title == "Quokka: Scheduling at Leisure"


def test_a_form_that_nobody_else_touched_is_saved_twice_in_a_row(first, member):
    for words in ("Naps", "Sleeps"):
        assert saved(first, member, opened(first, member) | {"headline": words}).status_code == 302
    assert headline(member) == "Sleeps"


def test_reading_and_other_peoples_rows_make_no_form_stale(first, second, member):
    open_form = opened(second, member)
    other = cast.alumna()
    saved(first, other, opened(first, other) | {"headline": "Naps"})
    opened(first, member)
    assert saved(second, member, open_form | {"headline": "Sleeps"}).status_code == 302


def test_the_words_of_the_other_version_are_escaped(first, second, member):
    stale = opened(second, member)
    Person.objects.update(headline="<script>alert(1)</script>")
    answer = saved(second, member, stale | {"headline": "Sleeps"})
    assert "<script>alert(1)</script>" not in answer.content.decode()
    assert "&lt;script&gt;alert(1)" in answer.content.decode()


def test_the_log_of_changes_does_not_speak_of_it(first, member):
    saved(first, member, opened(first, member) | {"headline": "Naps"})
    assert LogEntry.objects.get().get_change_message() == "Changed Headline."
