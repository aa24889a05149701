from urllib.parse import quote

from django.db import models
from django.utils.translation import gettext_lazy as _

from labsite.modelling.natural_keys import NaturalKeyed
from publications.citations.identifiers import doi_url

from .publication import Publication

# Where a scheme shows what it identifies; an ISBN has no place of its own.
PAGES = {
    "doi": doi_url("{}"),
    "dblp": "https://dblp.org/rec/{}",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "pmcid": "https://pmc.ncbi.nlm.nih.gov/articles/{}/",
    "openalex": "https://openalex.org/{}",
    "hal": "https://hal.science/{}",
}


class Identifier(NaturalKeyed):
    """What else identifies a publication somewhere, beside its DOI and arXiv id: a dblp key, an ISBN, another DOI."""

    class Scheme(models.TextChoices):
        DOI = "doi", _("Another DOI")
        DBLP = "dblp", "dblp"
        ISBN = "isbn", "ISBN"
        PMID = "pmid", "PubMed"
        PMCID = "pmcid", "PubMed Central"
        OPENALEX = "openalex", "OpenAlex"
        HAL = "hal", "HAL"

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="identifiers")
    scheme = models.CharField("where", max_length=20, choices=Scheme, default=Scheme.DOI)
    value = models.CharField("identifier", max_length=200, db_index=True)

    natural_key_fields = ("publication__slug", "scheme", "value")

    class Meta:
        ordering = ["scheme", "value"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "scheme", "value"],
                name="unique_identifier",
                violation_error_message="This identifier is already there.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_scheme_display()}: {self.value}"

    @property
    def address(self) -> str:
        """Where the scheme shows the publication, nothing if it doesn't."""
        return PAGES[self.scheme].format(quote(self.value, safe="/:;()")) if self.scheme in PAGES else ""


class ExtraField(NaturalKeyed):
    """A field of a source that has no place of its own on the site: kept, and given out again with citations."""

    ENTRY_TYPE = "entry type"  # what the source calls the kind of entry; no field of any format is called so

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="extra_fields")
    name = models.CharField("field", max_length=100)
    value = models.TextField("text")

    natural_key_fields = ("publication__slug", "name")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "name"],
                name="unique_extra_field",
                violation_error_message="This field is already there.",
            )
        ]

    def __str__(self) -> str:
        return self.name
