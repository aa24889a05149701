"""The settings of a site: its owner, their links and addresses, and the bibliography; and the demo content.

Older versions keep usernames in ``_config.yml``, newer ones in ``_data/socials.yml``.
"""

import re
from functools import partial
from typing import Any

from labsite.contrib.moving.no_people import SamplePeople, mentions, why_no_person
from labsite.contrib.moving.outcomes import SiteReading, SourcePage
from labsite.contrib.moving.site import SitePerson
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.words import SAMPLES
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.front_matter import PageFields, line_of, mapping_in, text_of
from labsite.contrib.reading.networks import ADDRESSES, profile_address
from labsite.texts.email_addresses import find_email_addresses
from labsite.texts.folding import fold
from publications.citations.identifiers import find_orcid
from publications.citations.record import Record

CONFIG = ("_config.yml", "_config.yaml")
SOCIALS = ("_data/socials.yml", "_data/socials.yaml", "_data/social.yml")
AT = re.compile(r"\s*(?:\[at\]|\(at\)|\bat\b(?=\s*\S+\s*(?:\.|dot))|\{at\})\s*", re.IGNORECASE)
DOT = re.compile(r"\s*(?:\[dot\]|\(dot\)|\{dot\})\s*", re.IGNORECASE)
# The names of networks stand in data about members too, without their ends; what has no usernames needs an address.
ENDS = re.compile(r"_(?:username|id|userid|user_id|url|profile|name|handle)$")
NETWORKS = {*ADDRESSES, "website", "url", "homepage", "webpage", "work", "blogger"}
OTHER_NAMES = {"researchgate": "research_gate", "googlescholar": "scholar", "google_scholar": "scholar"}
SAMPLE_EMAILS = {"you@example.com", "example@example.com", "test@example.com"}


class AlFolioReading(SiteReading):
    """A source of this theme, with what its settings say; ``scholar`` are those of the bibliography."""

    def __init__(self, source: SiteSource) -> None:
        super().__init__(source)
        self.path = next(filter(source.exists, CONFIG), "")
        self.config = self.settings_in(CONFIG, "settings: names, usernames, bibliography")
        self.socials = PageFields(self.config | self.settings_in(SOCIALS, "usernames"))
        self.scholar = self.config.mapping("scholar")
        self.links, self.orcid = profiles_in(self.socials.without("url"))
        self.emails = mails_in(self.config.get("email"), self.socials.get("email"))
        names = (self.config.line(f"{name}_name") for name in ("first", "middle", "last"))
        self.full_name = " ".join(filter(None, names))
        source.own_address = self.config.line("url") + self.config.line("baseurl")

    @property
    def is_personal(self) -> bool:
        """Whether the site is a person's: a lab has no family name."""
        is_named = bool(fold(self.config.line("last_name")) and self.config.line("first_name"))
        is_lab = why_no_person(self.full_name, "", "")
        return is_named and not is_lab and not SAMPLE_NAMES.include(self.full_name, "")

    @property
    def language(self) -> str:
        """The language of a site that has several, by jekyll-polyglot: https://polyglot.untra.io/en/"""
        return self.config.line("default_lang")

    def is_translation(self, path: str) -> bool:
        """Say whether a page says in another language what one beside it says in the site's own."""
        others = {*self.config.lines("languages")} - {self.language}
        twins = (path.replace(f"/{other}/", f"/{self.language}/", 1) for other in others if f"/{other}/" in path)
        return any(map(self.source.exists, twins))


def spelling_of(given: str, family: str) -> str:
    """Return a whole name, though some write the family name into the given one too."""
    return given if fold(given).endswith(fold(family)) else f"{given} {family}"


def profiles_in(fields: PageFields) -> tuple[list[StatedLink], str]:
    """Return the pages elsewhere that fields name by address or username, and the ORCID iD among them."""
    links, orcid = [], ""
    for name, value in fields.items():
        bare = ENDS.sub("", name.casefold().replace("-", "_"))
        network, username = OTHER_NAMES.get(bare, bare), line_of(value)
        is_network = network in NETWORKS and " " not in username
        is_without_scheme = re.match(r"[\w-]+(?:\.[\w-]+)+/", username) and network != "mastodon"
        username = f"https://{username}" if is_without_scheme else username
        address = profile_address(network, username) if is_network else ""
        if network == "orcid" or "orcid.org/" in username:
            orcid = orcid or find_orcid(username)
        elif address:
            links.append(StatedLink(address))
        elif (url := mapping_in(value).line("url")).startswith("http"):
            links.append(StatedLink(url, label=mapping_in(value).line("title")[:100]))
    return list({link.url: link for link in links}.values()), orcid


def mails_in(*values: Any) -> list[str]:
    """Return the addresses of mail in texts, which may hide the @ from machines."""
    texts = (DOT.sub(".", AT.sub("@", text_of(value))) for value in values)
    return [each for each in find_email_addresses(" ".join(texts)) if each.casefold() not in SAMPLE_EMAILS]


PROJECT = re.compile(r"project \d+", re.IGNORECASE)
POST = re.compile(
    r"an? (?:post|distill-style blog post|paper) (?:with|for)\b|a distill-style blog post\b", re.IGNORECASE
)
TEACHER = re.compile(r"Prof\. (?:\w+ )?Example")
DEMO = SAMPLES["al_folio"]
is_unwritten = partial(mentions, DEMO["words"])
LAST_YEAR = 1960  # of anything that the template's cast wrote


def is_demo_paper(record: Record) -> bool:
    """Return whether a paper is in the template's own bibliography."""
    by_einstein = any((author.family or author.literal).casefold().endswith("einstein") for author in record.authors)
    letters = record.key.casefold().startswith(("przibram", "einstein"))
    is_early = bool(record.year and record.year < LAST_YEAR)
    return ((by_einstein or letters) and is_early) or record.key == "przibram1967letters"


SAMPLE_NAMES = SamplePeople(nobodys=DEMO["nobodys"])


def is_demo_person(person: SitePerson) -> bool:
    """Return whether somebody is of the template's cast: by a name that is nobody's, or if nothing else is said."""
    values = (person.biography, person.orcid, *person.emails, *person.links)
    return SAMPLE_NAMES.include(person.name, "") or (fold(person.name) in DEMO["common"] and not any(values))


def is_demo_page(page: SourcePage) -> bool:
    """Return whether a project, a post, a news item or another page is the template's."""
    title, body = page.line("title"), page.body
    return (
        bool(PROJECT.fullmatch(title) and (not body or "project" in fold(body) or is_unwritten(body)))
        or bool(POST.match(title))
        or fold(title) in DEMO["titles"]
        or bool(TEACHER.fullmatch(page.line("instructor")))
        or fold(f"{title} {body}").startswith((*DEMO["news"],))
        or is_unwritten(body)
    )
