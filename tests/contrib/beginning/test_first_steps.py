"""The first steps of a new lab, which tick themselves off."""

import pytest

from labsite.models import Lab, User
from labsite.roles import Role
from tests import cast
from tests.labsite.test_beginning import OPTIONS, run

pytestmark = pytest.mark.django_db


def steps(client, address="/admin/"):
    """Which of the first steps are done, as whoever signs in sees them; none if they are not shown."""
    return {step.name: step.is_done for step in client.get(address).context.get("first_steps", ())}


def test_the_first_steps_tick_themselves_off(client):
    run("start_lab", **OPTIONS)
    client.force_login(User.objects.get())
    assert steps(client) == dict.fromkeys(("lab", "people", "papers", "menu", "publish"), False)
    page = client.get("/admin/").content.decode()
    assert 0 < page.index('class="first-steps"') < page.index('class="second-factor"')
    Lab.objects.update(tagline="We study rest.")
    cast.make_publication(authors=[cast.student()])
    assert steps(client) == {"lab": True, "people": True, "papers": True, "menu": True, "publish": False}
    client.post("/admin/begin/", {"publish": ""})
    assert steps(client)["publish"]


def test_steps_that_were_put_away_are_found_again(client):
    run("start_lab", **OPTIONS)
    client.force_login(User.objects.get())
    client.post("/admin/begin/", {"put-away": ""})
    assert steps(client) == {}
    assert len(steps(client, "/admin/begin/")) == 5


def test_the_first_steps_are_for_administrators(client):
    run("start_lab", **OPTIONS)
    client.force_login(cast.make_login(role=Role.EDITOR))
    assert steps(client) == {}
    assert client.get("/admin/begin/").status_code == 403


def test_an_emptied_site_has_the_first_steps_too(client):
    client.force_login(cast.make_administrator())
    assert len(steps(client)) == 5
