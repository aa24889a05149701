"""Looks are seen before one is taken: by administrators, who may also take one, and by nobody else."""

import pytest
from django.test import Client

from labsite.models import Lab, Step
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db

PAGES = ("/admin/looks/institute/", "/admin/looks/institute/see/")
TAKE = "/admin/looks/institute/take/"


@pytest.fixture(autouse=True)
def lab():
    return cast.make_lab(tagline="We study rest.")


@pytest.fixture
def administrator(client):
    client.force_login(cast.make_login(role=Role.ADMINISTRATOR))
    return client


def has_look(response, look="institute"):
    return f"css/looks/{look}.css" in response.content.decode()


def test_the_form_of_the_lab_shows_the_home_page_in_each(administrator):
    form = administrator.get("/admin/labsite/lab/1/change/?part=look")
    for look in Lab.Look.values:
        assert f'<iframe src="/admin/looks/{look}/"' in form.content.decode()
    assert "frame-src 'self'" in form["Content-Security-Policy"]


def test_a_frame_shows_the_home_page_as_a_visitor_would_see_it(administrator):
    page = administrator.get("/admin/looks/institute/")
    assert has_look(page)
    assert b"<h1>We study rest.</h1>" in page.content
    assert b"own-bar" not in page.content
    assert page["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in page["Content-Security-Policy"]
    assert "no-store" in page["Cache-Control"]


def test_who_sees_a_look_sees_it_on_every_page_and_nobody_else_does(administrator):
    assert administrator.get("/admin/looks/institute/see/")["Location"] == "/"
    for address in ("/", "/people/", "/nowhere/"):
        page = administrator.get(address)
        assert has_look(page)
        assert page["Cache-Control"] == "private, no-store"
    assert not has_look(Client().get("/"))
    administrator.get("/admin/looks/journal/see/")
    assert not has_look(administrator.get("/"))
    assert Lab.objects.get().look == "journal"


def test_who_is_no_administrator_any_more_sees_none(administrator):
    administrator.get("/admin/looks/institute/see/")
    user = administrator.get("/").wsgi_request.user
    user.groups.clear()
    assert not has_look(administrator.get("/"))


def test_one_that_is_taken_is_a_step_that_can_be_undone(administrator):
    administrator.get("/admin/looks/institute/see/")
    page = administrator.post(TAKE, follow=True)
    assert "The site has a new look." in page.content.decode()
    assert has_look(page)
    assert "Nobody else sees" not in page.content.decode()
    administrator.post(f"/admin/changes/{Step.objects.latest('pk').pk}/", {"undo": "1"})
    assert Lab.objects.get().look == "journal"


@pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR])
def test_who_may_not_choose_the_accent_neither_sees_nor_takes_one(client, role):
    client.force_login(cast.make_login(role=role))
    assert [client.get(page).status_code for page in PAGES] == [403, 403]
    assert client.post(TAKE).status_code == 403
    assert Lab.objects.get().look == "journal"


def test_a_visitor_is_led_to_sign_in(client):
    for page in PAGES:
        assert "/account/sign-in/" in client.get(page)["Location"] or "/admin/login/" in client.get(page)["Location"]
    assert not has_look(client.get("/?look=institute"))


def test_there_is_no_look_of_another_name(administrator):
    assert [administrator.get(page.replace("institute", "baroque")).status_code for page in PAGES] == [404, 404]


def test_none_is_taken_by_a_link(administrator):
    assert administrator.get(TAKE).status_code == 405
