"""What reports say, as tests ask for it."""

import datetime

from labsite.contrib.documents.models import Report
from labsite.contrib.documents.parts import words
from labsite.contrib.documents.reports.document import ReportMaker
from labsite.contrib.documents.reports.periods import ReportPeriod
from labsite.contrib.documents.reports.subjects import subject_of
from labsite.models import Lab

YEAR = ReportPeriod("2024", "2024")
SPRING = ReportPeriod("2024-03", "2024-05")
TODAY = datetime.date(2025, 6, 1)


def maker(period=YEAR, subject=None, parts=()):
    lab = Lab.objects.current()
    return ReportMaker(subject or subject_of(Report(), lab), period, tuple(parts), "https://lab.example", lab)


def named(part, period=YEAR, subject=None):
    """Return what a part names: under which heading, what, and what is remarked."""
    return [(item.group, item.title, item.note) for _part, item in maker(period, subject, [part]).items()]


def titles(part, period=YEAR, subject=None):
    return [title for _group, title, _note in named(part, period, subject)]


def section(document, name):
    return next((each for each in document.sections if each.name == name), None)


def numbers(period=YEAR, subject=None):
    [table] = section(maker(period, subject, ["numbers"]).document(), "numbers").blocks
    return {words(label): int(words(number)) for label, number in table.rows}
