"""After an upgrade each maker of a lab does what they could do before it."""

import json
import re
import time
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from tests.upgrades.conftest import go_to
from tests.upgrades.somebody import PASSWORD, Somebody, field, messages, words
from tests.upgrades.tables import rows
from tests.worlds import undone

pytestmark = [pytest.mark.database, pytest.mark.once, pytest.mark.both]
PATIENCE = 300  # seconds
# What a row holds beside its content.
BESIDE = {"changed_at"}


@pytest.fixture
def boss(lab):
    return signed_in(lab, "root@lab.example")


@pytest.fixture
def editor(lab):
    return signed_in(lab, "ada@lab.example")


@pytest.fixture
def member(lab):
    return signed_in(lab, "bo@lab.example")


def signed_in(lab, email):
    return Somebody(cookie=lab.left["sessions"][email])


def undo(somebody, step):
    """Undo a step, and wait for it if it takes long; return what its page says in the end."""
    address = f"/admin/changes/{step}/"
    page = somebody.send(address)
    deadline = time.monotonic() + PATIENCE
    while "<progress" in page:
        assert time.monotonic() < deadline
        time.sleep(0.2)
        page = somebody.page(somebody.path)
    return page


def test_who_was_signed_in_still_is(boss, editor, member):
    found = [json.loads(somebody.page("/account/session/"))["name"] for somebody in (boss, editor, member)]
    assert found == ["root@lab.example", "Ada Abara", "Bruno Abara"]


def test_passwords_are_what_they_were(lab):
    assert json.loads(Somebody("bo@lab.example").page("/account/session/"))["name"] == "Bruno Abara"


def test_all_that_was_done_is_undone_step_by_step(lab, boss):
    for step, name, _ in reversed(lab.left["steps"]):
        assert "Undone." in undo(boss, step), name
    now = rows(lab.left["beginning"])
    assert [*differing(lab.left["beginning"], now)] == []


def differing(before, now):
    for table, held in before.items():
        for key in held.keys() ^ now[table].keys():
            yield f"{table} {key} is {'lost' if key in held else 'left'}"
        for key in held.keys() & now[table].keys():
            for name in held[key].keys() & now[table][key].keys() - BESIDE:
                if held[key][name] != now[table][key][name]:
                    yield f"{table} {key}: {name} {held[key][name]!r} is {now[table][key][name]!r}"


def test_each_step_that_could_be_undone_by_itself_still_can(lab, boss):
    refused = []
    for step, name, was_possible in lab.left["steps"]:
        with undone():
            if was_possible and "Undone." not in messages(boss.send(f"/admin/changes/{step}/")):
                refused.append((step, name))
    assert refused == []


def test_an_import_of_a_hundred_papers_is_undone_while_what_came_after_it_stays(lab, editor):
    papers = len(rows(["publications_publication"])["publications_publication"])
    assert "Undone." in undo(editor, lab.left["imported"])
    assert len(rows(["publications_publication"])["publications_publication"]) == papers - 100


def test_a_paper_goes_back_to_each_earlier_version(lab, editor):
    paper = f"/admin/publications/publication/{lab.left['edited']}"
    versions = dict.fromkeys(re.findall(r'href="/admin/history/(\d+)/"', editor.page(f"{paper}/history/")))
    titles = []
    for version in versions:
        editor.send(f"/admin/history/{version}/", newest=None)
        titles += field(editor.page(f"{paper}/change/"), "title")
    first = lab.left["beginning"]["publications_publication"][str(lab.left["edited"])]["title"]
    assert titles == ["A Second Wording", "A First Wording", first]


def test_what_is_in_the_bin_comes_back(lab, editor):
    for name, version in lab.left["bin"].items():
        assert f"{name} has been restored." in messages(editor.send(f"/admin/bin/{version}/"))
    assert "News 9" in Somebody().page("/news/news-9/")
    table = "publications_authorship"
    before, now = lab.left["beginning"][table], rows([table])[table]
    assert [*before.keys() - now.keys()] == []


def test_an_import_that_waited_is_carried_out(lab, editor, member):
    for somebody, name, number in ((editor, "waiting", 102), (member, "own", 101)):
        page = somebody.send(f"/admin/import/{lab.left[name]}/", "apply", seen=None)
        assert "1 added" in words(page)
        assert f"Brought in as Number {number} of the Old List" in page


def test_an_import_that_was_declined_is_taken_up_again(lab, editor):
    editor.send(f"/admin/import/{lab.left['declined']}/", "again", csrfmiddlewaretoken=None)
    assert "1 added" in words(editor.send(f"/admin/import/{lab.left['declined']}/", "apply", seen=None))


def test_an_import_whose_process_was_killed_is_carried_out_anew(lab, editor):
    where = f"/admin/import/{lab.left['killed']}/"
    editor.send(where, csrfmiddlewaretoken=None)
    assert "1 added" in words(editor.send(where, "apply", seen=None))


def test_the_link_to_a_draft_shows_it(lab):
    visitor = Somebody()
    assert "Brought in as Number 1000 of the Old List" in visitor.page(lab.left["draft link"])
    assert "Brought in as Number 1000" not in visitor.page("/publications/")


def test_an_editor_publishes_the_draft_that_waited(lab, editor):
    page = editor.page(f"/admin/publications/publication/{lab.left['draft']}/change/")
    editor.client.post(f"/admin/decide-on-paper/{lab.left['draft']}/", {"seen": field(page, "seen"), "approve": "1"})
    assert "Brought in as Number 1000" in Somebody().page("/publications.bib")


def test_an_invitation_is_accepted(lab):
    guest = Somebody()
    guest.send(lab.left["invitation"], password1=PASSWORD, password2=PASSWORD)
    assert json.loads(guest.page("/account/session/"))["name"] == "Dana Abara"


def test_a_photo_that_was_kept_for_a_refused_form_is_saved_with_it(lab, member):
    where = f"/admin/people/person/{lab.left['own page']}/change/"
    before = rows(["people_person"])["people_person"][str(lab.left["own page"])]["photo"]
    member.send(where, "_save", **{"photo-kept": lab.left["kept photo"], "photo_alt": "Bo in green"})
    after = rows(["people_person"])["people_person"][str(lab.left["own page"])]["photo"]
    assert before != after
    assert (lab.media / after).read_bytes()[:2] == b"\xff\xd8"


def test_a_link_in_an_e_mail_ends_what_it_is_about(lab, boss):
    Somebody().send(lab.left["unsubscribing"], csrfmiddlewaretoken=None)
    assert "overview" not in field(boss.page("/account/mails/"), "wanted")


BEGIN = {"pdf": b"%PDF", "docx": b"PK", "md": b"# ", "tex": b"\\documentclass", "csv": b"\xef\xbb\xbf"}


def test_frozen_cvs_are_read_in_every_format(lab, member):
    visitor, public = Somebody(), "/people/person-1/cv/2026-application"
    assert "Studies naps" in visitor.page(f"{public}/")
    [private] = {*re.findall(r"/admin/frozen-cv/(\d+)\.pdf", member.page(f"/admin/cv/{lab.left['own page']}/"))} - {
        "1"
    }
    for ending in ("pdf", "docx", "md", "tex"):
        assert visitor.open(f"{public}.{ending}").startswith(BEGIN[ending]), ending
        assert member.open(f"/admin/frozen-cv/{private}.{ending}").startswith(BEGIN[ending]), ending
        assert not visitor.open(f"/admin/frozen-cv/{private}.{ending}").startswith(BEGIN[ending]), ending


def test_reports_are_read_in_every_format(lab):
    visitor = Somebody()
    assert "Annual report" in visitor.page("/reports/annual-report/")
    for ending, begin in BEGIN.items():
        assert visitor.open(f"/reports/annual-report.{ending}").startswith(begin), ending


def test_e_mails_that_waited_are_sent_and_no_other(lab, monkeypatch):
    tomorrow = timezone.now() + timedelta(days=1)
    go_to(monkeypatch, tomorrow if tomorrow.weekday() else tomorrow + timedelta(days=1))
    call_command("send_mail")
    assert sorted((*letter.to, letter.subject) for letter in mail.outbox) == [
        ("ada@lab.example", "Bruno Abara has a question for the editors"),
        ("bo@lab.example", "Changes to Changed by Another"),
        ("root@lab.example", "Bruno Abara has a question for the editors"),
        ("second@lab.example", "Bruno Abara has a question for the editors"),
    ]
