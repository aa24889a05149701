"""Sixteen people edit at the same time: nobody's work is lost, and nobody sees an error page."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from threading import Barrier, BrokenBarrierError, Semaphore

import pytest
from django.contrib.auth.hashers import make_password

from labsite import roles
from labsite.models import User
from labsite.roles import Role
from people.models import Person
from publications.models import Authorship, Publication
from tests import cast
from tests.labsite.concurrency.browsing import Browser
from tests.labsite.concurrency.server import one_worker, serving

EDITORS = 16
INSISTENT = 4  # of them keep their own version where others changed the same
AT_THE_DOOR = Semaphore(4)  # so many sign in at once: tries from one address are limited
PASSWORD = "sixteen wombats resting"
THEIRS = re.compile(r'name="choose-notes" value="theirs".*?class="held">(.*?)</span>', re.DOTALL)


@dataclass
class Account:
    """What one editor saw: the notes that they wrote, and those that stood there until then."""

    number: int
    statuses: list = field(default_factory=list)
    written: list = field(default_factory=list)
    replaced: list = field(default_factory=list)


@pytest.fixture
def lab(transactional_db):
    """Make the shared paper, and for each editor a login and a person."""
    cast.make_lab()
    encoded = make_password(PASSWORD)
    for number in range(EDITORS):
        login = User.objects.create(email=f"editor{number}@lab.example", password=encoded)
        roles.give(login, Role.EDITOR)
        cast.make_person(f"Editor {number}", login=login)
    return cast.make_publication(title="Shared", authors=["Ada Quill"], notes="nothing")


def test_sixteen_editors_lose_no_update_and_see_no_error_page(lab, tmp_path):
    people = list(Person.objects.filter(login__isnull=False).order_by("pk").values_list("pk", flat=True))
    together = Barrier(EDITORS, timeout=600)
    with serving(tmp_path, one_worker(EDITORS)) as (site, _), ThreadPoolExecutor(EDITORS) as pool:
        work = [pool.submit(edit, site, number, people[number], lab.pk, together) for number in range(EDITORS)]
    accounts = results(work)
    assert {status for account in accounts for status in account.statuses} == {200}
    assert_nothing_is_lost(accounts, people, lab)


def results(work):
    """Return what all of them did, or raise what went wrong first rather than what that did to the others."""
    errors = [done.exception() for done in work if done.exception()]
    for error in sorted(errors, key=lambda error: isinstance(error, BrokenBarrierError)):
        raise error
    return [done.result() for done in work]


def edit(site, number, person, paper, together):
    """Do one editor's work: their own person, a paper of the same title as everyone's, and the paper of them all."""
    account, browser = Account(number), Browser(site)
    try:
        with AT_THE_DOOR:
            browser.sign_in(f"editor{number}@lab.example", PASSWORD)
        together.wait()
        change(browser, f"/admin/people/person/{person}/change/", headline=f"Headline {number}")
        add_paper(browser, person)
        together.wait()
        change_shared(browser, account, f"/admin/publications/publication/{paper}/change/", person)
    except Exception:
        together.abort()
        raise
    account.statuses = browser.statuses
    return account


def change(browser, address, **values):
    browser.open(address)
    browser.open("", browser.form("seen") | values)
    assert "was changed successfully" in browser.page, browser.page


def add_paper(browser, person):
    browser.open("/admin/publications/publication/add/")
    browser.open("", browser.form("title") | {"title": "Quokka: Leisure"} | author_row(0, person))
    assert "“Quokka: Leisure” has been added." in browser.page, browser.page


def change_shared(browser, account, address, person):
    browser.open(address)
    form = browser.form("seen")
    replaced, written = form["notes"][0], f"Note {account.number}"
    rows = int(form["authorships-TOTAL_FORMS"][0])
    browser.open("", form | {"notes": written} | author_row(rows, person))
    choice = "mine" if account.number < INSISTENT else "theirs"
    while "Two people changed this" in browser.page:
        replaced = unescape(THEIRS.search(browser.page)[1])
        browser.open("", browser.form("seen") | {"choose-notes": choice})
        if choice == "theirs":
            replaced = None
    assert "was changed successfully" in browser.page, browser.page
    if replaced is not None:
        account.written.append(written)
        account.replaced.append(replaced)


def author_row(index, person):
    row = {"id": "", "person": person, "order": index + 1, "printed_name": f"Printed {person}", "mentor": ""}
    return {"authorships-TOTAL_FORMS": index + 1} | {f"authorships-{index}-{name}": each for name, each in row.items()}


def assert_nothing_is_lost(accounts, people, shared):
    assert [Person.objects.get(pk=pk).headline for pk in people] == [f"Headline {n}" for n in range(EDITORS)]
    papers = Publication.objects.filter(title="Quokka: Leisure")
    assert papers.count() == len(set(papers.values_list("slug"))) == len(set(papers.values_list("citation_key")))
    assert papers.count() == EDITORS
    assert Counter(Authorship.objects.filter(publication__in=papers).values_list("person", flat=True)) == Counter(
        people
    )
    authors = list(Authorship.objects.filter(publication=shared).order_by("order").values_list("order", flat=True))
    assert authors == list(range(1, EDITORS + 2))
    # Each note stood there until somebody who had seen it put another in its place.
    shared.refresh_from_db()
    written = [note for account in accounts for note in account.written]
    replaced = [note for account in accounts for note in account.replaced]
    assert Counter([*replaced, shared.notes]) == Counter(["nothing", *written])
    assert len(written) >= INSISTENT
