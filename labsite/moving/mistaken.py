"""Identifiers and contact details that several papers or people of a site share, though only one can have them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
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
    for value, those in _holders(people, lambda person: [person.orcid]).items():
        for person in _copiers(those):
            person.orcid = ""
            outcomes.left_out(person.path, f"the ORCID iD {value} of {person.name}: somebody else has it too")
    for value, those in _holders(people, lambda person: person.emails).items():
        for person in _copiers(those):
            person.emails = [each for each in person.emails if each.casefold() != value]
            outcomes.left_out(person.path, f"the e-mail address {value} of {person.name}: somebody else has it too")
    return people


def _holders(
    people: Iterable[SitePerson], values_of: Callable[[SitePerson], list[str]]
) -> dict[str, list[SitePerson]]:
    found: dict[str, list[SitePerson]] = defaultdict(list)
    for person in people:
        for value in dict.fromkeys(each.casefold() for each in values_of(person) if each):
            found[value].append(person)
    return {value: those for value, those in found.items() if len(those) > 1}


def _copiers(people: list[SitePerson]) -> list[SitePerson]:
    """Return the people who must have copied a shared value: all but the only one who leads the lab."""
    leads = [person for person in people if any(role.role == "lead" for role in person.roles)]
    return [person for person in people if len(leads) != 1 or person is not leads[0]]
