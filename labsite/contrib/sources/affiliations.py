"""Where authors work: at OpenAlex what their newest papers print, at ORCID what they say themselves."""

from collections import defaultdict
from collections.abc import Iterator

from people.affiliations import WrittenAffiliation
from people.models import Person
from publications.models import Authorship

from . import openalex, orcid
from .client import MALFORMED, Get, NotKnown, Unavailable, client_for_pages
from .lookup import UNREADABLE
from .members import known_authors, place_among

SEPARATORS = "|,"  # in what OpenAlex is asked for; DOIs with them can't be


def find(papers: list[int], people: list[int]) -> tuple[list[WrittenAffiliation], list[str]]:
    """Return the newest that each source says of these authors, and why one couldn't be asked to the end."""
    get, troubles = client_for_pages().get, []
    newest: dict[tuple[int, str], WrittenAffiliation] = {}
    for source, rows in ((openalex, _on_papers(papers, people, get)), (orcid, _by_themselves(people, get))):
        try:
            for row in rows:
                key = row.person, row.source
                if row.organisation and (key not in newest or row.date > newest[key].date):
                    newest[key] = row
        except Unavailable as error:
            troubles.append(str(error))
        except MALFORMED:
            troubles.append(UNREADABLE.format(source=source.PLACE))
    return list(newest.values()), troubles


def _on_papers(papers: list[int], people: list[int], get: Get) -> Iterator[WrittenAffiliation]:
    """Yield what OpenAlex reads on papers with a DOI, of authors who are certain to be meant."""
    authors = known_authors(Person.objects.filter(pk__in=people))
    keys_by_doi = defaultdict(list)
    rows = Authorship.objects.filter(publication__in=papers, person__in=people).exclude(publication__doi="")
    for doi, key in rows.values_list("publication__doi", "person"):
        if not set(SEPARATORS) & set(doi):
            keys_by_doi[doi.casefold()].append(key)
    for doi, date, printed in openalex.affiliations(list(keys_by_doi), get):
        for key in keys_by_doi[doi.casefold()]:
            position = place_among([name for name, _organisation in printed], authors[key])
            if position is not None:
                yield WrittenAffiliation(key, printed[position][1], date, openalex.PLACE)


def _by_themselves(people: list[int], get: Get) -> Iterator[WrittenAffiliation]:
    for key, identifier in Person.objects.filter(pk__in=people).exclude(orcid="").values_list("pk", "orcid"):
        try:
            yield WrittenAffiliation(key, *orcid.employer(identifier, get), orcid.PLACE)
        except NotKnown:
            continue
