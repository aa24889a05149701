"""Signing in and out while the database answers and can't be written."""

from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from labsite.accounts.sessions import SPOKEN
from labsite.roles import Role
from tests import cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

SIGN_IN, SIGN_OUT = "/account/sign-in/", "/account/sign-out/"
PASSWORD = "quokkas like naps"


READ_ONLY = {"sqlite": "PRAGMA query_only = {}", "postgresql": "SET default_transaction_read_only = {}"}


@contextmanager
def read_only():
    with connection.cursor() as cursor:
        cursor.execute(READ_ONLY[connection.vendor].format("on"))
        try:
            yield
        finally:
            cursor.execute(READ_ONLY[connection.vendor].format("off"))


@pytest.fixture
def client():
    return Client(raise_request_exception=False)


@pytest.fixture(params=Role, ids=lambda role: role.name.lower())
def login(request):
    return cast.make_login(cast.make_member("Una Hale"), request.param, password=PASSWORD)


@pytest.fixture(autouse=True)
def lab():
    cast.make_lab()


def read(client):
    return [client.get(address).status_code for address in ("/", "/people/una-hale/", "/admin/")]


def test_a_session_that_has_to_be_written_is_left_as_it_is_and_its_owner_reads_on(login, client):
    client.force_login(login)
    session = client.session
    session["_messages"] = '[["__json_message",0,25,"“Una Hale” was changed successfully."]]'
    session.save()
    with read_only():
        assert read(client) == [200, 200, 200]
    assert "was changed successfully" in client.get("/admin/").text
    assert "was changed successfully" not in client.get("/admin/").text


def test_a_session_for_which_there_is_no_place_in_the_line_is_left_as_it_is_too(login, client):
    client.force_login(login)
    session = client.session
    session["_messages"] = '[["__json_message",0,25,"Saved."]]'
    session.save()

    def refuse(execute, sql, *arguments):
        if "UPDATE" in sql and "django_session" in sql:
            raise OperationalError("as many wait to write as may")
        return execute(sql, *arguments)

    with connection.execute_wrapper(refuse):
        assert read(client) == [200, 200, 200]


def test_signing_in_says_why_it_cannot_and_not_that_there_were_too_many_tries(login, client):
    with read_only():
        answer = client.post(SIGN_IN, {"login": login.email, "password": PASSWORD})
        assert (answer.status_code, answer["Retry-After"]) == (503, "30")
        assert "nobody was signed in or out" in answer.text
    assert client.post(SIGN_IN, {"login": login.email, "password": PASSWORD}).status_code == 302


def test_who_cannot_be_signed_out_is_told_and_stays_signed_in(login, client):
    client.force_login(login)
    with read_only():
        answer = client.post(SIGN_OUT)
        assert answer.status_code == 503
        assert "nobody was signed in or out" in answer.text
        assert read(client) == [200, 200, 200]
    client.post(SIGN_OUT)
    assert client.get("/admin/").status_code == 302


def test_a_language_that_cannot_be_kept_keeps_nobody_from_a_page(login, client):
    client.post(SIGN_IN, {"login": login.email, "password": PASSWORD})
    with read_only():
        assert client.get("/admin/", HTTP_ACCEPT_LANGUAGE="zh-hans").status_code == 200
    assert client.session[SPOKEN] == "en-gb"
    client.get("/admin/", HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert client.session[SPOKEN] == "zh-hans"


@pytest.mark.parametrize("method", ["add", "set", "touch"])
def test_what_all_workers_must_know_is_not_said_to_be_there_where_it_cannot_be_written(method):
    cache.set("used", 1)
    with read_only(), pytest.raises(DatabaseError):
        getattr(cache, method)(*(["used"] if method == "touch" else ["new", 1]))
    assert cache.add("used", 2) is False
    assert cache.add("new", 2) is True
