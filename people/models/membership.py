from django.db import models
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.periods import Period, PeriodQuerySet


class MembershipQuerySet(PeriodQuerySet, NaturalKeyQuerySet):
    """Memberships by time and by key."""


def has_page(person: str) -> Exists:
    """Whether the person at the lookup ``person`` has a public page: a condition to annotate rows with."""
    return Exists(Membership.objects.filter(person=OuterRef(person)))


class Membership(Period, NaturalKeyed):
    """A person's role in the lab for a time. Who is current, an alumnus or joining follows from the dates."""

    class Role(models.TextChoices):
        LEAD = "lead", _("Principal investigator")
        FACULTY = "faculty", _("Faculty")
        POSTDOC = "postdoc", _("Postdoc")
        RESEARCHER = "researcher", _("Researcher")
        PHD_STUDENT = "phd", _("PhD student")
        MASTER_STUDENT = "master", _("Master’s student")
        UNDERGRADUATE = "undergraduate", _("Undergraduate")
        ENGINEER = "engineer", _("Engineer")
        VISITOR = "visitor", _("Visitor")
        STAFF = "staff", _("Staff")

    PLURALS = {
        Role.LEAD: _("Principal investigators"),
        Role.FACULTY: _("Faculty"),
        Role.POSTDOC: _("Postdocs"),
        Role.RESEARCHER: _("Researchers"),
        Role.PHD_STUDENT: _("PhD students"),
        Role.MASTER_STUDENT: _("Master’s students"),
        Role.UNDERGRADUATE: _("Undergraduates"),
        Role.ENGINEER: _("Engineers"),
        Role.VISITOR: _("Visitors"),
        Role.STAFF: _("Staff"),
    }

    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role)
    went_to = models.CharField(
        "where they went",
        max_length=200,
        blank=True,
        help_text="Once it has ended: what came next, for example Assistant Professor at Example University.",
    )

    objects = MembershipQuerySet.as_manager()

    natural_key_fields = ("person__slug", "role", "start")

    class Meta:
        ordering = ["-start", "role"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "role", "start"],
                name="unique_membership",
                violation_error_message="This role with this start is already there.",
            )
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.get_role_display(), self.years]))
