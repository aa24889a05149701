"""People: the owner of a personal site, and the members that labs keep in many ways of their own.

The template has no members. Labs list them in data files (``_data/people.yml``), in collections (``_people``,
``_members``), as projects of a category (``_projects``) or as profiles on a page (``_pages/profiles.md``).
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from labsite.contrib.moving.citations import plain_words
from labsite.contrib.moving.mistaken import fill_gaps, is_one, merged
from labsite.contrib.moving.no_people import FULL_NAME, OF_PEOPLE, SAMPLE, is_full_name
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SourcePage
from labsite.contrib.moving.site import SiteContent, SitePerson, SiteRole
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts import references
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.front_matter import PageFields, line_of, lines_of_html, mapping_in, mappings_in, plain
from labsite.contrib.reading.wording import has_ended, is_of_people, role_in, roles_in, tells_of_then
from labsite.texts.folding import fold
from publications.citations.names import NATIVE, name_and_native

from .settings import AlFolioReading, is_demo_page, is_demo_person, is_unwritten, mails_in, profiles_in, spelling_of

PEOPLE = re.compile(
    r"people|person|member|team|staff|collab|student|facult|postdoc|alumn|former|phd|master|researcher|visitor|affil"
    r"|undergrad|(?:^|_)(?:lab|profiles|group|pis?)\b",
    re.IGNORECASE,
)
# Of a project that is a person: its file begins so, and its title is a name.
PERSON_FILE = re.compile(r"(?:people|person|members?|team|students?|alumni|alumnus)[_-]", re.IGNORECASE)
KNOWN = {
    *("_projects", "_news", "_posts", "_pages", "_data", "_includes", "_layouts", "_sass", "_plugins", "_drafts"),
    *("_bibliography", "_teachings", "_books"),
}
OTHER_DATA = {"_data/coauthors.yml", "_data/cv.yml", "_data/venues.yml", "_data/repositories.yml", "_data/socials.yml"}

OUTSIDE = re.compile(r"collab|friend|partner|coauthor|co-author", re.IGNORECASE)
GROUPS = ("category", "position_key", "type", "group", "role", "lab_type", "state", "status")
WORDS = ("position", "title", "degree", "description")
PICTURES = ("image", "img", "photo", "pfp", "avatar", "picture", "pic", "portrait", "profile_pic")
PICTURE_FOLDERS = ("", "assets/img", "assets", "assets/img/people", "assets/img/team", "assets/images")
SIGNS = {*PICTURES, "position", "email", "website", "degree", "bio", "github", "scholar", "firstjob", "education"}
BIOGRAPHIES = ("bio", "biography", "info", "body", "about", "teaser")
THEN = re.compile(r",?\s+(?:and\s+)?then\s+", re.IGNORECASE)  # between the time in the lab and what came next
NEXT = ("currentjob", "nextjob", "firstjob", "now", "next", "current", "went_to")
MAX_ROLE_LENGTH = 10  # letters of a role that is the key of a group, such as "phd"
CURRICULA = ("_data/cv.yml", "_data/cv.yaml", "assets/json/resume.json", "_data/resume.json", "assets/json/resume.yml")


class AlFolioPeople:
    """The people of a site, by their folded names, in the order in which they are found."""

    def __init__(self, site: AlFolioReading) -> None:
        self.site, self.source = site, site.source
        self.found: dict[str, SitePerson] = {}
        self.owner = _owner(site) if site.is_personal else None
        if self.owner:
            self.found[fold(self.owner.name)] = self.owner
        for page, group in self._pages():
            profile = page.fields.mapping("profile")
            named = page.line("name") or profile.line("name") or page.line("title")
            if is_demo_page(replace(page, body="")):
                site.left_out(page.path, DEMO_CONTENT)
            elif not named:
                site.not_understood(page.path, "a person’s page without a name")
            else:
                self._add_described(named, page, profile | page.fields.without("title"), group)
        for path in self.source.files("_data", ".yml", ".yaml", ".json"):
            name = posixpath.basename(path)
            if PEOPLE.search(name) and path not in OTHER_DATA:
                for fields, group in entries_in(site.values(path), name.rpartition(".")[0], is_person):
                    self._add_described(fields.line("name"), SourcePage(path), fields, group)
        self._add_profiles()

    @property
    def is_lab(self) -> bool:
        """Whether anyone but the owner of the site has a role."""
        return not self.owner or any(person.roles for person in self.found.values() if person is not self.owner)

    def add(self, person: SitePerson) -> None:
        """Add a person, or fill the gaps of one who is known: the owner with a middle name or without."""
        if is_demo_person(person):
            self.site.left_out(person.path, f"{person.name}: {SAMPLE}")
            return
        name = fold(person.name)
        short = f"{self.site.config.line('first_name')} {self.site.config.line('last_name')}"
        is_owner = self.owner and name in {fold(short), *map(fold, self.owner.other_spellings)}
        known = self.owner if is_owner else self.found.get(name)
        if not known or not (known is self.owner or is_one(known, person)):
            self.found[f"{name} {person.path}" if known else name] = person
            return
        fill_gaps(known, person)
        known.links = list({link.url.rstrip("/"): link for link in (*known.links, *person.links)}.values())
        for here, there in zip(known.roles, person.roles, strict=False):
            if here.role in ("", there.role):
                vars(here).update({name: own or vars(there)[name] for name, own in vars(here).items()})
        if known.path != person.path:
            self.site.brought(person.path, f"more about {known.name}")

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
            title = page.line("title")
            is_named = FULL_NAME.fullmatch(title) or (is_of_people(category) and NATIVE.fullmatch(title))
            if category in categories or (PERSON_FILE.match(name) and is_named):
                yield page, category

    def _add_described(self, name: str, page: SourcePage, fields: dict[str, Any], group: str = "") -> None:
        described = SourcePage(page.path, PageFields(fields), page.body.strip())
        self.add(person_of(self.source, name, described, group))

    def _add_profiles(self) -> None:
        """Add the people of pages that show several profiles, each with a file for its text."""
        for shown in self.site.pages(self.source.files("_pages", ".md")):
            for profile in shown.fields.mappings("profiles") if shown.line("layout") == "profiles" else []:
                path = self.source.resolve(profile.line("content"), base=shown.path, roots=("_pages", ""))
                for page in self.site.pages(filter(None, [path])):
                    named = profile.line("name") or page.line("name", "title")
                    if is_unwritten(page.body) and not named:
                        self.site.left_out(page.path, DEMO_CONTENT)
                        self.site.left_out(shown.path, DEMO_CONTENT)
                    elif name := named or _name_in(page):
                        self._add_described(name, page, page.fields | profile)
                    else:
                        self.site.not_understood(page.path, "a profile that doesn’t say whose it is")


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
            people.site.left_out(path, f"co-authors without a paper ({left})")


def _new_links(person: SitePerson, address: str) -> list[StatedLink]:
    known = [link.url.rstrip("/") for link in person.links]
    is_new = address.startswith(("http://", "https://")) and address.rstrip("/") not in known
    return [StatedLink(address, kind="homepage" if not person.links else "")] if is_new else []


def entries_in(held: Any, group: str, is_entry: Callable[[PageFields, str], bool]) -> Iterator[tuple[PageFields, str]]:
    """Yield the entries of a list, and of lists that stand in it by the names of groups."""
    if isinstance(held, list):
        for each in held:
            yield from entries_in(each, group, is_entry)
    elif isinstance(held, dict) and is_entry(mapping_in(held), group):
        yield mapping_in(held), group
    elif isinstance(held, dict):
        for name, inner in held.items():
            is_group = is_of_people(f"{name}") or has_ended(f"{name}")
            yield from entries_in(inner, f"{group} {name}" if is_group else group, is_entry)


def is_person(held: PageFields, group: str) -> bool:
    """Return whether a mapping describes a person: it has a name and a field that only people have.

    Of those who have left, a list may have nothing but a description.
    """
    signs = {*SIGNS, "description"} if has_ended(group) else SIGNS
    return " " in held.line("name") and bool(signs & {key.casefold() for key in held})


def person_of(source: SiteSource, name: str, page: SourcePage, group: str) -> SitePerson:
    """Return the person described by a page or an entry of a list; ``group`` is what the list is called."""
    fields, path = page.fields, page.path
    links, orcid = profiles_in(fields.without("redirect"))
    redirect = page.line("redirect")
    pictures = (source.resolve(each, path, PICTURE_FOLDERS) for key in PICTURES if (each := page.line(key)))
    address = [line for line in postal_address(fields) if not mails_in(line)]
    titles_said = (plain(page.line(name)) for name in ("position", "title", "description", "degree"))
    headline = next((text for text in titles_said if 0 < len(text) <= 200), "")
    is_only_role = is_of_people(headline) and len(headline) < MAX_ROLE_LENGTH and headline.islower()
    long = fields.text("description")
    texts = (page.body, *(fields.text(name) for name in BIOGRAPHIES), long if len(long) > 200 else "")
    return SitePerson(
        name=plain(name),
        given_name=page.line("firstname", "first_name"),
        family_name=page.line("lastname", "last_name"),
        native_name=name_and_native(name)[1] or re.split(r"\s*[（(]", page.line("name_native", "native_name"))[0],
        roles=_roles(page, group),
        photo=next(filter(None, pictures), ""),
        headline="" if is_only_role or headline.startswith(("Profile of", "members.")) else headline,
        biography=next((text for text in texts if len(plain(text)) > 20 and not is_unwritten(text)), ""),
        interests=fields.words("interests") or fields.words("research_interests"),
        orcid=orcid,
        emails=mails_in(fields.get("email"), fields.get("email_hidden")),
        phones=fields.lines("phone"),
        addresses=["\n".join(address)[:300]] if address else [],
        links=[*links, StatedLink(redirect)] if redirect.startswith("http") else links,
        path=path,
    )


def _roles(page: SourcePage, group: str) -> list[SiteRole]:
    """Return the roles in the lab that groups and descriptions name; none for collaborators."""
    groups = [group, *map(page.line, GROUPS)]
    words = [plain(page.line(name)) for name in WORDS]
    if any(OUTSIDE.search(each) for each in groups):
        return []
    named = groups if len(roles_in(group)) < 2 else groups[1:]  # a list of several roles says nobody's
    start = page.fields.date("start", "start-date", "start_date")
    if not (any(has_ended(each) for each in groups) or page.fields.is_set("alumni")):
        return [SiteRole(_clearest_role(words[:2], [*named, *words]), start)]
    end = page.fields.date("end", "end-date", "end_date", "year")
    # Each of the words is of the time in the lab and, behind "then", of what came next; or all of it is of that.
    parted = [THEN.split(each, maxsplit=1) for each in words]
    parted = [[*each, ""] if tells_of_then(each[0]) else ["", text] for each, text in zip(parted, words, strict=True)]
    role = _clearest_role([*named, *(then for then, *_ in parted)])
    later = (later for _, later, *_ in parted if later)
    came_next = next(filter(None, (plain(page.line(name)) for name in NEXT)), "") or next(later, "")
    went_to = re.sub(r"^\(?now\)?:?\s*(?:an?\s)?", "", came_next, flags=re.IGNORECASE)[:200]
    return [SiteRole(role, start, end, True, went_to)]


def _clearest_role(*texts: Iterable[str]) -> str:
    """Return the first role that is more specific than “researcher”, else that one if it is named."""
    roles = [role for words in texts for each in words if (role := role_in(each))]
    return next((role for role in roles if role != "researcher"), next(iter(roles), ""))


def postal_address(fields: PageFields) -> list[str]:
    """Return the lines of an address; none of the template's sample."""
    lines = lines_of_html(fields.text("address", "more_info"))
    return [] if any("555 your office" in line.casefold() for line in lines) else lines


def add_curriculum(site: AlFolioReading, owner: SitePerson | None) -> None:
    """Add the first curriculum vitae that isn't a sample to the owner; further ones repeat it."""
    taken = ""
    for path in filter(site.source.exists, CURRICULA):
        with site.reading(path):
            held = site.source.values(path)
            if "Albert Einstein" in str(held) or "edward@example" in str(held).lower():
                site.left_out(path, DEMO_CONTENT)
            elif not owner:
                site.left_out(path, "a CV, but the site doesn’t say whose")
            elif taken:
                site.left_out(path, f"another CV: the one in {taken} was imported")
            else:
                taken = path
                owner.take_curriculum(curriculum_in(held), path, site)


PART = re.compile(r"^#+[ \t]*(?P<heading>.*)\n(?P<text>(?:(?!#).*(?:\n|\Z))*?)(?=#|\Z)", re.MULTILINE)
LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?\*\*(?P<name>[^*\n]+)\*\*[ \t]*(?:--+|[–—:,-])[ \t]*(?P<words>\S.*)\n?", re.MULTILINE
)
MIN_PEOPLE = 3  # of a list of people


def with_people_of_pages(content: SiteContent, source: SiteSource) -> SiteContent:
    """Return a site with the people whom its pages list, in parts or on pages that are called people, team or members.

    Who has a file of their own gets from a line only what that leaves empty. What else a page says stays on it; one
    that says nothing else is the list of people.
    """
    for page in list(content.pages):
        is_of_people = _is_of_people(page.slug) or _is_of_people(page.title)
        text = page.text if page.text.startswith("#") else f"# {page.title}\n{page.text}"
        parts = [part for part in PART.finditer(text) if is_of_people or _is_of_people(part["heading"])]
        listed = [(part["heading"], line) for part in parts for line in LINE.finditer(part["text"])]
        listed = [(heading, line) for heading, line in listed if is_full_name(plain_words(line["name"]))]
        for heading, line in listed if len(listed) >= MIN_PEOPLE else ():
            described = SourcePage(page.path, PageFields(position=plain_words(line["words"])))
            person = person_of(source, plain_words(line["name"]), described, heading)
            for link in references(line[0]):
                person.add_contact("", link.address, StatedLink(link.address if "://" in link.address else ""))
            if known := next((each for each in content.people if fold(each.name) == fold(person.name)), None):
                merged([known, person])
            else:
                content.people.append(person)
            content.outcomes.brought(page.path, person.name)
            page.text = page.text.replace(line[0], "", 1)
        if len(listed) >= MIN_PEOPLE and not re.sub(r"^#.*$|\W", "", page.text, flags=re.MULTILINE):
            content.pages.remove(page)
            content.lists[page.path] = "people:list"
    return content


def _is_of_people(name: str) -> bool:
    return bool(OF_PEOPLE.search(fold(name).replace(" ", "-")))
