"""However a site is damaged, a move ends with what can be read or with a sentence, and a second one changes nothing.

Each case is a copy of a family's small site with some damages, drawn from its seed; DAMAGED_SITES=5000 tries more.
"""

import os
import random
import shutil
from pathlib import Path

import pytest
import yaml
from django.apps import apps
from django.core import serializers
from django.db import transaction

from labsite.contrib.moving.families import NAMES, family_of, module_of
from labsite.contrib.moving.source import FolderSource, UnreadableSource
from labsite.contrib.moving.writing import bring

pytestmark = pytest.mark.django_db

SITES = Path(__file__).parents[2] / "data" / "sites"
CASES = int(os.environ.get("DAMAGED_SITES", 3))  # of each family
MOST_DAMAGES = 8  # of one copy
DATA = (".yml", ".yaml", ".md", ".json")
TEXTS = (*DATA, ".bib", ".tsv", ".html", ".toml")
ENCODINGS = ("utf-16", "utf-8-sig", "utf-16-be", "latin-1", "gb18030", "shift_jis", "euc_kr", "utf-32")

ODD_VALUES = [
    *(None, True, False, 0, -1, 7, 2024, 10**400, -(10**30), 1.5, float("inf"), float("nan"), "", " ", "-", "0"),
    *([], {}, [[]], [{}], [None], {"": ""}, {None: None}, {1: 2}, [["a", ["b"]]], {"name": {"name": {"name": []}}}),
    *("2024-13-45", "0000-00-00", "99999", "2024-02-30", "９９９９", "²⁰²⁴", "Ω" * 5000, "a" * 400, "word " * 3000),
    *("http://[bad", "https://", "//", "javascript:alert(1)", "../../../etc/passwd", "/", ".", "..", "mailto:", "a@b"),
    *("https://example.org/" + "x" * 3000, "http://a b/", "http://exa\nmple.org", "file:///etc/passwd", "\\\\host\\x"),
    *(
        "{{ page.title",
        "{% include x %}",
        "{{< cite >}}",
        "<br>",
        "<script>",
        "<" * 300,
        "[" * 300,
        "![](",
        "$x$",
        "%s",
    ),
    *("\0", "a\0b", "\ud800", "\u202e", "\u200b", "\ufeff", "\r\n", "\t", "\x1b[0m", "🦘" * 50, "ﬁ", "İ", "ǆ"),
    *(
        "and",
        ",",
        "et al.",
        "Quill,",
        ", Ada",
        "Quill, Ada and",
        "Ada Quill; ",
        "{",
        "}",
        "{\\",
        "\\textbf{",
        "Quill, Jr., A",
    ),
    *(
        "10.1000/",
        "doi:",
        "arXiv:",
        "0000-0002-1825-0097",
        "0000-0000-0000-0000",
        "https://orcid.org/",
        "lead",
        "alumni",
    ),
    *(
        ["Ada Quill", None, 7, ["Ivo"], {"name": "Zoë"}],
        {"start": [], "end": {}},
        [2024, "2025"],
        "2024-01-01T00:00:00Z",
    ),
]


def truncate(rng, path):
    held = path.read_bytes()
    path.write_bytes(held[: rng.randrange(len(held) + 1)])


def replace_bytes(rng, path):
    held = bytearray(path.read_bytes() or b"x")
    for _ in range(rng.choice((1, 3, 30))):
        held[rng.randrange(len(held))] = rng.choice((0, 10, 34, 45, 58, 123, 125, 128, 255, rng.randrange(256)))
    path.write_bytes(held)


def splice(rng, path):
    """Put a piece of the file somewhere else in it, which also makes keys double."""
    held = path.read_bytes()
    start, place = (rng.randrange(len(held) + 1) for _ in range(2))
    path.write_bytes(held[:place] + held[start : start + rng.choice((5, 50, 500))] + held[place:])


def change_lines(rng, path):
    lines = path.read_bytes().split(b"\n")
    at = rng.randrange(len(lines))
    odd = rng.choice(
        (b"", b"\t", b"- ", b"...", b"---", b"x: &a [*a]", b"? [a]: b", b"<<: *b", b"!!python/x y", b": :")
    )
    lines[at : at + rng.choice((0, 1, 4))] = rng.choice(
        ([odd], [lines[at]] * 2, [lines[at].upper()], [lines[at].lstrip()])
    )
    path.write_bytes(b"\n".join(lines))


def change_ends(rng, path):
    held = path.read_bytes()
    path.write_bytes(held.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", "\u2028".encode(), b"\0\n"))))


def encode(rng, path):
    text = path.read_text(encoding="utf-8", errors="replace")
    path.write_bytes(text.encode(rng.choice(ENCODINGS), errors="replace"))


def empty(rng, path):
    path.write_bytes(
        rng.choice((b"", b"\n", b"---\n---\n", b"---\n", b"\xef\xbb\xbf", b"\0" * 40, b"[]", b"null", b"7"))
    )


def as_folder(rng, path):
    path.unlink()
    path.mkdir()


def as_link(rng, path):
    target = rng.choice((path, path.parent, Path("/etc/passwd"), Path("/"), Path("nowhere")))
    path.unlink()
    path.symlink_to(target)


def rename(rng, path):
    name = rng.choice(
        (
            path.name.upper(),
            path.name.title(),
            f"{'x' * 200}{path.suffix}",
            f" {path.name}",
            f"{path.stem}\n{path.suffix}",
        )
        + (
            f"{path.stem}’é🦘{path.suffix}",
            os.fsdecode(b"\xff") + path.name,
            f"{path.stem}%20%zz{path.suffix}",
            path.suffix,
        )
    )
    path.rename(path.with_name(name))


def copy(rng, path):
    """Have a file twice, in its folder or in another one."""
    folder = rng.choice(sorted({each.parent for each in path.parents[1].rglob("*")}))
    other = folder / rng.choice((f"copy-of-{path.name}", path.name.upper(), f"{path.stem}.html"))
    other.write_bytes(path.read_bytes()) if not other.is_dir() else None


def change_value(rng, path):
    """Put an odd value somewhere into front matter or data."""
    text = path.read_text(encoding="utf-8", errors="replace")
    parts = text.split("---", 2) if text.startswith("---") else ["", text, None]
    try:
        held = yaml.safe_load(parts[1]) if len(parts) == 3 else None
    except (yaml.YAMLError, ValueError):
        held = None
    places = list(places_in(held))
    if not places:
        return truncate(rng, path)
    for holder, key in rng.sample(places, min(len(places), rng.choice((1, 1, 3)))):
        holder[key] = rng.choice(ODD_VALUES)
    dumped = yaml.safe_dump(held, allow_unicode=True, default_flow_style=rng.choice((None, True, False)))
    whole = f"---\n{dumped}\n---{parts[2]}" if parts[2] is not None else dumped
    return path.write_bytes(whole.encode("utf-8", "surrogatepass"))


def places_in(held):
    if isinstance(held, dict | list):
        for key, inner in held.items() if isinstance(held, dict) else enumerate(held):
            yield held, key
            yield from places_in(inner)


def change_bibtex(rng, path):
    text = path.read_text(encoding="utf-8", errors="replace")
    odd = str(rng.choice(ODD_VALUES))
    name = rng.choice(
        ("author", "title", "year", "month", "pages", "doi", "url", "journal", "abbr", "pdf", "eprint", "volume")
    )
    path.write_bytes(
        text.replace("\n}", f",\n  {name} = {{{odd}}}\n}}", rng.choice((1, -1))).encode("utf-8", "surrogatepass")
    )


BYTES = (truncate, replace_bytes, splice, empty, as_folder, as_link, rename, copy)
OF_TEXTS = (change_lines, change_ends, encode, *[change_value] * 12)


def damaged(rng, folder):
    for _ in range(rng.randint(1, MOST_DAMAGES)):
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        if not paths:
            return
        path = rng.choice(paths)
        kinds = BYTES
        if path.suffix == ".bib":
            kinds = (*BYTES, change_lines, change_ends, encode, *[change_bibtex] * 6)
        elif path.suffix in TEXTS:
            kinds = (*BYTES, *OF_TEXTS)
        rng.choice(kinds)(rng, path)


def move(folder, family):
    """Move a site in as the command does; None where it is answered with a sentence."""
    try:
        source = FolderSource(folder)
        family_of(source)
    except UnreadableSource as error:
        assert str(error)
    try:
        source = FolderSource(folder)
        site = module_of(family).read(source)
        return bring(site, source, family)
    except UnreadableSource as error:
        assert str(error)
        return None


def rows():
    """Return all content as it stands in the database."""
    models = [apps.get_app_config(label).get_models() for label in ("people", "publications", "services")]
    return serializers.serialize(
        "json", [row for each in models for model in each for row in model.objects.order_by("pk")]
    )


@pytest.mark.parametrize("case", range(CASES))
@pytest.mark.parametrize("family", NAMES)
def test_a_damaged_site_is_moved_or_refused_and_a_second_time_changes_nothing(family, case, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(SITES / family.replace("-", "_"), folder)
    damaged(random.Random(f"{family} {case}"), folder)
    with transaction.atomic():
        first = move(folder, family)
    here = rows()
    again = move(folder, family)
    assert (again is None) == (first is None)
    if again:
        assert (again.added, again.filled, again.step) == ({}, {}, None)
    assert rows() == here
