"""What somebody's ORCID record says of their career, as JSON Resume has it.

https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/
"""

import json
from typing import Any

from django.utils.module_loading import import_string

from labsite import registry
from labsite.contrib.reading.career import CareerSource
from labsite.contrib.reading.front_matter import PageFields, mapping_in
from labsite.contrib.reading.words import WORDS
from publications.formats.safe_parsing import json_in

PARTS = ("year", "month", "day")  # of a date


def resume_at_orcid(orcid: str) -> str:
    """Return the text of a JSON Resume. Raises Unavailable, and Unreadable for an answer that is no JSON."""
    for source in registry.added(CareerSource):
        return json.dumps(resume_of(json_in(import_string(source.fetch)(orcid))), ensure_ascii=False)
    return ""


def resume_of(record: Any) -> dict[str, Any]:
    """Return what a record says beside its papers."""
    person = mapping_in(mapping_in(record).get("person"))
    activities = mapping_in(mapping_in(record).get("activities-summary"))
    name = person.mapping("name")
    parts = (name.mapping(part).line("value") for part in ("given-names", "family-name"))
    links = person.mapping("researcher-urls").mappings("researcher-url")
    keywords = person.mapping("keywords").mappings("keyword")
    resume: dict[str, Any] = {
        "basics": {
            "name": name.mapping("credit-name").line("value") or " ".join(filter(None, parts)),
            "summary": person.mapping("biography").text("content"),
            "email": [each.line("email") for each in person.mapping("emails").mappings("email")],
            "profiles": [
                {"network": each.line("url-name"), "url": each.mapping("url").line("value")} for each in links
            ],
        },
        "interests": [{"name": each.line("content")} for each in keywords],
    }
    for listed, (section, title, organisation) in WORDS["orcid"].items():
        for group in activities.mapping(listed).mappings("affiliation-group"):
            for summary in group.mappings("summaries")[:1]:  # of the sources that say the same the preferred one
                fields = next(iter(map(mapping_in, summary.values())), PageFields())
                where = fields.mapping("organization")
                address = (where.mapping("address").line(part) for part in ("city", "region", "country"))
                dates = (
                    "-".join(filter(None, (fields.mapping(name).mapping(part).line("value") for part in PARTS)))
                    for name in ("start-date", "end-date")
                )
                step = {title: fields.line("role-title"), organisation: where.line("name")}
                step |= {"unit": fields.line("department-name"), "location": ", ".join(filter(None, address))}
                resume.setdefault(section, []).append(step | dict(zip(("startDate", "endDate"), dates, strict=True)))
    return resume
