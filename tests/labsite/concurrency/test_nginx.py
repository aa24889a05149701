"""The limits of deploy/nginx.conf, asked of nginx alone: what it lets through, nobody is there to answer (503)."""

import shutil
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.labsite.concurrency.machines import Machines

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx isn't installed here"),
]


@pytest.fixture
def nginx(tmp_path):
    """The address of an nginx which lets three searches and three forms through at once, and then one in a minute."""
    machines = Machines(tmp_path)
    machines.write_nginx()
    file = tmp_path / "nginx.conf"
    slow = file.read_text().replace("rate=100r/s", "rate=1r/m").replace("rate=20r/s", "rate=1r/m")
    slow = slow.replace("burst=600 delay=300", "burst=2 nodelay").replace("burst=200 delay=60", "burst=2 nodelay")
    file.write_text(slow)
    assert slow.count("rate=1r/m") == slow.count("burst=2 nodelay") == 2
    machines.start("nginx")
    yield machines.site
    machines.kill("nginx")
    shutil.rmtree(machines.data)


def ask(address, body=None):
    """Return the status, the headers and the words of a refusal."""
    with pytest.raises(HTTPError) as refused, urlopen(address, body):
        pass
    with refused.value as answer:
        return answer.code, answer.headers, answer.read().decode()


def statuses(*addresses, body=None):
    return [ask(address, body)[0] for address in addresses]


def test_searches_and_forms_have_a_bound_each_and_pages_none(nginx):
    pages = [f"{nginx}/people/"] * 10
    searches = ["/search/?q=a", "/zh-hans/search/", "/people/ada/cv.pdf", "/publications.bib", "/search/?q=b"]
    assert statuses(*pages) == [503] * 10
    assert statuses(*(nginx + path for path in searches)) == [503, 503, 503, 429, 429]
    assert statuses(*[f"{nginx}/admin/"] * 4, body=b"a=1") == [503, 503, 503, 429]
    assert statuses(*pages) == [503] * 10


def test_who_asks_too_often_reads_what_to_do(nginx):
    *_, (status, headers, words) = [ask(f"{nginx}/search/?q={number}") for number in range(4)]
    assert (status, headers["Retry-After"], headers["Content-Type"]) == (429, "10", "text/html")
    assert "Wait ten seconds, then load this page" in words
