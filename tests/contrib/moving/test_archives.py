import io
import stat
import zipfile

import pytest

from labsite.contrib.moving.source import UnreadableSource, opened
from labsite.contrib.reading.front_matter import BrokenFile


def archive(tmp_path, entries):
    """Make a zip archive of pairs of name, or ZipInfo, and content."""
    path = tmp_path / "quill-main.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries:
            made.writestr(name, content)
    return path


def refusal(path):
    with pytest.raises(UnreadableSource) as caught, opened(path) as source:
        source.files()
    return str(caught.value)


def test_the_one_folder_of_an_archive_is_looked_through(tmp_path):
    path = archive(
        tmp_path,
        [
            ("quill-main/", ""),
            ("quill-main/_config.yml", "title: Quill"),
            ("quill-main/node_modules/a/x.js", "x"),
            ("quill-main/_data/a.yml", "a: 1"),
            ("__MACOSX/quill-main/._x", "x"),
        ],
    )
    with opened(path) as source:
        assert source.files() == ["_config.yml", "_data/a.yml"]
        assert source.values("_config.yml") == {"title": "Quill"}
        assert source.skipped == {
            "node_modules": "programs fetched by a tool",
            "__MACOSX": "notes of a Mac about files",
        }


def test_an_archive_of_loose_files_and_an_empty_one_are_read(tmp_path):
    with opened(archive(tmp_path, [("a.md", "a"), ("b/c.md", "c")])) as source:
        assert source.files() == ["a.md", "b/c.md"]
    with opened(archive(tmp_path, [])) as source:
        assert source.files() == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/etc/passwd", "leads outside of it"),
        ("site/../../x", "leads outside of it"),
        ("site\\x", "isn’t a safe path"),
        ("C:/x", "isn’t a safe path"),
    ],
)
def test_paths_that_lead_elsewhere_are_refused(tmp_path, name, why):
    assert why in refusal(archive(tmp_path, [(name, "x")]))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_refused(tmp_path):
    assert "is in it twice" in refusal(archive(tmp_path, [("a.md", "a"), ("a.md", "b")]))


def test_links_are_passed_over_in_words(tmp_path):
    link = zipfile.ZipInfo("secret.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with opened(archive(tmp_path, [(link, "/etc/passwd"), ("a.md", "a")])) as source:
        assert (source.files(), source.skipped) == (["a.md"], {"secret.md": "a link, which isn’t followed"})


def test_bombs_are_refused(tmp_path, monkeypatch):
    assert "compressed far more than a real file would be" in refusal(
        archive(tmp_path, [("zeros.md", bytes(30 * 1024**2))])
    )
    monkeypatch.setattr("labsite.contrib.moving.source.MAX_FILES", 10)
    assert "more than 10 files" in refusal(archive(tmp_path, [(f"{at}.md", "") for at in range(11)]))


def test_encrypted_files_are_refused(tmp_path):
    path = archive(tmp_path, [("a.md", "a")])
    content = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        content[content.index(mark) + flags] |= 1
    path.write_bytes(content)
    assert "is encrypted" in refusal(path)


def test_a_damaged_file_is_broken_and_stops_no_other(tmp_path):
    path = archive(tmp_path, [(zipfile.ZipInfo("a.md"), "a" * 100), ("b.md", "b")])
    path.write_bytes(path.read_bytes().replace(b"a" * 100, b"a" * 99 + b"x"))
    with opened(path) as source:
        with pytest.raises(BrokenFile, match="it is damaged in the archive"):
            source.data("a.md")
        assert source.text("b.md") == "b"


def test_archives_within_archives_are_files_like_others(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as made:
        made.writestr("x.md", "x")
    with opened(archive(tmp_path, [("inner.zip", inner.getvalue())])) as source:
        assert source.files() == ["inner.zip"]


def test_what_is_no_archive_says_so(tmp_path):
    assert "There is no folder or archive at" in refusal(tmp_path / "nowhere")
    (tmp_path / "site.tar.gz").write_bytes(b"\x1f\x8b")
    assert refusal(tmp_path / "site.tar.gz") == (
        "site.tar.gz isn’t a zip archive. Name a folder, or a zip archive of one."
    )
