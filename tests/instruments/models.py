from django.db import models

from labsite.modelling.addresses import Addressed, AddressedQuerySet
from labsite.modelling.publishing import ChangedAtField
from labsite.modelling.ranking import SearchedQuerySet
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import MarkdownField


class InstrumentQuerySet(SearchedQuerySet, AddressedQuerySet):
    """Instruments are found by their address and by words."""


class Instrument(Addressed):
    """A device of the lab, which one of its people looks after."""

    title = models.CharField(max_length=100)
    keeper = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="instruments")
    homepage = models.URLField(blank=True)
    text = MarkdownField(blank=True)
    changed_at = ChangedAtField()
    search_text = FoldedField(names=1, sources=("title", "text"))

    url_name = "instruments:detail"

    objects = InstrumentQuerySet.as_manager()

    class Meta:
        ordering = ["title"]

    def __str__(self):
        return self.title


class Part(models.Model):
    """A part of an instrument, edited in its form."""

    instrument = models.ForeignKey(Instrument, on_delete=models.CASCADE, related_name="parts")
    name = models.CharField(max_length=100)

    def __str__(self):
        return self.name
