"""What collectstatic makes of the site's own style sheets and scripts."""

import gzip
import os
import re
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

OWN = Path(settings.BASE_DIR, "labsite", "static", "labsite")
STORAGE = {"staticfiles": {"BACKEND": "labsite.web.static_files.JoinedStaticFiles"}}


def collect(folder):
    """Collect the site's own files alone."""
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(
        STORAGES=settings.STORAGES | STORAGE,
        STATIC_ROOT=folder,
        STATICFILES_DIRS=[OWN.parent],
        STATICFILES_FINDERS=finders,
    ):
        call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """The site's own files, collected."""
    folder = tmp_path_factory.mktemp("static")
    collect(folder)
    return folder / "labsite"


def only(folder, pattern):
    [found] = folder.glob(pattern)
    return found


def test_all_style_sheets_of_pages_are_one_file_in_their_order(collected):
    names = re.findall('@import "(.*)";', (OWN / "css" / "site.css").read_text("utf-8"))
    assert sorted([*names, "site.css"]) == sorted(path.name for path in (OWN / "css").glob("*.css"))
    joined = only(collected, "css/site.*[0-9a-f].css").read_text("utf-8")
    assert "@import" not in joined
    places = [joined.index((OWN / "css" / name).read_text("utf-8").partition("*/")[0]) for name in names]
    assert places == sorted(places)


@pytest.mark.parametrize("name", ["css/site", "account/account", "admin/site"])
def test_a_joined_style_sheet_names_the_font_by_its_hash(collected, name):
    font = only(collected, "fonts/*latin.*.woff2")
    joined = only(collected, f"{name}.*[0-9a-f].css").read_text("utf-8")
    assert re.findall(r'url\("(.*?)"\)', joined) == [f"../fonts/{font.name}"]


def test_a_script_names_what_it_imports_by_its_hash(collected):
    part = only(collected, "admin/crop-frame.*[0-9a-f].js")
    assert f'from "./{part.name}"' in only(collected, "admin/picture-crop.*[0-9a-f].js").read_text("utf-8")


@pytest.mark.parametrize(("extension", "unpacked"), [("br", brotli.decompress), ("gz", gzip.decompress)])
def test_what_pages_name_is_there_compressed(collected, extension, unpacked):
    for pattern in ("css/site.*[0-9a-f].css", "js/site.*[0-9a-f].js", "img/icons.*[0-9a-f].svg"):
        plain = only(collected, pattern)
        assert unpacked(plain.with_name(f"{plain.name}.{extension}").read_bytes()) == plain.read_bytes()


def test_what_nobody_asks_for_is_not_compressed(collected):
    assert not list(collected.glob("css/site.css.*"))


def test_collecting_again_compresses_only_what_is_not_yet(collected):
    kept, lost = only(collected, "css/site.*.css.br"), only(collected, "js/site.*.js.br")
    os.utime(kept, (1, 1))
    lost.unlink()
    collect(collected.parent)
    assert lost.exists()
    assert kept.stat().st_mtime == 1
