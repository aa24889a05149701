"""What the app of documents adds to the cast: a version of a CV, and a report."""

from dataclasses import asdict

from labsite.contrib.documents import parts
from labsite.contrib.documents.models import CVSettings, FrozenCV, Report
from labsite.contrib.documents.reports.document import PARTS

FULL, SHORT = CVSettings(), CVSettings().variant(is_short=True)


def make_frozen_cv(person, name="2026 application", says="What was true then.", **fields):
    about = parts.DocumentSection("about", "About", (parts.Paragraph(parts.text(says)),))
    document = parts.Document(person.name, "en-gb", "2026-01-31", sections=(about,), about=f"CV of {person}")
    fields = {"language": "en-gb", "document": asdict(document), **fields}
    return FrozenCV.objects.create(person=person, name=name, **fields)


def make_report(name="Annual report", parts="numbers\npapers", **fields):
    return Report.objects.create(name=name, parts=parts, **fields)


# For tests of the core, of all that there is: see tests/cast.py.
MENU_GROUP = "Documents"
ADDED_ELSEWHERE = (FrozenCV,)  # not by an empty form
PAGES = ("/people/zoe-lindqvist/cv/", "/people/zoe-lindqvist/cv-short/", "/reports/")
REPORTS = ("annual-report", "tenure-case", "grant-report")
PAGES += tuple(f"/reports/{name}/" for name in REPORTS)
FILES = ("/people/zoe-lindqvist/resume.json", "/people/zoe-lindqvist/rendercv.yaml", "/reports/annual-report.md")
FILES += tuple(f"/reports/{name}.csv" for name in REPORTS)
HIDDEN = tuple(f"/people/zoe-lindqvist/cv/wombat-grant{end}" for end in ("/", ".pdf", ".docx", ".md", ".tex"))
ARGUMENTS = {
    "documents:cv": ["zoe-lindqvist", "cv"],
    "documents:frozen-cv": ["zoe-lindqvist", "2026-application"],
    "documents:report": ["annual-report"],
    "documents:references": ["apa"],
    "documents:project-references": ["rest", "apa"],
}
KEPT_FROM_THE_PUBLIC = {"documents.FrozenCV": 1}


def rows_about(person, tag="", says="What was true then.", is_private=False, is_hidden=False):
    chosen = CVSettings.objects.create(person=person, hidden_sections="talks", is_hidden=is_hidden)
    chosen.selected.add(*person.publications.all())
    frozen = make_frozen_cv(person, f"2026 application {tag}".strip(), says, is_private=is_private)
    return [chosen, frozen, make_report(f"Report {tag}", subject="member", person=person, added_by=person.login)]


def make_rows_to_leave(pi, member):
    CVSettings.objects.create(person=member, hidden_sections="talks").selected.add(*member.publications.published())
    make_frozen_cv(pi, "Tenure", is_public=True)
    make_frozen_cv(pi, "Grant", says="+1 555 hidden", is_private=True)


def make_rows_to_copy(pi, member):
    make_frozen_cv(pi, "Tenure", is_public=True)
    make_frozen_cv(pi, "Wombat grant")
    CVSettings.objects.create(person=member, is_hidden=True)


def make_pages(member):
    always = {"period": "dates", "is_public": True, "parts": "\n".join(PARTS)}
    make_report(**always)
    make_frozen_cv(member, is_public=True)
    make_report("Tenure case", subject="member", person=member, **always)
    make_report("Grant report", subject="funder", funder="fund", **always)


def hide(member):
    make_frozen_cv(member, "Wombat grant", says="Wombats.")


def publish_all():
    FrozenCV.objects.update(is_public=True)
