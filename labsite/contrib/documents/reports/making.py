"""Documents and tables of saved or chosen reports, and the choices to begin with."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy as _, override

from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.models import Report
from labsite.contrib.documents.parts import Document
from labsite.contrib.documents.reports.document import ReportMaker
from labsite.contrib.documents.reports.subjects import ReportSubject, of_funder, of_lab, of_member, of_project
from labsite.contrib.documents.reports.table import csv_of
from labsite.models import Lab


class FileType(NamedTuple):
    """What a file is called, and how a server announces it."""

    label: str | Promise
    media_type: str


CSV = "csv"
# By the extensions in which a report can be had.
FILE_TYPES = {extension: FileType(form.label, form.media_type) for extension, form in FORMATS.items()}
FILE_TYPES[CSV] = FileType("CSV", "text/csv; charset=utf-8")


@dataclass(frozen=True)
class Preset:
    """A choice of parts for an occasion."""

    label: str | Promise
    subject: str
    period: str
    parts: tuple[str, ...]


PRESETS = {
    "annual": Preset(
        _("Annual report"),
        Report.Subject.LAB,
        Report.PeriodKind.LAST_YEAR,
        ("numbers", "charts", "papers", "theses", "talks", "awards", "people", "projects", "service", "news"),
    ),
    "tenure": Preset(
        _("Tenure case"),
        Report.Subject.MEMBER,
        Report.PeriodKind.DATES,
        ("numbers", "papers", "awards", "talks", "teaching", "students", "theses", "projects", "service"),
    ),
    "grant": Preset(
        _("Grant report"),
        Report.Subject.PROJECT,
        Report.PeriodKind.DATES,
        ("numbers", "projects", "people", "papers", "theses", "talks", "awards", "news"),
    ),
}


def subject_of(report: Report, lab: Lab) -> ReportSubject:
    """Return what a report is about, in the language that is active."""
    match report.subject:
        case Report.Subject.PROJECT if report.project:
            return of_project(*lab.in_page_language([report.project]))
        case Report.Subject.MEMBER if report.person:
            return of_member(report.person)
        case Report.Subject.FUNDER:
            return of_funder(report.funder)
    return of_lab(lab)


def document_of(report: Report, site: str) -> Document:
    """Return a saved or chosen report as it is today, in its language or else in the one that is active."""
    with override(report.language or get_language()):
        return _maker(report, site).document(report.name)


def file_of(report: Report, site: str, extension: str) -> bytes:
    """Return a report as a file. Raises KeyError for an extension that isn't in FILE_TYPES."""
    if extension != CSV:
        return FORMATS[extension].write(document_of(report, site))
    with override(report.language or get_language()):
        return csv_of(_maker(report, site).items())


def _maker(report: Report, site: str) -> ReportMaker:
    lab = Lab.objects.current().shown_at("/")
    period = report.period_on(timezone.localdate())
    return ReportMaker(subject_of(report, lab), period, report.chosen_parts, site, lab)
