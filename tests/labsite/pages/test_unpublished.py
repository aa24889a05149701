"""A lab that isn't published: visitors learn nothing but its name, those who may sign in see all of it."""

from http.cookies import SimpleCookie

import pytest
from django.test import Client

from labsite.history import undo
from labsite.models import Lab, Step
from labsite.roles import Role
from tests import cast
from tests.labsite.test_query_counts import FILES, PAGES, lab  # noqa: F401  (a fixture)
from tests.visiting import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def hidden(lab):  # noqa: F811
    Lab.objects.update(is_published=False)
    return lab


def signed_in(**login):
    client = Client()
    client.force_login(cast.make_login(**login))
    return client


def publish(client):
    return client.post("/admin/begin/", {"publish": ""}, follow=True)


def test_visitors_are_told_that_it_is_being_made_at_every_address(hidden):
    said = set()
    for address in (*PAGES, *FILES, "/zh-hans/people/", "/account/no-such-page/", "/media/no-such-file.png"):
        answer = Client().get(address, headers={"Accept-Language": "zh" if "zh" in address else "en"})
        assert (answer.status_code, answer["Cache-Control"]) == (503, "no-store"), address
        said.add(answer.text)
    english = next(text for text in said if "This site is under construction" in text)
    assert len(said) == 2
    assert "Leisure Lab" in english
    assert not any(words in text for text in said for words in ("Lindqvist", "Quokka", "Join us", "/join-us/"))


def test_the_way_to_sign_in_stays_open(hidden):
    assert Client().get("/account/sign-in/").status_code == 200
    assert Client().get("/admin/").status_code == 302


@pytest.mark.parametrize("role", Role)
def test_whoever_has_a_role_sees_it_all_under_a_word_that_nobody_else_does(hidden, role):
    answer = signed_in(role=role).get("/people/")
    assert "Zoë Lindqvist" in answer.text
    assert "Not published yet." in answer.text
    assert ('name="publish"' in answer.text) is (role is Role.ADMINISTRATOR)
    assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("private, no-store", "noindex")


def test_a_login_without_a_role_sees_no_more_than_visitors(hidden):
    assert signed_in(is_staff=False).get("/people/").status_code == 503


def test_what_a_member_sees_is_kept_for_nobody_else(hidden):
    member = Visitor(signed_in(is_superuser=True).cookies)
    for _ in range(2):
        assert "Zoë Lindqvist" in member.get("/people/").text
        answer = Visitor().get("/people/", HTTP_ACCEPT_ENCODING="gzip")
        assert answer.status_code == 503
        assert answer.get("X-Accel-Expires") is None


def test_once_published_everybody_sees_it_and_once_hidden_nobody(hidden):
    client, visitor = signed_in(is_superuser=True), Visitor(SimpleCookie({"sessionid": "of-nobody"}))
    assert visitor.get("/people/").status_code == 503
    assert "The site is published: everyone can see it now." in publish(client).text
    assert "Zoë Lindqvist" in visitor.get("/people/").text
    assert "Not published yet." not in client.get("/people/").text
    lab = Lab.objects.get()  # noqa: F811
    lab.is_published = False
    lab.save()
    assert visitor.get("/people/").status_code == 503


def test_publishing_is_for_administrators_and_a_step_that_can_be_undone(hidden):
    assert signed_in(role=Role.EDITOR).post("/admin/begin/", {"publish": ""}).status_code == 403
    publish(signed_in(is_superuser=True))
    step = Step.objects.latest("pk")
    assert step.comment == "Published the site"
    undo(step, cast.make_administrator())
    assert not Lab.objects.get().is_published
