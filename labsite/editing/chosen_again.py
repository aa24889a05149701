"""A refused form keeps the files that were chosen in it: they are used at the next try, unless others are chosen."""

import re
from functools import partial
from itertools import chain

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from . import kept_files
from .file_inputs import ChosenFileInput, FileInputs

KEPT = "-kept"
DROPPED = "-dropped"
NUMBER = re.compile(r"-\d+-")


class KeepingAdmin(FileInputs):
    """Mixed into a ModelAdmin: a refused form keeps the files that were chosen in it, a saved one lets them go."""

    def changeform_view(self, request, *args, **kwargs):
        if request.method == "POST":
            choose_again(request)
        return super().changeform_view(request, *args, **kwargs)

    def render_change_form(self, request, context, *args, **kwargs):
        formsets = (inline.formset.forms for inline in context["inline_admin_formsets"])
        for form in chain([context["adminform"].form], *formsets):
            _keep_files(request.user, form)
        return super().render_change_form(request, context, *args, **kwargs)

    def save_related(self, request, *args, **kwargs):
        super().save_related(request, *args, **kwargs)
        for token in getattr(request, "kept_tokens", ()):
            transaction.on_commit(partial(kept_files.discard, request.user, token))


def choose_again(request):
    """Put the files that were kept among those that were sent, as if they had been chosen again."""
    request.kept_tokens = [value for name, value in request.POST.items() if name.endswith(KEPT)]
    for name, token in request.POST.items():
        name, is_kept, _ = name.rpartition(KEPT)
        if is_kept and name not in request.FILES and not request.POST.get(f"{name}{DROPPED}"):
            request.FILES[name] = _chosen_again(kept_files.find(request.user, token))


def sent_again(user, files, forms):
    """Keep all files that were sent, for a page between a form and its saving; return names and values to hide there.

    ``forms`` are those that the files were sent with; rows are told by their empty form.
    """
    fields = {bound.html_name: bound.field.widget.field_name for form in forms for bound in _file_inputs(form)}
    named = ((name, fields.get(NUMBER.sub("-__prefix__-", name)), upload) for name, upload in files.items())
    return [
        (f"{name}{KEPT}", _keep(user, field, upload).token)
        for name, field, upload in named
        if field and not _is_gone(upload)
    ]


def _chosen_again(kept):
    """Return the file for a form; without content where it is gone, which its field says."""
    upload = SimpleUploadedFile(kept.name, kept.path.read_bytes()) if kept else SimpleUploadedFile("gone", b"-")
    upload.kept = kept
    return upload


def _is_gone(upload):
    return getattr(upload, "kept", upload) is None


def _keep_files(user, form):
    for bound in _file_inputs(form) if form.is_bound else ():
        upload = form.files.get(bound.html_name)
        if upload and bound.name not in form.errors:
            bound.field.widget.kept = _keep(user, bound.field.widget.field_name, upload)


def _keep(user, field, upload):
    return getattr(upload, "kept", None) or kept_files.keep(user, field, upload)


def _file_inputs(form):
    return [bound for bound in form if isinstance(bound.field.widget, ChosenFileInput)]
