"""What the app of documents adds to the cast: a version of a CV, and a report."""

from labsite.contrib.documents import parts
from labsite.contrib.documents.models import FrozenCV, Report


def make_frozen_cv(person, name="2026 application", says="What was true then.", **fields):
    about = parts.DocumentSection("about", "About", (parts.Paragraph(parts.text(says)),))
    document = parts.Document(person.name, "en-gb", "2026-01-31", sections=(about,), about=f"CV of {person}")
    fields = {"language": "en-gb", "document": parts.as_data(document), **fields}
    return FrozenCV.objects.create(person=person, name=name, **fields)


def make_report(name="Annual report", parts="numbers\npapers", **fields):
    return Report.objects.create(name=name, parts=parts, **fields)
