"""The settings of a site: its owner, their links and addresses, and the bibliography.

Older versions keep usernames in ``_config.yml``, newer ones in ``_data/socials.yml``.
"""

import re
from functools import cached_property
from typing import Any

from labsite.moving.outcomes import FileOutcomes
from labsite.moving.plain_values import line_of, lines_in, mapping_in, text_of
from labsite.moving.site import SiteLink
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold
from publications.citations.identifiers import find_orcid

from . import demo

CONFIG = ("_config.yml", "_config.yaml")
SOCIALS = ("_data/socials.yml", "_data/socials.yaml", "_data/social.yml")
AT = re.compile(r"\s*(?:\[at\]|\(at\)|\bat\b(?=\s*\S+\s*(?:\.|dot))|\{at\})\s*", re.IGNORECASE)
DOT = re.compile(r"\s*(?:\[dot\]|\(dot\)|\{dot\})\s*", re.IGNORECASE)
MAIL = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[a-z]{2,}", re.IGNORECASE)
# Where a username of each network leads; the same names stand in data about members, without their ends.
ADDRESSES = {
    "github": "https://github.com/{}",
    "gitlab": "https://gitlab.com/{}",
    "twitter": "https://x.com/{}",
    "x": "https://x.com/{}",
    "mastodon": "https://{}",
    "bluesky": "https://bsky.app/profile/{}",
    "linkedin": "https://www.linkedin.com/in/{}",
    "scholar": "https://scholar.google.com/citations?user={}",
    "google_scholar": "https://scholar.google.com/citations?user={}",
    "dblp": "https://dblp.org/pid/{}",
    "semanticscholar": "https://www.semanticscholar.org/author/{}",
    "scopus": "https://www.scopus.com/authid/detail.uri?authorId={}",
    "inspirehep": "https://inspirehep.net/authors/{}",
    "research_gate": "https://www.researchgate.net/profile/{}",
    "publons": "https://publons.com/a/{}",
    "acm": "https://dl.acm.org/profile/{}",
    "ieee": "https://ieeexplore.ieee.org/author/{}",
    "hal": "https://cv.hal.science/{}",
    "osf": "https://osf.io/{}",
    "zotero": "https://www.zotero.org/{}",
    "lattes": "http://lattes.cnpq.br/{}",
    "kaggle": "https://www.kaggle.com/{}",
    "stackoverflow": "https://stackoverflow.com/users/{}",
    "medium": "https://medium.com/@{}",
    "quora": "https://www.quora.com/profile/{}",
    "keybase": "https://keybase.io/{}",
    "wikidata": "https://www.wikidata.org/wiki/{}",
    "wikipedia": "https://wikipedia.org/wiki/User:{}",
    "youtube": "https://youtube.com/@{}",
    "instagram": "https://instagram.com/{}",
    "facebook": "https://facebook.com/{}",
    "telegram": "https://telegram.me/{}",
    "flickr": "https://www.flickr.com/{}",
    "unsplash": "https://unsplash.com/@{}",
    "leetcode": "https://leetcode.com/u/{}/",
    "website": "",
    "url": "",
    "homepage": "",
    "webpage": "",
    "work": "",
    "blogger": "",
}
ENDS = re.compile(r"_(?:username|id|userid|user_id|url|profile|name|handle)$")
SAMPLES = {"you@example.com", "example@example.com", "test@example.com"}
UNNAMED = {"", "blank", "al folio"}
NO_SURNAMES = {"", "lab", "labs", "group", "team", "laboratory", "research", "nlp", "institute", "center", "centre"}


class AlFolioSettings:
    """What the settings of a site say."""

    def __init__(self, source: SiteSource, outcomes: FileOutcomes) -> None:
        self.source, self.outcomes = source, outcomes
        self.config = self._read(CONFIG, "settings: names, usernames, bibliography")
        self.socials = {name: self.config.get(name) for name in self.config} | self._read(SOCIALS, "usernames")
        source.own_address = line_of(self.config.get("url")) + line_of(self.config.get("baseurl"))

    @cached_property
    def scholar(self) -> dict[str, Any]:
        """The settings of the bibliography; its names are the owner's spellings."""
        return mapping_in(self.config.get("scholar"))

    @property
    def path(self) -> str:
        return next(filter(self.source.exists, CONFIG), "")

    @property
    def full_name(self) -> str:
        parts = (line_of(self.config.get(f"{name}_name")) for name in ("first", "middle", "last"))
        return " ".join(filter(None, parts))

    @property
    def title(self) -> str:
        """What the site is called; by default as its owner is."""
        title = line_of(self.config.get("title"))
        return self.full_name if fold(title) in UNNAMED else title

    @property
    def description(self) -> str:
        said = line_of(self.config.get("description"))
        return "" if demo.is_unwritten(said) else said

    @property
    def is_personal(self) -> bool:
        """Whether the site is a person's: a lab has no family name."""
        words = set(fold(self.full_name).split())
        surname = fold(line_of(self.config.get("last_name")))
        is_named = bool(surname and line_of(self.config.get("first_name"))) and not words & NO_SURNAMES
        return is_named and not demo.is_demo_person(self.full_name)

    @property
    def spellings(self) -> list[str]:
        """The spellings of the owner's name in the bibliography."""
        given, family = lines_in(self.scholar.get("first_name")), lines_in(self.scholar.get("last_name"))
        spellings = dict.fromkeys(spelling_of(first, last) for last in family for first in given)
        return [each for each in spellings if " " in each]

    @property
    def links(self) -> list[SiteLink]:
        """The owner's pages elsewhere."""
        return self._profiles[0]

    @property
    def orcid(self) -> str:
        return self._profiles[1]

    @cached_property
    def _profiles(self) -> tuple[list[SiteLink], str]:
        return profiles_in({name: value for name, value in self.socials.items() if name != "url"})

    def _read(self, paths: tuple[str, ...], what: str) -> dict[str, Any]:
        for path in paths:
            if self.source.exists(path):
                with self.outcomes.reading(path):
                    held = mapping_in(self.source.yaml(path))
                    self.outcomes.brought(path, what)
                    return held
        return {}


def spelling_of(given: str, family: str) -> str:
    """Return a whole name, though some write the family name into the given one too."""
    return given if fold(given).endswith(fold(family)) else f"{given} {family}"


def profiles_in(fields: dict[str, Any]) -> tuple[list[SiteLink], str]:
    """Return the pages elsewhere that fields name by address or username, and the ORCID iD among them."""
    links, orcid = [], ""
    for name, value in fields.items():
        network, said = _network(name), line_of(value)
        if network == "orcid" or "orcid.org/" in said:
            orcid = orcid or find_orcid(said)
        elif address := _address(network, said):
            links.append(SiteLink(address))
        elif isinstance(value, dict) and line_of(value.get("url")).startswith("http"):
            links.append(SiteLink(line_of(value.get("url")), label=line_of(value.get("title"))[:100]))
    return list({link.url: link for link in links}.values()), orcid


def _network(name: str) -> str:
    bare = ENDS.sub("", name.casefold().replace("-", "_"))
    return {"researchgate": "research_gate", "googlescholar": "scholar"}.get(bare, bare)


def _address(network: str, said: str) -> str:
    if network not in ADDRESSES or not said or " " in said:
        return ""
    if said.startswith(("http://", "https://")):
        return said
    if re.match(r"[\w-]+(?:\.[\w-]+)+/", said) and network != "mastodon":
        return f"https://{said}"
    return ADDRESSES[network].format(said.removeprefix("@"))


def mails_in(*values: Any) -> list[str]:
    """Return the addresses of mail in texts, which may hide the @ from machines."""
    texts = (DOT.sub(".", AT.sub("@", text_of(value))) for value in values)
    found = [mail for text in texts for mail in MAIL.findall(text)]
    return [mail for mail in dict.fromkeys(found) if mail.casefold() not in SAMPLES]
