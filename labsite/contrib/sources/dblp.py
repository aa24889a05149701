"""Papers of a person at dblp, or one paper by its key: https://dblp.org/faq/How+to+use+the+dblp+search+API.html"""

import re
from urllib.parse import quote

from labsite.texts.stored import gettext_noop
from publications.citations.entry import Entry
from publications.citations.identifiers import DBLP_PERSON
from publications.formats import FORMATS, decode
from publications.formats.dblp import PREFIX
from publications.formats.safe_parsing import xml_elements

from .client import Get

PLACE = "dblp"
NOT_KNOWN = gettext_noop("dblp has nothing under {}. Check the address of the person’s page there: it contains /pid/.")
NUMBER = re.compile(r" \d{4}$")  # by which dblp tells people of one name apart


def fetch(identifier: str, get: Get) -> bytes:
    """Return the XML of a person with all papers, or of one paper."""
    of = "pid" if DBLP_PERSON.fullmatch(identifier) else "rec"
    return get(PLACE, f"https://dblp.org/{of}/{quote(identifier)}.xml", "application/xml")


def entries(payload: bytes) -> list[Entry]:
    """Return the entries, without the day on which dblp last touched each: it would be news whenever it changes."""
    return [entry.without_extra(f"{PREFIX}mdate") for entry in FORMATS["dblp"].read(decode(payload))]


def names(payload: bytes) -> tuple[str, ...]:
    """Return the names under which the person has published, as dblp prints them."""
    people = (element for element in xml_elements(decode(payload), {"dblpperson"}) if element.tag == "person")
    return tuple(NUMBER.sub("", author.text) for person in people for author in person.all("author"))
