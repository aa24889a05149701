from urllib.parse import quote

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from labsite.models import User
from labsite.roles import Role
from tests import cast
from tests.editing import address, form_of

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


class OwnerTests:
    """An address leads to a new password: whoever changes one by *Users* has just shown who they are."""

    PASSWORD = "a long pass phrase"

    @pytest.fixture
    def ada(self, client):
        ada = cast.make_login(email="ada@lab.example", password=self.PASSWORD, role=Role.ADMINISTRATOR)
        client.force_login(ada)
        return ada

    def send(self, client, login, **changed):
        where = address(User, "change", login.pk)
        return client.post(where, form_of(client, where) | changed)

    @pytest.mark.parametrize("is_own", [True, False])
    def test_a_new_address_waits_until_they_confirm_and_is_not_lost(self, client, ada, is_own):
        login = ada if is_own else cast.make_login(email="bo@lab.example")
        refused = self.send(client, login, email="new@lab.example")
        assert 'href="/account/confirm/"' in str(refused.context["adminform"].form.errors["email"])
        assert 'value="new@lab.example"' in refused.text
        client.post("/account/confirm/", {"password": self.PASSWORD})
        assert self.send(client, login, email="new@lab.example").status_code == 302
        assert User.objects.get(pk=login.pk).email == "new@lab.example"

    def test_other_changes_need_no_more(self, client, ada):
        assert self.send(client, ada, first_name="Ada").status_code == 302
        assert User.objects.get(pk=ada.pk).first_name == "Ada"

    def test_their_own_password_is_changed_where_the_old_one_is_asked_for(self, client, ada):
        for method in (client.get, client.post):
            assert method(f"/admin/labsite/user/{ada.pk}/password/").url == "/account/password/change/"

    def test_so_is_nobody_elses_before_they_confirm(self, client, ada):
        path = f"/admin/labsite/user/{cast.make_login(email='bo@lab.example').pk}/password/"
        for method in (client.get, client.post):
            assert method(path).url == f"/account/confirm/?next={quote(path, safe='')}"
        client.post("/account/confirm/", {"password": self.PASSWORD})
        assert client.get(path).status_code == 200
