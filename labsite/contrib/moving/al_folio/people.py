"""People: the owner of a personal site, and the members that labs keep in many ways of their own.

The template has no members. Labs list them in data files (``_data/people.yml``), in collections (``_people``,
``_members``), as projects of a category (``_projects``) or as profiles on a page (``_pages/profiles.md``).
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from labsite.contrib.moving.mistaken import is_one
from labsite.contrib.moving.no_people import SAMPLE
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SourcePage
from labsite.contrib.moving.site import SitePerson, SiteRole
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.plain_values import PageFields, line_of, mapping_in, mappings_in
from labsite.texts.folding import fold
from people.wording import has_ended, is_of_people
from publications.citations.names import PARTICLES

from . import demo
from .profiles import is_person, person_of
from .settings import AlFolioReading, spelling_of

PEOPLE = re.compile(
    r"people|person|member|team|staff|student|facult|postdoc|alumn|former|phd|master|researcher|visitor|affil"
    r"|undergrad|(?:^|_)(?:lab|profiles|group|pis?)\b",
    re.IGNORECASE,
)
# Of a project that is a person: its file begins so, and its title is a name.
PERSON_FILE = re.compile(r"(?:people|person|members?|team|students?|alumni|alumnus)[_-]", re.IGNORECASE)
NAME = re.compile(rf"[^\W\d_a-z][\w.'’-]*(?: (?:[^\W\d_a-z][\w.'’-]*|{'|'.join(PARTICLES)})){{1,4}}")
KNOWN = {
    *("_projects", "_news", "_posts", "_pages", "_data", "_includes", "_layouts", "_sass", "_plugins", "_drafts"),
    *("_bibliography", "_teachings", "_books"),
}
OTHER_DATA = {"_data/coauthors.yml", "_data/cv.yml", "_data/venues.yml", "_data/repositories.yml", "_data/socials.yml"}


class AlFolioPeople:
    """The people of a site, by their folded names, in the order in which they are found."""

    def __init__(self, site: AlFolioReading) -> None:
        self.site, self.source = site, site.source
        self.found: dict[str, SitePerson] = {}
        self.owner = _owner(site) if site.is_personal else None
        if self.owner:
            self.found[fold(self.owner.name)] = self.owner
        for page, group in self._pages():
            self._add_page(page, group)
        for path in self.source.files("_data", ".yml", ".yaml", ".json"):
            name = posixpath.basename(path)
            if PEOPLE.search(name) and path not in OTHER_DATA:
                self._add_listed(site.values(path), path, name.rpartition(".")[0])
        self._add_profiles()

    @property
    def is_lab(self) -> bool:
        """Whether anyone but the owner of the site has a role."""
        return not self.owner or any(person.roles for person in self.found.values() if person is not self.owner)

    def add(self, person: SitePerson) -> None:
        """Add a person, or fill the gaps of one who is known: the owner with a middle name or without."""
        if demo.is_demo_person(person):
            self.site.left_out(person.path, f"{person.name}: {SAMPLE}")
            return
        name = fold(person.name)
        short = f"{self.site.config.line('first_name')} {self.site.config.line('last_name')}"
        is_owner = self.owner and name in {fold(short), *map(fold, self.owner.other_spellings)}
        known = self.owner if is_owner else self.found.get(name)
        if not known or not (known is self.owner or is_one(known, person)):
            self.found[f"{name} {person.path}" if known else name] = person
            return
        for field, value in vars(person).items():
            if value and not getattr(known, field):
                setattr(known, field, value)
        known.links = list({link.url.rstrip("/"): link for link in (*known.links, *person.links)}.values())
        for here, there in zip(known.roles, person.roles, strict=False):
            if here.role in ("", there.role):
                vars(here).update({name: own or vars(there)[name] for name, own in vars(here).items()})
        if known.path != person.path:
            self.site.brought(person.path, f"what it adds about {known.name}")

    def _pages(self) -> Iterator[tuple[SourcePage, str]]:
        """Yield the pages about people, each with its group: a folder, or a category that such a page shows."""
        for path in self.source.files("", ".md", ".markdown", ".html"):
            folder = path.partition("/")[0]
            if folder.startswith("_") and "/" in path and folder not in KNOWN and PEOPLE.search(folder):
                for page in self.site.pages([path]):
                    yield page, posixpath.dirname(path)
        categories: set[str] = set()
        for page in self.site.pages(self.source.files("_pages", ".md", ".html")):
            named = f"{posixpath.basename(page.path)} {page.line('title')} {page.line('permalink')}"
            if PEOPLE.search(named) and "site.projects" in page.body:
                categories.update(page.fields.words("display_categories"))
        for page in self.site.pages(self.source.files("_projects", ".md", ".markdown")):
            name, category = posixpath.basename(page.path), page.line("category")
            if category in categories or (PERSON_FILE.match(name) and NAME.fullmatch(page.line("title"))):
                yield page, category

    def _add_page(self, page: SourcePage, group: str) -> None:
        profile = page.fields.mapping("profile")
        name = page.line("name") or profile.line("name") or page.line("title")
        if demo.is_demo_page(replace(page, body="")):
            self.site.left_out(page.path, DEMO_CONTENT)
        elif not name:
            self.site.not_understood(page.path, "a page of a person without a name")
        else:
            fields = PageFields(profile | page.fields.without("title"))
            self.add(person_of(self.source, name, SourcePage(page.path, fields, page.body.strip()), group))

    def _add_listed(self, held: Any, path: str, group: str) -> None:
        """Add the people of a list, and of lists that stand in it by the names of groups."""
        if isinstance(held, list):
            for each in held:
                self._add_listed(each, path, group)
        elif isinstance(held, dict) and is_person(mapping_in(held), group):
            page = SourcePage(path, mapping_in(held))
            self.add(person_of(self.source, page.line("name"), page, group))
        elif isinstance(held, dict):
            for name, inner in held.items():
                is_group = is_of_people(f"{name}") or has_ended(f"{name}")
                self._add_listed(inner, path, f"{group} {name}" if is_group else group)

    def _add_profiles(self) -> None:
        """Add the people of pages that show several profiles, each with a file for its text."""
        for shown in self.site.pages(self.source.files("_pages", ".md")):
            profiles = shown.fields.mappings("profiles") if shown.line("layout") == "profiles" else []
            for profile in profiles:
                path = self.source.resolve(profile.line("content"), base=shown.path, roots=("_pages", ""))
                for page in self.site.pages(filter(None, [path])):
                    self._add_profile(profile, page, shown.path)

    def _add_profile(self, profile: PageFields, page: SourcePage, shown_on: str) -> None:
        named = profile.line("name") or page.line("name", "title")
        name = named or _name_in(page)
        if demo.is_unwritten(page.body) and not named:
            self.site.left_out(page.path, DEMO_CONTENT)
            self.site.left_out(shown_on, DEMO_CONTENT)
        elif not name:
            self.site.not_understood(page.path, "a profile that doesn’t say whose it is")
        else:
            fields = PageFields(page.fields | profile)
            self.add(person_of(self.source, name, SourcePage(page.path, fields, page.body.strip()), ""))


def _owner(site: AlFolioReading) -> SitePerson:
    """Return the owner of a personal site; the settings of the bibliography have spellings of the name."""
    given, family = (site.scholar.lines(name) for name in ("first_name", "last_name"))
    spellings = dict.fromkeys(spelling_of(first, last) for last in family for first in given)
    return SitePerson(
        name=site.full_name,
        given_name=" ".join(filter(None, (site.config.line("first_name"), site.config.line("middle_name")))),
        family_name=site.config.line("last_name"),
        other_spellings=[each for each in spellings if " " in each and each != site.full_name],
        is_owner=True,
        roles=[SiteRole()],
        orcid=site.orcid,
        emails=list(site.emails),
        links=list(site.links),
        path=site.path,
    )


def _name_in(page: SourcePage) -> str:
    """Return the name that heads a text, or that the name of its file spells out."""
    if match := re.search(r"^#+\s*(\S.*\S)\s*$|^\*\*([^*]+)\*\*", page.body, re.MULTILINE):
        return (match[1] or match[2]).strip()
    stem = posixpath.basename(page.path).rpartition(".")[0].removeprefix("about_")
    words = stem.replace("_", " ").replace("-", " ")
    return words.title() if 2 <= len(words.split()) <= 4 else ""


def add_coauthors(people: AlFolioPeople, authors: Iterable[tuple[str, str]]) -> None:
    """Add the spellings and addresses of co-authors: to members, and as people without a role for those on papers."""
    named = {fold(f"{given} {family}") for given, family in authors}
    for path in people.source.files("_data", "coauthors.yml", "coauthors.yaml"):
        left = 0
        held = mapping_in(people.site.values(path))
        entries = [(name, each) for name, entries in held.items() for each in mappings_in(entries)]
        for listed, entry in entries:
            # The file may have family names in small letters: papers print them as they are.
            family = next((each for _, each in authors if fold(each) == fold(listed)), line_of(listed))
            given_names = entry.lines("firstname")
            spellings = list(dict.fromkeys(spelling_of(given, family) for given in given_names))
            member = next((person for each in spellings if (person := people.found.get(fold(each)))), None)
            if member:
                known = (member.name, *member.other_spellings)
                member.other_spellings += [each for each in spellings if each not in known]
                member.links += _new_links(member, entry.line("url"))
            elif any(fold(each) in named for each in spellings):
                name = max(spellings, key=lambda each: (not re.search(r"\b\w\.?\s", each), len(each)))
                person = SitePerson(name, other_spellings=[each for each in spellings if each != name], path=path)
                person.links = _new_links(person, entry.line("url"))
                people.add(person)
            else:
                left += 1
        people.site.brought(path, "spellings of names and addresses of co-authors")
        if left:
            people.site.left_out(path, f"co-authors who are on no paper, {left} of them")


def _new_links(person: SitePerson, address: str) -> list[StatedLink]:
    known = [link.url.rstrip("/") for link in person.links]
    is_new = address.startswith(("http://", "https://")) and address.rstrip("/") not in known
    return [StatedLink(address, kind="homepage" if not person.links else "")] if is_new else []
