import json
import os
import re
import zipfile
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from labsite.leaving import archive
from labsite.models import Lab, PlantedRow
from people.models import Award, Education, Person
from publications.models import Authorship, Link, Publication, Talk
from tests import cast

from .world import empty_the_site, held, make_lab

pytestmark = pytest.mark.django_db


def command(name, *arguments):
    out = StringIO()
    call_command(name, *map(str, arguments), stdout=out)
    return out.getvalue()


def refusal(name, *arguments):
    with pytest.raises(CommandError) as caught:
        command(name, *arguments)
    return str(caught.value)


def files_in(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def everything(folder):
    """Return all that an archive says, but the names of two columns of the choices for a CV."""
    said = b"\n".join(content for content in files_in(folder).values()).decode(errors="replace")
    return re.sub('"(is_hidden|hidden_sections)":', "", said)


@pytest.fixture
def lab(settings):
    make_lab()
    return held(settings)


@pytest.fixture
def exported(lab, tmp_path, settings):
    """The folder to which all of a lab was exported that isn't here any more."""
    command("export_lab", tmp_path / "out", "--private")
    empty_the_site(settings)
    return tmp_path / "out"


def rewrite(folder, name, text):
    """Change a file of an archive so that its manifest doesn't tell."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][name] = sha256((folder / name).read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


class ThereAndBackTests:
    @pytest.mark.parametrize("target", ["out", "out.zip"])
    def test_a_private_archive_brings_back_every_row_and_file(self, lab, tmp_path, settings, target):
        command("export_lab", tmp_path / target, "--private")
        empty_the_site(settings)
        command("import_lab", tmp_path / target)
        assert held(settings) == lab

    def test_a_public_archive_brings_back_what_everyone_may_see(self, lab, tmp_path, settings):
        command("export_lab", tmp_path / "out")
        empty_the_site(settings)
        command("import_lab", tmp_path / "out")
        rows, files = held(settings)
        was, had = lab
        private = {
            **{label: number for kept in cast.of_apps("KEPT_FROM_THE_PUBLIC") for label, number in kept.items()},
            "people.Award": 1,
            "people.ContactDetail": 1,
            "people.Education": 1,
            "people.Person": 2,
            "publications.Authorship": 3,
            "publications.ExtraField": 1,
            "publications.ImportedEntry": 1,
            "publications.Publication": 1,
            "publications.Venue": 1,
            "labsite.NewsItem": 1,
            "labsite.Page": 1,
            "labsite.TextPicture": 1,
        }
        assert {model: len(was[model]) - len(rows[model]) for model in was if was[model] != rows[model]} == {
            **private,
            "publications.Talk": 0,
            "labsite.Project": 0,
        }
        for model in private:
            assert [row for row in was[model] if row not in rows[model]] != []
            assert [row for row in rows[model] if row not in was[model]] == []
        assert files.items() <= had.items()
        assert len(had) - len(files) == 5  # a picture with its copies

    def test_what_refers_to_a_draft_comes_without_it(self, lab, tmp_path, settings):
        command("export_lab", tmp_path / "out")
        empty_the_site(settings)
        command("import_lab", tmp_path / "out")
        assert Talk.objects.get().publication is None
        assert [paper.title for paper in Publication.objects.get().projects.get().publications.all()] == [
            "Quokka: Scheduling at Leisure"
        ]

    def test_a_second_export_is_the_same(self, exported, tmp_path):
        command("import_lab", exported)
        command("export_lab", tmp_path / "again", "--private")
        assert files_in(tmp_path / "again") == files_in(exported)

    @pytest.mark.once
    def test_the_seeded_lab_comes_back_whole(self, tmp_path, settings):
        command("seed")
        was = held(settings)
        command("export_lab", tmp_path / "out.zip", "--private")
        empty_the_site(settings)
        command("import_lab", tmp_path / "out.zip")
        assert held(settings) == was

    def test_seeding_adds_nothing_to_a_lab_that_came_from_elsewhere(self, exported, settings):
        PlantedRow.objects.all().delete()
        command("import_lab", exported)
        was = held(settings)
        command("seed")
        assert held(settings) == was

    def test_django_loads_the_fixtures_too(self, exported, lab):
        names = [exported / "fixtures" / f"{name}.json" for name in ("people", "publications", "services", "labsite")]
        command("loaddata", *names)
        assert Publication.objects.count() == len(lab[0]["publications.Publication"])

    @pytest.mark.parametrize("private", [[], ["--private"]])
    def test_two_awards_of_one_name_stay_two(self, lab, tmp_path, settings, private):
        prizes = [cast.make_award(None, "Best paper", year=None) for _ in range(3)]
        for prize, title in zip(prizes, ["Wombats", "Numbats", "Quolls"], strict=True):
            cast.make_publication(title).awards.add(prize)
        Publication.objects.get(title="Wombats").awards.add(prizes[2])
        Publication.objects.filter(title="Numbats").update(state=Publication.State.DRAFT)
        command("export_lab", tmp_path / "out", *private)
        empty_the_site(settings)
        command("import_lab", tmp_path / "out")
        found = Award.objects.filter(title="Best paper").order_by("pk")
        papers = [sorted(paper.title for paper in award.publications.all()) for award in found]
        assert papers == [["Wombats"], *([["Numbats"]] if private else []), ["Quolls", "Wombats"]]

    def test_a_file_that_the_manifest_does_not_name_is_not_read(self, exported):
        mallory = {"model": "people.person", "fields": {"slug": "mallory", "name": "Mallory"}}
        (exported / "fixtures/more.json").write_text(json.dumps([mallory]))
        command("import_lab", exported)
        assert not Person.objects.filter(slug="mallory").exists()

    def test_the_lab_is_the_one_that_the_admin_edits(self, exported):
        command("import_lab", exported)
        Lab.objects.get().save()
        assert Lab.objects.count() == 1


@pytest.mark.once
class ExportTests:
    def test_nothing_that_is_not_public_is_anywhere_in_a_public_archive(self, lab, tmp_path):
        command("export_lab", tmp_path / "out")
        assert "hidden" not in everything(tmp_path / "out").casefold()

    def test_whom_only_somebody_hidden_names_is_hidden_too(self, lab, tmp_path):
        command("export_lab", tmp_path / "out")
        assert "ida-hidden" not in (tmp_path / "out/fixtures/people.json").read_text()

    @pytest.mark.parametrize("number", [1, 2, 3])
    @pytest.mark.parametrize("is_named", [False, True])
    def test_a_ring_of_people_who_name_each_other_leaves_where_something_public_names_one(
        self, lab, tmp_path, number, is_named
    ):
        ring = [cast.make_person(f"Rina {letter}") for letter in "abc"[:number]]
        for person, other in zip(ring, ring[1:] + ring[:1], strict=True):
            Education.objects.create(person=person, organisation="Example University").advisors.add(other)
        if is_named:
            cast.add_author(Publication.objects.published().get(), ring[-1])
        command("export_lab", tmp_path / "out")
        people = (tmp_path / "out/fixtures/people.json").read_text()
        assert [f"rina-{letter}" in people for letter in "abc"[:number]] == [is_named] * number

    def test_somebody_whom_nothing_names_stays_here(self, lab, tmp_path):
        cast.make_person("Rina Hidden")
        command("export_lab", tmp_path / "out")
        assert "rina-hidden" not in (tmp_path / "out/fixtures/people.json").read_text()

    def test_an_award_that_only_a_draft_received_is_hidden(self, lab, tmp_path):
        command("export_lab", tmp_path / "out")
        people = json.loads((tmp_path / "out/fixtures/people.json").read_text())
        assert [row["fields"]["title"] for row in people if row["model"] == "people.award"] == ["Golden Quokka"]

    def test_a_private_archive_has_it_and_its_website_has_not(self, exported):
        assert "+1 555 hidden" in (exported / "fixtures/people.json").read_text()
        website = {name: text for name, text in files_in(exported).items() if name.startswith("_")}
        assert not any(b"hidden" in text.lower() for text in website.values())

    def test_no_login_is_named(self, lab, tmp_path):
        login = cast.make_login(Person.objects.get(name="Ada Quill"), email="secret@lab.example")
        Publication.objects.update(added_by=login)
        command("export_lab", tmp_path / "out", "--private")
        assert "secret@lab.example" not in everything(tmp_path / "out")

    def test_papers_are_there_in_every_format(self, lab, tmp_path):
        command("export_lab", tmp_path / "out")
        for name in ("publications.bib", "publications.ris", "publications.json"):
            assert "Quokka" in (tmp_path / "out" / name).read_text()

    def test_the_readme_names_what_is_there(self, lab, tmp_path):
        command("export_lab", tmp_path / "out")
        words = (tmp_path / "out/README.md").read_text()
        tops = {name.partition("/")[0] for name in files_in(tmp_path / "out")} - {"README.md"}
        assert [top for top in tops if f"`{top}" not in words and top.partition(".")[0] != "publications"] == []

    def test_rows_are_counted(self, lab, tmp_path):
        assert "people.person: 4" in command("export_lab", tmp_path / "out").splitlines()

    def test_a_file_that_is_lost_keeps_nothing_else_from_leaving(self, lab, tmp_path):
        name = Link.objects.get().file.name
        default_storage.delete(name)
        command("export_lab", tmp_path / "out", "--private")
        assert not (tmp_path / "out/media" / name).exists()

    def test_what_is_there_is_written_over_only_if_asked(self, lab, tmp_path):
        (tmp_path / "out").mkdir()
        (tmp_path / "out/mine.txt").write_text("mine")
        (tmp_path / "out.zip").write_text("mine")
        for target in (tmp_path / "out", tmp_path / "out.zip"):
            words = f"{target} already exists and isn’t empty: name another, or add --overwrite."
            assert refusal("export_lab", target) == words
        assert files_in(tmp_path / "out") == {"mine.txt": b"mine"}
        assert (tmp_path / "out.zip").read_text() == "mine"
        command("export_lab", tmp_path / "out.zip", "--overwrite")
        assert zipfile.is_zipfile(tmp_path / "out.zip")

    def test_a_folder_of_something_else_is_never_written_over(self, lab, tmp_path):
        (tmp_path / "out").mkdir()
        (tmp_path / "out/mine.txt").write_text("mine")
        words = "out wasn’t made by export_lab: it lacks manifest.json."
        assert refusal("export_lab", tmp_path / "out", "--overwrite") == words
        assert files_in(tmp_path / "out") == {"mine.txt": b"mine"}

    @pytest.mark.parametrize("options", [[], ["--overwrite"]])
    def test_a_file_that_is_no_archive_is_never_written_over(self, lab, tmp_path, options):
        (tmp_path / "mine.txt").write_text("mine")
        words = f"{tmp_path / 'mine.txt'} is a file: name a folder, or a file that ends in .zip."
        assert refusal("export_lab", tmp_path / "mine.txt", *options) == words
        assert (tmp_path / "mine.txt").read_text() == "mine"

    def test_what_somebody_put_into_an_archive_is_not_lost(self, lab, tmp_path):
        command("export_lab", tmp_path / "out")
        (tmp_path / "out/mine.txt").write_text("mine")
        before = files_in(tmp_path)
        words = f"{tmp_path / 'out'} has a file that isn’t part of its archive, mine.txt: name another folder."
        assert refusal("export_lab", tmp_path / "out", "--overwrite") == words
        assert files_in(tmp_path) == before

    @pytest.mark.parametrize("target", ["out", "out.zip"])
    def test_an_export_that_fails_leaves_the_earlier_one_whole(self, lab, tmp_path, monkeypatch, target):
        command("export_lab", tmp_path / target)
        before = files_in(tmp_path)

        def fail(rows):
            yield "media/one.jpg", b"one"
            raise OSError("No space left on device")

        monkeypatch.setattr(archive, "_media", fail)
        assert "No space left on device" in refusal("export_lab", tmp_path / target, "--overwrite", "--private")
        assert files_in(tmp_path) == before

    def test_a_folder_that_cannot_take_its_place_leaves_the_earlier_one(self, lab, tmp_path, monkeypatch):
        command("export_lab", tmp_path / "out")
        before, rename = files_in(tmp_path), Path.rename

        def fail(path, target):
            if path.name == "new":
                raise OSError("Device or resource busy")
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", fail)
        assert "Device or resource busy" in refusal("export_lab", tmp_path / "out", "--overwrite")
        assert files_in(tmp_path) == before

    @pytest.mark.parametrize("folder", [site.BASE_DIR, site.BASE_DIR / "fixtures"])
    def test_the_tracked_fixtures_stay(self, lab, folder):
        before = (site.BASE_DIR / "fixtures/people.json").read_bytes()
        assert "already exists" in refusal("export_lab", folder)
        assert (site.BASE_DIR / "fixtures/people.json").read_bytes() == before

    def test_nothing_private_stays_of_an_archive_that_is_written_over(self, lab, tmp_path):
        command("export_lab", tmp_path / "out", "--private")
        command("export_lab", tmp_path / "out", "--overwrite")
        assert "hidden" not in everything(tmp_path / "out").casefold()

    def test_an_empty_folder_is_good(self, lab, tmp_path):
        (tmp_path / "out").mkdir()
        assert "README.md there explains the files" in command("export_lab", tmp_path / "out")

    def test_a_place_that_cannot_be_written_is_named(self, lab, tmp_path):
        (tmp_path / "file").write_text("")
        assert "can’t be written" in refusal("export_lab", tmp_path / "file/out")


@pytest.mark.once
class RefusalTests:
    """Whatever is wrong with an archive is one sentence, and nothing of it is there afterwards."""

    @pytest.fixture(autouse=True)
    def nothing_is_there(self, exported, settings):
        self.folder, self.settings = exported, settings
        yield
        rows, files = held(settings)
        assert {model for model in rows if rows[model]} == set()
        assert files == {}

    def test_an_incomplete_archive(self):
        (self.folder / "fixtures/people.json").unlink()
        words = "out is damaged or incomplete: fixtures/people.json is missing or was changed."
        assert refusal("import_lab", self.folder) == words

    def test_an_archive_without_one_picture(self):
        next((self.folder / "media/people").iterdir()).unlink()
        assert "is missing or was changed." in refusal("import_lab", self.folder)

    def test_a_changed_file(self):
        with (self.folder / "fixtures/people.json").open("a") as file:
            file.write(" ")
        assert "fixtures/people.json is missing or was changed." in refusal("import_lab", self.folder)

    def test_an_archive_that_breaks_off(self, tmp_path):
        with zipfile.ZipFile(tmp_path / "lab.zip", "w") as archive:
            for name, content in files_in(self.folder).items():
                archive.writestr(name, content)
        whole = (tmp_path / "lab.zip").read_bytes()
        (tmp_path / "lab.zip").write_bytes(whole[: len(whole) // 2])
        assert "lab.zip is neither a folder nor a readable zip file" in refusal("import_lab", tmp_path / "lab.zip")

    def test_an_archive_with_one_byte_changed(self, tmp_path):
        with zipfile.ZipFile(tmp_path / "lab.zip", "w") as archive:
            for name, content in files_in(self.folder).items():
                archive.writestr(name, content)
        damaged = (tmp_path / "lab.zip").read_bytes().replace(b"Ada Quill", b"Ada Quilt", 1)
        (tmp_path / "lab.zip").write_bytes(damaged)
        assert "nor a readable zip file: Bad CRC-32" in refusal("import_lab", tmp_path / "lab.zip")

    def test_a_folder_of_something_else(self, tmp_path):
        (tmp_path / "other").mkdir()
        words = "other wasn’t made by export_lab: it lacks manifest.json."
        assert refusal("import_lab", tmp_path / "other") == words

    @pytest.mark.parametrize("text", ["", "[]", '{"site": "1.0"}', '{"files": 3}'])
    def test_a_manifest_that_says_nothing(self, text):
        (self.folder / "manifest.json").write_text(text)
        assert "it lacks manifest.json" in refusal("import_lab", self.folder)

    def test_nothing_at_all(self, tmp_path):
        words = f"{tmp_path / 'nowhere'} is neither a folder nor a readable zip file: "
        assert refusal("import_lab", tmp_path / "nowhere").startswith(words)

    @pytest.mark.parametrize("name", ["../evil.txt", "media/../../evil.txt", "/evil.txt"])
    @pytest.mark.parametrize("kind", ["folder", "zip"])
    def test_a_path_that_leads_out(self, tmp_path, name, kind):
        evil = {name: sha256(b"evil").hexdigest()}
        manifest = json.loads((self.folder / "manifest.json").read_text())
        (self.folder / "manifest.json").write_text(json.dumps(manifest | {"files": manifest["files"] | evil}))
        if kind == "zip":
            with zipfile.ZipFile(tmp_path / "out.zip", "w") as archive:
                archive.writestr(name, "evil")
                for path, content in files_in(self.folder).items():
                    archive.writestr(path, content)
        found = refusal("import_lab", tmp_path / "out.zip" if kind == "zip" else self.folder)
        assert "names a file outside of it" in found
        assert list(tmp_path.rglob("evil.txt")) == []

    def test_a_link_that_leads_out(self, tmp_path):
        (tmp_path / "secret.txt").write_text("secret")
        os.symlink(tmp_path / "secret.txt", self.folder / "media/secret.txt")
        manifest = json.loads((self.folder / "manifest.json").read_text())
        manifest["files"]["media/secret.txt"] = sha256(b"secret").hexdigest()
        (self.folder / "manifest.json").write_text(json.dumps(manifest))
        assert "names a file outside of it" in refusal("import_lab", self.folder)

    def test_a_row_whose_file_is_elsewhere(self):
        people = (self.folder / "fixtures/people.json").read_text().replace('"photo": "people/', '"photo": "../')
        rewrite(self.folder, "fixtures/people.json", people)
        assert "leads out of the folder of uploaded files" in refusal("import_lab", self.folder)

    @pytest.mark.parametrize(
        ("was", "becomes"),
        [
            ('"person": [\n        "ada-quill"', '"person": [\n        "nobody"'),
            ('"people.namevariant"', '"people.quokka"'),
            ('"headline"', '"quokka"'),
            ('"zoe-lindqvist"', '"ada-quill"'),
            ("[", "{"),
        ],
    )
    def test_rows_that_this_site_cannot_hold(self, was, becomes):
        people = (self.folder / "fixtures/people.json").read_text()
        assert was in people
        rewrite(self.folder, "fixtures/people.json", people.replace(was, becomes))
        assert refusal("import_lab", self.folder).startswith("out can’t be imported, and nothing was: ")

    def test_whatever_breaks_off_in_the_middle(self, monkeypatch):
        def fail(*args, **options):
            raise KeyboardInterrupt

        monkeypatch.setattr(Authorship, "_save_table", fail)
        with pytest.raises(KeyboardInterrupt):
            command("import_lab", self.folder)


def test_a_site_with_content_is_refused_and_stays_as_it_was(exported, settings):
    cast.pi()
    before = held(settings)
    words = "This site isn’t empty, it has people: start with an empty database."
    assert refusal("import_lab", exported) == words
    assert held(settings) == before


def test_a_file_that_is_there_already_is_not_written_over(exported, settings):
    name = next(path for path in (exported / "media/people").iterdir()).name
    default_storage.save(f"people/{name}", ContentFile(b"mine"))
    assert f"already has a file of the archive: people/{name}." in refusal("import_lab", exported)
    assert held(settings)[1] == {f"people/{name}": b"mine"}


def test_stays_without_role_or_start_come_back_each(tmp_path, settings):
    make_lab()
    ada = cast.make_member("Ada Brandt", "", start="", end="2015")
    for role, end, has_left in (("", "2020", False), ("", "", True), ("phd", "2015", False), ("phd", "2020", False)):
        ada.memberships.create(role=role, start="", end=end, has_left=has_left)
    before = sorted(ada.memberships.values_list("role", "start", "end", "has_left"))
    command("export_lab", tmp_path / "out")
    empty_the_site(settings)
    command("import_lab", tmp_path / "out")
    there = Person.objects.get(slug="ada-brandt").memberships
    assert sorted(there.values_list("role", "start", "end", "has_left")) == before
    assert len(before) == 5
