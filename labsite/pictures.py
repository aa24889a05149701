"""A model's picture: encoded anew when it is assigned, with smaller copies beside it, and removed with its row."""

import posixpath
import re
import secrets
import weakref
from functools import partial

from django import forms
from django.core import checks
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File
from django.db import models, router, transaction
from django.db.models.fields.files import FieldFile, ImageFieldFile, ImageFileDescriptor

from labsite.images import RENDITION_EXTENSIONS, BadImage, reencode, rendition_widths, renditions

ACCEPTED_TYPES = "image/jpeg,image/png,image/webp"


def srcset(field_file, extension):
    """Return a picture's copies for the ``srcset`` attribute, without a look at the disk."""
    return ", ".join(
        f"{field_file.storage.url(_rendition_name(field_file.name, width, extension))} {width}w"
        for width in rendition_widths(field_file.stored_width)
    )


def rendition_url(field_file, width, extension="jpg"):
    """Return the address of the smallest copy that is at least ``width`` pixels wide, else of the widest."""
    return field_file.storage.url(_rendition_for(field_file, width, extension))


def rendition_content(field_file, width, extension="jpg"):
    """Return the bytes of the copy that rendition_url() leads to."""
    with field_file.storage.open(_rendition_for(field_file, width, extension)) as copy:
        return copy.read()


def _rendition_for(field_file, width, extension):
    widths = rendition_widths(field_file.stored_width)
    chosen = next((each for each in widths if each >= width), widths[-1])
    return _rendition_name(field_file.name, chosen, extension)


def _rendition_name(name, width, extension):
    return f"{posixpath.splitext(name)[0]}-{width}.{extension}"


def _names(storage, name):
    """Return the names of a picture and of its copies that are in the storage."""
    folder, base = posixpath.split(name)
    copy = re.compile(rf"{re.escape(posixpath.splitext(base)[0])}-\d+\.({'|'.join(RENDITION_EXTENSIONS)})")
    try:
        found = storage.listdir(folder)[1]
    except FileNotFoundError:
        return []
    return [posixpath.join(folder, each) for each in found if each == base or copy.fullmatch(each)]


def _remove(storage, name):
    for each in _names(storage, name):
        storage.delete(each)


class Uncommitted:
    """Written files that go again with their row: the transaction alone holds on to this, and a rollback lets go.

    Django calls nobody when a transaction is rolled back, but it drops what was to be called at its commit.
    """

    def __init__(self, storage, name):
        self.removal = weakref.finalize(self, _remove, storage, name)
        self.removal.atexit = False

    def keep(self):
        self.removal.detach()


class EncodedPicture(ContentFile):
    """A picture as this site stores it, under a random name: the sender's file and its name are gone."""

    def __init__(self, file):
        picture = reencode(file)
        super().__init__(picture.content, name=f"{secrets.token_hex(8)}.{picture.extension}")


class PictureFormField(forms.FileField):
    """Encodes the picture anew; what cannot be used is said beside the field."""

    def to_python(self, data):
        upload = super().to_python(data)
        if upload is None or isinstance(upload, EncodedPicture):
            return upload
        try:
            return EncodedPicture(upload)
        except BadImage as error:
            raise ValidationError(str(error), code="invalid_image") from error

    def widget_attrs(self, widget):
        attrs = super().widget_attrs(widget)
        if isinstance(widget, forms.FileInput):
            attrs.setdefault("accept", ACCEPTED_TYPES)
        return attrs


class PictureFile(ImageFieldFile):
    """The picture of one row. It is written after its row, so that a refused row leaves no file."""

    _unwritten = False

    @property
    def stored_width(self):
        """The width in pixels, from the row."""
        return getattr(self.instance, self.field.width_field)

    @property
    def stored_height(self):
        """The height in pixels, from the row."""
        return getattr(self.instance, self.field.height_field)

    def save(self, name, content, save=True):
        """Assign the picture under a name of its own; it is written when its row is saved."""
        setattr(self.instance, self.field.attname, content)
        if save:
            self.instance.save()

    save.alters_data = True  # type: ignore[attr-defined]

    def delete(self, save=True):
        storage, name = self.storage, self.name
        super().delete(save=save)
        if name:
            _remove(storage, name)

    delete.alters_data = True  # type: ignore[attr-defined]

    def commit_name(self):
        """Settle the name that the row will hold."""
        self.name = self.field.generate_filename(self.instance, self.name)
        self._committed, self._unwritten = True, True

    def write(self):
        """Write the picture and its copies, or nothing at all."""
        self.file.seek(0)
        content = self.file.read()
        files = {self.name: content}
        for copy in renditions(content):
            files[_rendition_name(self.name, copy.width, copy.extension)] = copy.content
        try:
            for name, each in files.items():
                self.storage.save(name, ContentFile(each))
        except Exception:
            _remove(self.storage, self.name)
            raise
        transaction.on_commit(Uncommitted(self.storage, self.name).keep, using=self.instance._state.db)
        self.file.seek(0)
        self._unwritten = False


class PictureDescriptor(ImageFileDescriptor):
    """Encodes every file that is assigned; raises BadImage for one that is no picture."""

    def __set__(self, instance, value):
        if isinstance(value, File) and not isinstance(value, FieldFile | EncodedPicture):
            value = EncodedPicture(value)
        super().__set__(instance, value)


class PictureField(models.ImageField):
    """A picture with its copies; ``width_field`` and ``height_field`` are required, so that pages need not open it.

    Rows with new pictures are saved one at a time: ``bulk_create`` writes no files.
    """

    attr_class = PictureFile
    descriptor_class = PictureDescriptor

    def check(self, **kwargs):
        errors = super().check(**kwargs)
        if not (self.width_field and self.height_field):
            errors.append(checks.Error("A picture needs width_field and height_field.", obj=self, id="labsite.E001"))
        return errors

    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            models.signals.post_save.connect(self._write, sender=cls)
            models.signals.post_delete.connect(self._remove_with_row, sender=cls)

    def formfield(self, **kwargs):
        return super().formfield(**{"form_class": PictureFormField, **kwargs, "max_length": None})

    def pre_save(self, model_instance, add):
        file = getattr(model_instance, self.attname)
        if file and not file._committed:
            file.commit_name()
        if not add:
            self._remove_replaced(model_instance, file)
        return file

    def _remove_replaced(self, instance, file):
        """Remove the files of the picture that the row holds until now, once the new one is safe."""
        using = router.db_for_write(type(instance), instance=instance)
        rows = type(instance)._base_manager.using(using).filter(pk=instance.pk)
        old = rows.values_list(self.attname, flat=True).first()
        if old and old != file.name:
            self._remove_on_commit(old, using)

    def _remove_on_commit(self, name, using):
        transaction.on_commit(partial(_remove, self.storage, name), using=using, robust=True)

    def _write(self, sender, instance, **kwargs):
        file = instance.__dict__.get(self.attname)
        if isinstance(file, PictureFile) and file._unwritten:
            file.write()

    def _remove_with_row(self, sender, instance, using, **kwargs):
        file = getattr(instance, self.attname)
        if file:
            self._remove_on_commit(file.name, using)
