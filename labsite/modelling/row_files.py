"""File fields whose files belong to one row: written after it, removed with it, and removed again on a rollback.

A file that the history may still need stays until its last version has been pruned.
"""

import errno
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.apps import apps
from django.core.exceptions import SuspiciousFileOperation, ValidationError
from django.core.files.base import File
from django.core.files.utils import validate_file_name
from django.db import models, router, transaction
from django.db.models.fields.files import FieldFile, FileDescriptor

# Who else may need a file that no row names: functions that take its name. An AppConfig adds its own in ready().
file_keepers: set[Callable[[str], bool]] = set()


# That a disk is full, read-only or broken, as also a bucket says of itself: it passes, and no file is to blame.
AWAY = {errno.EDQUOT, errno.EIO, errno.ENOSPC, errno.EROFS}


def is_disk_away(error: BaseException) -> bool:
    """Whether no file could be read or written, whichever it was."""
    return isinstance(error, OSError) and error.errno in AWAY


def file_fields(model: type[models.Model]) -> list[models.FileField]:
    return [field for field in model._meta.concrete_fields if isinstance(field, models.FileField)]


def is_needed(name: str) -> bool:
    """Whether a row still names a file, or one of the ``file_keepers`` needs it."""
    named = (
        model._base_manager.filter(**{field.name: name}).exists()
        for model in apps.get_models()
        for field in file_fields(model)
    )
    return any(named) or any(needs(name) for needs in file_keepers)


class Uncommitted:
    """Removes a file that was just written if the transaction is rolled back.

    Django calls nobody on a rollback, but it drops the callbacks that were waiting for the commit: as the transaction
    alone refers to this object, through the bound method ``keep``, dropping it runs the finaliser.

    Breaks when anything else holds the callback beyond the rollback (a debugger, a profiler that keeps arguments, a
    copy of ``connection.run_on_commit``) or where objects are not freed at once by counting references (PyPy): then
    the file goes with the last reference, or stays if the process ends first. An orphan costs space and nothing else.
    """

    def __init__(self, remove: Callable[[], None]) -> None:
        self.removal = weakref.finalize(self, remove)
        self.removal.atexit = False

    def keep(self) -> None:
        self.removal.detach()


class RowFile(FieldFile):
    """The file of one row, written after the row, so that a row that is refused leaves no file behind."""

    field: "RowFileField"
    name: str
    _unwritten = False

    def save(self, name: str, content: File, save: bool = True) -> None:
        """Assign the file, under a name of its own; it is written when its row is saved."""
        setattr(self.instance, self.field.attname, content)
        if save:
            self.instance.save()

    save.alters_data = True  # type: ignore[attr-defined]

    def delete(self, save: bool = True) -> None:
        name = self.name
        super().delete(save=save)
        if name:
            self.field.remove(name)

    delete.alters_data = True  # type: ignore[attr-defined]

    def commit_name(self) -> None:
        """Settle the name that the row will hold."""
        self.name = self.field.generate_filename(self.instance, self.name)
        self._committed, self._unwritten = True, True

    def contents(self) -> list[tuple[str, File]]:
        """Return what is to be written, as pairs of a name and a file."""
        return [(self.name, self.file)]

    def store(self) -> None:
        """Write the file and whatever goes with it, or nothing at all."""
        self.file.seek(0)
        remove = partial(self.field.remove, self.name)
        try:
            for name, content in self.contents():
                self.storage.save(name, content)
        except Exception:
            remove()
            raise
        transaction.on_commit(Uncommitted(remove).keep, using=self.instance._state.db)
        self.file.seek(0)
        self._unwritten = False


class RowFileFormField(forms.FileField):
    """Makes an ``accepted`` file of an upload; what can't be used, a ValueError, is said beside the field."""

    accepted: type[Any]
    accepted_types: str  # as the attribute ``accept`` of an input
    refusal_code: str

    def accept(self, upload: Any) -> File:
        return self.accepted(upload)

    def to_python(self, data: Any) -> Any:
        upload = super().to_python(data)
        if upload is None or isinstance(upload, self.accepted):
            return upload
        try:
            return self.accept(upload)
        except ValueError as error:
            raise ValidationError(str(error), code=self.refusal_code) from error

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        if isinstance(widget, forms.FileInput):
            attrs.setdefault("accept", self.accepted_types)
        return attrs


class RowFileDescriptor(FileDescriptor):
    """Makes an accepted file of every file that is assigned; raises ValueError for one that can't be used."""

    field: Any

    def __set__(self, instance: models.Model, value: Any) -> None:
        accepted = self.field.form_class.accepted
        if isinstance(value, File) and not isinstance(value, FieldFile | accepted):
            value = accepted(value)
        super().__set__(instance, value)


class RowFileField(models.FileField):
    """A FileField whose files are RowFiles. ``bulk_create`` writes no files: save such rows one by one."""

    attr_class = RowFile
    descriptor_class = RowFileDescriptor
    form_class: type[RowFileFormField]

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": self.form_class, **kwargs, "max_length": None})

    def to_python(self, value: Any) -> Any:
        """Raise ValidationError for a file name, as fixtures hold it, that leads out of the storage."""
        if isinstance(value, str):
            try:
                validate_file_name(value or "none", allow_relative_path=True)
            except SuspiciousFileOperation as error:
                raise ValidationError(f"The path {value} leads out of the folder of uploaded files.") from error
        return super().to_python(value)

    def contribute_to_class(self, cls: type[models.Model], name: str, **kwargs: Any) -> None:  # type: ignore[override]
        super().contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            models.signals.post_save.connect(self._write, sender=cls)
            models.signals.post_delete.connect(self._remove_with_row, sender=cls)

    def stored_names(self, name: str) -> list[str]:
        """Return the names of a row's file and of what was written with it."""
        return [name]

    def remove(self, name: str) -> None:
        """Remove a row's file and what was written with it, now."""
        for each in self.stored_names(name):
            self.storage.delete(each)

    def remove_unless_needed(self, name: str) -> None:
        if not is_needed(name):
            self.remove(name)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        file = getattr(model_instance, self.attname)
        if file and not file._committed:
            file.commit_name()
        if not add:
            # The file that the row names until now is removed once the new one is safe.
            using = router.db_for_write(type(model_instance), instance=model_instance)
            rows = type(model_instance)._base_manager.using(using).filter(pk=model_instance.pk)
            old = rows.values_list(self.attname, flat=True).first()
            if old and old != file.name:
                model_instance.__dict__[f"_replaced_{self.attname}"] = old
        return file

    def _remove_on_commit(self, name: str, using: str) -> None:
        transaction.on_commit(partial(self.remove_unless_needed, name), using=using, robust=True)

    def _write(self, sender: type[models.Model], instance: models.Model, using: str, **kwargs: Any) -> None:
        file = instance.__dict__.get(self.attname)
        if isinstance(file, RowFile) and file._unwritten:
            file.store()
        replaced = instance.__dict__.pop(f"_replaced_{self.attname}", None)
        if replaced:
            self._remove_on_commit(replaced, using)

    def _remove_with_row(self, sender: type[models.Model], instance: models.Model, using: str, **kwargs: Any) -> None:
        file = getattr(instance, self.attname)
        if file:
            self._remove_on_commit(file.name, using)
