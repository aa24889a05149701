"""What is public: the set-level rule and the one-row rule agree, and publishing leaves its time behind."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from labsite.modelling.publishing import as_of, with_public
from labsite.models import NewsItem, Page
from people.models import Person
from publications.models import Publication
from tests import cast

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)
TIMES = (None, NOON - TICK, NOON, NOON + TICK)
MAKERS = {Publication: cast.make_publication, NewsItem: cast.make_news, Page: cast.make_page}


@pytest.fixture(params=MAKERS, ids=lambda model: model.__name__)
def model(request):
    return request.param


def make(model, **fields):
    return MAKERS[model](**fields)


def test_only_what_is_published_and_whose_time_has_come_is_public(model):
    drafts = [
        make(model, title=f"{state} {at}", state=state, publish_from=at) for state in model.State for at in TIMES
    ]
    public = {(row.state, row.publish_from) for row in model.objects.published(NOON)}
    assert public == {("published", None), ("published", NOON - TICK), ("published", NOON)}
    assert len(drafts) == 12


@pytest.mark.parametrize("at", [NOON - TICK, NOON, NOON + TICK], ids=["before", "at", "after"])
def test_the_set_and_the_row_agree_on_what_is_public(model, at):
    rows = [
        make(model, title=f"{state} {time}", state=state, publish_from=time) for state in model.State for time in TIMES
    ]
    assert set(model.objects.published(at)) == {row for row in rows if row.is_published(at)}
    assert set(model.objects.unpublished(at)) == {row for row in rows if not row.is_published(at)}
    assert set(model.objects.scheduled(at)) == {row for row in rows if row.is_scheduled(at)}


def test_without_a_time_now_is_meant(model):
    soon = make(model, title="Soon", publish_from=timezone.now() + timedelta(hours=1))
    past = make(model, title="Past", publish_from=timezone.now() - timedelta(hours=1))
    assert (soon.is_published(), past.is_published()) == (False, True)
    assert list(model.objects.published()) == [past]
    with as_of(soon.publish_from):
        assert set(model.objects.published()) == {past, soon}
    assert list(model.objects.unpublished()) == [soon]


def test_what_nobody_said_otherwise_of_is_public(model):
    row = make(model)
    assert (row.state, row.publish_from, row.is_published()) == ("published", None, True)


def test_publishing_a_draft_says_since_when_it_is_public(model):
    row = make(model, state="draft")
    before = timezone.now()
    row.state = "published"
    row.save()
    row.refresh_from_db()
    assert before <= row.publish_from <= timezone.now()


def test_publishing_a_draft_late_says_the_time_at_which_it_was_done(model):
    row = model.objects.get(pk=make(model, state="waiting", publish_from=NOON).pk)
    before = timezone.now()
    row.state = "published"
    row.save(update_fields=["state"])
    row.refresh_from_db()
    assert before <= row.publish_from <= timezone.now()


def test_publishing_a_draft_ahead_keeps_the_time_that_was_set(model):
    ahead = timezone.now() + timedelta(days=3)
    row = make(model, state="draft", publish_from=ahead)
    row.state = "published"
    row.save()
    assert row.publish_from == ahead


def test_saving_what_is_public_leaves_its_time_alone(model):
    row = make(model, publish_from=NOON)
    row.title = "Another title"
    row.save()
    assert model.objects.get(pk=row.pk).publish_from == NOON


def test_a_dump_and_load_makes_nothing_public(model, tmp_path):
    for state in model.State:
        make(model, title=state, state=state)
    make(model, title="Later", publish_from=NOON + timedelta(days=36500))
    path = tmp_path / "dump.json"
    label = model._meta.label_lower
    call_command("dumpdata", label, use_natural_primary_keys=True, output=str(path), verbosity=0)
    model.objects.all().delete()
    call_command("loaddata", str(path), verbosity=0)
    assert model.objects.count() == 4
    assert [row.title for row in model.objects.published()] == ["published"]


def test_a_new_row_needs_no_time(model):
    row = make(model)
    row.save()
    assert row.publish_from is None


def test_lists_of_a_row_hold_what_is_public_of_them():
    person = cast.student()
    cast.make_project("Shown", people=[person])
    cast.make_news("Told").people.add(person)
    cast.make_news("Draft", state="draft").people.add(person)
    found = with_public(Person.objects.filter(pk=person.pk), "projects", "news", "memberships").get()
    assert [each.title for each in found.projects.all()] == ["Shown"]
    assert [each.title for each in found.news.all()] == ["Told"]
    assert [each.role for each in found.memberships.all()] == [person.memberships.get().role]
