"""What the template brings along: demo content, which is left out, and its types of roles and links."""

from functools import partial

from labsite.contrib.moving.no_people import SamplePeople, mentions
from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.networks import addresses_of, profile_address
from labsite.contrib.reading.plain_values import mapping_in
from labsite.contrib.reading.wording import role_in

LATIN = ("lorem ipsum", "faucibus purus in massa")
is_unwritten = partial(mentions, LATIN)
SAMPLE_PEOPLE = SamplePeople(common={"jane smith", "john doe", "sarah johnson"}, words=(*LATIN, "images photo jpg"))
SAMPLE_PAPERS = {"doi:10.1371/journal.pcbi.1007128", "doi:10.1016/j.csbj.2020.05.017", "doi:10.7554/elife.32822"}
SAMPLE_LAB = "Lab Website Template"
SAMPLE_DESCRIPTION = "website template for labs"
# The one who keeps the template, whose papers it shows.
KEEPERS_ORCID = "0000-0002-4655-3773"


TYPES = "_data/types.yaml"
# Where the template's own types lead, for sites whose file of them doesn't say so.
ADDRESSES = addresses_of(
    *("orcid", "google-scholar", "github", "twitter", "bluesky", "facebook", "instagram", "youtube", "linkedin")
) | {"twitter": "https://twitter.com/{}", "youtube": "https://youtube.com/{}"}


class LabTemplateReading(SiteReading):
    """A source of this template, with its types of roles and links by their names, which stand in its pages."""

    def __init__(self, source: SiteSource) -> None:
        super().__init__(source)
        self.types = mapping_in(self.values(TYPES))
        self.settle(filter(source.exists, [TYPES]), "names and icons of roles and links")

    def described(self, name: str) -> str:
        """Return what a role is called in words; nothing for one that the site doesn't describe."""
        return self.types.mapping(name).line("description", "text")

    def role(self, name: str, description: str) -> str:
        """Return a role as this site knows it, by its own name first, then by what it is called; maybe none."""
        words = (name.replace("-", " ").replace("_", " "), self.described(name), description)
        return next(filter(None, map(role_in, words)), "")

    def address(self, name: str, value: str) -> str:
        """Return the URL of a link of a type, whose value may be a username or the whole URL."""
        own = self.types.mapping(name).line("link")
        if "://" in value or not own:
            return value if "://" in value else profile_address(name, value, ADDRESSES)
        return own.replace("$VALUE", value.lstrip("@").strip("/")) if "$VALUE" in own else ""

    def label(self, name: str) -> str:
        return self.types.mapping(name).line("text") or name.replace("-", " ").capitalize()
