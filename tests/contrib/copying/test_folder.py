"""A folder with a copy: what is written, what is left alone, and what an interruption leaves behind."""

import gzip
import json
import os

import brotli
import pytest
from django.core.management.base import CommandError

from labsite.contrib.copying.folder import NOTES, opened

LONG = b"<p>Quokka</p>" * 50


def copy(folder, is_compressed=False, **files):
    """Make a copy of these contents by name, in which ``_`` stands for a slash and each is a page."""
    with opened(folder, is_compressed) as copied:
        for name, body in files.items():
            copied.put(f"{name.replace('_', '/')}.html", body)
        return copied.finish()


def names(folder):
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(str(path) for path in found if path.parts[0] != NOTES)


def test_every_file_is_written_once_and_then_only_what_changed(tmp_path):
    assert copy(tmp_path, index=b"one", people_ada=b"Ada") == (2, 2, 0)
    kept = (tmp_path / "people/ada.html").stat().st_mtime_ns
    assert copy(tmp_path, index=b"two", people_ada=b"Ada") == (2, 1, 0)
    assert (tmp_path / "index.html").read_bytes() == b"two"
    assert (tmp_path / "people/ada.html").stat().st_mtime_ns == kept


def test_what_is_gone_is_removed_with_the_folders_that_it_leaves_empty(tmp_path):
    copy(tmp_path, index=b"one", people_ada_feed=b"Ada", people_zoe=b"Zoe")
    assert copy(tmp_path, index=b"one", people_zoe=b"Zoe") == (2, 0, 1)
    assert not (tmp_path / "people/ada").exists()
    assert names(tmp_path) == ["index.html", "people/zoe.html"]


def test_a_file_that_somebody_deleted_or_cut_off_is_written_again(tmp_path):
    copy(tmp_path, index=b"one", people=b"Ada")
    (tmp_path / "index.html").unlink()
    (tmp_path / "people.html").write_bytes(b"A")
    assert copy(tmp_path, index=b"one", people=b"Ada") == (2, 2, 0)


def test_a_folder_with_something_else_in_it_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("all of it")
    with pytest.raises(CommandError, match="contains something else, such as thesis.tex"):
        copy(tmp_path, index=b"one")
    assert names(tmp_path) == ["thesis.tex"]


def test_a_checkout_for_a_web_space_may_be_filled(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref")
    (tmp_path / "CNAME").write_text("lab.example")
    copy(tmp_path, index=b"one")
    copy(tmp_path, people=b"one")
    assert names(tmp_path) == [".git/HEAD", "CNAME", "people.html"]


def test_what_others_put_into_a_copy_stays_whatever_goes(tmp_path):
    copy(tmp_path, people_ada=b"Ada")
    (tmp_path / "people/own.txt").write_text("mine")
    copy(tmp_path, index=b"one")
    assert names(tmp_path) == ["index.html", "people/own.txt"]


def test_a_file_of_others_is_never_written_over_and_then_nothing_is(tmp_path):
    copy(tmp_path, index=b"one")
    (tmp_path / "people.html").write_text("mine")
    with pytest.raises(CommandError, match=r"people\.html is in the way"):
        copy(tmp_path, index=b"two", people=b"Ada")
    assert (tmp_path / "index.html").read_bytes() == b"one"
    assert (tmp_path / "people.html").read_text() == "mine"


def test_a_copy_that_fails_before_its_end_changes_nothing(tmp_path):
    copy(tmp_path, index=b"one", people=b"Ada")
    with pytest.raises(ZeroDivisionError), opened(tmp_path) as copied:
        copied.put("index.html", b"two")
        raise ZeroDivisionError
    assert (tmp_path / "index.html").read_bytes() == b"one"
    assert names(tmp_path) == ["index.html", "people.html"]
    assert not (tmp_path / NOTES / "new").exists()


@pytest.mark.parametrize("moved", [0, 1, 2])
def test_a_copy_cut_off_while_files_take_their_places_is_made_whole_by_the_next(tmp_path, monkeypatch, moved):
    copy(tmp_path, index=b"one", people=b"Ada", gone=b"gone")
    taken, replace = [], os.replace

    def cut_off(path, target):
        if f"{NOTES}/new/" in str(path):
            if len(taken) == moved:
                raise KeyboardInterrupt
            taken.append(target)
        return replace(path, target)

    monkeypatch.setattr("os.replace", cut_off)
    with pytest.raises(KeyboardInterrupt):
        copy(tmp_path, index=b"two", people=b"Zoe", new_one=b"new")
    monkeypatch.undo()
    assert {"gone.html", "index.html", "people.html"} <= set(names(tmp_path))  # no page is lacking meanwhile
    copy(tmp_path, index=b"two", people=b"Zoe", new_one=b"new")
    assert names(tmp_path) == ["index.html", "new/one.html", "people.html"]
    assert [(tmp_path / name).read_bytes() for name in names(tmp_path)] == [b"two", b"new", b"Zoe"]


def test_a_second_copy_is_refused_and_takes_nothing_from_the_first(tmp_path):
    with opened(tmp_path) as first:
        first.put("index.html", b"first")
        with pytest.raises(CommandError, match="Another copy is being made"):
            copy(tmp_path, index=b"second")
        assert first.finish() == (1, 1, 0)
    assert (tmp_path / "index.html").read_bytes() == b"first"


def test_damaged_notes_are_refused(tmp_path):
    copy(tmp_path, index=b"one")
    (tmp_path / NOTES / "files.json").write_text("{")
    with pytest.raises(CommandError, match="are damaged"):
        copy(tmp_path, index=b"two")


@pytest.mark.parametrize("name", ["../thesis.tex", "/etc/passwd"])
def test_notes_that_name_files_elsewhere_are_refused(tmp_path, name):
    copy(tmp_path / "copy", index=b"one")
    (tmp_path / "thesis.tex").write_text("all of it")
    (tmp_path / "copy" / NOTES / "files.json").write_text(json.dumps({name: ["", 0]}))
    with pytest.raises(CommandError, match="outside of it"):
        copy(tmp_path / "copy", index=b"two")
    assert (tmp_path / "thesis.tex").exists()


def test_compressed_texts_stand_beside_them_and_go_with_them(tmp_path):
    copy(tmp_path, is_compressed=True, index=LONG, short=b"Quokka")
    assert names(tmp_path) == ["index.html", "index.html.br", "index.html.gz", "short.html"]
    assert gzip.decompress((tmp_path / "index.html.gz").read_bytes()) == LONG
    assert brotli.decompress((tmp_path / "index.html.br").read_bytes()) == LONG
    assert copy(tmp_path, is_compressed=True, index=LONG, short=b"Quokka") == (4, 0, 0)
    assert copy(tmp_path, is_compressed=True, index=LONG + b"!", short=b"Quokka") == (4, 3, 0)
    assert copy(tmp_path, index=LONG + b"!", short=b"Quokka") == (2, 0, 2)


def test_a_disk_that_takes_nothing_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="can’t be written"):
        copy(tmp_path / "file" / "copy", index=b"one")
