"""Waiting for a lock of the database: whoever reads is answered meanwhile, and nothing that was confirmed is lost."""

import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection

from labsite.roles import Role
from people.models import Person
from tests import cast
from tests.labsite.concurrency.browsing import Browser
from tests.labsite.concurrency.server import options_of_the_service, serving

TRIES, SAVES = 20, 20
PASSWORD = "two wombats resting"
KEPT = "/", "/people/", "/robots.txt"
HELD_ON_POSTGRESQL = """
SELECT number FROM labsite_contentversion FOR UPDATE;
LOCK TABLE labsite_sharedvalue, django_session IN EXCLUSIVE MODE;
"""


@pytest.fixture
def people(transactional_db):
    cast.make_lab()
    editor = cast.make_login(cast.pi(), Role.EDITOR, email="ada@lab.example", password="!")
    type(editor).objects.update(password=make_password(PASSWORD))
    return [cast.make_person(f"Quokka {number}") for number in range(SAVES)]


@contextmanager
def lock_held(folder):
    """Hold what every write needs, from another process than the server's."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(folder / "lab.sqlite3", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            yield
            holder.execute("ROLLBACK")
        return
    with closing(connection.copy()) as holder, holder.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute(HELD_ON_POSTGRESQL)
        yield
        cursor.execute("ROLLBACK")


def read_while(site, is_going_on):
    """Read pages that are kept, and at least once each."""
    statuses = Counter()
    while is_going_on() or not statuses:
        reader = Browser(site)
        for address in KEPT:
            reader.open(address)
        statuses.update(reader.statuses)
    assert statuses.keys() == {200}


def at_sign_in(site):
    browser = Browser(site)
    browser.open("/account/sign-in/")
    return browser, browser.form("login") | {"login": "ada@lab.example", "password": PASSWORD}


def send(browser, form):
    browser.open("", form)
    return browser


def test_tries_to_sign_in_keep_nobody_from_reading_and_are_told_why_they_fail(people, tmp_path):
    with serving(tmp_path, options_of_the_service(), has_faults=True) as (site, _), ThreadPoolExecutor(TRIES) as pool:
        forms = list(pool.map(at_sign_in, [site] * TRIES))
        with lock_held(tmp_path):
            tries = [pool.submit(send, *each) for each in forms]
            read_while(site, lambda: not all(each.done() for each in tries))
        refused = [each.result() for each in tries]
        assert Counter(each.statuses[-1] for each in refused) == {503: TRIES}
        assert {"nobody was signed in" in each.page for each in refused} == {True}
        assert send(*forms[0]).address == f"{site}/admin/"


def test_saves_wait_in_half_of_the_threads_and_the_others_get_their_text_back(people, tmp_path):
    with serving(tmp_path, options_of_the_service(), has_faults=True) as (site, _), ThreadPoolExecutor(SAVES) as pool:
        editor = send(*at_sign_in(site))
        header = "; ".join(f"{cookie.name}={cookie.value}" for cookie in editor.cookies)

        def opened(person):
            browser = Browser(site, Cookie=header)
            browser.open(f"/admin/people/person/{person.pk}/change/")
            return browser, browser.form("seen") | {"headline": f"Rests on {person.pk}."}

        forms = list(pool.map(opened, people))
        with lock_held(tmp_path):
            saves = [pool.submit(send, *each) for each in forms]
            read_while(site, lambda: sum(each.done() for each in saves) < SAVES - 8)
        browsers = [each.result() for each in wait(saves).done]
        saved = [each for each in browsers if each.statuses[-1] == 200]
        refused = [each for each in browsers if each.statuses[-1] == 503]
        assert 1 <= len(saved) <= 8
        assert len(saved) + len(refused) == SAVES
        assert {"headline: Rests on" in each.page for each in refused} == {True}
    assert Person.objects.filter(headline__startswith="Rests on").count() == len(saved)
