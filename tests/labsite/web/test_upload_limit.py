import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from labsite.web import media
from people.models import Person
from tests import cast
from tests.editing import address


@pytest.mark.django_db
@pytest.mark.parametrize(("limit", "status"), [(100, 400), (10_000, 200)])
def test_request_with_more_than_any_form_needs_is_refused_before_it_is_read(client, monkeypatch, limit, status):
    client.force_login(cast.make_administrator())
    monkeypatch.setattr(media, "MAX_BYTES", limit)
    response = client.post(address(Person, "add"), {"photo": SimpleUploadedFile("a.jpg", b"x" * 1000)})
    assert response.status_code == status
