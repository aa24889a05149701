import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from labsite.models import User
from tests import cast

pytestmark = pytest.mark.django_db


def test_two_logins_cannot_differ_in_capitals_alone():
    cast.make_login(email="ada@lab.example")
    with pytest.raises(ValidationError, match="Somebody already signs in with this e-mail address."):
        User(email="Ada@lab.example", password="x").full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.make_login(email="Ada@lab.example")


def test_one_signs_in_whatever_the_case_of_the_address(client):
    cast.make_login(email="ada@lab.example", password="a long pass phrase")
    assert client.login(username="ADA@lab.example", password="a long pass phrase") is True


@pytest.mark.parametrize("wanted", ["", "//elsewhere.example/", "javascript:alert(1)"])
def test_whoever_signs_in_without_a_page_of_this_site_to_go_to_gets_to_the_admin(client, wanted):
    cast.make_login(email="ada@lab.example", password="a long pass phrase", is_staff=True)
    form = {"username": "ada@lab.example", "password": "a long pass phrase", "next": wanted}
    assert client.post("/admin/login/", form)["Location"] == "/admin/"
