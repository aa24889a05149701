"""Inputs for files: pictures are cropped and described before they are saved (of refused forms: stashed_uploads)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.widgets import AdminFileWidget
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy as _

from labsite.drawing import images
from labsite.modelling import documents
from labsite.modelling.documents import DocumentField, DocumentFormField
from labsite.modelling.pictures import EncodedPicture, PictureField, PictureFormField

GONE = _("The file that you chose before isn't kept any longer. Choose it again.")
NOT_DESCRIBED = _("Say in a few words what the picture shows, for those who don't see it.")


class ChosenFileInput(AdminFileWidget):
    """An input for the file of a field such as people.Person.photo; ``stashed`` is what a refused form had chosen."""

    template_name = "admin/widgets/chosen_file.html"
    field_name = ""
    stashed: Any = None
    max_bytes = documents.MAX_BYTES
    too_large: Any = documents.TOO_LARGE

    class Media:
        js = [forms.Script("labsite/admin/file-size.js", type="module")]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        limit = {"largest": self.max_bytes, "too_large": self.too_large}
        return super().get_context(name, value, attrs) | limit | {"kept": self.stashed}

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> Any:
        """Use the project's own templates."""
        return super().render(name, value, attrs, TemplatesSetting())


class PictureInput(ChosenFileInput):
    """An input for a picture, of which picture-crop.js lets a part be chosen; ``shape`` is that part's, or free.

    ``sharp`` is the width in pixels below which it looks blurred where it is shown, if that is known.
    """

    shape = ""
    sharp = 0
    part = ""
    max_bytes = images.MAX_BYTES
    too_large: Any = images.TOO_MANY_BYTES

    class Media:
        js = [forms.Script("labsite/admin/picture-input.js", type="module")]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        value = super().value_from_datadict(data, files, name)
        self.part = data.get(f"{name}-part", "")
        if name in files:
            files[name].part = self.part
        return value

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        picture = {"is_picture": True, "shape": self.shape, "sharp": self.sharp, "part": self.part}
        return super().get_context(name, value, attrs) | picture


class StashedFileField(forms.FileField):
    """Mixed into a form field for files: refuses a stashed upload that is gone, or was chosen in another field."""

    def to_python(self, data: Any) -> Any:
        if hasattr(data, "stashed") and (data.stashed is None or data.stashed.field != self.widget.field_name):
            raise ValidationError(GONE, code="gone")
        return super().to_python(data)


class ChosenPictureField(StashedFileField, PictureFormField):
    """A picture that was chosen just now, or in a form that was refused."""


class ChosenDocumentField(StashedFileField, DocumentFormField):
    """A document that was chosen just now, or in a form that was refused."""


FILE_FIELDS: dict[Any, dict[str, Any]] = {
    PictureField: {"form_class": ChosenPictureField, "widget": PictureInput},
    DocumentField: {"form_class": ChosenDocumentField, "widget": ChosenFileInput},
}


class FileInputs(BaseModelAdmin):
    """Mixed into a ModelAdmin or an inline: tells each input for a file the model field that it is for.

    ``picture_shapes`` gives pictures that are always shown in one shape its width and height, such as "4:5";
    ``sharp_widths`` says from which width in pixels one looks sharp.
    """

    picture_shapes: dict[str, str] = {}
    sharp_widths: dict[str, int] = {}

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(db_field, models.FileField) and field:
            field.widget.field_name = str(db_field)
            field.widget.shape = self.picture_shapes.get(db_field.name, "")
            field.widget.sharp = self.sharp_widths.get(db_field.name, 0)
        return field

    def warn_of_blurred_pictures(self, request: HttpRequest, form: forms.ModelForm) -> None:
        """Say of each picture that was just chosen that it is too narrow to look sharp."""
        for name, sharp in self.sharp_widths.items():
            width = getattr(form.instance, f"{name}_width")
            if name in form.changed_data and width and width < sharp:
                words = gettext(
                    "The picture is %(width)s pixels wide, and looks blurred: choose one of %(sharp)s or more."
                )
                messages.warning(request, words % {"width": width, "sharp": sharp})


class DescribedPicturesForm(forms.ModelForm):
    """A form in which a new picture needs a description; rows that have a picture and no description stay editable."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for name, value in list(self.cleaned_data.items()):
            alt = f"{name}_alt"
            if isinstance(value, EncodedPicture) and alt in self.fields and not self.cleaned_data.get(alt):
                self.add_error(alt, ValidationError(NOT_DESCRIBED, code="not_described"))
        return cleaned
