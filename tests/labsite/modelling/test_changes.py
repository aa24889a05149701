"""A row knows when it was last saved."""

import pytest
from django.core import serializers

from people.models import Person
from tests import cast

pytestmark = pytest.mark.django_db


def test_saving_a_row_moves_its_time():
    person = cast.stranger()
    before = person.changed_at
    person.save()
    person.refresh_from_db()
    assert person.changed_at > before


def test_a_row_loaded_from_a_fixture_has_a_time():
    text = serializers.serialize("json", [cast.stranger()])
    Person.objects.all().delete()
    for row in serializers.deserialize("json", text):
        row.save()
    assert Person.objects.get().changed_at is not None
