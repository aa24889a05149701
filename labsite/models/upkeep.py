"""What the site keeps for itself: pictures in texts, planted rows, and the version of the content."""

import re

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.modelling.natural_keys import NaturalKeyed
from labsite.modelling.pictures import PictureField, PictureFile

PICTURE = re.compile(r'<img src="([^"]+)"')  # in the HTML that labsite.texts.markdown writes


class TextPicture(models.Model):
    """A picture uploaded into a Markdown text: the row that its file belongs to."""

    image = PictureField(upload_to="text", width_field="width", height_field="height")
    width = models.PositiveIntegerField(null=True, editable=False)
    height = models.PositiveIntegerField(null=True, editable=False)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-uploaded_at"]
        verbose_name = _("image")
        verbose_name_plural = _("images")

    def __str__(self) -> str:
        return str(self.image)


def pictures_in(*texts: str) -> dict[str, PictureFile]:
    """Return the files of the pictures that the HTML of texts shows, by their addresses there, in their order."""
    urls = {url.removeprefix(settings.MEDIA_URL): url for text in texts for url in PICTURE.findall(text)}
    files = {row.image.name: row.image for row in TextPicture.objects.filter(image__in=urls)} if urls else {}
    return {url: files[name] for name, url in urls.items() if name in files}


class PlantedRow(NaturalKeyed):
    """A fixture row that ``seed`` has planted in this database: it is never planted again."""

    model = models.CharField(max_length=100)
    key = models.TextField(help_text="The row's natural key in the fixture, as JSON.")
    planted_at = models.DateTimeField(auto_now_add=True)

    natural_key_fields = ("model", "key")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["model", "key"], name="unique_planted_row")]

    def __str__(self) -> str:
        return f"{self.model} {self.key}"


class ContentVersion(models.Model):
    """How often a group of tables was written to; a page is right until that of a group moves which it shows."""

    name = models.CharField(max_length=50, unique=True, help_text="Of the group.")
    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


class SharedValue(models.Model):
    """What workers share, such as how often somebody tried to sign in: the table of Django's DatabaseCache."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.cache_key
