"""Picture fields: pictures are re-encoded when assigned, stored with smaller copies, and removed with their row."""

import posixpath
import re
import secrets
from base64 import b64encode
from typing import Any

from django.core.files.base import ContentFile, File
from django.db import models
from django.db.models.fields.files import ImageFieldFile, ImageFileDescriptor

from labsite.drawing.images import (
    MEDIA_TYPES,
    RENDITION_EXTENSIONS,
    WIDTHS,
    Crop,
    reencode,
    rendition_widths,
    renditions,
)
from labsite.modelling.row_files import RowFile, RowFileDescriptor, RowFileField, RowFileFormField


def srcset(file: "PictureFile", extension: str, widest: int = max(WIDTHS)) -> str:
    """Return a picture's copies for the ``srcset`` attribute, up to a width, without a look at the disk."""
    if not file._committed:
        return f"{file.url} {file.stored_width}w"
    return ", ".join(
        f"{file.storage.url(_rendition_name(file.name, width, extension))} {width}w"
        for width in rendition_widths(file.stored_width)
        if width <= widest
    )


def rendition_url(file: Any, width: int, extension: str = "jpg") -> str:
    """Return the address of the smallest copy that is at least ``width`` pixels wide, else of the widest."""
    if not file._committed:
        return file.url
    return file.storage.url(_rendition_for(file, width, extension))


def rendition_content(file: Any, width: int, extension: str = "jpg") -> bytes:
    """Return the bytes of the copy that rendition_url() leads to."""
    with file.storage.open(_rendition_for(file, width, extension)) as copy:
        return copy.read()


def _rendition_for(file: Any, width: int, extension: str) -> str:
    widths = rendition_widths(file.stored_width)
    chosen = next((each for each in widths if each >= width), widths[-1])
    return _rendition_name(file.name, chosen, extension)


def _rendition_name(name: str, width: int, extension: str) -> str:
    return f"{posixpath.splitext(name)[0]}-{width}.{extension}"


class EncodedPicture(ContentFile):
    """A picture as this site stores it, under a random name: the sender's file and its name are gone."""

    def __init__(self, file: Any, crop: Crop | None = None) -> None:
        picture = reencode(file, crop)
        super().__init__(picture.content, name=f"{secrets.token_hex(16)}.{picture.extension}")


class PictureFormField(RowFileFormField):
    """Encodes the picture anew, or a part of it."""

    accepted = EncodedPicture
    accepted_types = MEDIA_TYPES
    refusal_code = "invalid_image"

    def accept(self, upload: Any) -> File:
        part = getattr(upload, "part", "")  # as its input named it
        return EncodedPicture(upload, Crop.parse(part) if part else None)


class PictureFile(RowFile, ImageFieldFile):
    """The picture of one row, written with its copies."""

    field: "PictureField"
    name: str

    @property
    def stored_width(self) -> int:
        """The width in pixels, from the row."""
        return getattr(self.instance, self.field.width_field)

    @property
    def stored_height(self) -> int:
        """The height in pixels, from the row."""
        return getattr(self.instance, self.field.height_field)

    @property
    def url(self) -> str:
        """Where it is; of one that isn't stored yet, the picture itself, as the preview of a form shows it."""
        if self._committed:
            return super().url
        media_type = "png" if self.name.endswith(".png") else "jpeg"
        self.file.seek(0)
        return f"data:image/{media_type};base64,{b64encode(self.file.read()).decode()}"

    def _get_image_dimensions(self) -> tuple[int, int]:
        """Measure a picture; a row whose file is lost since keeps its size, and can be edited."""
        try:
            return super()._get_image_dimensions()  # type: ignore[misc]  # django-stubs doesn't know it
        except FileNotFoundError:
            if not self.stored_width:
                raise
            return self.stored_width, self.stored_height

    def contents(self) -> list[tuple[str, File]]:
        content = self.file.read()
        copies = [
            (_rendition_name(self.name, copy.width, copy.extension), ContentFile(copy.content))
            for copy in renditions(content)
        ]
        return [(self.name, ContentFile(content)), *copies]


class PictureDescriptor(RowFileDescriptor, ImageFileDescriptor):
    """Encodes every file that is assigned, and keeps its size in the row."""


class PictureField(RowFileField, models.ImageField):
    """A picture with its copies; ``width_field`` and ``height_field`` are required, so that pages need not open it."""

    attr_class = PictureFile
    width_field: str
    height_field: str
    descriptor_class = PictureDescriptor
    form_class = PictureFormField

    def stored_names(self, name: str) -> list[str]:
        """Return the names of a picture and of its copies that are in the storage."""
        folder, base = posixpath.split(name)
        copy = re.compile(rf"{re.escape(posixpath.splitext(base)[0])}-\d+\.({'|'.join(RENDITION_EXTENSIONS)})")
        try:
            found = self.storage.listdir(folder)[1]
        except FileNotFoundError:
            return []
        return [posixpath.join(folder, each) for each in found if each == base or copy.fullmatch(each)]
