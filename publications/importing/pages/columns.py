"""Which column of a table holds what: asked where its headers don't say so, before the table is read."""

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import SimpleUploadedFile

from labsite.editing import stashed_uploads
from publications.formats import tables

from . import intake
from .answering import leading_to, page

FIELD = "publications.Import.table"  # what the file is kept for
MAX_COLUMNS = 200
MAX_EXAMPLE_LENGTH = 120  # characters

AS_IT_IS = "Nothing of these: keep it with the paper as it is"
NO_TITLES = "Say which column has the titles of the papers."
GONE = "The table isn’t kept any longer. Choose it again."


class ColumnsForm(forms.Form):
    """For each column of a table what it holds: what its header is taken for is chosen."""

    def __init__(self, *args, columns, **kwargs):
        super().__init__(*args, **kwargs)
        self.columns = columns[:MAX_COLUMNS]
        for place, column in enumerate(self.columns):
            self.fields[f"column-{place}"] = _choice(place, column)

    def mapping(self):
        """Return the field of each header, as the reader of tables takes it."""
        return {column.header: self.cleaned_data[f"column-{place}"] for place, column in enumerate(self.columns)}

    def clean(self):
        if not self.errors and "title" not in self.cleaned_data.values():
            raise forms.ValidationError(NO_TITLES, code="no_titles")
        return self.cleaned_data


def _choice(place, column):
    example = column.example[:MAX_EXAMPLE_LENGTH] + ("…" if len(column.example) > MAX_EXAMPLE_LENGTH else "")
    return forms.ChoiceField(
        label=column.header or f"Column {place + 1}, without a header",
        choices=[("", AS_IT_IS), *tables.FIELDS.items()],
        initial=column.field,
        required=False,
        help_text=f"For example: {example}" if example else "It is empty.",
    )


def ask(request, table):
    """Show the columns of a table that somebody brought; the table is kept meanwhile."""
    file = SimpleUploadedFile(table.name, table.text.encode())
    kept = stashed_uploads.stash(request.user, FIELD, file)
    return _show(request, kept, ColumnsForm(columns=tables.columns(table.text)))


def _show(request, kept, form):
    return page(request, "columns", {"title": "Which column is what?", "kept": kept, "form": form})


def answered(request):
    """Read the table as was said, and lead to its plan."""
    kept = stashed_uploads.find(request.user, request.POST["table"])
    if kept is None or kept.field != FIELD:
        messages.error(request, GONE)
        return leading_to("import")
    text = kept.path.read_text(encoding="utf-8")
    form = ColumnsForm(request.POST, columns=tables.columns(text))
    return _read(request, kept, text, form) if form.is_valid() else _show(request, kept, form)


def _read(request, kept, text, form):
    try:
        brought = intake.from_table(text, kept.name, form.mapping())
    except intake.Refused as refusal:
        form.add_error(None, refusal.problems)
        return _show(request, kept, form)
    row = brought.save(request.user)
    stashed_uploads.discard(request.user, kept.token)
    return leading_to("import-plan", row.pk)
