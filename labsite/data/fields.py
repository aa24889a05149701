"""The fields of the JSON files in their order, and what each means, for the page /data/."""

from django.utils.translation import gettext_lazy as _

LAB = ("url", "name", "tagline", "about", "address", "email", "contact", "elsewhere", "language", "licence")
PEOPLE = (
    *("id", "url", "json", "name", "given_name", "family_name", "native_name", "native_language", "honorific"),
    *("standing", "memberships", "headline", "interests", "orcid", "links", "photo"),
)
PERSON = (
    *PEOPLE,
    *(
        "biography",
        "research_statement",
        "life",
        "skills",
        "also_published_as",
        "contact_details",
        "positions",
        "education",
    ),
    *("teaching", "references", "projects", "publications", "awards", "services", "talks"),
)
VENUES = (
    *("id", "url", "json", "acronym", "name", "kind", "publisher", "homepage", "also_called"),
    *("paper_count", "service_count", "last_year"),
)
VENUE = (*VENUES, "publications", "services", "hosted_services", "talks")
SERVICE = ("person", "kind", "role", "venue", "year", "host", "note")
TALK = ("title", "speaker", "publication", "occasions")
AWARD = ("title", "organisation", "year", "until", "note", "person", "publications")
PROJECT = (
    *("id", "url", "json", "title", "summary", "start", "end", "text", "funding", "picture"),
    *("people", "publications"),
)
NEWS = ("id", "url", "date", "title", "text", "people", "publications")
OPENING = ("id", "url", "title", "role", "closes", "text")

MEANINGS = {
    "about": _("What the lab says of itself, in Markdown."),
    "acronym": _("What the venue is called in short."),
    "address": _("The postal address, line by line."),
    "also_called": _("Other spellings of the venue’s name."),
    "also_published_as": _("Other spellings of the person’s name."),
    "awards": _("Awards of the person or of their papers, as in awards.json."),
    "biography": _("In Markdown."),
    "closes": _("The last day to apply; null: it stays open."),
    "contact": _("How to join or reach the lab, in Markdown."),
    "contact_details": _("What everyone may know: kind, value, is_former; an e-mail address in words."),
    "date": _("When it happened."),
    "education": _("Degree, field, honours, gpa, organisation, unit, place, start, end, ongoing, and advisors."),
    "elsewhere": _("The lab’s other pages."),
    "email": _("In words, so that no harvester finds it."),
    "end": _("When it ended."),
    "family_name": _("For sorting and citations."),
    "funding": _("Who pays for it, with the grant’s number."),
    "given_name": _("For citations."),
    "headline": _("One line about the person."),
    "homepage": _("The venue’s own page."),
    "honorific": _("Prof. or Dr., if the person uses it."),
    "host": _("The venue that this one was co-located with."),
    "hosted_services": _("Services for workshops held with this venue, as in services.json."),
    "id": _("The last part of the page’s address."),
    "interests": _("Research interests."),
    "json": _("The file with all that the site knows of it."),
    "kind": _("One of the fixed words below."),
    "language": _("The language that the content is written in."),
    "last_year": _("The year of the newest publication or service."),
    "licence": _("The licence of the content."),
    "life": _("Life outside research, in Markdown."),
    "links": _("The person’s pages elsewhere: kind, label, url."),
    "memberships": _("Each with role, start, end, and went_to: where they went afterwards."),
    "name": _("As it is written on the site."),
    "native_language": _("The language tag of the native name."),
    "native_name": _("The name in its own script."),
    "note": _("A remark."),
    "occasions": _("Each time it was given: host, place, date, and venue if the site knows it."),
    "orcid": _("The ORCID iD as an address."),
    "organisation": _("Who gave it, or where."),
    "paper_count": _("How many publications appeared there."),
    "people": _("Whom it concerns."),
    "person": _("Who it is."),
    "photo": _("Address, width, height, and what it shows."),
    "picture": _("Address, width, height, and what it shows."),
    "positions": _("Title, text, organisation, unit, place, start, end, ongoing, and advisors."),
    "projects": _("Projects the person takes part in."),
    "publication": _("The paper that it is about."),
    "publications": _("The publications; their citations are in the files above."),
    "publisher": _("Who publishes it."),
    "references": _("Who speaks for the person: person, title, affiliation, url."),
    "research_statement": _("In Markdown."),
    "role": _("The role as it was called; of an opening one of the fixed words below."),
    "service_count": _("How many services were done for it."),
    "services": _("As in services.json."),
    "skills": _("What the person can do."),
    "speaker": _("Who gave it."),
    "standing": _("current, joining or alumni, on the day of the request."),
    "start": _("When it began."),
    "summary": _("What it is about, in one sentence."),
    "tagline": _("What the lab studies, in one line."),
    "talks": _("As in talks.json; of a venue one entry for each occasion there."),
    "teaching": _("Course, role, place, term."),
    "text": _("In Markdown."),
    "title": _("As it is written on the site."),
    "until": _("The last year, if it lasted for several."),
    "url": _("The page of this site that shows it."),
    "venue": _("The venue."),
    "year": _("The year; null where it is tied to none."),
}
