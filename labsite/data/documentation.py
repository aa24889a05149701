"""The page /data/: every file that the site makes for machines, said to the people who write those machines."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_safe

from labsite import registry
from labsite.data import files
from labsite.registry import DataFile
from labsite.web.head import Head
from labsite.web.json_files import JSONFiles
from labsite.web.requests import LabRequest
from publications.citing import MAX_WITH_ABSTRACTS
from publications.formats import WRITTEN

MEANINGS = {
    "about": _("About the lab, in Markdown."),
    "abstract": _("In Markdown."),
    "acronym": _("The venue’s short name."),
    "address": _("The postal address, line by line."),
    "also_called": _("Other spellings of the venue’s name."),
    "also_published_as": _("Other spellings of the person’s name."),
    "article": _("The article’s number."),
    "arxiv_id": _("The arXiv identifier, without a version."),
    "authors": _("In order: name as printed, person, is_equal, is_lead, is_corresponding, and mentor."),
    "awards": _("As in awards.json; a person’s include those of their papers."),
    "biography": _("In Markdown."),
    "citation_key": _("Its key in citations."),
    "closes": _("The last day to apply; null: it stays open."),
    "contact": _("How to join or reach the lab, in Markdown."),
    "contact_details": _("Public contact details: kind, value, is_former; e-mail addresses in words."),
    "date": _("When it happened."),
    "doi": _("Without https://doi.org/ in front."),
    "earlier_versions": _("Its earlier versions: title, authors as printed, status, arxiv_id."),
    "education": _(
        "Degree, field, honours, gpa, organisation, unit, place, start, end, ongoing, original_wording, and advisors."
    ),
    "elsewhere": _("The lab’s other pages."),
    "email": _("Written out in words, to keep it from harvesters."),
    "end": _("When it ended."),
    "family_name": _("For sorting and citations."),
    "funding": _("The funder, with the grant’s number."),
    "given_name": _("Used in citations."),
    "headline": _("One line about the person."),
    "homepage": _("The venue’s own page."),
    "honorific": _("Prof. or Dr., if the person uses it."),
    "host": _("The venue whose workshop it was, or that it was held with."),
    "hosted_services": _("Service for workshops held with this venue, as in services.json."),
    "id": _("The last part of the page’s address."),
    "interests": _("Research interests."),
    "json": _("The file with everything the site knows about it."),
    "kind": _("One of the fixed words below."),
    "language": _("The language that the content is written in."),
    "last_year": _("The year of the newest publication or service."),
    "licence": _("The licence of the content."),
    "life": _("Life outside research, in Markdown."),
    "links": _("Links: kind, label, url."),
    "logo": _("Address, width, height, and what it shows."),
    "map": _("A link to the address on a map."),
    "memberships": _(
        "Each with role, start, end, has_left (true if the date is unknown), and went_to: where they went afterwards."
    ),
    "month": _("The number of the month."),
    "name": _("As it is written on the site."),
    "native_language": _("The language tag of the native name."),
    "native_name": _("The name in its own script."),
    "news": _("News of it: id, date, title, url."),
    "note": _("A remark."),
    "notes": _("Remarks, one by one."),
    "number": _("The number, of an issue or of a report."),
    "occasions": _("Each time it was given: host, place, date, and venue if the site knows it."),
    "original_wording": _("The wording of an older document, if it says more."),
    "orcid": _("The ORCID iD as an address."),
    "organisation": _("The awarding body."),
    "pages": _("As they are printed."),
    "paper_count": _("How many publications appeared there."),
    "part_of": _("The organisation that the lab belongs to: name, url."),
    "people": _("The people concerned."),
    "person": _("The person."),
    "photo": _("Address, width, height, and what it shows."),
    "picture": _("Address, width, height, and what it shows."),
    "positions": _("Title, text, organisation, unit, place, start, end, ongoing, original_wording, and advisors."),
    "proceedings": _("As the paper prints them, if in words of their own."),
    "projects": _("Projects that it is part of."),
    "publication": _("The paper that it is about."),
    "publications": _("The publications; their citations are in the files above."),
    "publisher": _("Who publishes it."),
    "references": _("Referees: person, title, affiliation, url."),
    "research_statement": _("In Markdown."),
    "role": _("The title of the role; for an opening, one of the fixed words below."),
    "service_count": _("The number of service roles for it."),
    "services": _("As in services.json."),
    "skills": _("The person’s skills."),
    "speaker": _("The speaker."),
    "sponsors": _("Sponsors and affiliations of the lab: name, kind, url."),
    "standing": _("current, joining or alumni, on the day of the request."),
    "start": _("When it began."),
    "status": _("One of the fixed words below."),
    "summary": _("Its subject, in one sentence."),
    "tagline": _("What the lab studies, in one line."),
    "talks": _("As in talks.json; for a venue, one entry for each occasion there."),
    "teaching": _("Course, role, place, term."),
    "teaser": _("Address, width, height, and what it shows."),
    "text": _("In Markdown."),
    "title": _("As it is written on the site."),
    "translation": _("The same in the site’s other language, for texts that are written in both."),
    "until": _("The last year, if it was given for several."),
    "url": _("The page of this site that shows it."),
    "venue": _("The venue."),
    "volume": _("Of a journal or of proceedings."),
    "year": _("The year; null if it isn’t tied to one."),
}


@require_safe
def data(request: LabRequest) -> HttpResponse:
    """Describe every file, with an example of each that there is one of."""
    # What an address varies with, by what it is of: for each a row that has much to show.
    kinds = registry.facets(JSONFiles).values()
    found = {kind.each.of: kind.each.example() for kind in kinds if kind.each}
    examples: dict[str, Any] = {"": {}, "section": {"section": "pages"}}
    examples |= {of: {"slug": row.slug} for of, row in found.items() if row}
    for section in files.SECTIONS:
        examples |= section.examples(found)
    examples |= {"year": {"year": found["publication"].year}} if found["publication"] else {}
    sections = [
        (each.name, each.heading, [_described(file, examples) for file in each.files]) for each in files.SECTIONS
    ]
    words = [(of, choices.choices) for kind in kinds for of, choices in kind.choices]
    head = Head(
        request,
        title=gettext("Data"),
        description=gettext(
            "Everything on the site of %(lab)s as files for programs: BibTeX, RIS, JSON, feeds and a calendar."
        )
        % {"lab": request.lab.name},
    )
    context = {"sections": sections, "words": words, "formats": WRITTEN, "most_with_abstracts": MAX_WITH_ABSTRACTS}
    return render(request, "labsite/data.html", context | {"head": head})


def _described(file: DataFile, examples: dict[str, Any]) -> dict[str, Any]:
    """Return a kind of file as the page tells of it; ``url`` is where it is if there is only one such file."""
    found, meant = file.urls(**examples[file.of]) if file.of in examples else [], meanings()
    is_one = [file.address] == [url for _extension, url in found]
    return {
        "address": file.address,
        "url": file.address if is_one else "",
        "holds": file.holds,
        "rows": file.rows,
        "fields": [(name, meant[name]) for name in file.fields],
        "examples": [] if is_one else found,
    }


def meanings() -> dict[str, Any]:
    """Return what the fields of the JSON files mean, by their names."""
    return MEANINGS | {
        name: words for kind in registry.facets(JSONFiles).values() for name, words in kind.meanings.items()
    }
