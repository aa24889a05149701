"""Beginning a lab of one's own: on an empty site, or where somebody else's content has been."""

import socket
import sys
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from labsite.history import undo
from labsite.history.models import Step
from labsite.leaving.rows import content_models
from labsite.management.commands import empty_lab, run as run_command
from labsite.models import Lab, User
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.labsite.concurrency.server import free_port

pytestmark = pytest.mark.django_db
PASSWORD = "quokkas-nap-at-noon"
OPTIONS = {"name": "Rest Lab", "address": "1 Hammock Row", "email": "Ada@lab.example", "password": PASSWORD}


@pytest.fixture
def asked(monkeypatch):
    """Whoever sits at the terminal: what they will answer, and what they were asked."""
    answers, questions = [], []

    def answer(question):
        questions.append(question)
        return answers.pop(0)

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("labsite.management.commands.start_lab.getpass", answer)
    return answers, questions


def run(*arguments, **options):
    said = StringIO()
    call_command(*arguments, stdout=said, stderr=said, **options)
    return said.getvalue()


@pytest.fixture(autouse=True)
def backups(monkeypatch):
    """The folders in which a backup was made, which a test's own transaction doesn't let happen."""
    made = []

    def back_up(folder):
        if not folder.is_dir():
            raise CommandError("No backup was made: it is no folder.")
        made.append(folder)
        return SimpleNamespace(path=folder / "labsite.zip")

    monkeypatch.setattr(empty_lab, "back_up", back_up)
    return made


@pytest.fixture
def lab():
    """A lab with a member, who signs in, and her paper."""
    cast.make_lab()
    ada = cast.make_member("Ada Quill")
    cast.make_login(ada)
    cast.make_publication("Quokka", authors=[ada])


def test_a_lab_begins_with_its_name_and_an_administrator(client):
    assert (
        run("start_lab", **OPTIONS)
        == "Rest Lab is ready. Sign in as ada@lab.example at /admin/ to fill and publish it.\n"
    )
    lab = Lab.objects.get()
    assert (lab.name, lab.address) == ("Rest Lab", "1 Hammock Row")
    user = User.objects.get()
    assert (user.email, user.is_superuser, user.check_password(PASSWORD)) == ("ada@lab.example", True, True)
    assert not Person.objects.exists()
    assert not lab.is_published
    assert client.get("/").status_code == 503


def test_what_no_option_says_is_asked(asked):
    answers, questions = asked
    answers += ["Rest Lab", "", "ada@lab.example", PASSWORD, "mistyped", PASSWORD, PASSWORD]
    assert run("start_lab").startswith("They differ.\n")
    assert questions[:3] == ["Name of the lab: ", "Its postal address (Enter for none): ", "Your e-mail address: "]
    assert User.objects.get().check_password(PASSWORD)


def test_only_an_answer_that_cannot_be_is_asked_again(asked):
    answers, questions = asked
    answers += ["", "Rest Lab", "", "ada", "ada@lab.example", "short", PASSWORD, PASSWORD]
    refusals = run("start_lab").splitlines()[:-1]
    assert [refusal.partition(".")[0] for refusal in refusals] == [
        "This field cannot be blank",
        "Enter a valid email address",
        "This password is too short",
    ]
    names = ("Name of the lab", "Its postal address", "Your e-mail address", "Your password", "Again")
    asked_for = [next(name for name in names if question.startswith(name)) for question in questions]
    assert [asked_for.count(name) for name in names] == [2, 1, 2, 2, 1]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"name": " "}, "--name: This field cannot be blank"),
        ({"email": "ada"}, "--email: Enter a valid email address"),
        ({"password": "short"}, "--password: This password is too short"),
        ({"email": None}, "This isn’t an interactive terminal. Add --email."),
    ],
)
def test_an_answer_that_cannot_be_is_refused_and_nothing_begins(said, words):
    with pytest.raises(CommandError, match=words):
        run("start_lab", **OPTIONS | said)
    assert not Lab.objects.exists()
    assert not User.objects.exists()


def test_nothing_of_the_fixtures_is_planted_in_a_lab_of_ones_own():
    run("start_lab", **OPTIONS)
    assert run("seed") == "This lab didn’t start from the fixtures, so none were added.\n"
    assert not Publication.objects.exists()


def test_where_there_is_content_no_lab_begins(lab):
    with pytest.raises(CommandError, match="A lab has already been started here"):
        run("start_lab", **OPTIONS)


def test_nothing_of_the_fixtures_comes_into_an_emptied_site_nor_into_what_it_is_filled_with(lab, tmp_path):
    run("empty_lab", tmp_path, yes=True)
    for fill in (lambda: None, cast.student):
        fill()
        assert run("seed") == "This site was emptied for another lab, so no fixtures were added.\n"
    assert Person.objects.count() == 1


def test_emptying_leaves_the_logins_and_is_undone_as_one_step(lab, tmp_path, backups):
    said = run("empty_lab", tmp_path, yes=True)
    assert said.startswith("Deleted 1 person, 1 publication, 1 authorship, 1 membership.")
    assert not any(model._base_manager.exists() for model in content_models())
    assert User.objects.count() == 1
    assert backups == [tmp_path]
    undo(Step.objects.latest("pk"), cast.make_administrator())
    assert [author.name for author in Publication.objects.get().authors.all()] == ["Ada Quill"]


@pytest.mark.parametrize(("answer", "remain"), [("empty", 0), ("yes", 1)])
def test_emptying_asks(lab, tmp_path, asked, answer, remain):
    answers, questions = asked
    answers.append(answer)
    if remain:
        with pytest.raises(CommandError, match="Nothing was deleted"):
            run("empty_lab", tmp_path)
    else:
        run("empty_lab", tmp_path)
    assert questions == [
        "This deletes 1 person, 1 publication, 1 authorship, 1 membership. Type “empty” to continue: "
    ]
    assert Publication.objects.count() == remain


def test_without_a_backup_nothing_is_deleted(lab, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="Nothing was deleted: "):
        run("empty_lab", tmp_path / "file", yes=True)
    assert Publication.objects.exists()


def test_nobody_is_asked_where_nobody_is(lab, tmp_path):
    with pytest.raises(CommandError, match="Add --yes"):
        run("empty_lab", tmp_path)


@pytest.mark.parametrize(
    ("options", "fixtures", "has_begun", "begins_by"),
    [
        ({}, True, False, ["seed"]),
        ({}, False, False, ["start_lab"]),
        ({}, False, True, []),
        ({"lab": "new"}, True, False, ["start_lab"]),
        ({"lab": "example"}, False, False, ["seed"]),
    ],
)
def test_what_a_site_is_shown_with_at_first(monkeypatch, settings, tmp_path, options, fixtures, has_begun, begins_by):
    settings.FIXTURES = tmp_path if fixtures else None
    if has_begun:
        cast.make_lab()
    called, replaced_by = [], []
    monkeypatch.setenv("SITE_ADDRESS", "")
    monkeypatch.setattr(run_command.subprocess, "Popen", lambda arguments, **_: None)
    monkeypatch.setattr(run_command, "call_command", lambda command, *_, **options: called.append(command))
    monkeypatch.setattr(run_command.os, "execv", lambda program, arguments: replaced_by.append(arguments))
    port = free_port()
    said = run("run", port=port, **options)
    assert called == ["migrate", *begins_by, "collectstatic"]
    assert f"The site is at http://localhost:{port}/ and is edited at" in said
    assert run_command.os.environ["SITE_ADDRESS"] == f"http://localhost:{port}"
    assert replaced_by[0][-3:] == ["--port", str(port), "labsite.wsgi:application"]


@pytest.mark.parametrize("other", ["new", "example"])
def test_no_other_lab_begins_where_one_is_shown(lab, monkeypatch, other):
    monkeypatch.setattr(run_command, "call_command", lambda *_, **options: None)
    with pytest.raises(CommandError, match=f"A lab has already been started here: leave out “{other}”"):
        run("run", port=free_port(), lab=other)


def test_a_site_is_not_shown_at_a_port_of_another():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is taken; choose another, such as {port + 1}"):
            run("run", port=port)
