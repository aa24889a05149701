"""Every kind of thing, with its rows, is what it was after a step is undone and after going back to a version."""

import pytest
from django.db.models import CharField, FileField, TextField

from labsite import history
from labsite.history.tracked import rows_of, tracked_fields, tracked_lists, tracked_models, watched_models
from labsite.modelling.periods import PartialDateField
from labsite.models import TextPicture, Version
from people.models import (
    ContactDetail,
    Education,
    NameVariant,
    Person,
    Position,
    ProfileLink,
    Reference,
    Teaching,
)
from publications.models import Authorship, EarlierVersion, Link, Publication, Venue, VenueAlias
from services.models import Service
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EDITED = [model for model in tracked_models() if model is not TextPicture]
ADDRESSES = ["former_slugs"]  # a former address goes on leading to its row, whatever the row goes back to


@pytest.fixture
def editor():
    return cast.make_administrator(email="editor@lab.example")


@pytest.fixture
def lab():
    """A lab that has something of everything, nothing of which was made by way of the admin."""
    member, venue = cast.student(headline="Rests"), cast.make_venue()
    paper = cast.make_publication(authors=[member, cast.stranger()], venue=venue, abstract="A *quokka*.")
    whole_profile(member, cast.pi())
    award = cast.make_award(member)
    paper.awards.add(award)
    Link.objects.create(publication=paper, kind="code", url="https://code.example")
    EarlierVersion.objects.create(publication=paper, title="Quokkas")
    VenueAlias.objects.create(venue=venue, name="Systems Conference")
    cast.make_talk(member, publication=paper)
    cast.make_service(member, venue, host=cast.make_venue("HOST"))
    news = cast.make_news(text="It **was**.")
    news.people.add(member)
    cast.make_project(people=[member], publications=[paper])
    (
        cast.make_opening(),
        cast.make_applicant_kind(),
        cast.make_page(),
        cast.make_lab(),
        cast.make_section(),
        cast.make_sponsor(),
    )
    TextPicture.objects.create(image="text/a.jpg", width=200, height=100)
    return cast.make_login(member)


def whole_profile(member, lead):
    ProfileLink.objects.create(person=member, url="https://zoe.example")
    ContactDetail.objects.create(person=member, value="zoe@lab.example")
    Position.objects.create(person=member, title="Intern", organisation="Quokka Inc.", text="- rests").advisors.add(
        lead
    )
    Education.objects.create(person=member, degree="B.Sc.", organisation="Leisure U").advisors.add(lead)
    Teaching.objects.create(person=member, course="Rest I")
    Reference.objects.create(person=member, referee=lead)
    NameVariant.objects.create(person=member, name="Z. Lindqvist")
    cast.rows_of_apps(member)


def columns(model, but=()):
    """Return all columns of all rows of a table, but the times of changes."""
    rows = model._base_manager.order_by("pk").values()
    return [{name: value for name, value in row.items() if name not in ("changed_at", *but)} for row in rows]


def everything(but=()):
    """Return what all tables that the history keeps hold: made columns, and those that no fixture has, too."""
    tables = {model: columns(model, but) for model in watched_models()}
    lists = [field.remote_field.through for model in watched_models() for field in tracked_lists(model)]
    return tables | {through: sorted(through.objects.values_list(*pair(through))) for through in lists}


def pair(through):
    return [field.attname for field in through._meta.fields if not field.primary_key]


@pytest.mark.parametrize("model", tracked_models())
@pytest.mark.both
def test_a_deleted_thing_comes_back_with_its_rows_and_keys(lab, editor, model):
    let_go(model)
    before = everything()
    with history.step(editor) as step:
        first(model).delete()
    assert everything() != before
    history.undo(step.row, editor)
    assert everything() == before


@pytest.mark.parametrize("model", EDITED)
def test_a_changed_thing_goes_back_with_its_rows(lab, editor, model):
    before = everything(but=ADDRESSES)
    with history.step(editor):
        spoil(first(model))
    assert everything(but=ADDRESSES) != before
    history.go_back(Version.objects.of(model, first(model).pk).last(), editor)
    assert everything(but=ADDRESSES) == before


@pytest.mark.parametrize("model", EDITED)
def test_a_change_is_undone_and_redone(lab, editor, model):
    before = everything(but=ADDRESSES)
    with history.step(editor) as step:
        spoil(first(model))
    after = everything(but=ADDRESSES)
    undoing = history.undo(step.row, editor)
    assert everything(but=ADDRESSES) == before
    history.undo(undoing.row, editor)
    assert everything(but=ADDRESSES) == after


def first(model):
    return model._base_manager.order_by("pk").first()


def let_go(model):
    """Take away what forbids that a person or a venue is deleted."""
    if model is Person:
        Authorship.objects.all().delete(), Reference.objects.all().delete()
    if model is Venue:
        Publication.objects.update(venue=None), Service.objects.all().delete()


def spoil(row):
    """Change all that can be changed of a row, and delete the rows that belong to it."""
    for relation in rows_of(type(row)):
        relation.related_model._base_manager.filter(**{relation.field.name: row}).delete()
    for field in tracked_lists(type(row)):
        getattr(row, field.name).clear()
    for field in tracked_fields(type(row)):
        if field.editable and isinstance(field, CharField | TextField) and not isinstance(field, FileField):
            setattr(row, field.name, spoilt(field, getattr(row, field.name)))
    row.save()


def spoilt(field, value):
    if field.choices:
        return field.choices[-1][0]
    if isinstance(field, PartialDateField):
        return "2001"
    return f"{value}x"[-(field.max_length or 0) :]
