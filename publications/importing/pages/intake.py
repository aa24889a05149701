"""What somebody brings in: a text, a file or an identifier; and of a table the question what its columns hold."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.core.validators import MaxLengthValidator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry
from labsite.editing import stashed_uploads
from labsite.editing.inputs import ChosenFileInput
from labsite.texts.stored import gettext_noop, translated
from labsite.web.requests import EditorRequest
from publications import elsewhere, formats
from publications.citations.entry import TYPED_LISTS, Entry, packed
from publications.citations.identifiers import recognise
from publications.citations.record import Unreadable
from publications.elsewhere import SourceEntries
from publications.formats import tables
from publications.formats.entries import TooManyEntries, at_most
from publications.importing.plan import file_source
from publications.models import Import

from .base import page

MAX_BYTES = 10 * 1024 * 1024  # of a file
MAX_TEXT_LENGTH = 2_000_000  # characters
MAX_ENTRIES = 2000  # of one import on a page, which is made in a few seconds; the command takes more
MAX_PROBLEMS = 20  # that anyone reads
MAX_LABEL_LENGTH = 300
MAX_COLUMNS = 200  # of a table
MAX_EXAMPLE_LENGTH = 120  # characters
ENDINGS = (".bib", ".bibtex", ".ris", ".json", ".nbib", ".xml", ".csv", ".tsv")
PASTED = "file"  # the source of what was pasted
PASTED_TABLE = gettext_noop("Pasted table")
PASTED_ONE = gettext_noop("Pasted: “{title}”")
PASTED_MORE = gettext_noop("Pasted: “{title}” and {number} more")
KEPT_FOR = "publications.Import.table"  # the field that a table's file is kept for

TOO_LARGE = _("This file is too large: the limit is 10 MB. Import it in parts.")
TOO_LONG = _("This text is too long: the limit is 2,000,000 characters. Save it as a file, and choose that.")
ONE_OF_THEM = _("Paste text, choose a file, or name a source: one of the three.")
NOTHING = _("There are no papers in this.")
TOO_MANY = _(
    "There are more than %(most)s entries, the most that this page takes at a time. Import them in parts, or ask "
    "the person who runs the site: the command “manage.py import_publications” takes any number."
)
NOT_A_FIELD = _("None of these: keep it with the paper as it is")
NO_TITLES = _("Say which column holds the titles of the papers.")
TYPED_TOO = _("%(formats)s Or a list of references in any style, also as a .txt, .html or .docx file.")
TABLE_GONE = _("The table is no longer stored. Choose it again.")


class AsksColumns(Exception):
    """A table has headers that nobody understands but whoever made it."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(name)
        self.text, self.name = text, name


def from_text(text: str) -> SourceEntries:
    """Return what a pasted text says; an identifier is as good here as in its own field.

    Raises ValidationError, or AsksColumns of a table.
    """
    if "\n" not in text.strip() and recognise(text):
        return from_identifier(text)
    _ask_about_columns(text, PASTED_TABLE)
    entries = _checked(formats.read, text)
    titles = [entry.record.title for entry in entries if entry.record]
    label = (PASTED_MORE if len(titles) > 1 else PASTED_ONE).format(title=titles[0], number=len(titles) - 1)
    return SourceEntries(entries, PASTED, label)


def from_file(file: UploadedFile) -> SourceEntries:
    """Return what a file holds. Raises ValidationError, or AsksColumns of a table."""
    data, name = file.read(), str(file.name)
    with suppress(Unreadable):  # which is said by what reads it
        _ask_about_columns(formats.decode(data), name)
    return SourceEntries(_checked(formats.read, data, name=name), file_source(name), name)


def from_identifier(identifier: str) -> SourceEntries:
    """Return what a source answers about what an identifier or an address names. Raises ValidationError."""
    try:
        known = elsewhere.find(identifier)
    except elsewhere.Unavailable as error:
        raise ValidationError(translated(error)) from error
    return replace(known, entries=_checked(at_most, known.entries))


WAYS: dict[str, Callable[[Any], SourceEntries]]
WAYS = {"text": from_text, "file": from_file, "identifier": from_identifier}


def _ask_about_columns(text: str, name: str) -> None:
    """Raise AsksColumns for a table of whose columns some aren't understood."""
    if formats.detect(text, name) == "csv" and not all(column.field for column in tables.columns(text)):
        raise AsksColumns(text, name)


def _checked(read: Callable[..., Iterable[Entry]], *source: Any, **options: Any) -> list[Entry]:
    """Return what is read if there is a paper in it; reading ends where there is more than a page takes."""
    try:
        entries = list(read(*source, most=MAX_ENTRIES, **options))
    except TooManyEntries as error:
        raise ValidationError(TOO_MANY % {"most": f"{MAX_ENTRIES:,}"}) from error
    if any(entry.record for entry in entries):
        return entries
    problems = [
        translated(each.problem) if each.problem else f"{translated(each.place)}: {translated(each.no_paper)}"
        for each in entries
        if each.problem or each.no_paper
    ]
    if (more := len(problems) - MAX_PROBLEMS) > 0:
        problems[MAX_PROBLEMS:] = [gettext("And %(n)s more like this.") % {"n": f"{more:,}"}]
    raise ValidationError(problems or str(NOTHING))


def save(brought: SourceEntries, user: AbstractUser) -> Import:
    """Make an import of entries, which waits for a look."""
    return Import.objects.create(
        source=brought.source,
        label=brought.label[:MAX_LABEL_LENGTH],
        entries=[packed(each) for each in brought.entries],
        decisions=brought.decisions,
        by_id=user.pk,
    )


class PapersFileInput(ChosenFileInput):
    """A file input for a list of papers."""

    max_bytes = MAX_BYTES
    too_large: Any = TOO_LARGE


class IntakeForm(forms.Form):
    """The three ways in; cleaned, what was brought has been read, as ``brought``, or is a ``table`` to ask about."""

    text = forms.CharField(
        label=_("Paste a list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        validators=[MaxLengthValidator(MAX_TEXT_LENGTH, TOO_LONG)],
        help_text=_(
            "BibTeX, RIS or CSL-JSON, as other sites give it under “Cite” or “Export”; or rows of a spreadsheet."
        ),
    )
    file = forms.FileField(
        label=_("Choose a file"),
        required=False,
        widget=PapersFileInput(attrs={"accept": ",".join(ENDINGS)}),
        help_text=_(".bib, .ris, .json, .nbib, .xml, .csv or .tsv, as reference managers export it; at most 10 MB."),
    )
    identifier = forms.CharField(
        label=_("Name a source"),
        required=False,
        max_length=300,
        help_text=_(
            "A DOI or an arXiv id for one paper; an ORCID iD, or the address of an author’s page at OpenAlex or "
            "dblp, for all of their papers."
        ),
    )
    brought: SourceEntries | None = None
    table: AsksColumns | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not registry.added(elsewhere.PaperSources):
            del self.fields["identifier"]
        if TYPED_LISTS:
            self.fields["text"].help_text = TYPED_TOO % {"formats": self.fields["text"].help_text}
            self.fields["file"].widget.attrs["accept"] += ",.txt,.md,.html,.docx"

    def clean_file(self) -> UploadedFile | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file and (file.size or 0) > MAX_BYTES:
            raise ValidationError(TOO_LARGE, code="too_large")
        return file

    def clean(self) -> dict[str, Any]:
        given = [way for way in WAYS if self.cleaned_data.get(way)]
        if not self.errors and len(given) != 1:
            raise ValidationError(ONE_OF_THEM, code="one_of_them")
        for way in given if not self.errors else ():
            try:
                self.brought = WAYS[way](self.cleaned_data[way])
            except AsksColumns as table:
                self.table = table
            except ValidationError as error:
                self.add_error(way, error)
        return self.cleaned_data


class ColumnsForm(forms.Form):
    """For each column of a table what it holds: what its header is taken for is chosen."""

    def __init__(self, *args: Any, columns: list[tables.TableColumn], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.columns = columns[:MAX_COLUMNS]
        for number, column in enumerate(self.columns):
            example = column.example[:MAX_EXAMPLE_LENGTH] + ("…" if len(column.example) > MAX_EXAMPLE_LENGTH else "")
            self.fields[f"column-{number}"] = forms.ChoiceField(
                label=column.header or gettext("Column %(number)s, without a header") % {"number": number + 1},
                choices=[("", NOT_A_FIELD), *((name, translated(label)) for name, label in tables.FIELDS.items())],
                initial=column.field,
                required=False,
                help_text=gettext("For example: %(example)s") % {"example": example}
                if example
                else gettext("It is empty."),
            )

    def mapping(self) -> dict[str, str]:
        """Return the field of each header, as the reader of tables takes it."""
        return {column.header: self.cleaned_data[f"column-{number}"] for number, column in enumerate(self.columns)}

    def clean(self) -> dict[str, Any]:
        if not self.errors and "title" not in self.cleaned_data.values():
            raise ValidationError(NO_TITLES, code="no_titles")
        return self.cleaned_data


def ask_about_columns(request: EditorRequest, table: AsksColumns) -> HttpResponse:
    """Show the columns of a table that somebody brought; the table is kept meanwhile."""
    stashed = stashed_uploads.stash(request.user, KEPT_FOR, SimpleUploadedFile(table.name, table.text.encode()))
    return _columns_page(request, stashed, ColumnsForm(columns=tables.columns(table.text)))


def _columns_page(request: EditorRequest, stashed: Any, form: ColumnsForm) -> HttpResponse:
    return page(request, "columns", {"title": gettext("What does each column hold?"), "kept": stashed, "form": form})


def read_columns(request: EditorRequest) -> HttpResponse:
    """Read a table with its columns as they were chosen, and lead to its plan."""
    stashed = stashed_uploads.find(request.user, request.POST["table"])
    if stashed is None or stashed.field != KEPT_FOR:
        messages.error(request, TABLE_GONE)
        return redirect("admin:import")
    text = stashed.content().decode()
    form = ColumnsForm(request.POST, columns=tables.columns(text))
    if not form.is_valid():
        return _columns_page(request, stashed, form)
    try:
        entries = _checked(tables.read, text, form.mapping())
    except ValidationError as error:
        form.add_error(None, error)
        return _columns_page(request, stashed, form)
    row = save(SourceEntries(entries, file_source(stashed.name), stashed.name), request.user)
    stashed_uploads.discard(request.user, stashed.token)
    return redirect("admin:import-plan", row.pk)
