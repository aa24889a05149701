"""What LabModelAdmin wraps around Django's own views, and in which order."""

import pytest
from django.contrib.messages import get_messages
from django.db import connection

from labsite import history
from labsite.editing import model_admin
from labsite.modelling import content_version
from people.models import Person
from tests import cast
from tests.editing import address, chosen, form_of
from tests.labsite.editing.test_stashed_uploads import kept_in, photo

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(client):
    client.force_login(cast.make_administrator())
    return client


@pytest.fixture
def member():
    return cast.student(headline="Rests")


@pytest.fixture
def events(monkeypatch):
    """The parts of a view as they begin, in order: of each whether a step of the history is under way."""
    found = []

    def noted(name, function):
        def wrapper(*args, **kwargs):
            found.append((name, history.current() is not None))
            return function(*args, **kwargs)

        return wrapper

    admin = model_admin.LabModelAdmin
    monkeypatch.setattr(model_admin, "restore_uploads", noted("uploads", model_admin.restore_uploads))
    monkeypatch.setattr(content_version, "wait_for_write_lock", noted("lock", content_version.wait_for_write_lock))
    monkeypatch.setattr(admin, "merge_edits", noted("merge", admin.merge_edits))
    monkeypatch.setattr(admin, "refuse_changed_row", noted("check", admin.refuse_changed_row))
    monkeypatch.setattr(admin, "save_model", noted("save", admin.save_model))
    monkeypatch.setattr(admin, "delete_model", noted("delete", admin.delete_model))
    monkeypatch.setattr(model_admin, "offer_undo", noted("offer", model_admin.offer_undo))
    return found


def names_of(base):
    return {name for name in ("changeform_view", "delete_view", "changelist_view") if name in vars(base)}


def test_no_base_wraps_a_view_by_itself():
    bases = [base for base in model_admin.LabModelAdmin.__mro__[1:] if base.__module__.startswith("labsite.")]
    assert [base for base in bases if names_of(base)] == []


class FormTests:
    def test_parts_of_a_save_come_in_order(self, editor, member, events):
        where = address(Person, "change", member.pk)
        editor.post(where, form_of(editor, where) | {"headline": "Naps"})
        assert [name for name, _ in events] == ["uploads", "lock", "merge", "save"]

    def test_the_step_of_the_history_lies_outside_the_lock_and_the_merge(self, editor, member, events):
        where = address(Person, "change", member.pk)
        editor.post(where, form_of(editor, where) | {"headline": "Naps"})
        assert dict(events) == {"uploads": False, "lock": False, "merge": True, "save": True}

    def test_opening_a_form_begins_nothing(self, editor, member, events):
        editor.get(address(Person, "change", member.pk))
        assert events == []

    def test_stashed_uploads_are_restored_before_the_merge_compares_them(self, editor, member):
        """Else a picture that somebody else saved meanwhile would be overwritten in silence."""
        where = address(Person, "change", member.pk)
        stale = form_of(editor, where)
        refused = editor.post(where, stale | {"name": "", "photo": photo(colour="red"), "photo_alt": "Zoë"})
        editor.post(where, stale | {"photo": photo(300, 300, "theirs.png", "blue"), "photo_alt": "Zoë"})
        answer = editor.post(where, stale | kept_in(refused) | {"photo_alt": "Zoë"})
        assert [conflict.key for conflict in answer.context["conflicts"]] == ["photo"]
        editor.post(where, chosen(answer, photo="mine"))
        member.refresh_from_db()
        assert member.photo_width == 200

    def test_the_row_is_locked_inside_the_transaction_that_saves_it(self, editor, member, monkeypatch):
        locked, refresh = [], Person.refresh_from_db

        def noted(self, *args, **kwargs):
            locked.append(connection.in_atomic_block and kwargs["from_queryset"].query.select_for_update)
            return refresh(self, *args, **kwargs)

        where = address(Person, "change", member.pk)
        data = form_of(editor, where)
        monkeypatch.setattr(Person, "refresh_from_db", noted)
        editor.post(where, data)
        assert locked
        assert all(locked)


class DeletionTests:
    def test_parts_of_a_deletion_come_in_order_within_the_step(self, editor, member, events):
        editor.post(address(Person, "delete", member.pk), {"post": "yes"})
        assert events == [("lock", False), ("check", True), ("delete", True)]

    def test_the_bin_is_named_once_the_step_has_ended(self, editor, member):
        answer = editor.post(address(Person, "delete", member.pk), {"post": "yes"})
        assert "bin" in [str(message) for message in get_messages(answer.wsgi_request)][-1]


class ActionTests:
    def test_undo_is_offered_once_the_step_has_ended(self, editor, events):
        paper = cast.make_publication(state="draft")
        sent = {"action": "publish_selected", "_selected_action": [paper.pk], "index": 0}
        answer = editor.post(address(type(paper), "changelist"), sent)
        assert events[-1] == ("offer", False)
        assert "undo this" in [str(message) for message in get_messages(answer.wsgi_request)][-1]
