"""What the page and the command take besides archives: an address, a file, and what is piped in."""

import io

import pytest
from django.core.management import call_command

from labsite.contrib.moving.door.running import source_of
from people.models import Person
from publications.models import Publication
from tests.contrib.moving.door.test_move_in import BIBTEX, PEOPLE, at_once, bring, editor, names, stored  # noqa: F401
from tests.contrib.moving.handwritten import photo
from tests.contrib.moving.test_fetched import client as fetching, page, running, web  # noqa: F401

PEOPLE_PAGE = """<title>People | Leisure Lab</title><h1>People</h1><h2>PhD students</h2>
<div class="card"><img src="../ada.png"><h3>Ada Quill</h3></div>
<div class="card"><img src="../zoe.png"><h3>Zoë Lindqvist</h3></div><a href="../gone/">Gone</a>"""


@pytest.mark.django_db
def test_a_site_is_fetched_from_its_address_once_and_read_from_what_is_stored(web, fetching, editor):  # noqa: F811
    web.pages["/"] = page("<title>Leisure Lab</title><h1>Leisure Lab</h1><a href='/people/'>People</a>")
    web.pages["/people/"] = page(PEOPLE_PAGE)
    web.pages |= {f"/{name}.png": page(photo(number), "image/png") for number, name in enumerate(("ada", "zoe"))}
    row = bring(editor, address=web.address("/"))
    assert (row.state, row.trouble, row.family, names(row, "people")) == (
        "ready",
        "",
        "web-site",
        ["Ada Quill", "Zoë Lindqvist"],
    )
    assert row.plan["lost"][0].startswith(web.address("/gone/"))
    web.pages.clear()
    with source_of(row) as source:
        assert source.resolve("../zoe.png", "people/index.html") == row.plan["items"]["people"][1]["picture"]
        assert source.own_address == web.address("/")
    assert stored() == (1, 1)


@pytest.mark.django_db
def test_an_address_that_does_not_answer_is_refused_with_words(web, fetching, editor):  # noqa: F811
    row = bring(editor, address=web.address("/"))
    assert (row.state, row.stored) == ("failed", "")
    assert row.trouble.startswith(f"{web.address('/')} can’t be fetched.")


@pytest.mark.django_db
def test_the_command_takes_a_file_and_what_is_piped_in(tmp_path, monkeypatch, capsys):
    (tmp_path / "people.csv").write_text(PEOPLE)
    call_command("import_site", str(tmp_path / "people.csv"), yes=True)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BIBTEX.encode())))
    call_command("import_site", "-", yes=True)
    assert capsys.readouterr().out.count("Read as: lists of papers and people, photos and texts.") == 2
    assert {str(each) for each in Person.objects.members()} == {"Ada Quill", "Zoë Lindqvist"}
    assert Publication.objects.count() == 2
