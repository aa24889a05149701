from typing import Self

from django.db import models
from django.db.models import Q

from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.texts.folding import FoldedField
from people.models import Person, has_page


class AuthorshipQuerySet(NaturalKeyQuerySet):
    def with_people(self) -> Self:
        """Fetch person and mentor, and say of each person whether there is a page to link to (``has_page``)."""
        return self.select_related("person", "mentor").annotate(has_page=has_page("person")).order_by("order", "pk")

    def named(self, word: str) -> Self:
        """Those with a folded word in the printed name, the person's name as it is now, or another spelling of it."""
        return self.filter(Q(folded__contains=word) | Q(person__in=Person.objects.named(word)))


class Authorship(NaturalKeyed):
    """A person as an author of a publication: in which place, under which printed name, with which marks."""

    publication = models.ForeignKey("publications.Publication", on_delete=models.CASCADE, related_name="authorships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="authorships")
    order = models.PositiveSmallIntegerField(default=0, help_text="First author first.")
    printed_name = models.CharField(
        "name as printed", max_length=200, blank=True, help_text="If the paper spells it in another way."
    )
    is_equal = models.BooleanField("equal contribution", default=False)
    is_lead = models.BooleanField("system lead", default=False)
    is_corresponding = models.BooleanField("corresponding author", default=False)
    mentor = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="mentored_authorships",
        verbose_name="mentee of",
        help_text="Who mentored this author on the paper.",
    )

    folded = FoldedField(sources=("display_name", "person"))

    has_page: bool  # by with_people()

    objects = AuthorshipQuerySet.as_manager()

    natural_key_fields = ("publication__slug", "person__slug")

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "person"],
                name="unique_author",
                violation_error_message="This person is already an author of this paper.",
            ),
            models.CheckConstraint(
                condition=Q(mentor__isnull=True) | ~Q(mentor=models.F("person")),
                name="author_is_not_own_mentor",
                violation_error_message="Nobody is their own mentee.",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def marks(self) -> str:
        """The signs behind the name; the template tag ``legend`` says what they mean."""
        signs = ((self.is_equal, "*"), (self.is_lead, "†"), (self.mentor_id, "‡"), (self.is_corresponding, "✉"))
        return "".join(sign for held, sign in signs if held)

    @property
    def display_name(self) -> str:
        """The name as the paper prints it."""
        return self.printed_name or self.person.name
