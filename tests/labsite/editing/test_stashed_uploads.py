import os
import re
import time
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from labsite.editing import stashed_uploads
from labsite.editing.inputs import GONE, NOT_DESCRIBED
from labsite.models import Project
from people.models import Person
from publications.models import Link, Publication
from tests import cast
from tests.editing import address, chosen, form_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PDF = b"%PDF-1.7\n%%EOF"
TOKEN = re.compile(r'name="([\w-]+-kept)" value="([^"]+)"')


def photo(width=200, height=250, name="ada.png", colour="red"):
    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return SimpleUploadedFile(name, out.getvalue(), content_type="image/png")


def waiting(settings):
    """Return the kept files, whoever they belong to."""
    return [path for path in (settings.MEDIA_ROOT / stashed_uploads.FOLDER).glob("*/*") if path.is_file()]


def kept_in(page):
    """Return what the hidden fields of a refused form send along."""
    return dict(TOKEN.findall(page.text))


@pytest.fixture
def login():
    return cast.make_administrator()


@pytest.fixture
def editor(client, login):
    client.force_login(login)
    return client


@pytest.fixture
def member():
    return cast.student()


@pytest.fixture
def form(editor, member):
    """Return a function that sends the form of a member with changes, as their browser would."""
    where = address(Person, "change", member.pk)
    data = form_of(editor, where)
    return lambda **changes: editor.post(where, data | changes)


class StoreTests:
    def test_file_is_found_by_its_owner_alone(self, login):
        kept = stashed_uploads.stash(login, "people.Person.photo", photo())
        assert stashed_uploads.find(login, kept.token) == kept
        assert stashed_uploads.find(cast.make_administrator(), kept.token) is None

    @pytest.mark.parametrize("token", ["", "nonsense", "a:b:c"])
    def test_token_that_was_not_signed_here_finds_nothing(self, login, token):
        assert stashed_uploads.find(login, token) is None

    def test_files_are_swept_after_a_day(self, settings, login):
        kept = stashed_uploads.stash(login, "people.Person.photo", photo())
        yesterday = time.time() - stashed_uploads.LASTS - 1
        os.utime(settings.MEDIA_ROOT / kept.stored, (yesterday, yesterday))
        stashed_uploads.stash(cast.make_administrator(), "people.Person.photo", photo())
        assert settings.MEDIA_ROOT / kept.stored not in waiting(settings)
        assert len(waiting(settings)) == 1

    def test_oldest_files_give_way_to_new_ones(self, settings, login, monkeypatch):
        monkeypatch.setattr(stashed_uploads, "MAX_FILES", 3)
        for age in range(5, 0, -1):
            kept = stashed_uploads.stash(login, "people.Person.photo", photo())
            os.utime(settings.MEDIA_ROOT / kept.stored, (time.time() - age, time.time() - age))
        assert len(waiting(settings)) == 3
        assert settings.MEDIA_ROOT / kept.stored in waiting(settings)

    def test_large_files_give_way_too(self, settings, login, monkeypatch):
        monkeypatch.setattr(stashed_uploads, "MAX_BYTES", 1)
        for _ in range(2):
            kept = stashed_uploads.stash(login, "people.Person.photo", photo())
        assert waiting(settings) == [settings.MEDIA_ROOT / kept.stored]

    def test_file_is_not_served(self, settings, client, login):
        kept = stashed_uploads.stash(login, "people.Person.photo", photo())
        assert client.get(f"/media/{kept.stored}").status_code == 404


class RefusedFormTests:
    def test_chosen_picture_is_kept_and_used_at_the_next_try(self, settings, form, member):
        refused = form(name="", photo=photo(), photo_alt="Zoë, laughing")
        assert "Kept: <strong>ada.png</strong>. Choose another to replace it." in refused.text
        assert form(**kept_in(refused), photo_alt="Zoë, laughing").status_code == 302
        member.refresh_from_db()
        assert (member.photo_width, member.photo_height) == (200, 250)

    def test_its_part_is_kept_with_it(self, form, member):
        refused = form(name="", photo=photo(), photo_alt="Zoë", **{"photo-part": "0,0,0.5,0.5"})
        assert '<input type="hidden" name="photo-part" value="0,0,0.5,0.5">' in refused.text
        form(**kept_in(refused), photo_alt="Zoë", **{"photo-part": "0,0,0.5,0.5"})
        member.refresh_from_db()
        assert (member.photo_width, member.photo_height) == (100, 125)

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.both
    def test_saved_form_leaves_nothing_waiting(self, settings, form):
        refused = form(name="", photo=photo(), photo_alt="Zoë")
        assert len(waiting(settings)) == 1
        form(**kept_in(refused), photo_alt="Zoë")
        assert waiting(settings) == []

    def test_another_picture_takes_its_place(self, form, member):
        refused = form(name="", photo=photo(), photo_alt="Zoë")
        form(**kept_in(refused), photo=photo(300, 300), photo_alt="Zoë")
        member.refresh_from_db()
        assert member.photo_width == 300

    def test_it_may_be_left_out(self, form, member):
        refused = form(name="", photo=photo(), photo_alt="Zoë")
        form(**kept_in(refused), **{"photo-dropped": "on"})
        member.refresh_from_db()
        assert not member.photo

    def test_refused_again_it_is_still_the_same_file(self, settings, form):
        refused = form(name="", photo=photo())
        again = form(name="", **kept_in(refused))
        assert kept_in(again) == kept_in(refused)
        assert len(waiting(settings)) == 1

    def test_unusable_file_is_not_kept(self, settings, form):
        form(photo=SimpleUploadedFile("a.png", b"<svg/>"))
        assert waiting(settings) == []

    def test_file_that_is_gone_is_asked_for_again(self, settings, form):
        refused = form(name="", photo=photo(), photo_alt="Zoë")
        waiting(settings)[0].unlink()
        assert str(GONE) in form(**kept_in(refused)).text.replace("&#x27;", "'")

    def test_somebody_elses_file_is_not_used(self, form, member):
        kept = stashed_uploads.stash(cast.make_administrator(), "people.Person.photo", photo())
        assert str(GONE) in form(**{"photo-kept": kept.token}).text.replace("&#x27;", "'")
        member.refresh_from_db()
        assert not member.photo

    def test_file_of_another_field_is_not_used(self, form, login):
        kept = stashed_uploads.stash(login, "publications.Publication.teaser", photo())
        assert str(GONE) in form(**{"photo-kept": kept.token}).text.replace("&#x27;", "'")

    def test_file_of_a_row_is_kept_too(self, editor):
        where, data = address(Publication, "add"), form_of(editor, address(Publication, "add"))
        row = {"links-TOTAL_FORMS": 1, "links-0-kind": "pdf", "links-0-order": 0}
        refused = editor.post(where, data | row | {"links-0-file": SimpleUploadedFile("quokka.pdf", PDF)})
        assert "Kept: <strong>quokka.pdf</strong>" in refused.text
        assert editor.post(where, data | row | {"title": "Quokka", **kept_in(refused)}).status_code == 302
        assert Link.objects.get().file.name.startswith("documents/quokka-")

    def test_file_beside_an_address_is_kept_until_one_of_them_is_chosen(self, editor):
        where, data = address(Publication, "add"), form_of(editor, address(Publication, "add"))
        row = {"title": "Quokka", "links-TOTAL_FORMS": 1, "links-0-kind": "pdf", "links-0-order": 0}
        both = {"links-0-url": "https://a.example/", "links-0-file": SimpleUploadedFile("quokka.pdf", PDF)}
        refused = editor.post(where, data | row | both)
        assert "Give an address or a file, not both" in refused.text
        assert editor.post(where, data | row | kept_in(refused)).status_code == 302
        assert Link.objects.get().file

    def test_file_survives_the_choice_between_two_versions(self, form, member, editor):
        Person.objects.filter(pk=member.pk).update(headline="Naps")
        asked = form(headline="Sleeps", photo=photo(), photo_alt="Zoë")
        where = address(Person, "change", member.pk)
        assert editor.post(where, chosen(asked, headline="mine")).status_code == 302
        member.refresh_from_db()
        assert (member.headline, member.photo_width) == ("Sleeps", 200)


class KeptPictureTests:
    def test_is_shown_to_the_one_who_chose_it(self, editor, login):
        kept = stashed_uploads.stash(login, "people.Person.photo", photo())
        page = editor.get(f"/admin/kept-picture/{kept.token}/")
        assert page.headers["Content-Type"] == "image/jpeg"
        assert "no-store" in page.headers["Cache-Control"]

    def test_is_missing_to_everyone_else(self, editor):
        kept = stashed_uploads.stash(cast.make_login(), "people.Person.photo", photo())
        assert editor.get(f"/admin/kept-picture/{kept.token}/").status_code == 404

    def test_document_is_no_picture(self, editor, login):
        kept = stashed_uploads.stash(login, "publications.Link.file", SimpleUploadedFile("a.pdf", PDF))
        assert editor.get(f"/admin/kept-picture/{kept.token}/").status_code == 404


class DescriptionTests:
    def test_new_picture_needs_one(self, editor):
        where = address(Project, "add")
        data = form_of(editor, where) | {"title": "Leisure"}
        refused = editor.post(where, data | {"picture": photo()})
        assert refused.context["adminform"].form.errors == {"picture_alt": [NOT_DESCRIBED]}
        assert editor.post(where, data | kept_in(refused) | {"picture_alt": "A hammock"}).status_code == 302

    def test_photo_is_a_portrait_unless_it_is_said_what_it_shows(self, editor, form, member):
        placeholder = 'placeholder="Portrait of Zoë Lindqvist"'
        assert editor.get(address(Person, "change", member.pk)).text.count(placeholder) == 1
        assert form(photo=photo(), name="Zoë Berg").status_code == 302
        member.refresh_from_db()
        assert member.photo_alt == "Portrait of Zoë Berg"

    def test_picture_that_has_none_stops_no_other_change(self, editor, member):
        member.photo = photo()
        member.save()
        where = address(Person, "change", member.pk)
        assert editor.post(where, form_of(editor, where) | {"headline": "Rests"}).status_code == 302

    def test_part_that_makes_no_sense_is_refused_in_words(self, form):
        refused = form(photo=photo(), photo_alt="Zoë", **{"photo-part": "1,1,1,1"})
        assert refused.context["adminform"].form.errors == {
            "photo": ["The part of the picture wasn't understood: choose it again, or use the whole picture."]
        }
