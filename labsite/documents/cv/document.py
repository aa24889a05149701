"""From a member's rows to the parts of a CV."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, override

from labsite.documents.cv.choices import FULL, Choices
from labsite.documents.papers import paper_lines, papers_of
from labsite.documents.parts import Document, Entries, Entry, Section, Span, Text, joined, text
from people.models import ContactDetail, Person
from publications.models import Publication


def cv_of(person: Person, site: str, choices: Choices = FULL, language: str = "") -> Document:
    """Return a member's CV in a language, else in the present one; ``site`` completes addresses within the site."""
    with override(language or get_language()):
        made = {"education": _education(person), "publications": _publications(person, site)}
        return Document(
            title=person.name,
            native_title=person.native_name_as_written,
            subtitle=person.headline,
            language=get_language() or "",
            date=timezone.localdate().isoformat(),
            lines=tuple(_contact(person, site, choices)),
            sections=tuple(made[name] for name in choices.sections if made.get(name)),
            author=person.name,
            about=_("Curriculum vitae of %(name)s") % {"name": person.name},
            running_title=person.name,
        )


def _contact(person: Person, site: str, choices: Choices) -> Iterable[Text]:
    """Yield where to reach them, as far as the reader may know it."""
    shown = [ContactDetail.Visibility.PUBLIC]
    details = [row for row in person.contact_details.all() if row.visibility in shown and not row.is_former]
    yield joined((text(row.value) for row in details), " · ")
    page = f"{site}{reverse('people:detail', args=[person.slug])}"
    yield text(Span(page.partition("://")[2].rstrip("/"), page))


def _education(person: Person) -> Section:
    rows = tuple(
        Entry(step.years, (text(Span(step.degree or step.field, is_strong=True)), text(step.organisation)))
        for step in person.education.all()
    )
    return Section("education", _("Education"), (Entries(rows),) if rows else ())


def _publications(person: Person, site: str) -> Section:
    papers = papers_of(Publication.objects.published().by(person, are_many=False))
    rows = tuple(Entry(f"[{place}]", paper_lines(paper, site, person)) for place, paper in enumerate(papers, 1))
    return Section("publications", _("Publications"), (Entries(rows),) if rows else ())
