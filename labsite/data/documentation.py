"""The page /data/: every file that the site makes for machines, said to the people who write those machines."""

from dataclasses import dataclass
from typing import Any

from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from labsite.data import files
from labsite.data.fields import MEANINGS
from labsite.models import Project
from people.models import ContactDetail, Membership, Person, ProfileLink
from publications.citing import MAX_WITH_ABSTRACTS
from publications.formats import WRITTEN
from publications.models import Link, Publication, Venue
from services.models import Service

SECTIONS = (
    ("citations", _("Citations"), files.CITATIONS),
    ("json", _("Rows as JSON"), files.JSON),
    ("feeds", _("Feeds and calendar"), files.FEEDS),
    ("cards", _("Pictures"), files.CARDS),
    ("others", _("For search engines"), files.OTHERS),
)
# Where a field holds one of a fixed set of words, and what these are.
WORDS = (
    (_("The role of a membership and of an opening"), Membership.Role),
    (_("The kind of a person’s link"), ProfileLink.Kind),
    (_("The kind of a contact detail"), ContactDetail.Kind),
    (_("The kind of a publication"), Publication.Kind),
    (_("The status of a publication"), Publication.Status),
    (_("The kind of a publication’s link"), Link.Kind),
    (_("The kind of a venue"), Venue.Kind),
    (_("The kind of a service"), Service.Kind),
)


@dataclass(frozen=True)
class Described:
    """A kind of file as the page tells of it; ``examples`` are extensions and addresses.

    ``url`` is where it is if there is only one such file.
    """

    address: str
    url: str
    holds: Any
    rows: str
    fields: list[tuple[str, Any]]
    examples: list[tuple[str, str]]


@require_safe
def data(request):
    """Describe every file, with an example of each that there is one of."""
    examples = _examples()
    sections = [(key, heading, [_described(file, examples) for file in found]) for key, heading, found in SECTIONS]
    words = [(of, choices.choices) for of, choices in WORDS]
    context = {"sections": sections, "words": words, "formats": WRITTEN, "most_with_abstracts": MAX_WITH_ABSTRACTS}
    return render(request, "labsite/data.html", context)


def _described(file: files.File, examples: dict[str, Any]) -> Described:
    address = files.address_template(file.name)
    found = file.urls(**examples[file.of]) if file.of in examples else []
    is_one = [address] == [url for extension, url in found]
    return Described(
        address=address,
        url=address if is_one else "",
        holds=file.holds,
        rows=file.rows,
        fields=[(name, MEANINGS[name]) for name in file.fields],
        examples=[] if is_one else found,
    )


def _examples() -> dict[str, Any]:
    """Return what an address varies with, by what it is of: for each a row that has much to show."""
    rows = {
        "publication": Publication.objects.published().dated().first(),
        "person": Person.objects.current(timezone.localdate()).first() or Person.objects.members().first(),
        "venue": Venue.objects.published_in().first(),
        "project": Project.objects.first(),
    }
    examples = {"": {}, "section": {"section": "pages"}} | {of: {"slug": row.slug} for of, row in rows.items() if row}
    return examples | ({"year": {"year": rows["publication"].year}} if rows["publication"] else {})
