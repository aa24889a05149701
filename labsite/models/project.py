from django.db import models
from django.urls import reverse

from labsite.modelling.addresses import Addressed
from labsite.modelling.changes import ChangedAtField
from labsite.modelling.periods import Period, PeriodQuerySet
from labsite.modelling.pictures import PictureField
from labsite.texts.folding import FoldedField
from labsite.texts.lines import lines_of
from labsite.texts.markdown import MarkdownField

from .about import AboutQuerySet


class ProjectQuerySet(AboutQuerySet, PeriodQuerySet):
    """Projects are found by their address, by words and by the days they last."""


class Project(Period, Addressed):
    """A theme of the lab's research, or a funded project: who works on it and what came of it."""

    title = models.CharField(max_length=200)
    summary = models.CharField(max_length=300, blank=True, help_text="What it is about, in one sentence.")
    picture = PictureField(
        upload_to="projects",
        width_field="picture_width",
        height_field="picture_height",
        blank=True,
        help_text="JPEG, PNG or WebP.",
    )
    picture_width = models.PositiveIntegerField(null=True, editable=False)
    picture_height = models.PositiveIntegerField(null=True, editable=False)
    picture_alt = models.CharField(
        "picture description",
        max_length=200,
        blank=True,
        help_text="What the picture shows, for those who don't see it.",
    )
    text = MarkdownField(blank=True, help_text="In Markdown.")
    funding = models.TextField(blank=True, help_text="Who pays for it, with the grant's number: one a line.")
    people = models.ManyToManyField("people.Person", blank=True, related_name="projects")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="projects")
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "summary", "text", "funding"))

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["-start", "title"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("project", args=[self.slug])

    @property
    def funding_list(self):
        return lines_of(self.funding)
