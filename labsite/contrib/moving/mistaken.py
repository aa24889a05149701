"""Identifiers and contact details that several papers or people of a site share, though only one can have them.

Two pages of one source are about two people, whatever these are called, unless they share what is one's own.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from labsite.texts.email_addresses import is_email_address
from labsite.texts.folding import fold
from publications.matching.papers import PaperFingerprint, looks_like_another

from .outcomes import FileOutcomes
from .site import SitePaper, SitePerson

HEADS = ("index.", "_index.")  # what the file of a page in a folder of its own begins with
ENDINGS = (".md", ".markdown", ".html")
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
            if not any(looks_like_another(one, other) for one, other in combinations(fingerprints, 2)):
                continue
            records = [(paper, paper.entry.record) for paper in those if paper.entry.record]
            addresses = [(paper, (record.url, *(link.url for link in record.links))) for paper, record in records]
            confirmed = [paper for paper, urls in addresses if any(value in url.casefold() for url in urls)]
            for paper, record in (pair for pair in records if confirmed != [pair[0]]):
                bare = replace(record, doi="") if name == "doi" else replace(record, arxiv_id="")
                paper.entry = replace(paper.entry, record=bare)
                words = f"the {IN_WORDS[name]} {value} of “{record.title}”: another paper has it, too"
                outcomes.left_out(paper.path, words)
    return papers


def without_shared_contacts(people: list[SitePerson], outcomes: FileOutcomes) -> list[SitePerson]:
    """Return the people without e-mail addresses that are none, and without what several have.

    Who leads the lab, or else owns the site, keeps ORCID iDs and addresses that others have too.
    """
    for person in people:
        for email in [each for each in person.emails if not is_email_address(each)]:
            person.emails.remove(email)
            outcomes.left_out(person.path, f"“{email}”, given as an e-mail address of {person.name}, isn’t one")
    for what in ("ORCID iD", "e-mail address"):
        holders: dict[str, list[SitePerson]] = defaultdict(list)
        for person in people:
            values = [person.orcid] if what == "ORCID iD" else person.emails
            for value in dict.fromkeys(each.casefold() for each in values if each):
                holders[value].append(person)
        for value, those in holders.items():
            leads = [person for person in those if any(role.role == "lead" for role in person.roles)]
            leads = leads or [person for person in those if person.is_owner]
            for person in (each for each in those if len(those) > 1 and leads != [each]):
                if what == "ORCID iD":
                    person.orcid = ""
                else:
                    person.emails = [each for each in person.emails if each.casefold() != value]
                outcomes.left_out(person.path, f"the {what} {value} of {person.name}: someone else has it, too")
    return people


def is_one(one: SitePerson, other: SitePerson) -> bool:
    """Return whether a site speaks twice of one person: anywhere but in two pages that share nothing but the name."""
    natives = {one.native_name, other.native_name} - {""}
    if len(natives) > 1 or not (called(one) & called(other)):
        return False
    (folder, page), (other_folder, other_page) = _place(one.path), _place(other.path)
    are_pages = one.path.endswith(ENDINGS) and other.path.endswith(ENDINGS)
    return not are_pages or folder != other_folder or page == other_page or bool(own_of(one) & own_of(other))


def merged(people: Iterable[SitePerson]) -> list[SitePerson]:
    """Return people with what several files say of one of them together."""
    known: dict[str, SitePerson] = {}
    for person in people:
        fill_gaps(known.setdefault(fold(person.name), person), person)
    return list(known.values())


def fill_gaps(known: SitePerson, more: SitePerson) -> None:
    """Add to somebody what is said elsewhere and not yet known."""
    vars(known).update({name: value for name, value in vars(more).items() if value and not getattr(known, name)})


def called(person: SitePerson) -> set[str]:
    """Return what a person is called, folded, in each script."""
    return {fold(person.name), fold(person.native_name)} - {""}


def _place(path: str) -> tuple[str, str]:
    """Return the folder that a page is in, and what the page is called there."""
    folder, _, name = path.rpartition("/")
    if name.startswith(HEADS):
        folder, _, name = folder.rpartition("/")
    return folder, name.partition(".")[0]


def own_of(person: SitePerson) -> set[str]:
    """Return what nobody else has."""
    links = (plain_address(link.url) for link in person.links)
    return {person.orcid, person.photo, *map(str.casefold, person.emails), *links} - {""}


def plain_address(url: str) -> str:
    """Return an address without what different spellings of it differ in."""
    return url.partition("://")[2].removeprefix("www.").rstrip("/").casefold()
