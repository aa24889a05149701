from django.db import models
from django.db.models import Exists, OuterRef

from labsite.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.periods import Period, PeriodQuerySet


class MembershipQuerySet(PeriodQuerySet, NaturalKeyQuerySet):
    """Memberships by time and by key."""


def has_page(person):
    """Whether the person at the lookup ``person`` has a public page: a condition to annotate rows with."""
    return Exists(Membership.objects.filter(person=OuterRef(person)))


class Membership(Period, NaturalKeyed):
    """A person's role in the lab for a time. Who is current, an alumnus or joining follows from the dates."""

    class Role(models.TextChoices):
        LEAD = "lead", "Principal investigator"
        FACULTY = "faculty", "Faculty"
        POSTDOC = "postdoc", "Postdoc"
        RESEARCHER = "researcher", "Researcher"
        PHD_STUDENT = "phd", "PhD student"
        MASTER_STUDENT = "master", "Master’s student"
        UNDERGRADUATE = "undergraduate", "Undergraduate"
        ENGINEER = "engineer", "Engineer"
        VISITOR = "visitor", "Visitor"
        STAFF = "staff", "Staff"

    PLURALS = {
        Role.LEAD: "Principal investigators",
        Role.FACULTY: "Faculty",
        Role.POSTDOC: "Postdocs",
        Role.RESEARCHER: "Researchers",
        Role.PHD_STUDENT: "PhD students",
        Role.MASTER_STUDENT: "Master’s students",
        Role.UNDERGRADUATE: "Undergraduates",
        Role.ENGINEER: "Engineers",
        Role.VISITOR: "Visitors",
        Role.STAFF: "Staff",
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

    def __str__(self):
        return " ".join(filter(None, [self.get_role_display(), self.years]))
