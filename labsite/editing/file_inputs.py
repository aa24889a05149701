"""Inputs for files: pictures are cropped and described before they are saved; see chosen_again for what is kept."""

from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminFileWidget
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.renderers import TemplatesSetting

from labsite.drawing import images
from labsite.modelling import documents
from labsite.modelling.documents import DocumentField, DocumentFormField
from labsite.modelling.pictures import EncodedPicture, PictureField, PictureFormField

GONE = "The file that you chose before isn't kept any longer. Choose it again."
NOT_DESCRIBED = "Say in a few words what the picture shows, for those who don't see it."


class ChosenFileInput(AdminFileWidget):
    """An input for the file of a field such as people.Person.photo; ``kept`` is what was chosen before a refusal."""

    template_name = "admin/widgets/chosen_file.html"
    field_name = ""
    kept: Any = None
    largest = documents.MAX_BYTES
    too_large = documents.TOO_LARGE

    class Media:
        js = [forms.Script("labsite/admin/file-size.js", type="module")]

    def get_context(self, name, value, attrs):
        limit = {"largest": self.largest, "too_large": self.too_large}
        return super().get_context(name, value, attrs) | limit | {"kept": self.kept}

    def _render(self, template_name, context, renderer=None):
        """Use the project's own templates."""
        return super()._render(template_name, context, TemplatesSetting())


class PictureInput(ChosenFileInput):
    """An input for a picture, of which picture-crop.js lets a part be chosen; ``shape`` is that part's, or free."""

    shape = ""
    part = ""
    largest = images.MAX_BYTES
    too_large = images.TOO_MANY_BYTES

    class Media:
        js = [forms.Script("labsite/admin/picture-crop.js", type="module")]

    def value_from_datadict(self, data, files, name):
        value = super().value_from_datadict(data, files, name)
        self.part = data.get(f"{name}-part", "")
        if name in files:
            files[name].part = self.part
        return value

    def get_context(self, name, value, attrs):
        picture = {"is_picture": True, "shape": self.shape, "part": self.part}
        return super().get_context(name, value, attrs) | picture


class ChosenFile:
    """Mixed into a form field for files: says so if what was kept for it is gone."""

    widget: Any

    def to_python(self, data):
        kept = getattr(data, "kept", None)
        if hasattr(data, "kept") and (kept is None or kept.field != self.widget.field_name):
            raise ValidationError(GONE, code="gone")
        return super().to_python(data)


class ChosenPicture(ChosenFile, PictureFormField):
    """A picture, chosen now or kept from before."""


class ChosenDocument(ChosenFile, DocumentFormField):
    """A document, chosen now or kept from before."""


CHOSEN_FILES: dict[Any, dict[str, Any]] = {
    PictureField: {"form_class": ChosenPicture, "widget": PictureInput},
    DocumentField: {"form_class": ChosenDocument, "widget": ChosenFileInput},
}


class FileInputs:
    """Mixed into a ModelAdmin or an inline: its inputs for files know for what they are.

    ``picture_shapes`` gives pictures that are always shown in one shape its width and height, such as "4:5".
    """

    picture_shapes: dict[str, str] = {}

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(db_field, models.FileField) and field:
            field.widget.field_name = str(db_field)
            field.widget.shape = self.picture_shapes.get(db_field.name, "")
        return field


class DescribedPictures(forms.ModelForm):
    """Mixed into a form: a new picture needs a description; rows that have none stay editable."""

    def clean(self):
        cleaned = super().clean()
        for name, value in list(self.cleaned_data.items()):
            words = f"{name}_alt"
            if isinstance(value, EncodedPicture) and words in self.fields and not self.cleaned_data.get(words):
                self.add_error(words, ValidationError(NOT_DESCRIBED, code="not_described"))
        return cleaned
