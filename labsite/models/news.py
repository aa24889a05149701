from django.db import models
from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone

from labsite.modelling.addresses import Addressed
from labsite.modelling.changes import ChangedAtField
from labsite.modelling.periods import PartialDateField
from labsite.modelling.publishing import Publishable, PublishableQuerySet
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import MarkdownField
from people.models import Person
from publications.models import Publication

from .about import AboutQuerySet


class NewsQuerySet(PublishableQuerySet, AboutQuerySet):
    def with_subjects(self):
        """Fetch whom and what each item is about: people with a page, and published papers."""
        members = Person.objects.members()
        papers = Publication.objects.published()
        return self.prefetch_related(Prefetch("people", members), Prefetch("publications", papers))


class NewsItem(Publishable, Addressed):
    """Something that happened, in a few lines, with the people and papers it is about."""

    title = models.CharField(max_length=200)
    date = PartialDateField(blank=False)
    text = MarkdownField(blank=True, help_text="In Markdown.")
    people = models.ManyToManyField("people.Person", blank=True, related_name="news")
    publications = models.ManyToManyField("publications.Publication", blank=True, related_name="news")
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    objects = NewsQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "title"]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("news-item", args=[self.slug])
