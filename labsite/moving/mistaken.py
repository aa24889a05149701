"""Identifiers and contact details that several papers or people of a site share, though only one can have them."""

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

from publications.matching.papers import PaperFingerprint, looks_like_another

from .outcomes import FileOutcomes
from .site import SitePaper, SitePerson

IN_WORDS = {"doi": "DOI", "arxiv_id": "arXiv id"}


def without_shared_ids(papers: list[SitePaper], outcomes: FileOutcomes) -> list[SitePaper]:
    """Return the papers without identifiers that two of them have though they look like two papers.

    The one that has the identifier in an address too keeps it, if it is the only one.
    """
    for name in IN_WORDS:
        holders: dict[str, list[SitePaper]] = defaultdict(list)
        for paper in papers:
            if paper.entry.record and (value := getattr(paper.entry.record, name)):
                holders[value.casefold()].append(paper)
        for value, those in holders.items():
            fingerprints = [PaperFingerprint.of_record(paper.entry.record) for paper in those if paper.entry.record]
            if any(looks_like_another(one, other) for one, other in combinations(fingerprints, 2)):
                _take_away(those, name, value, outcomes)
    return papers


def _take_away(papers: list[SitePaper], name: str, value: str, outcomes: FileOutcomes) -> None:
    """Take an identifier from papers, but from the only one that has it in an address."""
    records = [(paper, paper.entry.record) for paper in papers if paper.entry.record]
    addresses = [(paper, (record.url, *(link.url for link in record.links))) for paper, record in records]
    confirmed = [paper for paper, urls in addresses if any(value in url.casefold() for url in urls)]
    for paper, record in records:
        if confirmed != [paper]:
            bare = replace(record, doi="") if name == "doi" else replace(record, arxiv_id="")
            paper.entry = replace(paper.entry, record=bare)
            words = f"the {IN_WORDS[name]} {value} of “{record.title}”: another paper of the site has it"
            outcomes.left_out(paper.path, words)


def without_shared_contacts(people: list[SitePerson], outcomes: FileOutcomes) -> list[SitePerson]:
    """Return the people without ORCID iDs and e-mail addresses that several have; who leads the lab keeps them."""
    for what in ("ORCID iD", "e-mail address"):
        holders: dict[str, list[SitePerson]] = defaultdict(list)
        for person in people:
            values = [person.orcid] if what == "ORCID iD" else person.emails
            for value in dict.fromkeys(each.casefold() for each in values if each):
                holders[value].append(person)
        for value, those in holders.items():
            leads = [person for person in those if any(role.role == "lead" for role in person.roles)]
            for person in (each for each in those if len(those) > 1 and leads != [each]):
                if what == "ORCID iD":
                    person.orcid = ""
                else:
                    person.emails = [each for each in person.emails if each.casefold() != value]
                outcomes.left_out(person.path, f"the {what} {value} of {person.name}: somebody else has it too")
    return people
