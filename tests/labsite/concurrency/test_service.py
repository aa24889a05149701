"""The service as deploy/ describes it: under a crowd, and when a worker dies."""

import os
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from django.contrib.auth.hashers import make_password

from labsite import roles
from labsite.models import User
from labsite.roles import Role
from people.models import Person
from tests import cast
from tests.labsite.concurrency.browsing import Browser
from tests.labsite.concurrency.server import free_port, options_of_the_service, serving

VISITORS, EDITORS, SAVES = 150, 2, 3
WORKERS, EDITS = 4, 15
PASSWORD = "two wombats resting"
PATIENCE = 300  # seconds


@pytest.fixture
def editors(transactional_db):
    cast.make_lab()
    for number in range(20):
        cast.make_publication(title=f"Quokka {number}", authors=["Ada Quill"])
    encoded = make_password(PASSWORD)
    people = []
    for number in range(EDITORS):
        login = User.objects.create(email=f"editor{number}@lab.example", password=encoded)
        roles.give(login, Role.EDITOR)
        people.append(cast.make_person(f"Editor {number}", login=login))
    return people


def visit(site, number):
    browser = Browser(site)
    browser.open(f"/publications/?q=quokka+{number % 20}")
    browser.open("/people/")
    return browser.statuses


def save(site, number, person):
    browser = Browser(site)
    browser.sign_in(f"editor{number}@lab.example", PASSWORD)
    for time_saved in range(SAVES):
        browser.open(f"/admin/people/person/{person.pk}/change/")
        browser.open("", browser.form("seen") | {"headline": f"Headline {time_saved}"})
        assert "was changed successfully" in browser.page, browser.page
    return browser.statuses


def test_a_crowd_with_two_who_edit_sees_no_error(editors, tmp_path):
    with (
        serving(tmp_path, options_of_the_service()) as (site, _),
        ThreadPoolExecutor(VISITORS + EDITORS) as pool,
    ):
        work = [pool.submit(save, site, number, person) for number, person in enumerate(editors)]
        work += [pool.submit(visit, site, number) for number in range(VISITORS)]
    statuses = Counter(status for each in work for status in each.result())
    assert statuses.keys() == {200}
    assert statuses[200] >= 2 * VISITORS + 2 * SAVES * EDITORS
    assert {person.headline for person in Person.objects.filter(login__isnull=False)} == {f"Headline {SAVES - 1}"}


def workers_of(server):
    return {int(pid) for pid in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux, to tell the workers of a server")
def test_a_worker_that_dies_is_replaced_while_the_other_answers_and_the_metrics_count_it(editors, tmp_path):
    port = free_port()
    metrics = ["--metrics", "--metrics-port", str(port)]
    with serving(tmp_path, options_of_the_service() + metrics) as (site, server):
        end = time.monotonic() + PATIENCE
        while (tmp_path / "server.log").read_text().count("Started worker-") < 2 and time.monotonic() < end:
            time.sleep(0.1)
        before = workers_of(server)
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        end = time.monotonic() + 2 * PATIENCE
        while not (len(after := workers_of(server)) == 2 and after != before) and time.monotonic() < end:
            answers(site)
        assert len(after & before) == 1
        assert len(after) == 2
        # The server counts now and then, not at once.
        while "granian_workers_respawns_for_err 1" not in (told := read(port)) and time.monotonic() < end:
            time.sleep(0.1)
        assert "granian_workers_respawns_for_err 1" in told


def read(port):
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        return answer.read().decode()


def answers(site):
    """Ask for a page; who was being answered by what died asks once more."""
    try:
        urlopen(f"{site}/robots.txt").close()
    except (ConnectionError, URLError):
        urlopen(f"{site}/robots.txt").close()


def test_no_worker_shows_the_page_of_before_once_a_save_is_confirmed(editors, tmp_path):
    person = cast.student()
    with (
        serving(tmp_path, ["--workers", str(WORKERS), "--blocking-threads", "2"]) as (site, _),
        ThreadPoolExecutor(2 * WORKERS) as pool,
    ):
        browser = Browser(site)
        browser.sign_in("editor0@lab.example", PASSWORD)
        for number in range(EDITS):
            browser.open(f"/admin/people/person/{person.pk}/change/")
            browser.open("", browser.form("seen") | {"headline": f"Headline {number}."})
            # With a session, as others may see the page of before for some milliseconds.
            asked = Request(f"{site}{person.get_absolute_url()}", headers={"Cookie": "sessionid=any"})
            pages = list(pool.map(lambda request: urlopen(request).read().decode(), [asked] * 2 * WORKERS))
            assert [f"Headline {number}." in page for page in pages] == [True] * 2 * WORKERS
