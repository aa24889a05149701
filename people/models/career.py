"""What a person was and is: positions, degrees, courses, who speaks for them, and roles in the lab.

What an older document said in other words is an earlier wording, shown beside a row where it says more.
"""

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext, gettext_lazy as _, override

from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.ordered_lists import Ordered, OrderedManyToManyField
from labsite.modelling.periods import PartialDateField, Period, PeriodQuerySet
from labsite.texts.folding import UNSPACED, FoldedField, fold
from labsite.texts.markdown import MarkdownField

EARLIER = _("Shown to everyone as the original wording, if it says more than the current text.")
MIN_STEM = 3  # letters that a word and its shorter form share, as those of "graduates" and "graduate"
MAX_SMALL = 3  # letters of words such as "of", which say nothing by themselves where they have no capital
LEVELS = {"b": "bachelor", "m": "master", "d": "doctor"}  # by what a word of their abbreviations begins with
# By the relations of a person: what tells the rows of a career apart, beside when they began.
TOLD_APART_BY = {
    "positions": ("organisation", "title"),
    "education": ("organisation", "degree"),
    "awards": ("title", "organisation", "year"),
    "teaching": ("course", "term"),
}


def may_begin_alike(start: str, other: str) -> bool:
    """Say whether two partial dates may be of one beginning: one isn't known, or they are of the same year."""
    return not start or not other or start[:4] == other[:4]


def row_like(rows: Iterable[Any], relation: str, values: Mapping[str, Any]) -> Any:
    """Return the row of a career that says what these values say, in whatever case and however precisely; or None.

    One of two may say the field of a degree alone.
    """
    for row in rows:
        pairs = ((getattr(row, name), values.get(name)) for name in TOLD_APART_BY[relation])
        is_alike = all(fold(str(here or "")) == fold(str(there or "")) for here, there in pairs)
        fields = {fold(getattr(row, "field", "")), fold(values.get("field", ""))} - {""}
        if is_alike and len(fields) < 2 and may_begin_alike(getattr(row, "start", ""), values.get("start", "")):
            return row
    return None


def says_more(earlier: str, current: str) -> bool:
    """Return whether an earlier wording has a word that the current one has in no form."""
    folded = fold(current)
    small = {
        each for each in re.findall(r"\w+", earlier) if len(each) <= MAX_SMALL and each.isascii() and each.islower()
    }
    for word in {*fold(earlier).split()} - small:
        of_stem = (each for each in folded.split() if min(len(word), len(each)) >= MIN_STEM)
        has_form = word in folded.split() or any(word.startswith(each) or each.startswith(word) for each in of_stem)
        if not (word in folded if UNSPACED.search(word) else has_form):
            return True
    return False


class EarlierWording:
    """For models with a field ``earlier_wording``; ``wording`` names what they show now."""

    earlier_wording: str
    wording: ClassVar[tuple[str, ...]]

    @property
    def current_wording(self) -> str:
        values: Any = (getattr(self, name) for name in self.wording)
        return " ".join(str(value) for value in values if value)

    @property
    def original_wording(self) -> str:
        """The earlier wording if it says more than the current one, else nothing."""
        is_shown = self.earlier_wording and says_more(self.earlier_wording, self.current_wording)
        return self.earlier_wording if is_shown else ""

    @property
    def remark(self) -> str:
        """The note, if there is one, and the original wording, for documents."""
        original = (
            gettext("Original wording: %(words)s") % {"words": self.original_wording} if self.original_wording else ""
        )
        return "; ".join(filter(None, (getattr(self, "note", ""), original)))


class DatedQuerySet(PeriodQuerySet, NaturalKeyQuerySet):
    """Rows by time and by key."""


def latest_first(date: str) -> tuple[int, ...]:
    """Return what puts a partial date before all that are earlier or less precise."""
    return *(-ord(character) for character in date), 0


class CareerStep(EarlierWording, Ordered, Period, NaturalKeyed):
    """What a position and a degree have in common: where, when, and with whom."""

    organisation = models.CharField(max_length=200)
    unit = models.CharField(max_length=200, blank=True, help_text=_("Department, laboratory or group."))
    place = models.CharField(max_length=200, blank=True, help_text=_("City and country."))
    ongoing = models.BooleanField(_("current"), default=False, help_text=_("Shown as “present”."))
    advisors = OrderedManyToManyField(
        "people.Person", blank=True, related_name="+", help_text=_("Advisors or supervisors, in order.")
    )
    earlier_wording = models.CharField(
        _("original wording"), max_length=300, blank=True, help_text=_("As in an older document; searches find it.")
    )

    wording = ("title", "organisation", "unit", "place")

    advised_by: list[Any]  # people, by people.profile.attach_mentors()

    objects = DatedQuerySet.as_manager()

    class Meta:
        abstract = True

    def clean(self) -> None:
        super().clean()
        if self.ongoing and self.end:
            raise ValidationError({"end": gettext("A current entry can’t have an end date.")}, code="ongoing")

    def rank(self) -> tuple[Any, ...]:
        """The latest first; so new rows come before those with a place. The twin of Meta.ordering."""
        return self.order, not self.ongoing, latest_first(self.start), latest_first(self.end)

    def is_held(self, at: datetime.date) -> bool:
        """Say whether it surely lasts on the day ``at``: an end that isn't known doesn't make it last."""
        return (self.ongoing or bool(self.end)) and self.is_current(at)


class Position(CareerStep):
    """A job or a stay of a person, in the lab or elsewhere."""

    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="positions")
    title = models.CharField(max_length=200)
    text = MarkdownField(
        _("description"), blank=True, help_text=_("In Markdown; begin each point of a list with a hyphen.")
    )
    folded = FoldedField(sources=("title", "organisation", "unit", "place", "text", "earlier_wording"))

    wording = (*CareerStep.wording, "text")

    natural_key_fields = ("person__slug", "organisation", "title", "start")

    class Meta:
        ordering = ["order", "-ongoing", "-start", "-end", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "organisation", "title", "start"],
                name="unique_position",
                violation_error_message=_("This position is already listed."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.organisation}"


class Education(CareerStep):
    """A degree, or time spent studying."""

    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="education")
    degree = models.CharField(max_length=100, blank=True, help_text=_("For example Ph.D.; leave empty if unknown."))
    field = models.CharField(_("field of study"), max_length=200, blank=True)
    honours = models.CharField(max_length=200, blank=True)
    gpa = models.CharField(_("GPA"), max_length=20, blank=True, help_text=_("With its scale, for example 3.8/4.3."))
    folded = FoldedField(sources=("title", "organisation", "unit", "place", "earlier_wording"))

    natural_key_fields = ("person__slug", "organisation", "degree", "field", "start")

    class Meta:
        ordering = ["order", "-ongoing", "-start", "-end", "pk"]
        verbose_name_plural = _("education")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "organisation", "degree", "field", "start"],
                name="unique_education",
                violation_error_message=_("This degree is already listed."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.organisation}" if self.title else self.organisation

    @property
    def title(self) -> str:
        return " in ".join(filter(None, [self.degree, self.field]))

    @property
    def current_wording(self) -> str:
        """What is shown, with the name of the degree's level."""
        levels = (LEVELS.get(word[0], "") for word in fold(self.degree).split())
        return " ".join((super().current_wording, *levels))


class Teaching(NaturalKeyed):
    """A course that a person taught or helped to teach."""

    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="teaching")
    course = models.CharField(max_length=200)
    role = models.CharField(max_length=100, blank=True, help_text=_("For example Lecturer or Teaching assistant."))
    place = models.CharField(max_length=200, blank=True)
    term = models.CharField(max_length=50, blank=True, help_text=_("For example Autumn 2024."))
    folded = FoldedField(sources=("course", "role", "place", "term"))

    natural_key_fields = ("person__slug", "course", "term")

    class Meta:
        ordering = ["-term", "course"]
        verbose_name_plural = _("teaching")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "course", "term"],
                name="unique_teaching",
                violation_error_message=_("This course is already listed for this term."),
            )
        ]

    def __str__(self) -> str:
        return self.course


class Reference(NaturalKeyed):
    """Someone who speaks for a person."""

    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="references")
    referee = models.ForeignKey("people.Person", on_delete=models.PROTECT, related_name="+")
    title = models.CharField(max_length=100, blank=True, help_text=_("For example Associate Professor."))
    affiliation = models.TextField(blank=True, help_text=_("Department and university, one per line."))
    url = models.URLField(_("web page"), max_length=500, blank=True)

    natural_key_fields = ("person__slug", "referee__slug")

    class Meta:
        ordering = ["referee"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "referee"],
                name="unique_reference",
                violation_error_message=_("This referee is already listed."),
            )
        ]

    def __str__(self) -> str:
        return str(self.referee)


class AffiliationQuerySet(NaturalKeyQuerySet):
    def public(self) -> Self:
        """None of them: only who signs in sees where the lab believes others to be."""
        return self.none()


class Affiliation(NaturalKeyed):
    """Where somebody worked or studied on a day, as a member wrote it down or as a source says it.

    The members of the lab share them. A newer one of the same member, or of the same source for them, replaces it.
    """

    keeper = models.ForeignKey(
        "people.Person", on_delete=models.CASCADE, related_name="kept_affiliations", verbose_name=_("entered by")
    )
    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="affiliations")
    organisation = models.CharField(max_length=255)
    date = PartialDateField(_("as of"))
    source = models.CharField(max_length=40, blank=True, help_text=_("Leave empty if a member entered it."))

    natural_key_fields = ("keeper__slug", "person__slug", "source")

    objects = AffiliationQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "pk"]
        constraints = [models.UniqueConstraint(fields=["keeper", "person", "source"], name="unique_affiliation")]

    def __str__(self) -> str:
        return f"{self.person}, {self.organisation}"


class MembershipQuerySet(DatedQuerySet):
    """Roles in the lab by time and by key."""

    def lasting(self, at: datetime.date) -> PeriodQuerySet:
        """Those that last, but none that has ended at a time that nobody knows. The twin of Period.is_lasting."""
        return super().lasting(at).exclude(end="", has_left=True)


def has_page(person: str) -> Exists:
    """Whether the person at the lookup ``person`` has a public page: a condition to annotate rows with."""
    return Exists(Membership.objects.filter(person=OuterRef(person)))


class Membership(Period, NaturalKeyed):
    """A person's time in the lab, and their role. Who is current, an alumnus or joining follows from the dates."""

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
    role = models.CharField(max_length=20, choices=Role, blank=True, help_text=_("Leave empty if unknown."))
    has_left = models.BooleanField(
        _("left, date unknown"), default=False, help_text=_("It has ended, but the date isn’t known.")
    )
    went_to = models.CharField(
        _("where they went"),
        max_length=200,
        blank=True,
        help_text=_("Once the role has ended: what came next, for example Assistant Professor at Example University."),
    )

    objects = MembershipQuerySet.as_manager()

    natural_key_fields = ("person__slug", "role", "start")
    natural_key_tail = "end"

    class Meta:
        ordering = ["-start", "role"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "role", "start"],
                condition=~Q(start=""),
                name="unique_membership",
                violation_error_message=_("This role is already listed with this start date."),
            ),
            models.UniqueConstraint(
                fields=["person", "role", "end"],
                condition=Q(start=""),
                name="unique_membership_without_start",
                violation_error_message=_("This role is already listed with this end date."),
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.get_role_display(), self.years])) or gettext("Role not stated")

    def when_left(self) -> tuple[bool, str, str]:
        """What to sort the roles of alumni by: an end that nobody knows is later than those before it."""
        return self.has_left and not self.end, self.end, self.start

    @property
    def role_names(self) -> set[str]:
        """The role in the page's language and in English, in which most texts about people are written."""
        with override("en"):
            in_english = self.get_role_display()
        return {self.get_role_display(), in_english}

    @property
    def years(self) -> str:
        """As of any period; ``2018 – ?`` where nobody knows when it ended, ``? – 2021`` where when it began."""
        if self.start and self.has_left and not self.end:
            return f"{super().years} – ?"
        return f"? – {super().years}" if self.end and not self.start else super().years
