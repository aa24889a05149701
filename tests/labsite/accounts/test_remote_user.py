"""Signing in by the web server in front. This module is the site's addresses meanwhile, as if that were set up."""

import pytest
from allauth.mfa.models import Authenticator
from django.urls import path
from django.views.decorators.cache import never_cache

import labsite.urls
from labsite.accounts import views
from labsite.models import User
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db

urlpatterns = [
    path("account/to-university/", never_cache(views.set_out_for_university), name="to-remote-user"),
    path("account/university/", never_cache(views.sign_in_by_web_server), name="remote_user"),
    *labsite.urls.urlpatterns,
]
ADDRESS = "/account/university/"


@pytest.fixture(autouse=True)
def ada(settings):
    settings.ROOT_URLCONF = __name__
    settings.REMOTE_USER_HEADER = "X-Remote-User"
    cast.make_lab()
    return cast.make_login(email="ada@lab.example", password="a long pass phrase", role=Role.EDITOR)


def ask(client, address="ada@lab.example", **more):
    """Press the button, and come where it leads to as the web server lets one."""
    assert client.post("/account/to-university/", more).url.partition("?")[0] == ADDRESS
    return client.get(ADDRESS, more, headers={"X-Remote-User": address} if address is not None else {})


def signed_in_as(client):
    return client.session.get("_auth_user_id")


def test_the_page_for_signing_in_leads_there_with_where_one_was_going(client):
    page = client.get("/account/sign-in/", {"next": "/admin/people/person/"}).text
    assert '<form method="post" action="/account/to-university/">' in page
    assert "Sign in with Example University" in page
    assert ask(client, next="/admin/people/person/").url == "/admin/people/person/"


def test_there_is_no_such_address_where_nobody_set_it_up(client, settings):
    settings.ROOT_URLCONF = "labsite.urls"
    assert client.get(ADDRESS).status_code == client.post("/account/to-university/").status_code == 404
    assert "/account/to-university/" not in client.get("/account/sign-in/").text


@pytest.mark.parametrize("address", ["ada@lab.example", "Ada@LAB.example"])
def test_the_login_with_the_address_that_the_web_server_names_is_signed_in(client, ada, address):
    assert ask(client, address).url == "/admin/"
    assert signed_in_as(client) == str(ada.pk)


@pytest.mark.parametrize(
    "address", [None, "", "eve@lab.example", "ada", "(null)", "ada@lab.example,eve@lab.example", "%@lab.example"]
)
def test_nobody_else_is_signed_in_and_nobody_gets_a_login_by_it(client, address):
    answer = ask(client, address)
    assert (answer.status_code, "You have no login here yet" in answer.text) == (403, True)
    assert (signed_in_as(client), User.objects.count()) == (None, 1)


@pytest.mark.parametrize("path", ["/", "/admin/", "/account/sign-in/", "/account/security/"])
def test_the_header_is_believed_at_no_other_address(client, path):
    client.get(path, headers={"X-Remote-User": "ada@lab.example"})
    assert signed_in_as(client) is None


def test_a_form_of_another_site_signs_nobody_in(client):
    assert client.post(ADDRESS, headers={"X-Remote-User": "ada@lab.example"}).status_code == 405
    assert signed_in_as(client) is None


def test_a_link_of_another_site_signs_nobody_in_but_asks_whether_they_want_to(client):
    answer = client.get(ADDRESS, {"next": "/admin/people/"}, headers={"X-Remote-User": "ada@lab.example"})
    assert answer.url == "/account/sign-in/?next=/admin/people/"
    assert signed_in_as(client) is None


def test_pressing_the_button_is_good_for_half_an_hour_and_for_once(client, ada):
    for seconds, who in ((views.MAX_AWAY + 1, None), (views.MAX_AWAY - 60, str(ada.pk))):
        client.post("/account/to-university/")
        session = client.session
        session[views.SET_OUT] -= seconds
        session.save()
        client.get(ADDRESS, headers={"X-Remote-User": "ada@lab.example"})
        assert signed_in_as(client) == who
    assert views.SET_OUT not in client.session


def test_a_variable_of_the_server_is_not_what_a_visitor_sends_by_its_name(client, ada, settings):
    settings.REMOTE_USER_HEADER = "REMOTE_USER"
    for header in ("Remote-User", "REMOTE_USER", "X-Remote-User"):
        client.post("/account/to-university/")
        assert client.get(ADDRESS, headers={header: "ada@lab.example"}).status_code == 403
    client.post("/account/to-university/")
    client.get(ADDRESS, REMOTE_USER="ada@lab.example")
    assert signed_in_as(client) == str(ada.pk)


def test_an_ended_login_stays_ended(client):
    User.objects.update(is_active=False)
    assert ask(client).url == "/account/inactive/"
    assert signed_in_as(client) is None


def test_a_second_factor_is_asked_for_all_the_same(client, ada):
    Authenticator.objects.create(user=ada, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    assert ask(client).url == "/account/security/authenticate/"
    assert signed_in_as(client) is None


def test_nobody_is_led_elsewhere_afterwards(client):
    assert ask(client, next="//evil.example").url == "/admin/"
