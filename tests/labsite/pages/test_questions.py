"""What a page asked: it gets the same answers as if nobody had noted them, and they can be asked again."""

import pytest
from django.db import OperationalError, connection

from labsite.models import NewsItem
from labsite.pages.questions import Questions
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def items():
    return [cast.make_news(title=title) for title in ("One", "Two", "Three")]


@pytest.fixture
def questions():
    return Questions()


def test_whoever_asks_gets_the_answers(items, questions):
    rows = NewsItem.objects.order_by("pk")
    with questions.noted(), connection.cursor() as cursor:
        assert list(rows) == items
        assert rows.all().first() == items[0]
        assert list(rows.iterator(2)) == items
        cursor.execute("SELECT title FROM labsite_newsitem ORDER BY id")
        assert (cursor.fetchone(), cursor.fetchmany(1), list(cursor)) == (("One",), [("Two",)], [("Three",)])
        cursor.execute("SELECT 1")  # with the same cursor
        assert (cursor.fetchone(), cursor.fetchone()) == ((1,), None)
    assert len(questions.asked) == 5
    assert questions.are_answered_the_same()


def test_another_answer_to_any_question_is_noticed(items, questions):
    with questions.noted():
        assert NewsItem.objects.count() == 3
        assert NewsItem.objects.filter(title="One").exists()
    items[1].delete()
    assert not questions.are_answered_the_same()


def test_what_cannot_be_asked_is_not_answered_the_same(questions, monkeypatch):
    with questions.noted():
        assert not NewsItem.objects.exists()
    assert questions.are_answered_the_same()

    def cursor():
        raise OperationalError("the database is gone")

    monkeypatch.setattr(connection, "cursor", cursor)
    assert not questions.are_answered_the_same()
