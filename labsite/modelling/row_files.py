"""Files of rows: each is written after its row, goes with it, and goes again if the row is rolled back.

A file that the history may still need goes when its last version does.
"""

import weakref
from functools import partial

from django.core.exceptions import SuspiciousFileOperation, ValidationError
from django.core.files.utils import validate_file_name
from django.db import models, router, transaction

from labsite.history.files import is_remembered


class Uncommitted:
    """Written files that go again with their row: the transaction alone holds on to this, and a rollback lets go.

    Django calls nobody when a transaction is rolled back, but it drops what was to be called at its commit.
    """

    def __init__(self, remove):
        self.removal = weakref.finalize(self, remove)
        self.removal.atexit = False

    def keep(self):
        self.removal.detach()


class RowFile:
    """Mixed into a FieldFile: the file of one row, written after it, so that a refused row leaves no file."""

    _unwritten = False

    def save(self, name, content, save=True):
        """Assign the file under a name of its own; it is written when its row is saved."""
        setattr(self.instance, self.field.attname, content)
        if save:
            self.instance.save()

    save.alters_data = True  # type: ignore[attr-defined]

    def delete(self, save=True):
        name = self.name
        super().delete(save=save)
        if name:
            self.field.remove(name)

    delete.alters_data = True  # type: ignore[attr-defined]

    def commit_name(self):
        """Settle the name that the row will hold."""
        self.name = self.field.generate_filename(self.instance, self.name)
        self._committed, self._unwritten = True, True

    def contents(self):
        """Return what is to be written: pairs of name and file."""
        return [(self.name, self.file)]

    def write(self):
        """Write the file, and what goes with it, or nothing at all."""
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


class RowFileField:
    """Mixed into a FileField whose files are RowFiles. ``bulk_create`` writes no files: rows are saved one by one."""

    def to_python(self, value):
        """Raise ValidationError for the name of a file, as fixtures have it, that leads out of the storage."""
        if isinstance(value, str):
            try:
                validate_file_name(value or "none", allow_relative_path=True)
            except SuspiciousFileOperation as error:
                raise ValidationError(f"The path {value} leads out of the folder of uploaded files.") from error
        return super().to_python(value)

    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            models.signals.post_save.connect(self._write, sender=cls)
            models.signals.post_delete.connect(self._remove_with_row, sender=cls)

    def stored_names(self, name):
        """Return the names of a row's file and of what was written with it."""
        return [name]

    def remove(self, name):
        """Remove a row's file and what was written with it, now."""
        for each in self.stored_names(name):
            self.storage.delete(each)

    def remove_unless_remembered(self, name):
        """Remove a file that a row gave up, unless another or the history refers to it."""
        if not is_remembered(name):
            self.remove(name)

    def pre_save(self, model_instance, add):
        file = getattr(model_instance, self.attname)
        if file and not file._committed:
            file.commit_name()
        if not add:
            self._note_replaced(model_instance, file)
        return file

    def _note_replaced(self, instance, file):
        """Note the file that the row holds until now: it goes once the new one is safe."""
        using = router.db_for_write(type(instance), instance=instance)
        rows = type(instance)._base_manager.using(using).filter(pk=instance.pk)
        old = rows.values_list(self.attname, flat=True).first()
        if old and old != file.name:
            instance.__dict__[f"_replaced_{self.attname}"] = old

    def _remove_on_commit(self, name, using):
        transaction.on_commit(partial(self.remove_unless_remembered, name), using=using, robust=True)

    def _write(self, sender, instance, using, **kwargs):
        file = instance.__dict__.get(self.attname)
        if isinstance(file, RowFile) and file._unwritten:
            file.write()
        replaced = instance.__dict__.pop(f"_replaced_{self.attname}", None)
        if replaced:
            self._remove_on_commit(replaced, using)

    def _remove_with_row(self, sender, instance, using, **kwargs):
        file = getattr(instance, self.attname)
        if file:
            self._remove_on_commit(file.name, using)
