"""Whoever may read a form and not change it asks an editor, who answers where all questions stand."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from labsite.models import Question
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db

LIST, ANSWERED = "/admin/inbox/?kind=questions", "/admin/inbox/?kind=questions&settled=1"


def client_of(login):
    client = Client()
    client.force_login(login)
    return client


@pytest.fixture
def member():
    return client_of(cast.make_login(cast.student(), Role.MEMBER))


@pytest.fixture
def editor():
    return client_of(cast.make_login(cast.pi(), Role.EDITOR))


@pytest.fixture
def maren():
    return cast.alumna()


def ask(member, person, text="Her name is Hale-Brandt now."):
    return member.post(f"/admin/ask/people.person/{person.pk}/", {"text": text})


def answer(editor, words="", question=None):
    question = question or Question.objects.get()
    return editor.post("/admin/questions/", {"question": question.pk, "answer": words, "done": ""}, follow=True)


def test_a_form_that_one_may_only_read_leads_to_asking_an_editor(member, editor, maren):
    form, page = f"/admin/people/person/{maren.pk}/change/", f"/admin/ask/people.person/{maren.pk}/"
    assert f'href="{page}">Ask an editor</a>' in member.get(form).text
    assert page not in editor.get(form).text
    assert "About Maren Hale" in member.get(page).text


def test_a_question_stands_on_the_editors_list_with_what_it_is_about(member, editor, maren):
    assert ask(member, maren).status_code == 302
    page = editor.get(LIST).text
    assert f'<a href="/admin/people/person/{maren.pk}/change/">Maren Hale</a>' in page
    assert "Zoë Lindqvist" in page
    assert "<p>Her name is Hale-Brandt now.</p>" in page


def test_the_first_page_counts_what_is_asked_for_editors_and_what_is_answered_for_who_asked(member, editor, maren):
    ask(member, maren)
    assert "<strong>1</strong> Questions" in editor.get("/admin/").text
    assert "Questions" not in member.get("/admin/").text
    answer(editor, "It is changed.")
    assert "Questions" not in editor.get("/admin/").text
    assert "<strong>1</strong> Questions" in member.get("/admin/").text
    assert "<p>It is changed.</p>" in member.get(LIST).text
    member.post("/admin/questions/", {"question": Question.objects.get().pk, "read": ""})
    assert "Questions" not in member.get("/admin/").text
    assert "<p>It is changed.</p>" in member.get(ANSWERED).text


def test_a_question_is_done_without_words_too(member, editor, maren):
    ask(member, maren)
    answer(editor)
    assert "<p>Done.</p>" in member.get(LIST).text


def test_of_two_answers_the_first_stands_and_the_other_is_given_back(member, editor, maren):
    ask(member, maren)
    answer(editor, "The first.")
    page = answer(editor, "The second.").text
    assert "Somebody has already replied. Your reply was not saved: The second." in page
    assert Question.objects.get().answer == "The first."


def test_an_answer_that_is_too_long_stays_in_its_field(member, editor, maren):
    ask(member, maren)
    page = answer(editor, "x" * 5001).text
    assert f"{'x' * 5001}</textarea>" in page
    assert "at most 5000 characters" in page
    assert Question.objects.open().count() == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 5001])
def test_nothing_and_too_much_are_refused_beside_the_field(member, maren, text):
    answer = ask(member, maren, text)
    assert answer.status_code == 200
    assert 'class="errorlist"' in answer.text
    assert not Question.objects.exists()


def test_members_see_their_own_questions_alone_and_answer_none(member, maren):
    other = client_of(cast.make_login(maren, Role.MEMBER))
    ask(member, maren)
    assert "Hale-Brandt" not in other.get(ANSWERED).text
    assert "No reply yet." in member.get(ANSWERED).text
    answer(other, "I know.")
    assert Question.objects.open().count() == 1


def test_nobody_asks_about_what_they_do_not_see(member):
    draft = cast.make_publication(state="draft")
    assert member.get(f"/admin/ask/publications.publication/{draft.pk}/").status_code == 404
    assert member.get("/admin/ask/no.model/1/").status_code == 404


def test_a_question_about_what_is_gone_still_says_what_it_was_called(member, editor, maren):
    ask(member, maren)
    maren.delete()
    assert "Maren Hale" in editor.get(LIST).text


def test_a_list_of_many_questions_asks_the_database_no_more(member, editor, maren):
    counts = []
    for number in (1, 11):
        for _ in range(number):
            ask(member, maren)
            answer(editor, "Yes.", Question.objects.first())
            ask(member, maren)
        with CaptureQueriesContext(connection) as queries:
            editor.get(LIST)
        counts.append(len(queries))
    assert counts[0] == counts[1]
