"""The same paper confirmed many times at the same moment: it is on the site once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.hashers import make_password

from labsite import roles
from labsite.models import User
from labsite.roles import Role
from people.models import Person
from publications.models import Authorship, Publication, Venue
from tests import cast
from tests.labsite.concurrency.browsing import Browser
from tests.labsite.concurrency.server import one_worker, serving
from tests.publications.adding.steps import QUOKKA

PASSWORD = "sixteen wombats resting"
CLICKS = 4  # by each of two people


@pytest.fixture
def logins(transactional_db):
    cast.make_lab()
    encoded = make_password(PASSWORD)
    addresses = ["one@lab.example", "two@lab.example"]
    for address in addresses:
        roles.give(User.objects.create(email=address, password=encoded), Role.EDITOR)
    return addresses


def test_two_people_click_four_times_each(logins, tmp_path):
    together = Barrier(2 * CLICKS, timeout=600)
    with serving(tmp_path, one_worker(2 * CLICKS)) as (site, _):
        browsers = [(address, signed_in(site, address)) for address in logins for _ in range(CLICKS)]
        with ThreadPoolExecutor(len(browsers)) as pool:
            list(pool.map(lambda each: confirm(each[1], together), browsers))
    assert {status for _, browser in browsers for status in browser.statuses} == {200}
    assert (Publication.objects.count(), Person.objects.count(), Venue.objects.count()) == (1, 2, 1)
    assert Authorship.objects.count() == 2
    adder = Publication.objects.get().added_by.email
    for address, browser in browsers:
        said = "has been added" if address == adder else "This paper is already on the site"
        assert said in browser.page


def signed_in(site, address):
    browser = Browser(site)
    browser.sign_in(address, PASSWORD)
    return browser


def confirm(browser, together):
    browser.open("/admin/add-paper/")
    browser.open("", browser.form("text") | {"text": QUOKKA, "read": "1"})
    form = browser.form("title") | {"add": "1"}
    together.wait()
    browser.open("", form)
