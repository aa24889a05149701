import pytest
from django.db import connection


@pytest.mark.django_db
def test_no_connection_is_asked_whether_it_has_json(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert type(connection.features)(connection).supports_json_field
