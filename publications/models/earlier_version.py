from django.db import models

from labsite.modelling.natural_keys import NaturalKeyed
from labsite.texts.folding import FoldedField

from .publication import Publication


class EarlierVersion(NaturalKeyed):
    """What a publication was before: a preprint's title and authors, kept so that it can be found and cited."""

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="earlier_versions")
    title = models.CharField(max_length=400)
    authors = models.TextField("authors as printed", blank=True, help_text="If they differed, separated by commas.")
    status = models.CharField("as printed", max_length=200, blank=True, help_text="For example Preprint, 2023.")
    arxiv_id = models.CharField("arXiv id", max_length=40, blank=True)

    folded = FoldedField(names=1, sources=("title", "authors", "arxiv_id"))

    natural_key_fields = ("publication__slug", "title")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "title"],
                name="unique_earlier_version",
                violation_error_message="This earlier title is already there.",
            )
        ]

    def __str__(self) -> str:
        return self.title
