"""People: the owner of a personal site, and the members that labs keep in many ways of their own.

The template has no members. Labs list them in data files (``_data/people.yml``), in collections (``_people``,
``_members``), as projects of a category (``_projects``) or as profiles on a page (``_pages/profiles.md``).
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import has_ended, line_of, lines_in, mapping_in, mappings_in, role_in, words_in
from labsite.moving.site import SiteLink, SitePerson, SiteRole
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold

from . import demo
from .profiles import is_person, name_in, person_of
from .settings import AlFolioSettings, mails_in, spelling_of

PEOPLE = re.compile(
    r"people|person|member|team|staff|student|facult|postdoc|alumn|former|phd|master|researcher|visitor|affil"
    r"|undergrad|(?:^|_)(?:lab|profiles|group|pis?)\b",
    re.IGNORECASE,
)
KNOWN = {
    *("_projects", "_news", "_posts", "_pages", "_data", "_includes", "_layouts", "_sass", "_plugins", "_drafts"),
    *("_bibliography", "_teachings", "_books"),
}
OTHER_DATA = {"_data/coauthors.yml", "_data/cv.yml", "_data/venues.yml", "_data/repositories.yml", "_data/socials.yml"}


class AlFolioPeople:
    """The people of a site, by their folded names, in the order in which they are found."""

    def __init__(self, source: SiteSource, outcomes: FileOutcomes, settings: AlFolioSettings) -> None:
        self.source, self.outcomes, self.settings = source, outcomes, settings
        self.found: dict[str, SitePerson] = {}
        self.owner = self._owner()
        self._of_collections()
        self._of_projects()
        self._of_data()
        self._of_profiles()

    def add(self, person: SitePerson) -> None:
        """Add a person, or fill the gaps of one who is known."""
        known = self._known(person)
        if not known:
            self.found[fold(person.name)] = person
            return
        for name, value in vars(person).items():
            if value and not getattr(known, name):
                setattr(known, name, value)
        known.links = list({link.url.rstrip("/"): link for link in (*known.links, *person.links)}.values())
        if known is self.owner:
            known.roles = person.roles or known.roles
        if known.path != person.path:
            self.outcomes.brought(person.path, f"what it adds about {known.name}")

    @property
    def is_lab(self) -> bool:
        """Whether anyone but the owner of the site has a role."""
        return not self.owner or any(person.roles for person in self.found.values() if person is not self.owner)

    def _known(self, person: SitePerson) -> SitePerson | None:
        """Return the same person as found before: the owner may be called with a middle name or without."""
        config = self.settings.config
        short = f"{line_of(config.get('first_name'))} {line_of(config.get('last_name'))}"
        if self.owner and fold(person.name) in {fold(short), *map(fold, self.owner.other_spellings)}:
            return self.owner
        return self.found.get(fold(person.name))

    def _owner(self) -> SitePerson | None:
        """Return the owner of a personal site; None for a lab's."""
        settings = self.settings
        if not settings.is_personal:
            return None
        config = settings.config
        given = " ".join(filter(None, (line_of(config.get("first_name")), line_of(config.get("middle_name")))))
        owner = SitePerson(
            name=settings.full_name,
            given_name=given,
            family_name=line_of(config.get("last_name")),
            other_spellings=[each for each in settings.spellings if each != settings.full_name],
            roles=[SiteRole("lead", is_guess=True)],
            orcid=settings.orcid,
            emails=mails_in(config.get("email"), settings.socials.get("email")),
            links=list(settings.links),
            path=settings.path,
        )
        self.found[fold(owner.name)] = owner
        return owner

    def _of_collections(self) -> None:
        """Read the folders of pages about people, such as ``_people``."""
        for path in self.source.files("", ".md", ".markdown", ".html"):
            folder = path.partition("/")[0]
            if folder.startswith("_") and "/" in path and folder not in KNOWN and PEOPLE.search(folder):
                self._page(path, folder)

    def _of_projects(self) -> None:
        """Read the people among the projects: a page about people names their categories."""
        categories = set(self._categories_of_people())
        for path in self.source.files("_projects", ".md", ".markdown"):
            with self.outcomes.reading(path):
                fields, _ = self.source.front_matter(path)
                category = line_of(fields.get("category"))
                if category in categories:
                    self._page(path, category)

    def _categories_of_people(self) -> Iterator[str]:
        for path in self.source.files("_pages", ".md", ".html"):
            with self.outcomes.reading(path):
                fields, body = self.source.front_matter(path)
                named = f"{posixpath.basename(path)} {line_of(fields.get('title'))} {line_of(fields.get('permalink'))}"
                if PEOPLE.search(named) and "site.projects" in body:
                    yield from words_in(fields.get("display_categories"))

    def _page(self, path: str, group: str) -> None:
        with self.outcomes.reading(path):
            fields, body = self.source.front_matter(path)
            profile = mapping_in(fields.get("profile"))
            name = line_of(fields.get("name") or profile.get("name") or fields.get("title"))
            if demo.is_demo_page(fields, body) or demo.is_demo_person(name):
                self.outcomes.left_out(path, DEMO_CONTENT)
            elif not name:
                self.outcomes.not_understood(path, "a page of a person without a name")
            else:
                held = profile | {key: value for key, value in fields.items() if key != "title"}
                self.add(person_of(self.source, name, held, path, group, body.strip()))

    def _of_data(self) -> None:
        """Read the data files that list people, whatever they are called."""
        for path in self.source.files("_data", ".yml", ".yaml", ".json"):
            if not PEOPLE.search(posixpath.basename(path)) or path in OTHER_DATA:
                continue
            with self.outcomes.reading(path):
                held = self.source.json(path) if path.endswith(".json") else self.source.yaml(path)
                self._listed(held, path, posixpath.basename(path).rpartition(".")[0])

    def _listed(self, held: Any, path: str, group: str) -> None:
        """Read the people of a list, and of lists that stand in it by the names of groups."""
        if isinstance(held, dict) and not is_person(held):
            for name, inner in held.items():
                self._listed(inner, path, f"{group} {name}" if role_in(f"{name}") or has_ended(f"{name}") else group)
        elif isinstance(held, list):
            for each in held:
                self._listed(each, path, group)
        elif isinstance(held, dict) and is_person(held):
            fields = {str(key): value for key, value in held.items()}
            self.add(person_of(self.source, line_of(fields["name"]), fields, path, group, ""))

    def _of_profiles(self) -> None:
        """Read the pages that show several profiles, each with a file for its text."""
        for path in self.source.files("_pages", ".md"):
            with self.outcomes.reading(path):
                fields, _ = self.source.front_matter(path)
                if line_of(fields.get("layout")) == "profiles":
                    for profile in mappings_in(fields.get("profiles")):
                        self._profile(profile, path)

    def _profile(self, profile: dict[str, Any], page: str) -> None:
        path = self.source.resolve(line_of(profile.get("content")), base=page, roots=("_pages", ""))
        if not path:
            return
        with self.outcomes.reading(path):
            fields, body = self.source.front_matter(path)
            name = line_of(profile.get("name") or fields.get("name") or fields.get("title")) or name_in(body, path)
            if demo.is_unwritten(body) or "einstein" in path.casefold() or demo.is_demo_person(name):
                self.outcomes.left_out(path, DEMO_CONTENT)
                self.outcomes.left_out(page, DEMO_CONTENT)
            elif not name:
                self.outcomes.not_understood(path, "a profile that doesn’t say whose it is")
            else:
                self.add(person_of(self.source, name, fields | profile, path, "", body.strip()))


def coauthors(source: SiteSource, outcomes: FileOutcomes) -> Iterator[tuple[str, list[str], str]]:
    """Yield the name, the spellings of the given name and the address of each entry of ``_data/coauthors.yml``."""
    for path in source.files("_data", "coauthors.yml", "coauthors.yaml"):
        with outcomes.reading(path):
            for family, held in mapping_in(source.yaml(path)).items():
                for each in mappings_in(held):
                    yield line_of(family), lines_in(each.get("firstname")), line_of(each.get("url"))


def add_coauthors(people: AlFolioPeople, authors: Iterable[tuple[str, str]]) -> None:
    """Add the spellings and addresses of co-authors: to members, and as people without a role for those on papers."""
    named = {fold(f"{given} {family}") for given, family in authors}
    left = 0
    for family, given_names, address in coauthors(people.source, people.outcomes):
        # The file may have family names in small letters: papers print them as they are.
        family = next((each for _, each in authors if fold(each) == fold(family)), family)
        spellings = list(dict.fromkeys(spelling_of(given, family) for given in given_names))
        member = next((person for each in spellings if (person := people.found.get(fold(each)))), None)
        is_author = any(fold(each) in named for each in spellings)
        if member:
            member.other_spellings += [
                each for each in spellings if each not in (member.name, *member.other_spellings)
            ]
            _add_address(member, address)
        elif is_author:
            _add_coauthor(people, spellings, address)
        else:
            left += 1
    for path in people.source.files("_data", "coauthors.yml", "coauthors.yaml"):
        people.outcomes.brought(path, "spellings of names and addresses of co-authors")
        if left:
            people.outcomes.left_out(path, f"co-authors who are on no paper, {left} of them")


def _add_coauthor(people: AlFolioPeople, spellings: list[str], address: str) -> None:
    name = max(spellings, key=lambda each: (not re.search(r"\b\w\.?\s", each), len(each)))
    person = SitePerson(name, other_spellings=[each for each in spellings if each != name], path="_data/coauthors.yml")
    _add_address(person, address)
    people.add(person)


def _add_address(person: SitePerson, address: str) -> None:
    known = [link.url.rstrip("/") for link in person.links]
    if address.startswith(("http://", "https://")) and address.rstrip("/") not in known:
        person.links.append(SiteLink(address, kind="homepage" if not person.links else ""))
