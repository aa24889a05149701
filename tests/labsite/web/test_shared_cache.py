"""Redis away: what all workers must know is in the database meanwhile."""

import logging

import pytest
from django.core.cache import caches

from labsite.models import SharedValue
from tests import cast

pytestmark = pytest.mark.django_db

PASSWORD = "quokkas like naps"
LOGIN = "/account/sign-in/"


@pytest.fixture
def redis_away(settings, monkeypatch):
    """A Redis at an address of this machine where nothing answers."""
    backend = "labsite.web.shared_cache.SharedCache"
    monkeypatch.setattr(f"{backend}.is_away", False)
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": backend, "LOCATION": "redis://127.0.0.1:9"},
        "database": settings.CACHES["default"],
    }


def test_tries_of_signing_in_are_counted_in_the_database(redis_away, client):
    cast.make_login(email="ada@lab.example", password=PASSWORD)
    wrong = {"login": "ada@lab.example", "password": "wrong"}
    answers = [client.post(LOGIN, wrong).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    assert SharedValue.objects.filter(cache_key__contains=":login_failed:").exists()
    SharedValue.objects.all().delete()
    assert client.post(LOGIN, wrong | {"password": PASSWORD}).url == "/admin/"


def test_every_method_of_a_cache_works_and_one_line_of_the_log_says_why(redis_away, caplog):
    cache = caches["default"]
    assert cache.add("tries", 1) is True
    assert cache.add("tries", 1) is False
    assert cache.incr("tries") == 2
    assert cache.has_key("tries")
    assert cache.get("none", "nothing") == "nothing"
    cache.set_many({"a": 1, "b": 2})
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    cache.delete_many(["a"])
    assert cache.touch("b", 60)
    assert cache.delete("b")
    cache.clear()
    assert cache.get("tries") is None
    [said] = [record for record in caplog.records if record.name == "labsite.web.shared_cache"]
    assert said.levelno == logging.WARNING
    assert said.message.startswith("Redis is away, the database is asked instead")
