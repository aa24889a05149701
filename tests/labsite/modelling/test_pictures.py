from io import BytesIO

import pytest
from django import forms
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.template.loader import render_to_string
from PIL import Image

from labsite.drawing.images import UNREADABLE, BadImage
from labsite.modelling.pictures import EncodedPicture, PictureFormField, rendition_url, srcset
from labsite.models import TextPicture


def upload(width=200, height=100, name="holiday in Ulm.png", colour="red"):
    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return SimpleUploadedFile(name, out.getvalue(), content_type="image/png")


def stored(settings):
    """Return the names of the files in the media folder."""
    return sorted(path.name for path in settings.MEDIA_ROOT.glob("**/*") if path.is_file())


def stem(picture):
    return picture.image.name.removeprefix("text/").partition(".")[0]


@pytest.fixture
def picture(db):
    return TextPicture.objects.create(image=upload())


class PictureForm(forms.ModelForm):
    class Meta:
        model = TextPicture
        fields = ["image"]


def submit(file, instance=None, **data):
    return PictureForm(data, {"image": file} if file else None, instance=instance)


@pytest.mark.django_db
class PictureFormTests:
    def test_picture_is_encoded_anew_under_a_random_name(self, settings):
        form = submit(upload())
        assert form.is_valid()
        name = stem(form.save())
        assert len(name) == 32
        assert stored(settings) == sorted(
            [f"{name}.jpg", f"{name}-160.jpg", f"{name}-160.webp", f"{name}-200.jpg", f"{name}-200.webp"]
        )

    def test_a_row_whose_file_is_lost_keeps_its_size_and_can_be_saved(self, settings):
        row = submit(upload(200, 100)).save()
        (settings.MEDIA_ROOT / row.image.name).unlink()
        row.refresh_from_db()
        row.save()
        assert TextPicture.objects.values_list("width", "height").get() == (200, 100)

    def test_size_is_written_to_the_row(self):
        row = submit(upload(3000, 1500)).save()
        row.refresh_from_db()
        assert (row.width, row.height) == (2000, 1000)

    def test_unreadable_file_is_an_error_beside_the_field(self):
        form = submit(SimpleUploadedFile("a.jpg", b"<svg/>"))
        assert form.errors == {"image": [UNREADABLE]}

    def test_empty_file_is_an_error_beside_the_field(self):
        assert submit(SimpleUploadedFile("a.jpg", b"")).errors == {"image": ["The submitted file is empty."]}

    def test_long_file_name_is_no_error(self):
        assert submit(upload(name="a" * 300 + ".png")).is_valid()

    def test_form_without_a_new_picture_keeps_the_old_one(self, picture):
        name = picture.image.name
        assert submit(None, instance=picture).save().image.name == name

    def test_input_offers_the_formats_that_can_be_used(self):
        offered = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"
        assert PictureFormField().widget.attrs["accept"] == offered


@pytest.mark.django_db
class PictureFieldTests:
    def test_assigned_file_is_encoded_anew(self, picture):
        assert picture.image.read().startswith(b"\xff\xd8\xff")

    def test_assigning_no_picture_raises(self):
        with pytest.raises(BadImage):
            TextPicture(image=ContentFile(b"<svg/>", name="a.svg"))

    def test_saving_through_the_file_writes_row_and_files(self, settings, picture):
        picture.image.save("ignored.png", upload(300, 100))
        picture.refresh_from_db()
        assert (picture.width, picture.height) == (300, 100)
        assert f"{stem(picture)}-300.webp" in stored(settings)

    def test_replaced_picture_is_removed_with_its_copies(self, settings, picture, django_capture_on_commit_callbacks):
        old = stem(picture)
        with django_capture_on_commit_callbacks(execute=True):
            picture.image = upload(colour="blue")
            picture.save()
        assert [name for name in stored(settings) if name.startswith(old)] == []
        assert f"{stem(picture)}.jpg" in stored(settings)

    def test_picture_of_a_deleted_row_is_removed(self, settings, picture, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            picture.delete()
        assert stored(settings) == []

    def test_file_with_a_similar_name_stays(self, settings, picture, django_capture_on_commit_callbacks):
        other = settings.MEDIA_ROOT / "text" / f"{stem(picture)}-portrait.jpg"
        other.write_bytes(b"x")
        with django_capture_on_commit_callbacks(execute=True):
            picture.delete()
        assert stored(settings) == [other.name]

    def test_saving_the_row_again_keeps_the_files(self, settings, picture, django_capture_on_commit_callbacks):
        before = stored(settings)
        with django_capture_on_commit_callbacks(execute=True):
            TextPicture.objects.get().save()
        assert stored(settings) == before

    def test_refused_row_leaves_no_file(self, settings, picture):
        before = stored(settings)
        with pytest.raises(IntegrityError), transaction.atomic():
            TextPicture(pk=picture.pk, image=upload()).save(force_insert=True)
        assert stored(settings) == before

    def test_failed_write_leaves_neither_file_nor_row(self, settings, monkeypatch):
        written = []

        def fail_at_the_third(self, name, content, **kwargs):
            written.append(name)
            if len(written) == 3:
                raise OSError("No space left on device")
            return Storage.save(self, name, content, **kwargs)

        monkeypatch.setattr("django.core.files.storage.FileSystemStorage.save", fail_at_the_third)
        with pytest.raises(OSError, match="No space"), transaction.atomic():
            TextPicture.objects.create(image=upload())
        assert stored(settings) == []
        assert TextPicture.objects.count() == 0

    @pytest.mark.django_db(transaction=True)
    def test_rolled_back_replacement_keeps_the_old_picture(self, settings):
        picture = TextPicture.objects.create(image=upload())
        old = stem(picture)
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            picture.image = upload(colour="blue")
            picture.save()
            raise ZeroDivisionError
        picture.refresh_from_db()
        assert stem(picture) == old
        assert stored(settings) == sorted(
            [f"{old}.jpg", f"{old}-160.jpg", f"{old}-160.webp", f"{old}-200.jpg", f"{old}-200.webp"]
        )

    @pytest.mark.django_db(transaction=True)
    def test_rolled_back_row_takes_its_files_along(self, settings):
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            TextPicture.objects.create(image=upload())
            assert len(stored(settings)) == 5
            raise ZeroDivisionError
        assert stored(settings) == []

    @pytest.mark.django_db(transaction=True)
    def test_rolled_back_files_stay_as_long_as_something_holds_the_callback_of_the_commit(self, settings):
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            TextPicture.objects.create(image=upload())
            held = list(connection.run_on_commit)
            raise ZeroDivisionError
        assert len(stored(settings)) == 5
        held.clear()
        assert stored(settings) == []

    @pytest.mark.django_db(transaction=True)
    def test_savepoint_that_is_rolled_back_takes_its_files_along_alone(self, settings):
        with transaction.atomic():
            kept = TextPicture.objects.create(image=upload())
            with pytest.raises(ZeroDivisionError), transaction.atomic():
                TextPicture.objects.create(image=upload(colour="blue"))
                raise ZeroDivisionError
        assert {name.partition(".")[0].partition("-")[0] for name in stored(settings)} == {stem(kept)}

    def test_encoded_picture_is_not_encoded_twice(self):
        encoded = EncodedPicture(upload())
        assert TextPicture(image=encoded).image.file is encoded


class CopiesTests:
    @pytest.fixture
    def picture(self):
        """A picture that no disk holds."""
        return TextPicture(image="text/0a1b.png", width=700, height=350).image

    def test_srcset_names_every_copy(self, picture):
        assert srcset(picture, "webp") == (
            "/media/text/0a1b-160.webp 160w, /media/text/0a1b-480.webp 480w, /media/text/0a1b-700.webp 700w"
        )

    @pytest.mark.parametrize(("wanted", "given"), [(100, 160), (160, 160), (161, 480), (481, 700), (2000, 700)])
    def test_copy_is_wide_enough_or_the_widest(self, picture, wanted, given):
        assert rendition_url(picture, wanted) == f"/media/text/0a1b-{given}.jpg"

    def test_template_offers_both_formats(self, picture):
        context = {"picture": picture, "alt": 'Ada & "Zoë"', "sizes": "10rem"}
        assert render_to_string("includes/_picture.html", context).strip() == (
            "<picture>\n"
            '  <source type="image/webp" srcset="/media/text/0a1b-160.webp 160w, /media/text/0a1b-480.webp 480w, '
            '/media/text/0a1b-700.webp 700w" sizes="10rem">\n'
            '  <img src="/media/text/0a1b-480.jpg" srcset="/media/text/0a1b-160.jpg 160w, '
            '/media/text/0a1b-480.jpg 480w, /media/text/0a1b-700.jpg 700w" sizes="10rem" width="700" height="350" '
            'alt="Ada &amp; &quot;Zoë&quot;" loading="lazy" decoding="async">\n'
            "</picture>"
        )
