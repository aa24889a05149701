from pathlib import Path

import pytest

from labsite.contrib.moving.writing import leftovers
from labsite.contrib.moving.writing.leftovers import PREFIX, noted, remove_leftovers
from people.models import Person
from tests import cast

pytestmark = pytest.mark.django_db


class File:
    def __init__(self, name):
        self.name = name


@pytest.fixture
def media(settings):
    folder = Path(settings.MEDIA_ROOT)
    for name in ("people/lost.jpg", "people/lost-160.webp", "people/held.jpg", "documents/lost.pdf"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x")
    return folder


def killed(media, monkeypatch, *names):
    """Leave what a process leaves behind that was killed while it wrote these files."""
    with noted() as note_file:
        for name in names:
            note_file(File(name))
        [note] = media.glob(f"{PREFIX}*")
        text = note.read_text()
    note.write_text(text)
    monkeypatch.setattr(leftovers, "_is_running", lambda process: False)


def test_files_of_a_killed_move_go_with_their_copies(media, monkeypatch):
    killed(media, monkeypatch, "lost.jpg", "lost.pdf", "never-written.jpg")
    assert remove_leftovers() == 2
    assert sorted(path.name for path in media.rglob("*") if path.is_file()) == ["held.jpg"]


def test_a_file_that_a_row_holds_stays(media, monkeypatch):
    Person.objects.filter(pk=cast.pi().pk).update(photo="people/held.jpg")
    killed(media, monkeypatch, "held.jpg")
    assert remove_leftovers() == 0
    assert (media / "people/held.jpg").exists()


def test_files_of_a_move_under_way_stay(media):
    with noted() as note_file:
        note_file(File("lost.jpg"))
        assert remove_leftovers() == 0
    assert (media / "people/lost.jpg").exists()
    assert list(media.glob(f"{PREFIX}*")) == []
