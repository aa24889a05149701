"""The form that an import begins with: a text, a file or an identifier, one of the three."""

from django import forms
from django.core.exceptions import ValidationError

from labsite.editing.file_inputs import ChosenFileInput

from . import intake

MAX_BYTES = 10 * 1024 * 1024  # of a file
MAX_TEXT_LENGTH = 2_000_000  # characters
TOO_LARGE = "This file is too large: at most 10 MB. Bring it in in parts."
TOO_LONG = "This text is too long: at most 2,000,000 characters. Save it as a file, and choose that."
ENDINGS = (".bib", ".bibtex", ".ris", ".json", ".nbib", ".xml", ".csv", ".tsv")
ONE_OF_THEM = "Paste a text, choose a file, or name a source: one of the three."
WAYS = ("text", "file", "identifier")


class ListFileInput(ChosenFileInput):
    """An input for a file of papers."""

    largest = MAX_BYTES
    too_large = TOO_LARGE


class BringForm(forms.Form):
    """The three ways in; cleaned, what was brought has been read, as ``brought``, or is a ``table`` to ask about."""

    text = forms.CharField(
        label="Paste a list",
        required=False,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false"}),
        help_text="BibTeX, RIS or CSL-JSON, as “Cite” or “Export” gives it elsewhere; or rows of a spreadsheet.",
    )
    file = forms.FileField(
        label="Choose a file",
        required=False,
        widget=ListFileInput(attrs={"accept": ",".join(ENDINGS)}),
        help_text=".bib, .ris, .json, .nbib, .xml, .csv or .tsv, as reference managers export it; at most 10 MB.",
    )
    identifier = forms.CharField(
        label="Name a source",
        required=False,
        max_length=300,
        help_text="A DOI or an arXiv id for one paper; an ORCID iD, or the address of an author’s page at OpenAlex "
        "or dblp, for all of theirs.",
    )
    brought = None
    table = None

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file and file.size > MAX_BYTES:
            raise ValidationError(TOO_LARGE, code="too_large")
        return file

    def clean_text(self):
        if len(self.cleaned_data["text"]) > MAX_TEXT_LENGTH:
            raise ValidationError(TOO_LONG, code="too_long")
        return self.cleaned_data["text"]

    def clean(self):
        given = [way for way in WAYS if self.cleaned_data.get(way)]
        if not self.errors and len(given) != 1:
            raise ValidationError(ONE_OF_THEM, code="one_of_them")
        if not self.errors:
            self._read(given[0])
        return self.cleaned_data

    def _read(self, way):
        try:
            self.brought = getattr(self, f"_from_{way}")(self.cleaned_data[way])
        except intake.AsksColumns as table:
            self.table = table
        except intake.Refused as refusal:
            self.add_error(way, refusal.problems)

    def _from_text(self, text):
        return intake.from_text(text)

    def _from_file(self, file):
        return intake.from_file(file.read(), file.name)

    def _from_identifier(self, identifier):
        return intake.from_identifier(identifier)
