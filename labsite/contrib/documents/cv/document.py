"""From a member's rows to the parts of a CV."""

from collections.abc import Callable, Iterable
from functools import partial

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, override

from labsite.contrib.documents.cv import career, service
from labsite.contrib.documents.cv.choices import FULL, Choices
from labsite.contrib.documents.cv.made_of import MadeOf
from labsite.contrib.documents.cv.publications import Numbered, numbered, publications
from labsite.contrib.documents.parts import Document, DocumentSection, Span, Text, joined, text
from labsite.texts.plain_text import lines_of
from people.models import ContactDetail, Person, ProfileLink
from people.profile import present_positions

# What fits two pages, beside the head.
IN_SHORT = ("interests", "positions", "education", "awards", "publications", "service")
OWN_ADDRESS = (ProfileLink.Kind.HOMEPAGE, ProfileLink.Kind.GITHUB)  # which says more than the word for it


def cv_of(person: Person, site: str, choices: Choices = FULL, language: str = "") -> Document:
    """Return a member's CV in a language, else in the present one; ``site`` completes addresses within the site.

    It holds nothing that isn't public but, in a private one, contact details. The number of queries is fixed.
    """
    with override(language or get_language()):
        data = MadeOf.of(person, site, choices)
        owner = data.person
        first, other = owner.name, owner.native_name_as_written
        if owner.native_name_is_first:
            first, other = other, first
        about = _("Short curriculum vitae of %(name)s") if choices.is_short else _("Curriculum vitae of %(name)s")
        return Document(
            title=first,
            native_title=other,
            subtitle=owner.headline or next(iter(present_positions(owner, timezone.localdate())), ""),
            language=get_language() or "",
            date=timezone.localdate().isoformat(),
            lines=tuple(filter(None, _contact(data))),
            sections=tuple(filter(None, _sections(data))),
            author=owner.name,
            about=about % {"name": first},
            running_title=first,
            keywords=tuple(lines_of(owner.interests)),
        )


def _contact(data: MadeOf) -> Iterable[Text]:
    """Yield where to reach them, as far as the reader may know it: where they are, how to write, their pages."""
    public, kinds = ContactDetail.Visibility.PUBLIC, ContactDetail.Kind
    details = [row for row in data.person.contact_details.all() if not row.is_former]
    others = data.choices.private_kinds if data.choices.is_private else ()
    shown = [row for row in details if row.visibility == public or row.kind in others]
    yield from (text(row.value) for row in shown if row.kind == kinds.ADDRESS)
    schemes = {kinds.EMAIL: "mailto:", kinds.PHONE: "tel:"}
    yield joined((_reached(row, schemes[row.kind]) for row in shown if row.kind in schemes), " · ")
    yield joined(_pages(data), " · ")


def _reached(row: ContactDetail, scheme: str) -> Text:
    number = "".join(sign for sign in row.value if sign in "+0123456789")
    return text(Span(row.value, scheme + (number if scheme == "tel:" else row.value)))


def _pages(data: MadeOf) -> Iterable[Text]:
    """Yield their pages: that on the site, and those elsewhere whose addresses are known."""
    person = data.person
    yield data.address(f"{data.site}{reverse('people:detail', args=[person.slug])}")
    if person.orcid:
        yield text(Span(f"ORCID {person.orcid}", f"https://orcid.org/{person.orcid}"))
    for link in sorted(person.links.all(), key=ProfileLink.rank):
        if link.url and link.kind in OWN_ADDRESS and not link.label:
            yield data.address(link.url)
        elif link.url:
            yield text(Span(str(link), link.url))


def _sections(data: MadeOf) -> Iterable[DocumentSection]:
    """Yield the sections that were chosen, in their order."""
    names = [name for name in data.choices.sections if name in IN_SHORT or not data.choices.is_short]
    papers: list[Numbered] = numbered(data.person)
    make: dict[str, Callable[[MadeOf], DocumentSection]] = {
        "interests": career.interests,
        "about": career.about,
        "positions": career.positions,
        "education": career.education,
        "awards": career.awards,
        "publications": partial(publications, papers=papers),
        "talks": service.talks,
        "service": service.service,
        "teaching": career.teaching,
        "mentees": partial(service.mentees, labels={each.key: each.label for each in papers}),
        "projects": service.projects,
        "skills": career.skills,
        "references": career.references,
    }
    return (make[name](data) for name in names if name in make)
