import logging
import re

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import path
from django.utils.module_loading import import_string

from labsite.web.log import current_request_id

pytestmark = pytest.mark.urls(__name__)
logger = logging.getLogger(__name__)


def page(request):
    logger.info("a visit")
    return HttpResponse(request.id)


def broken(request):
    raise RuntimeError("broken on purpose")


urlpatterns = [path("admin/page/", page), path("admin/broken/", broken)]


@pytest.fixture
def log(caplog):
    caplog.set_level(logging.INFO)
    for name in settings.LOGGING["handlers"]["stderr"]["filters"]:
        caplog.handler.addFilter(import_string(settings.LOGGING["filters"][name]["()"])())
    return caplog


def test_an_answer_names_its_request(client):
    response = client.get("/admin/page/")
    assert re.fullmatch("[0-9a-f]{12}", response["X-Request-ID"])
    assert response.content.decode() == response["X-Request-ID"]


def test_each_request_has_a_name_of_its_own(client):
    assert client.get("/admin/page/")["X-Request-ID"] != client.get("/admin/page/")["X-Request-ID"]


def test_a_visitor_cannot_choose_the_name(client):
    response = client.get("/admin/page/", headers={"X-Request-ID": "forged\nline"})
    assert "forged" not in response["X-Request-ID"]


def test_the_log_names_the_request(client, log):
    response = client.get("/admin/page/")
    assert [record.request_id for record in log.records if record.message == "a visit"] == [response["X-Request-ID"]]


def test_a_failure_is_logged_with_its_trace_and_the_requests_name(client, log):
    client.raise_request_exception = False
    response = client.get("/admin/broken/")
    (failure,) = [record for record in log.records if record.levelname == "ERROR"]
    assert response.status_code == 500
    assert failure.request_id == response["X-Request-ID"]
    assert "broken on purpose" in str(failure.exc_info[1])


def test_a_question_for_another_host_is_one_line_of_the_log(client, log):
    assert client.get("/admin/page/", headers={"Host": "evil.example"}).status_code == 400
    (refused,) = [record for record in log.records if record.levelname == "ERROR"]
    assert refused.message.startswith("Invalid HTTP_HOST header: 'evil.example'.")
    assert not refused.exc_info


def test_a_line_outside_of_requests_has_a_dash(log):
    logger.info("alone")
    assert log.records[-1].request_id == "-"


def test_the_name_ends_with_the_request(client):
    client.get("/admin/page/")
    assert current_request_id.get() == "-"
