"""Signing in within a form that waits to be saved."""

import pytest
from django.test import Client

from people.models import Person
from tests import cast
from tests.editing import address


@pytest.fixture
def ada(db):
    cast.make_lab()
    return cast.make_administrator(email="ada@lab.example")


class SessionTests:
    def test_it_says_who_is_signed_in(self, client, ada):
        assert list(client.get("/account/session/").json()) == ["token"]
        client.force_login(ada)
        answer = client.get("/account/session/")
        assert answer.json()["login"] == str(ada.pk)
        assert answer.json()["name"] == "ada@lab.example"
        assert "no-store" in answer["Cache-Control"]

    def test_its_token_holds(self, ada):
        client = Client(enforce_csrf_checks=True)
        client.force_login(ada)
        token = client.get("/account/session/").json()["token"]
        assert client.post(address(Person, "add"), {"csrfmiddlewaretoken": token}).status_code == 200


class FrameTests:
    @pytest.mark.parametrize("page", ["sign-in", "signed-in"])
    def test_the_site_itself_may_show_the_steps_of_signing_in_in_a_frame(self, client, ada, page):
        if page == "signed-in":
            client.force_login(ada)
        answer = client.get(f"/account/{page}/")
        assert answer["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]

    @pytest.mark.parametrize("page", ["/account/password/forgotten/", "/admin/", "/"])
    def test_no_other_page_is_shown_in_one(self, client, ada, page):
        client.force_login(ada)
        answer = client.get(page)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]

    def test_only_forms_of_the_admin_show_frames(self, client, ada):
        client.force_login(ada)
        policies = {
            page: client.get(page)["Content-Security-Policy"] for page in ("/admin/", "/account/password/forgotten/")
        }
        assert {page: "frame-src 'self'" in policy for page, policy in policies.items()} == {
            "/admin/": True,
            "/account/password/forgotten/": False,
        }

    def test_only_who_is_signed_in_is_said_to_be(self, client, ada):
        assert client.get("/account/signed-in/")["Location"] == "/account/sign-in/?next=/account/signed-in/"
