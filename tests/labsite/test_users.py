import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from labsite.models import User
from tests import cast

pytestmark = pytest.mark.django_db


def test_two_logins_cannot_differ_in_capitals_alone():
    cast.make_login(email="ada@lab.example")
    with pytest.raises(ValidationError, match="User with this E-mail address already exists."):
        User(email="Ada@lab.example", password="x").full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(email="Ada@lab.example")])


def test_an_address_is_kept_in_small_letters():
    assert cast.make_login(email="Ada@Lab.example").email == "ada@lab.example"


def test_one_signs_in_whatever_the_case_of_the_address(client):
    cast.make_login(email="ada@lab.example", password="a long pass phrase")
    assert client.login(username="ADA@lab.example", password="a long pass phrase") is True
