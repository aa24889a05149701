"""What the template brings along: demo content, which is left out, and its types of roles and links."""

from typing import Any

from labsite.moving.outcomes import FileOutcomes
from labsite.moving.plain_values import line_of, mapping_in, role_in
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold

LATIN = ("lorem ipsum", "faucibus purus in massa")
PEOPLE = {"jane smith", "john doe", "sarah johnson"}
PAPERS = {
    "doi:10.1371/journal.pcbi.1007128",
    "doi:10.1016/j.csbj.2020.05.017",
    "doi:10.7554/elife.32822",
}
# The one who keeps the template, whose papers it shows.
KEEPERS_ORCID = "0000-0002-4655-3773"


def is_unwritten(text: str) -> bool:
    """Return whether a text is one of the template's placeholders."""
    folded = fold(text)
    return any(words in folded for words in LATIN)


def is_sample_person(name: str, text: str) -> bool:
    return fold(name) in PEOPLE and (not text.strip() or is_unwritten(text))


def is_sample_lab(title: str) -> bool:
    return title == "Lab Website Template"


PATH = "_data/types.yaml"
# Where the template's own types lead, for sites whose file of them doesn't say so.
PATTERNS = {
    "orcid": "https://orcid.org/$VALUE",
    "google-scholar": "https://scholar.google.com/citations?user=$VALUE",
    "github": "https://github.com/$VALUE",
    "twitter": "https://twitter.com/$VALUE",
    "bluesky": "https://bsky.app/profile/$VALUE",
    "facebook": "https://facebook.com/$VALUE",
    "instagram": "https://instagram.com/$VALUE",
    "youtube": "https://youtube.com/$VALUE",
    "linkedin": "https://www.linkedin.com/in/$VALUE",
}
KINDS = {"home-page": "homepage", "website": "homepage", "google-scholar": "scholar"}


class TemplateTypes:
    """The types of a site by their names, which stand in its pages."""

    def __init__(self, source: SiteSource, outcomes: FileOutcomes) -> None:
        self._held: dict[str, dict[str, Any]] = {}
        if source.exists(PATH):
            with outcomes.reading(PATH):
                self._held = {name: mapping_in(fields) for name, fields in mapping_in(source.yaml(PATH)).items()}
                outcomes.not_needed(PATH, "names and icons of roles and links")

    def described(self, name: str) -> str:
        """Return what a role is called in words; nothing for one that the site doesn't describe."""
        held = self._held.get(name, {})
        return line_of(held.get("description") or held.get("text"))

    def role(self, name: str, description: str) -> str:
        """Return a role as this site knows it, by its own name first, then by what it is called."""
        words = (name.replace("-", " ").replace("_", " "), self.described(name), description)
        return next(filter(None, map(role_in, words)), "researcher")

    def address(self, name: str, value: str) -> str:
        """Return the URL of a link of a type, whose value may be a username or the whole URL."""
        if "://" in value:
            return value
        pattern = line_of(self._held.get(name, {}).get("link")) or PATTERNS.get(name, "")
        return pattern.replace("$VALUE", value.lstrip("@").strip("/")) if "$VALUE" in pattern else ""

    def label(self, name: str) -> str:
        held = self._held.get(name, {})
        return line_of(held.get("text")) or name.replace("-", " ").capitalize()
