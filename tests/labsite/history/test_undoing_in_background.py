"""What takes long to undo goes on in the background, and a page says how far it is and what came of it."""

import pytest
from django.urls import reverse

from labsite import history, roles
from labsite.history import undoing, views
from labsite.jobs import JobRun, Progress
from labsite.jobs.background import carry_out
from labsite.jobs.models import PATIENCE
from labsite.models import Step
from publications.models import Publication
from tests import cast
from tests.labsite.history.test_pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[roles.Role.EDITOR, roles.Role.ADMINISTRATOR])
def client(request):
    return signed_in(request.param)


@pytest.fixture
def step(monkeypatch, client):
    """A step of six papers, which is a long one here; what would be undone in a thread is undone at once."""
    monkeypatch.setattr(undoing, "LONG", 4)
    monkeypatch.setattr(views, "start", lambda run, work: carry_out(work, Progress(run)))
    with history.step(client.login_row, "Brought in papers") as step:
        for number in range(6):
            cast.make_publication(f"Quokka {number}", authors=[])
    return step.row


def undo(client, step):
    return client.post(reverse("admin:step", args=[step.pk]))


def test_whoever_undoes_it_is_led_to_a_page_that_says_what_came_of_it(client, step):
    answer = undo(client, step)
    run = JobRun.objects.get()
    assert (answer.status_code, answer.url) == (302, run.get_absolute_url())
    assert not Publication.objects.exists()
    assert (run.done, run.total, run.has_failed) == (6, 6, False)
    page = words(client.get(answer.url))
    assert "Undoing: Brought in papers" in page
    assert "Undone." in page
    assert Step.objects.get(pk=run.step).comment == "Undid: Brought in papers"


def test_the_page_is_found_again_from_the_step_and_the_first_page(client, step):
    undo(client, step)
    link = f'href="{JobRun.objects.get().get_absolute_url()}"'
    for where in (reverse("admin:step", args=[step.pk]), reverse("admin:index")):
        assert link in client.get(where).content.decode()


def test_where_it_is_refused_the_page_says_why_and_nothing_is_changed(client, step):
    with history.step(client.login_row):
        paper = Publication.objects.get(title="Quokka 3")
        paper.title = "Wombat"
        paper.save()
    page = words(client.get(undo(client, step).url))
    assert "The same parts of “Wombat” have been changed since" in page
    assert Publication.objects.count() == 6


def test_who_begins_it_a_second_time_is_led_to_the_one_under_way(client, step):
    run = JobRun.objects.create(command=f"undo {step.pk}", address="/admin/")
    JobRun.objects.update(started_at=step.date_created, alive_at=step.date_created + PATIENCE)
    assert undo(client, step).url == run.get_absolute_url()
    assert Publication.objects.count() == 6
    page = client.get(run.get_absolute_url()).content.decode()
    assert "<progress" in page
    assert 'http-equiv="refresh"' in page


def test_a_member_sees_no_job_of_others(client, step):
    where = undo(client, step).url
    assert (client.get(where).status_code, signed_in(roles.Role.MEMBER).get(where).status_code) == (200, 404)
