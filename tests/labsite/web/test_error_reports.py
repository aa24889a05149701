"""Who runs the site is told of errors: once of each kind, and of nothing that anybody wrote."""

import logging
import sys

import pytest
from django.core import mail
from django.core.cache import caches
from django.http import HttpRequest

from labsite.web import error_reports
from labsite.web.error_reports import ErrorMail, without_content

TYPED = "Ada Quill’s secret"


class Away:
    """A shared cache that can't be asked."""

    def __init__(self, *args):
        pass

    def add(self, *args):
        raise ConnectionError

    def close(self):
        pass


@pytest.fixture(autouse=True)
def told(settings):
    """Somebody is told; the shared cache is in memory, as no test here needs a database."""
    settings.ADMINS = [("", "ops@lab.example")]
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "shared"}
    }
    caches["default"].clear()


def one_place(typed=TYPED):
    raise LookupError(typed)


def another_place(typed=TYPED):
    try:
        one_place(typed)
    except LookupError as error:
        raise ValueError(typed) from error


def tell(break_something=one_place, logger="django.request", words="%s: %s"):
    request = HttpRequest()
    request.method, request.path, request.id = "POST", "/account/invitation/s3cret/", "c0ffee"
    request.POST = {"name": TYPED}
    try:
        break_something()
    except (LookupError, ValueError):
        record = logging.LogRecord(logger, logging.ERROR, "views.py", 7, words, (TYPED, TYPED), sys.exc_info())
    record.request = request
    ErrorMail().handle(record)


def test_an_error_is_told_with_its_place_and_the_requests_id():
    tell(another_place)
    (sent,) = mail.outbox
    assert sent.to == ["ops@lab.example"]
    assert sent.subject.endswith("] ValueError in django.request: %s: %s")
    assert "POST /account/invitation/…/\n" in sent.body
    assert "under the request’s id, c0ffee." in sent.body
    assert "in another_place\n    raise ValueError(typed) from error\n" in sent.body
    assert "in one_place\n    raise LookupError(typed)\n" in sent.body


def test_nothing_that_somebody_typed_is_told():
    tell(another_place)
    assert "Ada" not in mail.outbox[0].body + mail.outbox[0].subject
    assert "s3cret" not in mail.outbox[0].body


def test_a_storm_of_one_kind_is_one_e_mail():
    for _ in range(3):
        tell()
    assert len(mail.outbox) == 1


def test_another_kind_is_told_too():
    tell(one_place)
    tell(another_place)
    assert len(mail.outbox) == 2


def test_after_a_while_a_kind_is_told_again(monkeypatch):
    monkeypatch.setattr(error_reports, "MINUTES", 0)
    tell()
    tell()
    assert len(mail.outbox) == 2


def test_many_kinds_are_no_more_than_so_many_in_an_hour():
    for number in range(error_reports.MAX_AN_HOUR + 1):
        tell(logger=f"app{number}")
    assert len(mail.outbox) == error_reports.MAX_AN_HOUR


def test_what_visitors_ask_in_bad_faith_is_not_told():
    tell(logger="django.security.DisallowedHost")
    assert mail.outbox == []


def test_without_the_shared_cache_this_worker_counts(settings):
    settings.CACHES = settings.CACHES | {"default": {"BACKEND": f"{__name__}.Away"}}
    tell()
    tell()
    assert len(mail.outbox) == 1


def test_a_server_that_takes_no_e_mail_costs_one_line(settings, caplog):
    settings.EMAIL_BACKEND = "labsite.accounts.letters.NoEmailBackend"
    tell()
    assert caplog.messages == ["No e-mail tells of this error: ImproperlyConfigured"]


def test_sentry_is_told_no_more_than_an_e_mail():
    event = {
        "level": "error",
        "logger": "django.request",
        "logentry": {"message": "%s: %s", "params": [TYPED], "formatted": TYPED},
        "request": {
            "method": "POST",
            "url": "https://lab.example/account/invitation/s3cret/?name=Ada",
            "query_string": "name=Ada",
            "data": {"name": TYPED},
            "cookies": {"sessionid": "1"},
        },
        "exception": {"values": [{"type": "LookupError", "value": TYPED}]},
        "user": {"email": "ada@lab.example"},
        "extra": {"form": TYPED},
        "breadcrumbs": {"values": [TYPED]},
    }
    assert without_content(event, {}) == {
        "level": "error",
        "logger": "django.request",
        "logentry": {"message": "%s: %s"},
        "request": {"method": "POST", "url": "https://lab.example/account/invitation/…/"},
        "exception": {"values": [{"type": "LookupError", "value": ""}]},
    }


def test_sentry_is_not_told_of_bad_faith():
    assert without_content({"logger": "django.security.DisallowedHost"}, {}) is None
