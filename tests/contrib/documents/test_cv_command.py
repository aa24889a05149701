"""The command that writes a member's CV into a file."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from labsite.contrib.documents.models import CVSettings
from people.models import ContactDetail, Education
from tests import cast

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
    assert run() == "zoe-lindqvist-cv.pdf has been written.\n"
    assert (tmp_path / "zoe-lindqvist-cv.pdf").read_bytes().startswith(b"%PDF-")


def test_it_is_as_the_member_arranged_it(tmp_path, zoe):
    run("--format", "md", "--output", "usual.md")
    CVSettings.objects.create(person=zoe, hidden_sections="education")
    run("--format", "md", "--output", "own.md")
    with_education = {
        name: "Leisure U" in (tmp_path / f"{name}.md").read_text(encoding="utf-8") for name in ("usual", "own")
    }
    assert with_education == {"usual": True, "own": False}


def test_options_say_which_one_it_is(tmp_path):
    run("--format", "md", "--language", "zh-Hans", "--short", "--private")
    written = (tmp_path / "zoe-lindqvist-cv-short.md").read_text(encoding="utf-8")
    assert written.startswith("# 林佐伊")
    assert "+46 8 123" in written


def test_what_cannot_be_written_is_said():
    with pytest.raises(CommandError, match=r"^missing/cv.pdf can’t be written: .*No such file or directory"):
        run("--output", "missing/cv.pdf")
    with pytest.raises(CommandError, match=r"^No member has a page at people/nobody-at-all/. It is the last"):
        call_command("cv", "nobody-at-all")
