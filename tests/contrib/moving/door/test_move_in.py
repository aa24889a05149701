import io
import zipfile
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from labsite import history, jobs
from labsite.contrib.moving.models import SiteImport
from labsite.jobs.background import carry_out
from labsite.models import NewsItem
from labsite.privacy.erasing import erase
from labsite.roles import Role
from people.models import Person
from publications.models import Publication
from tests import cast
from tests.contrib.moving.test_families import SITES

PEOPLE = """Name,Role,Email,Start
Ada Quill,Principal investigator,ada@lab.example,2010
Zoë Lindqvist,PhD student,zoe@lab.example,2022
"""
BIBTEX = """@article{naps, title = {Naps in the Afternoon}, author = {Quill, Ada and Brandt, Ivo}, year = {2024},
  journal = {Journal of Rest}}
@article{beds, title = {Beds for Large Systems}, author = {Quill, Ada and Brandt, Ivo}, year = {2023},
  journal = {Journal of Rest}}"""
REFERENCES = """[1] A. Quill and I. Brandt. Naps in the afternoon. Journal of Rest, vol. 3, no. 2, pp. 1-9, 2024.
[2] A. Quill, Z. Lindqvist. Beds for large systems. In Proceedings of SYSCON 2023, pages 12-20, 2023."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Do in the request what goes on in the background."""

    def start(run, work, failed=lambda words: None):
        carry_out(work, jobs.Progress(run), failed)

    monkeypatch.setattr(jobs, "start", start)
    monkeypatch.setattr(history.views, "start", start)


@pytest.fixture
def editor(client, django_capture_on_commit_callbacks):
    client.force_login(cast.make_login(role=Role.EDITOR))
    return client


def file(name, content):
    return SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())


def site_of(family):
    """Return a made-up site as the archive that somebody uploads."""
    packed, folder = io.BytesIO(), SITES / family
    with zipfile.ZipFile(packed, "w") as archive:
        for path in (path for path in folder.rglob("*") if path.is_file()):
            archive.write(path, path.relative_to(folder))
    return file(f"{family}.zip", packed.getvalue())


def bring(client, **what):
    answer = client.post(reverse("admin:move-in"), what)
    assert answer.status_code == 302, answer.context["form"].errors
    return SiteImport.objects.latest("pk")


def page_of(row):
    return reverse("admin:move-in-one", args=[row.pk])


def all_keys(row):
    return [item["key"] for items in row.plan["items"].values() for item in items if item["is_ticked"]]


def names(row, part):
    return [item["name"] for item in row.plan["items"].get(part, ())]


def becomes(row, part):
    return [item["becomes"] for item in row.plan["items"][part]]


@pytest.mark.django_db
def test_editors_and_administrators_move_in_and_members_do_not(client, role):
    client.force_login(cast.make_login(role=role))
    may = role >= Role.EDITOR
    assert client.get(reverse("admin:move-in")).status_code == (200 if may else 403)
    assert (reverse("admin:move-in") in client.get(reverse("admin:import")).content.decode()) is may
    row = SiteImport.objects.create(label="x", state="ready", plan={"items": {}, "kinds": {}, "lost": []})
    assert client.get(page_of(row)).status_code == (200 if may else 403)


@pytest.mark.django_db
def test_nothing_is_written_before_it_is_imported_and_all_of_it_is_undone_at_once(editor):
    row = bring(editor, uploads=[site_of("lab_website_template")])
    assert (row.state, row.family) == ("ready", "lab-website-template")
    assert (Person.objects.count(), Publication.objects.count()) == (0, 0)
    planned = {name: becomes(row, name).count("new") for name in ("people", "papers", "news")}
    assert editor.get(page_of(row)).status_code == 200

    editor.post(page_of(row), {"take": "", "tick": all_keys(row)})
    row.refresh_from_db()
    assert row.state == "done"
    there = {"people": Person.objects.members().count(), "papers": Publication.objects.count()}
    assert there | {"news": NewsItem.objects.count()} == planned
    assert editor.get(page_of(row)).status_code == 200

    editor.post(page_of(row))
    row.refresh_from_db()
    assert (row.state, Person.objects.count(), Publication.objects.count()) == ("ready", 0, 0)


@pytest.mark.django_db
def test_what_is_not_ticked_is_not_written(editor):
    row = bring(editor, uploads=[file("people.csv", PEOPLE), file("papers.bib", BIBTEX)])
    assert (names(row, "people"), names(row, "papers")) == (
        ["Ada Quill", "Zoë Lindqvist"],
        ["Naps in the Afternoon", "Beds for Large Systems"],
    )
    keys = [key for key in all_keys(row) if key not in ("people-1", "papers-1")]
    editor.post(page_of(row), {"take": "", "tick": keys})
    assert [str(each) for each in Person.objects.members()] == ["Ada Quill"]
    assert [each.title for each in Publication.objects.all()] == ["Naps in the Afternoon"]


@pytest.mark.django_db
def test_an_author_who_is_ticked_becomes_a_member(editor):
    row = bring(editor, text=BIBTEX)
    assert [(item["name"], item["number"]) for item in row.plan["items"]["names"]] == [
        ("Ada Quill", 2),
        ("Ivo Brandt", 2),
    ]
    editor.post(page_of(row), {"take": "", "tick": [*all_keys(row), "names-ada quill"]})
    assert {str(each): each.authorships.count() for each in Person.objects.members()} == {"Ada Quill": 2}


@pytest.mark.django_db
def test_whoever_may_be_a_member_is_not_asked_about_as_another_author(editor):
    cast.pi()
    row = bring(editor, text=BIBTEX.replace("Quill, Ada", "Quill, A."))
    assert names(row, "names") == ["Ivo Brandt"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (BIBTEX, "papers"),
        (REFERENCES, "papers"),
        ("Ada Quill <ada@lab.example>, Principal investigator\nZoë Lindqvist, PhD student, 2022–", "people"),
        ("How to join us\n\nWrite to us, and say what you would like to study.", "page"),
    ],
)
def test_a_pasted_text_is_read_as_what_most_of_it_is(editor, text, kind):
    row = bring(editor, text=text)
    assert row.plan["kinds"] == {"pasted.txt": kind}


@pytest.mark.django_db
def test_as_what_a_file_is_read_can_be_chosen(editor):
    row = bring(editor, text=BIBTEX)
    editor.post(page_of(row), {"keep": "", "kind:pasted.txt": "page"})
    row.refresh_from_db()
    assert (row.state, names(row, "papers"), len(row.plan["items"]["pages"])) == ("ready", [], 1)


@pytest.mark.django_db
def test_all_or_none_of_a_list_are_ticked_by_a_button(editor):
    row = bring(editor, uploads=[file("people.csv", PEOPLE)])
    answer = editor.post(page_of(row), {"none": "people", "tick": all_keys(row)})
    row.refresh_from_db()
    assert (answer.url, row.choices["off"]) == (f"{page_of(row)}?open=people#people", ["people-0", "people-1"])
    editor.post(page_of(row), {"all": "people"})
    row.refresh_from_db()
    assert row.choices["off"] == []


@pytest.mark.django_db
def test_a_plan_that_is_not_true_any_more_is_made_anew(editor):
    row = bring(editor, uploads=[file("people.csv", PEOPLE)])
    cast.pi()
    editor.post(page_of(row), {"take": "", "tick": all_keys(row)})
    row.refresh_from_db()
    assert (row.state, Person.objects.count()) == ("ready", 1)
    assert "The site has changed in the meantime." in editor.get(page_of(row)).content.decode()
    assert becomes(row, "people") == ["fills", "new"]


@pytest.mark.django_db
def test_a_plan_counts_what_is_added_to_somebody(editor):
    ada = cast.pi()
    row = bring(editor, uploads=[file("people.csv", PEOPLE)])
    [planned, _] = row.plan["items"]["people"]
    editor.post(page_of(row), {"take": "", "tick": all_keys(row)})
    row.refresh_from_db()
    # Zoë comes with a role and an address, Ada gets an address.
    assert row.report["added"] == {"people": 1, "memberships": 1, "contact details": 2}
    assert (planned["number"], row.report["filled"]) == (1, {})
    assert [str(each.value) for each in ada.contact_details.all()][-1] == "ada@lab.example"


def stored():
    return len(default_storage.listdir(".moving-in")[1]), SiteImport.objects.count()


@pytest.mark.django_db
@pytest.mark.parametrize(("number", "is_open"), [(12, True), (13, False)])
def test_short_lists_of_a_plan_are_unfolded(editor, number, is_open):
    papers = "".join(
        f"@article{{q{n}, author={{Quill, Ada}}, title={{Tide tables {n}}}, year=2020}}" for n in range(number)
    )
    row = bring(editor, uploads=[file("papers.bib", papers)])
    sections = {section["name"]: section for section in editor.get(page_of(row)).context["sections"]}
    assert (len(sections["papers"]["items"]), sections["papers"]["is_open"]) == (number, is_open)


@pytest.mark.django_db
def test_what_is_skipped_is_removed(editor):
    row = bring(editor, uploads=[file("people.csv", PEOPLE)])
    assert stored() == (1, 1)
    editor.post(page_of(row), {"drop": ""})
    assert stored() == (0, 0)


@pytest.mark.django_db
def test_what_was_brought_is_removed_after_two_weeks(editor):
    bring(editor, uploads=[file("people.csv", PEOPLE)])
    SiteImport.objects.update(created_at=timezone.now() - timedelta(days=13))
    call_command("prune_history", older_than=365)
    assert stored() == (1, 1)
    SiteImport.objects.update(created_at=timezone.now() - timedelta(days=15))
    call_command("prune_history", older_than=365)
    assert stored() == (0, 0)


@pytest.mark.django_db
def test_when_somebody_is_erased_nothing_that_was_brought_stays(editor):
    bring(editor, uploads=[file("people.csv", PEOPLE)])
    erase(cast.stranger(), None)
    assert stored() == (0, 0)


@pytest.mark.django_db
def test_a_photo_is_shown_to_editors_before_it_is_imported(editor):
    photo = io.BytesIO()
    Image.new("RGB", (40, 50), "teal").save(photo, "PNG")
    row = bring(editor, uploads=[file("people.csv", PEOPLE), file("ada-quill.png", photo.getvalue())])
    address = reverse("admin:move-in-picture", args=[row.pk, "people-0"])
    assert address in editor.get(page_of(row)).content.decode()
    assert editor.get(address)["Content-Type"] == "image/jpeg"
    assert editor.get(reverse("admin:move-in-picture", args=[row.pk, "people-1"])).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["reading", "importing"])
def test_what_was_cut_off_is_read_again(editor, state):
    row = bring(editor, uploads=[file("people.csv", PEOPLE)])
    SiteImport.objects.update(state=state)
    assert "It was interrupted." in editor.get(page_of(row)).content.decode()
    editor.post(page_of(row))
    row.refresh_from_db()
    assert row.state == "ready"


@pytest.mark.django_db
def test_what_is_under_way_is_not_begun_again(editor):
    row = bring(editor, uploads=[file("people.csv", PEOPLE)])
    SiteImport.objects.update(state="importing")
    jobs.begin(f"move in {row.pk}", None, "", page_of(row))
    assert "This is in progress" in editor.get(page_of(row)).content.decode()
    editor.post(page_of(row), {"take": ""})
    row.refresh_from_db()
    assert (row.state, Person.objects.count()) == ("importing", 0)


@pytest.mark.django_db
def test_what_can_not_be_read_says_why(editor):
    row = bring(editor, uploads=[file("site.zip", b"no archive")])
    assert (row.state, row.trouble[:28]) == ("failed", "site.zip isn’t a zip archive")
    assert "isn’t a zip archive" in editor.get(page_of(row)).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ({}, "one of the three"),
        ({"text": "a", "address": "https://lab.example/"}, "one of the three"),
        ({"uploads": [file("a.zip", b"a"), file("b.bib", b"b")]}, "Choose an archive by itself"),
        ({"uploads": [file("a.exe", b"a")]}, "a.exe isn’t a file that can be read here"),
    ],
)
def test_what_can_not_be_taken_is_refused_with_words(editor, what, words):
    page = editor.post(reverse("admin:move-in"), what)
    assert words in page.content.decode()
    assert not SiteImport.objects.exists()


@pytest.mark.django_db
def test_the_page_that_takes_a_list_of_people_leads_to_it(editor):
    page = editor.get("/admin/paste-people/").content.decode()
    assert '<a href="/admin/move-in/">A spreadsheet, with photos? Move in</a>' in page
