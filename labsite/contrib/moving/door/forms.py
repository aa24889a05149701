"""What the page *Move in* takes: a file or several, a pasted text, or the address of a site."""

from pathlib import PurePath
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from labsite.contrib.moving.models import SiteImport
from labsite.contrib.moving.source import LOOSE_FILES, PIPED, packed
from labsite.texts.stored import gettext_noop

from .storing import store

PICTURES = (".jpg", ".jpeg", ".png", ".webp")
MAX_BYTES = 40 * 1024 * 1024  # of all files of an import, as deploy/nginx.conf lets through
MAX_TEXT_LENGTH = 2_000_000  # characters
PASTED, PASTED_LABEL = PIPED, gettext_noop("Pasted text")
SEVERAL = gettext_noop("{name} and {number} more")

ONE_OF_THEM = _("Enter an address, choose files, or paste text: one of the three.")
TOO_LARGE = _(
    "These files are too large: the limit is 40 MB. Ask the person who runs the site: the command “manage.py "
    "import_site” takes archives of any size."
)
ALONE = _("Choose an archive by itself, or files without an archive.")
NOT_READ = _("%(name)s isn’t a file that can be read here.")


class FilesInput(forms.FileInput):
    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return files.getlist(name)


class FilesField(forms.FileField):
    """Several files; cleaned, a list of them."""

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = [super(FilesField, self).clean(each, initial) for each in data or ()]
        if sum(file.size or 0 for file in files) > MAX_BYTES:
            raise ValidationError(TOO_LARGE, code="too_large")
        if len(files) > 1 and any(_ending(file) == ".zip" for file in files):
            raise ValidationError(ALONE, code="alone")
        for file in files:
            if _ending(file) not in (".zip", *LOOSE_FILES, *PICTURES):
                raise ValidationError(NOT_READ, code="not_read", params={"name": file.name})
        return files


class MoveInForm(forms.Form):
    """The three ways in, of which one is taken."""

    address = forms.URLField(
        label=_("The address of your site"),
        required=False,
        max_length=500,
        assume_scheme="https",
        help_text=_("Its pages, pictures and documents are fetched from there, at most 500 pages."),
    )
    uploads = FilesField(
        label=_("Choose files"),
        required=False,
        widget=FilesInput(attrs={"accept": ",".join((".zip", *LOOSE_FILES, *PICTURES))}),
        help_text=_(
            "The files of a site or its export as one zip archive; or lists of papers (.bib, .ris, .json, .docx), a "
            "table of people (.csv, .xlsx) with their photos, and texts. At most 40 MB."
        ),
    )
    text = forms.CharField(
        label=_("Paste text"),
        required=False,
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        help_text=_("A list of papers as you have typed it, BibTeX, or people, one per line."),
    )

    def clean(self) -> dict[str, Any]:
        if not self.errors and len([value for value in self.cleaned_data.values() if value]) != 1:
            raise ValidationError(ONE_OF_THEM, code="one_of_them")
        return self.cleaned_data

    def save(self, user: Any) -> SiteImport:
        """Store what was brought as an import that is yet to be read."""
        address, files, text = (self.cleaned_data[name] for name in ("address", "uploads", "text"))
        row = SiteImport(by=user, address=address, label=address or PASTED_LABEL)
        if files and _ending(files[0]) == ".zip":
            store(row, files[0])
        elif files or text:
            with packed([(file.name, file.read()) for file in files] or [(PASTED, text.encode())]) as archive:
                store(row, archive)
        if files:
            row.label = files[0].name
        if files[1:]:
            row.label = SEVERAL.format(name=files[0].name, number=len(files) - 1)
        row.save()
        return row


def _ending(file: UploadedFile) -> str:
    return PurePath(str(file.name)).suffix.lower()
