"""What a site calls roles and kinds of links: a data file of the template, which labs extend."""

from typing import Any

from labsite.moving.fates import Fates
from labsite.moving.plain_values import line_of, mapping_in
from labsite.moving.role_words import role_in
from labsite.moving.source import Source

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


class Types:
    """The types of a site by their names, which stand in its pages."""

    def __init__(self, source: Source, fates: Fates) -> None:
        self._held: dict[str, dict[str, Any]] = {}
        if source.exists(PATH):
            with fates.reading(PATH):
                self._held = {name: mapping_in(fields) for name, fields in mapping_in(source.yaml(PATH)).items()}
                fates.not_needed(PATH, "names and icons of roles and links")

    def described(self, name: str) -> str:
        """Return what a role is called in words; nothing for one that the site doesn't describe."""
        held = self._held.get(name, {})
        return line_of(held.get("description") or held.get("text"))

    def role(self, name: str, description: str) -> str:
        """Return a role as this site knows it, by its own name first, then by what it is called."""
        words = (name.replace("-", " ").replace("_", " "), self.described(name), description)
        return next(filter(None, map(role_in, words)), "researcher")

    def address(self, name: str, value: str) -> str:
        """Return where a link of a type leads, whose value may be a name there or the whole address."""
        if "://" in value:
            return value
        pattern = line_of(self._held.get(name, {}).get("link")) or PATTERNS.get(name, "")
        return pattern.replace("$VALUE", value.lstrip("@").strip("/")) if "$VALUE" in pattern else ""

    def label(self, name: str) -> str:
        held = self._held.get(name, {})
        return line_of(held.get("text")) or name.replace("-", " ").capitalize()
