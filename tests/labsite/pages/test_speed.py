"""How much a page costs, as ratios that hold on any machine; ``make bench`` measures more of them."""

from io import BytesIO
from statistics import median
from time import process_time

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from tests.benchmarks import hello
from tests.benchmarks.corpus import make_lab

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MAX_HELLOS = 3  # which a kept page costs at most; by the benchmarks it is less than one
ENVIRON = {
    "REQUEST_METHOD": "GET",
    "PATH_INFO": "/",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "wsgi.url_scheme": "http",
    "wsgi.input": BytesIO(),
    "HTTP_ACCEPT_ENCODING": "gzip",
}
PAGES = ["/", "/people/", "/people/person-0/", "/publications/", "/publications/paper-7/", "/venues/", "/explore/"]


def cost(application, times):
    """Return the CPU time of an answer with the home page, in seconds."""
    begun = process_time()
    for _ in range(times):
        answer = application(ENVIRON.copy(), lambda status, headers: None)
        assert b"".join(answer)
        getattr(answer, "close", lambda: None)()
    return (process_time() - begun) / times


def test_a_kept_page_costs_no_more_than_a_page_that_says_hello():
    from labsite.wsgi import application  # it starts nothing without collected files, which a test needn't have

    make_lab(44)
    ratios = []
    with override_settings(ROOT_URLCONF=hello.__name__, MIDDLEWARE=hello.MIDDLEWARE):
        greeting = WSGIHandler()
    for _ in range(6):
        kept = cost(application, 100)
        with override_settings(ROOT_URLCONF=hello.__name__, MIDDLEWARE=hello.MIDDLEWARE):
            ratios.append(kept / cost(greeting, 100))
    assert median(ratios[1:]) < MAX_HELLOS


@pytest.fixture(scope="module")
def asked():
    return {}


@pytest.mark.parametrize("papers", [44, 1000])
def test_a_page_asks_the_database_as_often_for_a_thousand_papers_as_for_few(asked, papers):
    make_lab(papers)
    for address in PAGES:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert Client().get(address).status_code == 200
        asked.setdefault(address, len(queries))
        assert (address, len(queries)) == (address, asked[address])
