"""Good manners towards hosts that have had enough."""

import datetime
from email.utils import format_datetime

import pytest
from django.utils import timezone
from urllib3 import HTTPResponse

from labsite.contrib.http import client
from labsite.contrib.http.throttle import LeftAlone, Turns


def wait_of(status, retry_after):
    return client.wait_of(HTTPResponse(headers={"Retry-After": retry_after}, status=status))


def test_how_long_is_said_in_seconds_or_by_a_date():
    in_an_hour = format_datetime(timezone.now() + datetime.timedelta(hours=1))
    assert wait_of(429, "120") == 120
    assert 3590 < wait_of(503, in_an_hour) <= 3600
    assert wait_of(429, "Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert wait_of(429, "9" * 30) == 30 * 24 * 3600
    assert wait_of(429, "soon") == wait_of(429, "") == 3600
    assert wait_of(503, "soon") == 0
    assert wait_of(200, "120") == 0


def test_who_is_left_alone_is_left_alone_by_all():
    turns = Turns(pause=0)
    turns.leave_alone("lab.example", 3600)
    with pytest.raises(LeftAlone), turns.of("lab.example"):
        pass
    with turns.of("other.example"):
        pass
