import pytest

from labsite.contrib.moving.outcomes import FileOutcome, FileOutcomes
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.reading.front_matter import BrokenFile


@pytest.fixture
def site(tmp_path):
    files = {
        "_config.yml": "title: Quill Lab",
        "_posts/2024-06-01-quokka.md": "---\ntitle: Quokka\n---\nText",
        "images/a photo.jpg": "x",
        "static/files/slides.pdf": "x",
        ".git/config": "secret",
        "_pages/.ipynb_checkpoints/about.md": "---\ntitle: Quokka\n---\nAn earlier text",
        "node_modules/x.js": "x",
        "broken.yml": "a: [",
    }
    for path, text in files.items():
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_text(text, encoding="utf-8")
    return FolderSource(tmp_path / "site")


def test_the_files_of_a_folder_are_listed_in_order_without_what_tools_made(site):
    assert site.files() == [
        *("_config.yml", "_posts/2024-06-01-quokka.md", "broken.yml"),
        *("images/a photo.jpg", "static/files/slides.pdf"),
    ]
    assert site.files("_posts", ".md") == ["_posts/2024-06-01-quokka.md"]
    assert site.skipped == {
        ".git": "its history",
        "_pages/.ipynb_checkpoints": "a folder that programs hide",
        "node_modules": "programs fetched by a tool",
    }


def test_the_one_folder_of_an_unpacked_archive_is_looked_through(site):
    assert FolderSource(site.top.parent).files() == site.files()


def test_files_are_read_as_what_they_are(site):
    assert site.values("_config.yml") == {"title": "Quill Lab"}
    assert site.front_matter("_posts/2024-06-01-quokka.md") == ({"title": "Quokka"}, "Text")
    assert site.data("images/a photo.jpg") == b"x"


def test_links_are_not_followed(site, tmp_path):
    (tmp_path / "secret").write_text("secret")
    (site.top / "link.md").symlink_to(tmp_path / "secret")
    (site.top / "out").symlink_to(tmp_path)
    found = FolderSource(site.top)
    assert [path for path in found.files() if "secret" in path or path == "link.md"] == []
    assert found.skipped["link.md"] == found.skipped["out"] == "a link, which isn’t followed"
    for path in ("link.md", "../secret", "/etc/passwd", "out/secret"):
        with pytest.raises(BrokenFile, match="there is no such file"):
            found.data(path)


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("/images/a%20photo.jpg", "images/a photo.jpg"),
        ("../images/a photo.jpg?v=2", "images/a photo.jpg"),
        ("images/a photo.jpg", "images/a photo.jpg"),
        ("/files/slides.pdf#page=2", "static/files/slides.pdf"),
        ("{{ '/images/a photo.jpg' | relative_url }}", "images/a photo.jpg"),
        ("{{ site.baseurl }}/images/a photo.jpg", "images/a photo.jpg"),
        ("http://quill.example.org/lab/images/a%20photo.jpg", "images/a photo.jpg"),
        ("https://quill.example.org/laboratory/images/a%20photo.jpg", ""),
        ("https://elsewhere.example.org/images/a%20photo.jpg", ""),
        ("../../secret", ""),
        ("", ""),
    ],
)
def test_addresses_lead_to_files_of_the_site(site, address, path):
    site.own_address = "https://quill.example.org/lab/"
    assert site.resolve(address, base="_posts/2024-06-01-quokka.md") == path


def test_every_file_has_a_fate(site):
    outcomes = FileOutcomes(site.files())
    with outcomes.reading("broken.yml"):
        site.values("broken.yml")
    outcomes.brought("_config.yml", "the lab’s name")
    outcomes.left_out("_config.yml", "the theme")
    outcomes.settle_rest()
    assert {path: fate for path, fate, _ in outcomes} == {
        "_config.yml": FileOutcome.BROUGHT,
        "_posts/2024-06-01-quokka.md": FileOutcome.LEFT_OUT,
        "broken.yml": FileOutcome.NOT_UNDERSTOOD,
        "images/a photo.jpg": FileOutcome.LEFT_OUT,
        "static/files/slides.pdf": FileOutcome.LEFT_OUT,
    }


def test_a_file_of_a_site_whose_letters_nobody_knows_is_named(tmp_path):
    (tmp_path / "about.md").write_bytes("Отдых больших моделей".encode("windows-1251"))
    with pytest.raises(BrokenFile, match="save it as UTF-8"):
        FolderSource(tmp_path).text("about.md")
