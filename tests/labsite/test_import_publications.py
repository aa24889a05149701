"""The command: what it says, what it asks, what it does, and how it ends."""

import json
import sys
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command

from labsite import history, roles
from labsite.management.commands import import_publications
from labsite.models import Step
from publications.models import ImportedEntry, Publication
from tests import cast

pytestmark = pytest.mark.django_db

BIBTEX = """\
@inproceedings{naps, title={Naps at Scale}, author={Quill, Ada and Lindqvist, Zoë}, booktitle={Proc. REST}, year=2024}
@article{beds, title={Beds}, author={Vale, Una}, journal={Journal of Rest}, year=2023}
@inproceedings{broken, title={Cots
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "naps.bib"
    path.write_text(BIBTEX, encoding="utf-8")
    return path


def run(*args, **options):
    out = StringIO()
    call_command("import_publications", *map(str, args), stdout=out, **options)
    return out.getvalue()


def test_it_brings_in_what_a_file_holds_and_says_what_it_left_out(file):
    said = run(file, "--yes")
    assert sorted(Publication.objects.values_list("title", flat=True)) == ["Beds", "Naps at Scale"]
    assert "Can’t be imported (1)\n" in said
    step = Step.objects.get(comment="Imported naps.bib")
    assert f"It can be undone as one step, at /admin/changes/{step.pk}/." in said


def test_a_dry_run_changes_nothing(file):
    assert run(file, "--dry-run").endswith("\nNothing was changed.\n")
    assert (Publication.objects.count(), ImportedEntry.objects.count()) == (0, 0)


def test_the_second_time_there_is_nothing_to_do(file):
    run(file, "--yes")
    assert run(file, "--yes").endswith("\nThere is nothing to do.\n")
    assert Publication.objects.count() == 2


def test_a_step_that_was_undone_can_be_repeated(file):
    run(file, "--yes")
    history.undo(Step.objects.get(comment="Imported naps.bib"), cast.make_administrator())
    assert Publication.objects.count() == 0
    run(file, "--yes")
    assert Publication.objects.count() == 2


@pytest.mark.parametrize(("answer", "papers"), [("y", 2), ("", 0)])
def test_on_a_terminal_it_asks_first(file, answer, papers, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    if papers:
        run(file)
    else:
        with pytest.raises(CommandError, match="Nothing was changed") as refusal:
            run(file)
        assert refusal.value.returncode == 1
    assert Publication.objects.count() == papers


@pytest.mark.parametrize(
    ("args", "words", "code"),
    [
        (["nowhere.bib", "--yes"], "The file can’t be read", 2),
        (["nowhere.bib"], "This isn’t an interactive terminal", 2),
        (["nowhere.bib", "--yes", "--user", "nobody@lab.example"], "There is no login", 2),
        (["nowhere.bib", "--yes", "--user", "guest@lab.example"], "may not add papers", 1),
    ],
)
def test_what_cannot_be_done_is_said(args, words, code):
    cast.make_login(email="guest@lab.example")
    with pytest.raises(CommandError, match=words) as error:
        run(*args)
    assert error.value.returncode == code


def test_a_file_of_which_nothing_can_be_read_is_a_failure(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,", encoding="utf-8")
    with pytest.raises(CommandError, match="None of this can be imported") as error:
        run(path, "--yes")
    assert error.value.returncode == 1


def test_it_reads_what_is_piped_in(monkeypatch):
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(BIBTEX.encode("utf-16"))))
    run("-", "--yes")
    assert Publication.objects.count() == 2


def test_the_report_accounts_for_each_entry(file, tmp_path):
    report = tmp_path / "report.json"
    run(file, "--yes", report=report)
    told = json.loads(report.read_text(encoding="utf-8"))
    assert [entry["fate"] for entry in told["entries"]] == ["create", "create", "fail"]
    run(file, "--dry-run", report=tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text(encoding="utf-8").startswith("3 entries\n       2  nothing new\n")


def test_brought_in_as_somebody_the_papers_are_theirs_and_may_have_to_wait(file):
    cast.make_lab(needs_approval=True)
    zoe = cast.make_login(cast.student(), roles.Role.MEMBER, email="zoe@lab.example")
    run(file, "--yes", user="Zoe@lab.example")
    assert set(Publication.objects.values_list("added_by", "state")) == {(zoe.pk, "waiting")}


def test_what_changes_meanwhile_has_to_be_looked_at_again(file, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)

    def somebody_adds_it(question):
        cast.make_publication("Naps at Scale", ["Ada Quill", "Zoë Lindqvist"], doi="10.1000/naps")
        return "yes"

    monkeypatch.setattr("builtins.input", somebody_adds_it)
    with pytest.raises(CommandError, match="Nothing was changed. The site has changed in the meantime"):
        run(file)
    assert Publication.objects.count() == 1


def test_somebody_who_stops_it_leaves_nothing(file, monkeypatch):
    def stopped(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(import_publications, "apply", stopped)
    with pytest.raises(CommandError, match=r"Stopped\. Nothing was changed\."):
        run(file, "--yes")


def test_on_a_terminal_it_says_how_far_it_is(file):
    class Terminal(StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    call_command("import_publications", str(file), "--yes", stdout=StringIO(), stderr=terminal)
    assert terminal.getvalue().endswith("\rWriting: 2 of 2\n")


def test_two_files_that_contradict_each_other_change_nothing_in_turns(tmp_path):
    for name, pages in (("one.bib", "1--2"), ("other.bib", "3--4")):
        text = f"@article{{naps, title={{Naps}}, author={{Quill, Ada}}, doi={{10.1000/naps}}, pages={{{pages}}}}}"
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in ("one.bib", "other.bib", "one.bib", "other.bib"):
        run(tmp_path / name, "--yes")
    assert Publication.objects.get().pages == "1–2"


ALIKE = """\
@inproceedings{naps, title={Naps at Scale}, author={Quill, Ada and Lindqvist, Zoë}, booktitle={Proc. REST}, year=2024}
@article{again, title={Naps at Scale}, author={Quill, Ada and Lindqvist, Zoë}, journal={Journal of Rest}, year=2025}
"""


@pytest.mark.parametrize(("options", "papers"), [([], 1), (["--new"], 2)])
def test_what_is_only_alike_is_asked_about_or_new(tmp_path, options, papers):
    (tmp_path / "naps.bib").write_text(ALIKE, encoding="utf-8")
    run(tmp_path / "naps.bib", "--yes", *options)
    assert Publication.objects.count() == papers
    assert run(tmp_path / "naps.bib", "--yes", *options).endswith("\nThere is nothing to do.\n")
    assert Publication.objects.count() == papers


def test_who_may_be_a_member_is_asked_about_or_new(file):
    cast.make_member("Una Maria Vale")
    said = run(file, "--yes")
    assert "  Is “Una Vale” Una Maria Vale? Entries that wait for an answer: 1\n" in said
    assert Publication.objects.get().title == "Naps at Scale"
    run(file, "--yes", "--new-people")
    assert Publication.objects.get(title="Beds").authorships.get().person.name == "Una Vale"
    assert run(file, "--yes").endswith("\nThere is nothing to do.\n")
