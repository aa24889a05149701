"""The command that writes a member's CV into a file."""

import json
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command

from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.parts import from_data
from people.models import ContactDetail, Education
from tests import cast
from tests.contrib.documents.whole import texts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def zoe(tmp_path, monkeypatch):
    """A student with a degree and a secret number; the present folder is an empty one."""
    monkeypatch.chdir(tmp_path)
    cast.make_lab()
    person = cast.student()
    Education.objects.create(person=person, degree="B.Sc.", organisation="Leisure U")
    ContactDetail.objects.create(person=person, kind="phone", value="+46 8 123")
    return person


def run(*arguments):
    out = StringIO()
    call_command("cv", "zoe-lindqvist", *arguments, stdout=out)
    return out.getvalue()


def test_without_a_name_it_is_called_after_the_member(tmp_path):
    said = run()
    written = (tmp_path / "zoe-lindqvist-cv.pdf").read_bytes()
    assert written.startswith(b"%PDF-")
    assert said == f"zoe-lindqvist-cv.pdf: {len(written):,} bytes.\n"


def test_it_is_as_the_member_arranged_it(tmp_path, zoe):
    run("--format", "md", "--output", "usual.md")
    CVSettings.objects.create(person=zoe, hidden_sections="education")
    run("--format", "md", "--output", "own.md")
    found = {name: "Leisure U" in (tmp_path / f"{name}.md").read_text(encoding="utf-8") for name in ("usual", "own")}
    assert found == {"usual": True, "own": False}


def test_options_say_which_one_it_is(tmp_path):
    run("--format", "json", "--language", "zh-hans", "--short", "--private")
    document = from_data(json.loads((tmp_path / "zoe-lindqvist-cv-short.json").read_text(encoding="utf-8")))
    assert (document.language, document.about) == ("zh-hans", "林佐伊的简历（简短版）")
    assert "+46 8 123" in [*texts(document)]


def test_a_pipe_gets_the_file_alone(monkeypatch, tmp_path):
    pipe = TextIOWrapper(BytesIO())
    monkeypatch.setattr("sys.stdout", pipe)
    run("--format", "md", "--output", "-")
    assert pipe.buffer.getvalue().decode().startswith("# Zoë Lindqvist")
    assert [*tmp_path.iterdir()] == []


def test_who_mistypes_an_address_is_told_those_that_are_like_it():
    with pytest.raises(CommandError, match=r"^There is no member at “zoe-lindquist”. Did you mean zoe-lindqvist\?$"):
        call_command("cv", "zoe-lindquist")
    with pytest.raises(CommandError, match=r"It is the last part of the address of its page.$"):
        call_command("cv", "nobody-at-all")


def test_what_cannot_be_written_is_said(tmp_path):
    with pytest.raises(CommandError, match=r"^missing/cv.pdf can’t be written: No such file or directory.$"):
        run("--output", "missing/cv.pdf")


def test_a_language_that_the_site_does_not_speak_is_said():
    with pytest.raises(CommandError, match=r"^The site has no fr, only en and zh-Hans.$"):
        run("--language", "fr")
