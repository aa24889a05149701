"""Reports that the lab makes again and again: what each is about, of when, and with which parts."""

import datetime
from typing import Any, Self
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite.contrib.documents.reports.periods import PERIODS, ReportPeriod
from labsite.modelling.addresses import Addressed, AddressedQuerySet
from labsite.modelling.periods import PartialDate, PartialDateField
from labsite.modelling.publishing import ChangedAtField
from labsite.models import Project
from labsite.texts.plain_text import lines_of
from people.models import Person


class ReportQuerySet(AddressedQuerySet):
    def public(self) -> Self:
        """Those that everyone may read."""
        return self.filter(is_public=True)


class Report(Addressed):
    """A report that can be had at any time, as new as what it is about: a choice of parts, shared in the lab."""

    class Subject(models.TextChoices):
        LAB = "lab", _("The lab")
        PROJECT = "project", _("A project")
        FUNDER = "funder", _("A funder")
        MEMBER = "member", _("A member")

    class PeriodKind(models.TextChoices):
        DATES = "dates", _("From and until these dates")
        LAST_YEAR = "last-year", _("The last calendar year")
        THIS_YEAR = "this-year", _("The present calendar year")
        LAST_MONTHS = "last-months", _("The last twelve whole months")
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
        help_text=_("Words that the funding of its projects has, such as the funder’s name or the number of a grant."),
    )
    period = models.CharField(max_length=20, choices=PeriodKind, default=PeriodKind.LAST_YEAR)
    start = PartialDateField(
        _("from"), help_text=_("Such as 2025 or 2025-01. Empty: without a limit; of a project, its own period.")
    )
    end = PartialDateField(_("until"), help_text=_("Such as 2025 or 2025-12: the last year, month or day of it."))
    parts = models.TextField(
        _("parts"), help_text=_("In the order that you like; what has nothing to say is left out.")
    )
    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=settings.LANGUAGES, help_text=_("Empty: that of the page.")
    )
    is_public = models.BooleanField(
        _("everyone may read it"),
        default=False,
        help_text=_("It then has a page on the site. It says nothing in any case that the site doesn’t."),
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
        wanted: dict[str, tuple[str, Any, str]] = {
            self.Subject.PROJECT: ("project", self.project_id, gettext("Choose the project.")),
            self.Subject.MEMBER: ("person", self.person_id, gettext("Choose the member.")),
            self.Subject.FUNDER: ("funder", self.funder.strip(), gettext("Write some words of the funder’s name.")),
        }
        name, given, words = wanted.get(self.subject, ("", True, ""))
        if not given:
            raise ValidationError({name: words})
        if self.person and not self.person.memberships.exists():
            raise ValidationError({"person": gettext("Only who is or was in the lab can have a report.")})
        self._check_dates()

    def _check_dates(self) -> None:
        try:
            backwards = self.start and self.end and PartialDate(self.start).first > PartialDate(self.end).last
        except ValueError:
            return  # the field that is no date says so itself
        if backwards:
            raise ValidationError({"end": gettext("The end lies before the start.")}, code="period")

    def period_on(self, today: datetime.date) -> ReportPeriod:
        """Return which period it is about on a day."""
        kind = PERIODS.get(self.period)
        return kind(today) if kind else ReportPeriod(self.start, self.end)

    @property
    def chosen_parts(self) -> tuple[str, ...]:
        return tuple(lines_of(self.parts))

    @property
    def about(self) -> str:
        """What it is about, in words."""
        rows: dict[str, Any] = {
            self.Subject.PROJECT: self.project,
            self.Subject.MEMBER: self.person,
            self.Subject.FUNDER: self.funder,
        }
        return str(rows.get(self.subject) or self.get_subject_display())

    @property
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
