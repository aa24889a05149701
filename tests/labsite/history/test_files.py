"""Files stay as long as a row or a kept version refers to them, and no longer."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from labsite import history
from labsite.history.versions import files_of, snapshot_of
from labsite.models import Step, TextPicture, Version
from people.models import Person
from publications.models import Link
from tests import cast
from tests.labsite.modelling.test_documents import upload as pdf
from tests.labsite.modelling.test_pictures import stored, upload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def editor():
    return cast.make_administrator(email="editor@lab.example")


@pytest.fixture
def member(editor):
    """Someone whose photo was put on the site by a form."""
    with history.step(editor):
        return cast.student(photo=upload())


def replace(person, editor, colour="blue"):
    with history.step(editor) as step:
        person.photo = upload(colour=colour) if colour else ""
        person.save()
    return step.row


def stems(settings):
    """Return the pictures on the disk, without their copies."""
    return {Path(name).stem for name in stored(settings) if "-" not in name}


def is_jpeg(picture):
    with picture.open() as file:
        return file.read(3) == b"\xff\xd8\xff"


def remembered():
    """Return the pictures that rows or versions refer to."""
    names = {person.photo.name for person in Person.objects.exclude(photo="")}
    names |= {picture.image.name for picture in TextPicture.objects.all()}
    names |= {name for version in Version.objects.all() for _, name in files_of(snapshot_of(version))}
    return {Path(name).stem for name in names}


def grow_old():
    """Make all that has been done so far a year old."""
    Step.objects.update(date_created=timezone.now() - timedelta(days=366))


def prune():
    out = StringIO()
    call_command("prune_history", "--older-than", "365", stdout=out)
    return out.getvalue().strip()


def test_a_replaced_photo_comes_back(settings, editor, member):
    before = member.photo.name
    step = replace(member, editor)
    history.undo(step, editor)
    member = Person.objects.get()
    assert (member.photo.name, member.photo_width) == (before, 200)
    assert is_jpeg(member.photo)
    assert len(stems(settings)) == 2


def test_a_deleted_persons_photo_comes_back(settings, editor, member):
    files = stored(settings)
    with history.step(editor) as step:
        Person.objects.get().delete()
    history.undo(step.row, editor)
    assert stored(settings) == files
    assert is_jpeg(Person.objects.get().photo)


def test_a_photo_that_no_version_knows_goes_at_once(settings):
    member = cast.student(photo=upload())
    member.photo = ""
    member.save()
    assert stored(settings) == []


def test_a_step_that_fails_leaves_no_file(settings, editor, member):
    files = stored(settings)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        replace(member, editor)
        raise ZeroDivisionError
    assert stored(settings) == files


def test_a_file_that_another_row_holds_stays(settings, editor):
    one = cast.student(photo=upload())
    other = cast.alumna()
    Person.objects.filter(pk=other.pk).update(photo=one.photo.name)
    one.delete()
    assert stems(settings) == remembered()
    assert len(stems(settings)) == 1


class PruningTests:
    def test_old_versions_go_with_their_files(self, settings, editor, member):
        replace(member, editor)
        replace(member, editor, colour="green")
        grow_old()
        assert prune() == "3 versions and 2 files deleted."
        assert stems(settings) == remembered() == {Path(Person.objects.get().photo.name).stem}
        assert (Step.objects.count(), Version.objects.count()) == (0, 0)

    def test_what_was_before_the_first_kept_change_stays(self, settings, editor, member):
        replace(member, editor)
        grow_old()
        newest = replace(member, editor, colour="green")
        assert prune() == "1 versions and 1 files deleted."
        assert [change.kind for change in Version.objects.order_by("pk")] == ["found", "changed"]
        assert stems(settings) == remembered()
        history.undo(newest, editor)
        assert stems(settings) == remembered()
        assert len(stems(settings)) == 2

    def test_what_is_new_stays(self, settings, editor, member):
        replace(member, editor)
        assert prune() == "0 versions and 0 files deleted."
        assert len(stems(settings)) == 2

    def test_things_leave_the_bin_with_their_files(self, settings, editor, member):
        with history.step(editor):
            Person.objects.get().delete()
        grow_old()
        assert prune() == "2 versions and 1 files deleted."
        assert stored(settings) == []

    def test_a_picture_that_a_kept_text_shows_stays_until_the_text_goes(self, settings, editor):
        picture = TextPicture.objects.create(image=upload())
        with history.step(editor):
            page = cast.make_page(text=f"![A quokka]({picture.image.url})")
        with history.step(editor):
            page.text = "None."
            page.save()
            picture.delete()
        assert len(stems(settings)) == 1
        Version.objects.of(TextPicture, 1).delete()
        Step.objects.order_by("pk").update(date_created=timezone.now() - timedelta(days=366))
        prune()
        assert stored(settings) == []

    def test_an_uploaded_paper_comes_back_until_it_is_pruned(self, settings, editor):
        paper = cast.make_publication()
        with history.step(editor):
            link = Link.objects.create(publication=paper, kind="pdf", file=pdf())
        files = stored(settings)
        with history.step(editor) as step:
            Link.objects.get().delete()
        assert stored(settings) == files
        undoing = history.undo(step.row, editor)
        with Link.objects.get().file.open() as file:
            assert file.read(4) == b"%PDF"
        assert Link.objects.get().pk == link.pk
        history.undo(undoing.row, editor)
        grow_old()
        prune()
        assert stored(settings) == []

    @pytest.mark.parametrize("days", ["-1", "1000000000000"])
    def test_days_are_a_sensible_number(self, days):
        with pytest.raises(CommandError, match="number of days"):
            call_command("prune_history", "--older-than", days)
