"""Whatever the family of a site and the script of its names: moved again, it changes nothing."""

import json
from io import BytesIO

import pytest
from django.apps import apps
from PIL import Image

from labsite.contrib.moving import writing
from labsite.contrib.moving.families import module_of
from labsite.contrib.moving.source import FolderSource
from labsite.models import Project
from people.models import Membership

pytestmark = [pytest.mark.django_db, pytest.mark.once]

# How sites write one person: the name as a whole, given and family name, and another spelling.
NAMES = {
    "Latin": ("Ada Quill", "Ada", "Quill", "A. Quill"),
    "Latin, inverted": ("Lindqvist, Zoë", "Zoë", "Lindqvist", ""),
    "native": ("张三", "三", "张", ""),
    "native, parts in the other order": ("李四", "李", "四", ""),
    "native, without parts": ("王五", "", "", ""),
    "native, parts in Latin": ("赵六", "Liu", "Zhao", ""),
    "native, with a Latin spelling": ("钱七", "七", "钱", "Qi Qian"),
    "native with a space": ("孙 八", "八", "孙", ""),
    "native in brackets": ("Jiu Zhou (周九)", "Jiu", "Zhou", "Jiu Zhou"),
    "native in wide brackets": ("Shi Wu（吴十）", "", "", ""),
    "native before Latin": ("陈明 Ming Chen", "Ming", "Chen", ""),
    "Korean": ("홍길동", "길동", "홍", ""),
    "Korean, parts in the other order": ("김유신", "김", "유신", "Yu-sin Kim"),
    "Korean, Latin in brackets": ("이순신(Lee, Sunsin)", "", "", "Sunsin Lee"),
    "one word": ("one name", "", "", ""),
    "one given name alone": ("Plato", "Plato", "", ""),
}


def png(colour):
    out = BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    return out.getvalue()


def page(text="", **fields):
    """Return a page with front matter, whose JSON is YAML."""
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value]
    return "\n".join(["---", *lines, "---", text]).encode()


def people(with_email):
    for number, (name, given, family, other) in enumerate(NAMES.values()):
        yield number, name, given, family, other, f"member{number}@lab.example" if with_email else ""


def hugoblox(with_email):
    yield "hugo.yaml", b"title: A Lab\nmodule: github.com/HugoBlox/hugo-blox-builder"
    for number, name, given, family, other, email in people(with_email):
        fields = {"title": name, "first_name": given, "last_name": family, "email": email, "englishname": other}
        yield (
            f"content/authors/member-{number}/_index.md",
            page(**fields, role="PhD student", user_groups=["Students"]),
        )
    for number, colour in enumerate(["red", "blue", ""]):
        yield f"content/project/p{number}/index.md", page("Rest.", title="Quokka", summary=f"Part {number}")
        if colour:
            yield f"content/project/p{number}/featured.png", png(colour)


def al_folio(with_email):
    yield "_config.yml", b"title: A Lab\nfirst_name: Ivo\nlast_name: Brandt\n# al-folio"
    yield "_bibliography/papers.bib", b""
    for number, name, given, family, _other, email in people(with_email):
        fields = {"name": name, "firstname": given, "lastname": family, "email": email, "category": "PhD students"}
        yield f"_people/member-{number}.md", page("Rests.", layout="member", title=name, **fields)
    for number, colour in enumerate(["red", "blue", ""]):
        fields = {"title": "Quokka", "description": f"Part {number}"}
        yield f"_projects/p{number}.md", page("Rest.", **fields, img=f"assets/img/{number}.png" if colour else "")
        if colour:
            yield f"assets/img/{number}.png", png(colour)


def lab_website_template(with_email):
    yield "_cite/cite.py", b""
    for number, name, _given, _family, other, email in people(with_email):
        fields = {"name": name, "role": "phd", "aliases": [other] if other else None}
        yield f"_members/member-{number}.md", page("Rests.", **fields, links={"email": email} if email else None)
    projects = [
        {"title": "Quokka", "subtitle": f"Part {number}"} | ({"image": f"images/{number}.png"} if number < 2 else {})
        for number in range(3)
    ]
    yield "_data/projects.yaml", json.dumps(projects).encode()
    yield "images/0.png", png("red")
    yield "images/1.png", png("blue")


def academicpages(name, email):
    yield (
        "_config.yml",
        json.dumps({"title": name, "author": {"name": name, "email": email, "bio": "Rests."}}).encode(),
    )
    for number, colour in enumerate(["red", "blue", ""]):
        yield (
            f"_portfolio/p{number}.md",
            page(f"Rest. <img src='/images/{number}.png'>", title="Quokka", excerpt=colour),
        )
        if colour:
            yield f"images/{number}.png", png(colour)


def acad_homepage(name, email):
    yield (
        "_config.yml",
        json.dumps({"title": name, "author": {"name": name, "email": email, "bio": "Rests."}}).encode(),
    )
    yield "_pages/about.md", page("I rest.\n\n# 📖 Educations\n- *2020 - 2024*, PhD, Example University.\n", title="")


def move(family, folder, files):
    """Move a site of these files, read anew; return what became of it."""
    for path, content in files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    source = FolderSource(folder)
    return writing.bring(module_of(family).read(source), source, family)


def rows():
    """Return all rows of the database."""
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in apps.get_models()}


def assert_nothing_changes(family, folder, files):
    was = rows()
    moved = move(family, folder, files)
    assert (moved.added, moved.filled, moved.step, len(moved.notes)) == ({}, {}, None, 0)
    assert {name: found for name, found in rows().items() if found != was[name]} == {}


@pytest.mark.parametrize("with_email", [True, False])
@pytest.mark.parametrize("site", [hugoblox, al_folio, lab_website_template])
def test_a_lab_that_is_moved_again_is_the_same(tmp_path, site, with_email):
    family = site.__name__.replace("_", "-")
    files = list(site(with_email))
    move(family, tmp_path, files)
    expected = len(NAMES) + (site is al_folio)  # its owner
    assert Membership.objects.values("person").distinct().count() == expected
    assert Project.objects.count() == 3
    assert_nothing_changes(family, tmp_path, files)


@pytest.mark.parametrize("email", ["owner@lab.example", ""])
@pytest.mark.parametrize("name", [name for name, *_ in NAMES.values()], ids=NAMES)
@pytest.mark.parametrize("site", [academicpages, acad_homepage])
def test_the_site_of_one_person_that_is_moved_again_is_the_same(tmp_path, site, name, email):
    family = site.__name__.replace("_homepage", "-homepage")
    files = list(site(name, email))
    move(family, tmp_path, files)
    assert Membership.objects.count() == 1
    assert_nothing_changes(family, tmp_path, files)
