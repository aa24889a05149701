"""What members choose for their documents, the versions that they keep, and the reports of the lab."""

import datetime
from copy import copy
from itertools import count
from typing import Any, Self
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite.contrib.documents.parts import Document, from_data
from labsite.contrib.documents.reports.periods import ReportPeriod, moving_period
from labsite.modelling import content_version
from labsite.modelling.addresses import Addressed, AddressedQuerySet, slug_of
from labsite.modelling.natural_keys import NaturalKeyed, NaturalKeyQuerySet
from labsite.modelling.periods import PartialDateField, Period
from labsite.modelling.publishing import ChangedAtField
from labsite.models import Project
from labsite.texts.plain_text import lines_of
from people.models import ContactDetail, Person

MAX_FROZEN = 50  # versions of a person
MAX_DOCUMENT_SIZE = 1_000_000  # bytes of a version as JSON
ALL_KINDS = "\n".join(ContactDetail.Kind.values)


# The parts of a CV in their usual order, by names that are the same in every language.
HEADINGS = {
    "interests": _("Research interests"),
    "about": _("About"),
    "positions": _("Positions"),
    "education": _("Education"),
    "awards": _("Awards"),
    "publications": _("Publications"),
    "talks": _("Talks"),
    "service": _("Professional service"),
    "teaching": _("Teaching"),
    "mentees": _("Students and mentees"),
    "projects": _("Projects"),
    "skills": _("Skills"),
    "references": _("References"),
}


class CVSettingsQuerySet(NaturalKeyQuerySet):
    def public(self) -> Self:
        """All of them leave with what everyone may see: else a CV that somebody hides would be seen elsewhere."""
        return self.all()


class CVSettings(NaturalKeyed):
    """What a person chose for their CV; who has no such row has the usual one, which everyone may fetch.

    ``style`` is the name of a style of citations, empty for the site's own. Of the authors of a paper the first
    ``max_authors`` are named, all if it is 0, and the person wherever they stand.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="cv_settings")
    sections = models.TextField(_("order of the sections"), blank=True, help_text=_("One per line."))
    hidden_sections = models.TextField(_("sections left out"), blank=True, help_text=_("One per line."))
    selected = models.ManyToManyField(
        "publications.Publication", verbose_name=_("papers of the short CV"), blank=True, related_name="+"
    )
    by_year = models.BooleanField(_("papers by year"), default=False)
    first_kind = models.CharField(
        _("kind of papers that comes first"),
        max_length=20,
        blank=True,
        choices=[
            ("", _("Automatic: whichever you have more of")),
            ("journal", _("Journal articles")),
            ("conference", _("Conference papers")),
        ],
    )
    max_authors = models.PositiveSmallIntegerField(_("authors to list per paper"), default=0)
    style = models.CharField(_("citation style"), max_length=60, blank=True)
    private_kinds = models.TextField(
        _("in the private variant"),
        blank=True,
        default=ALL_KINDS,
        help_text=_("Kinds of contact details, one per line."),
    )
    # So called that of two people who are merged the more careful choice wins.
    is_hidden = models.BooleanField(_("only for the person and editors"), default=False)

    # Of one variant, which isn't saved: whether it has contact details that only the person and editors see, and the
    # keys of the papers that a short one has; without any they are those that editors selected, else the newest.
    is_short = is_private = False
    papers: tuple[int, ...] = ()

    natural_key_fields = ("person__slug",)

    objects = CVSettingsQuerySet.as_manager()

    class Meta:
        verbose_name = _("choices for a CV")
        verbose_name_plural = _("choices for CVs")
        constraints = [models.UniqueConstraint(fields=["person"], name="one_cv_settings_a_person")]

    def __str__(self) -> str:
        return gettext("CV of %(name)s") % {"name": self.person}

    @classmethod
    def of(cls, person: Person) -> "CVSettings":
        """Return what a person chose, else the usual choices, not saved."""
        return next(iter(person.cv_settings.all()), None) or cls(person=person)

    @property
    def arranged(self) -> list[str]:
        """All sections in the person's order; one that they have never seen follows the one that usually precedes."""
        names = [name for name in lines_of(self.sections) if name in HEADINGS]
        before = ""
        for name in HEADINGS:
            if name not in names:
                names.insert(names.index(before) + 1 if before else 0, name)
            before = name
        return names

    @property
    def shown(self) -> list[str]:
        """The sections that aren't left out, in the person's order."""
        return [name for name in self.arranged if name not in lines_of(self.hidden_sections)]

    def variant(self, *, is_short: bool = False, is_private: bool = False, papers: Any = None) -> Self:
        """Return what was chosen for one variant; ``papers`` are those ticked for a short one, saved or not."""
        variant = copy(self)
        if papers is None:
            papers = self.selected.order_by("pk").values_list("pk", flat=True) if is_short and self.pk else ()
        variant.is_short, variant.is_private, variant.papers = is_short, is_private, tuple(papers)
        return variant


def members_with_cv() -> Any:
    """Return the members whose CV is for everyone."""
    return Person.objects.members().exclude(cv_settings__is_hidden=True)


class FrozenCVQuerySet(NaturalKeyQuerySet):
    def public(self) -> Self:
        """Those that everyone may read."""
        return self.filter(is_public=True)


class FrozenCV(NaturalKeyed):
    """A CV as it was on one day, under a name; what changes later leaves it as it is."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="frozen_cvs", editable=False)
    name = models.CharField(max_length=100, help_text=_("What it was for, for example “2026 application”."))
    slug = models.SlugField(_("address"), max_length=80, editable=False)
    language = models.CharField(max_length=10, editable=False)
    is_short = models.BooleanField(_("short"), default=False, editable=False)
    is_private = models.BooleanField(_("private"), default=False, editable=False)
    frozen_at = models.DateTimeField(_("saved on"), default=timezone.now, editable=False)
    document = models.JSONField(editable=False)
    is_public = models.BooleanField(
        _("everyone may read it"), default=False, help_text=_("At its own address, and linked from the CV.")
    )

    natural_key_fields = ("person__slug", "slug")

    objects = FrozenCVQuerySet.as_manager()

    class Meta:
        verbose_name = _("saved CV")
        verbose_name_plural = _("saved CVs")
        ordering = ["-frozen_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "slug"], name="unique_frozen_cv"),
            models.CheckConstraint(
                condition=~models.Q(is_public=True, is_private=True), name="private_cv_isnt_public"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        if self.is_public and self.is_private:
            words = gettext("It contains details that only you and editors see, so it stays private.")
            raise ValidationError({"is_public": words}, code="private")

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Give it an address that is free among the person's, also once two people are one."""
        content_version.wait_for_write_lock()
        stem = self.slug or slug_of(self.name)
        others = FrozenCV.objects.filter(person=self.person_id, slug__startswith=stem).exclude(pk=self.pk)
        taken = set(others.values_list("slug", flat=True))
        numbered = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        self.slug = next(slug for slug in numbered if slug not in taken)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("documents:frozen-cv", args=[self.person.slug, self.slug])

    @property
    def contents(self) -> Document:
        return from_data(self.document)

    @property
    @admin.display(description=_("kind"))
    def kind(self) -> str:
        """Which CV it is, in words: English, short, private."""
        parts = (dict(settings.LANGUAGES).get(self.language, self.language),)
        parts += (gettext("short"),) if self.is_short else ()
        return ", ".join((*parts, gettext("private")) if self.is_private else parts)

    @property
    def file_name(self) -> str:
        """What its files are called, without an extension."""
        return f"{self.person.slug}-cv-{self.slug}"


class ReportQuerySet(AddressedQuerySet):
    def public(self) -> Self:
        """Those that everyone may read."""
        return self.filter(is_public=True)


class Report(Addressed, Period):
    """A report that can be had at any time, as new as what it is about: a choice of parts, shared in the lab."""

    class Subject(models.TextChoices):
        LAB = "lab", _("The lab")
        PROJECT = "project", _("A project")
        FUNDER = "funder", _("A funder")
        MEMBER = "member", _("A member")

    # The field that says which one, and what is asked where it is empty.
    CHOSEN_BY = {
        Subject.PROJECT.value: ("project", _("Choose the project.")),
        Subject.MEMBER.value: ("person", _("Choose the member.")),
        Subject.FUNDER.value: ("funder", _("Enter words from the funder’s name.")),
    }

    class PeriodKind(models.TextChoices):
        DATES = "dates", _("Between two dates")
        LAST_YEAR = "last-year", _("The last calendar year")
        THIS_YEAR = "this-year", _("This calendar year")
        LAST_MONTHS = "last-months", _("The last twelve full months")
        ACADEMIC_YEAR = "academic-year", _("The last academic year, September to August")

    name = models.CharField(max_length=100, help_text=_("For example Annual report."))
    subject = models.CharField(_("about"), max_length=10, choices=Subject, default=Subject.LAB)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, blank=True, related_name="reports")
    person = models.ForeignKey(
        Person, on_delete=models.CASCADE, null=True, blank=True, related_name="reports", verbose_name=_("member")
    )
    funder = models.CharField(
        _("funder"),
        max_length=200,
        blank=True,
        help_text=_("Words from the funding of its projects, such as the funder’s name or a grant number."),
    )
    period = models.CharField(max_length=20, choices=PeriodKind, default=PeriodKind.LAST_YEAR)
    start = PartialDateField(
        _("from"), help_text=_("For example 2025 or 2025-01. Leave empty for no limit, or for a project’s own period.")
    )
    end = PartialDateField(_("until"), help_text=_("For example 2025 or 2025-12: the last year, month or day."))
    parts = models.TextField(_("parts"), help_text=_("In any order; empty parts are left out."))
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        choices=settings.LANGUAGES,
        help_text=_("Leave empty for the language of the page."),
    )
    is_public = models.BooleanField(
        _("everyone may read it"),
        default=False,
        help_text=_("The report then has a page on the site. It contains only what the site shows."),
    )
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        serialize=False,  # accounts belong to one installation
    )
    changed_at = ChangedAtField()

    url_name = "documents:report"

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        name, words = self.CHOSEN_BY.get(self.subject, ("", ""))
        if name and not str(getattr(self, name) or "").strip():
            raise ValidationError({name: words})
        if self.person and not self.person.memberships.exists():
            raise ValidationError({"person": gettext("Only members and alumni can have a report.")})

    def period_on(self, today: datetime.date) -> ReportPeriod:
        """Return which period it is about on a day."""
        return moving_period(self.period, today) or ReportPeriod(self.start, self.end)

    @property
    def chosen_parts(self) -> tuple[str, ...]:
        return tuple(lines_of(self.parts))

    @property
    @admin.display(description=_("about"))
    def about(self) -> str:
        """What it is about, in words."""
        name = self.CHOSEN_BY.get(self.subject, ("",))[0]
        chosen = getattr(self, name, "")
        return str(getattr(chosen, "shown_name", chosen) or self.get_subject_display())

    @property
    @admin.display(description=_("period"))
    def period_words(self) -> str:
        kind = str(self.get_period_display())
        if self.period != self.PeriodKind.DATES:
            return kind
        return self.period_on(timezone.localdate()).words or gettext("All years")

    @property
    def query(self) -> str:
        """The same choice as the form in which reports are made sends it."""
        keys: dict[str, Any] = {"project": self.project_id, "person": self.person_id}
        texts = ("name", "subject", "funder", "period", "start", "end", "language")
        chosen = {name: getattr(self, name) for name in texts} | keys
        pairs = [(name, value) for name, value in chosen.items() if value]
        return urlencode([*pairs, *(("parts", part) for part in self.chosen_parts)])
