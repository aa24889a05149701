import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.models import Lab
from tests import cast

pytestmark = pytest.mark.django_db


def test_no_new_connection_is_asked_whether_it_knows_json():
    cast.make_lab()
    connection.features.__dict__.pop("supports_json_field", None)
    with CaptureQueriesContext(connection) as queries:
        Lab.objects.current()
    assert len(queries) == 1
