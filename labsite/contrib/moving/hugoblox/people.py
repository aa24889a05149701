"""People: a folder with a profile each, or in newer versions a data file each."""

import posixpath
import re
from typing import Any

from labsite.contrib.moving.no_people import SAMPLE
from labsite.contrib.moving.outcomes import DEMO_CONTENT
from labsite.contrib.moving.site import SitePerson, SiteRole
from labsite.contrib.moving.words import WORDS
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.front_matter import PageFields, line_of, mapping_in, plain
from labsite.contrib.reading.wording import has_ended, is_doctoral, is_of_people, role_in, roles_in, tells_of_then
from labsite.texts.folding import fold
from publications.citations.names import NATIVE, name_and_native

from .content import IMAGE, HugoContent, HugoPage, is_sample_person, is_unwritten

OWNERS, GROUPS = ("admin", "me"), "user_groups"
SPELLINGS = ("names", "alternates", "other_names", "aliases", "englishname", "english_name", "name_en")
ICONS = ("social", "links", "profiles", "contact_links")
COMMA = re.compile(r"([^,]+), ([^,]+)")
# What templates ship where somebody is to write, and some never did.
UNFILLED = re.compile(
    r"first[_ ]?name(?: last[_ ]?name)?|todo|tbd|title course \d|institution \d|(?:course|degree) \d|x{3,}",
    re.IGNORECASE,
)


class HugoProfiles:
    """The people of a site, and by which names pages speak of them.

    ``things`` are profiles of tools, projects and the lab itself, which some labs keep among those of people.
    """

    def __init__(self, content: HugoContent) -> None:
        self.content = content
        self.people: list[SitePerson] = []
        self.things: list[HugoPage] = []
        self.owner: SitePerson | None = None
        self.names: dict[str, str] = {}
        pages = []  # one for each profile, whichever kind of file holds it
        for page in content.pages_of("authors", "author"):
            if page.slug == page.section:
                content.not_needed(page.path, "heads a list of pages")
            else:
                pages.append(page)
        for path in content.source.files("data/authors", ".yaml", ".yml", ".toml", ".json"):
            with content.reading(path):
                slug = posixpath.basename(path).rpartition(".")[0]
                pages.append(HugoPage(path, mapping_in(content.source.values(path)), section="authors", slug=slug))
        marked = [page for page in pages if page.fields.is_set("superuser") or page.fields.is_set("is_owner")]
        self.owners = [page.slug for page in marked if not is_sample_person(page)]
        for page in pages:
            self._add(page)
        if self.owner:
            self.names = dict.fromkeys(OWNERS, self.owner.name) | self.names

    def person_called(self, username: str) -> SitePerson | None:
        """Return the person that a page refers to by username or name."""
        name = self.names.get(fold(username))
        return next((person for person in self.people if person.name == name), None)

    def _add(self, page: HugoPage) -> None:
        parts = page.fields.mapping("name")
        full = parts.line("display") or " ".join(filter(None, (parts.line("given"), parts.line("family"))))
        split = " ".join(filter(None, _split_name(page)))
        title = full or page.line("title", "name", "display_name") or split
        name, _ = name_and_native(title)
        if is_sample_person(page):
            self.content.leave_out(page, f"{name or title}: {SAMPLE}")
            if photo := self._photo(page):
                self.content.left_out(photo, DEMO_CONTENT)
        elif not name:
            self.content.not_understood(page.path, "a profile without a name")
        elif is_thing(page):
            self.things.append(page)
        else:
            person = self._person(page, title)
            self.people.append(person)
            self.owner = self.owner or (person if page.slug in (*self.owners, *OWNERS) else None)
            person.is_owner = self.owners == [page.slug]
            for each in (page.slug, title, name, *page.fields.lines("authors"), *person.other_spellings):
                self.names.setdefault(fold(each), person.name)

    def _person(self, page: HugoPage, title: str) -> SitePerson:
        fields, parts = page.fields, page.fields.mapping("name")
        listed = [each for field in SPELLINGS for each in fields.lines(field)]
        alternate = parts.line("alternate")
        given, family = _split_name(page)
        full = " ".join(filter(None, (given, family)))
        folder = page.slug if " " in page.slug else ""  # by whose name pages of papers print who has a native one
        spellings = dict.fromkeys(COMMA.sub(r"\2 \1", each) for each in (full, alternate, *listed, folder))
        groups = fields.mappings("skills")
        texts = (text for text in (page.body, fields.text("bio")) if text and not is_unwritten(text))
        person = SitePerson(
            name=title,
            given_name=parts.line("given") or given,
            family_name=parts.line("family") or family,
            other_spellings=list(filter(None, spellings)),
            native_name="" if NATIVE.fullmatch(title) else alternate,
            roles=[] if is_from_outside(page) else [role_of(page)],
            photo=self._photo(page),
            headline=headline(page),
            biography=next(texts, ""),
            interests=fields.lines("interests"),
            skills=[item.line("label", "name") for group in groups for item in group.mappings("items") or [group]],
            orcid=page.line("orcid"),
            emails=fields.lines("email")[:1],
            path=page.path,
        )
        for icon in (each for name in ICONS for each in fields.mappings(name)):
            address = icon.line("link", "url")
            link = StatedLink(
                address if address.startswith(("http://", "https://")) else "", label=icon.line("label", "name")
            )
            person.add_contact("orcid" if "orcid" in address else "", address, link)
        person.take_curriculum(curriculum_in(_career(fields)), page.path, self.content)
        return person

    def _photo(self, page: HugoPage) -> str:
        """Return the picture beside the profile, or the one named after it among the media."""
        beside = self.content.image_of(page, "avatar", "photo", "profile")
        media = (f"assets/media/authors/{page.slug}{ending}" for ending in IMAGE)
        named = self.content.resolve(page.line("avatar", "avatar_image"), page)
        return beside or named or next(filter(self.content.source.exists, media), "")


def _split_name(page: HugoPage) -> tuple[str, str]:
    """Return the given and the family name that a page states, which aren't those of fields that nobody filled in."""
    given, family = page.line("first_name"), page.line("last_name")
    return ("", "") if UNFILLED.fullmatch(f"{given} {family}".strip()) else (given, family)


# The names of fields of front matter by those of a curriculum vitae.
OF_CURRICULUM = {
    **{"org": "company", "role": "position", "title": "position", "course": "degree", "area": "degree"},
    **{"start": "start_date", "date_start": "start_date", "end": "end_date", "date_end": "end_date"},
}


def _career(fields: PageFields) -> dict[str, list[dict[str, Any]]]:
    """Return the steps of a career as a curriculum vitae has them, without those that nobody filled in."""
    education = fields.mapping("education").mappings("courses") or fields.mappings("education")
    work = fields.mappings("experience") + fields.mapping("work").mappings("items")
    steps: dict[str, list[Any]] = {
        name: [{OF_CURRICULUM.get(key, key): value for key, value in reversed(each.items()) if value} for each in held]
        for name, held in (("education", education), ("experience", work))
    }
    steps["education"] = [
        each for each in steps["education"] if not any(map(UNFILLED.fullmatch, map(line_of, each.values())))
    ]
    steps["awards"] = fields.mappings("awards")
    return {name: held for name, held in steps.items() if held}


# Groups that labs list among their authors, and that are no people.
THINGS = re.compile(
    r"\b(?:tools?|projects?|areas?|courses?|software|datasets?|sponsors?|partners|funding)\b", re.IGNORECASE
)
OUTSIDE = re.compile(r"\bcollaborat|\bpartners?\b|\bfriends?\b", re.IGNORECASE)
LAB = re.compile(r"\b(?:research (?:group|area|team)|laboratory|project)\b", re.IGNORECASE)


def is_thing(page: HugoPage) -> bool:
    """Return whether a profile is of a tool, a project or a group."""
    groups, role = page.fields.lines(GROUPS), page.line("role")
    has_people = any(is_of_people(group) or has_ended(group) for group in groups)
    is_grouped = any(THINGS.search(group) and not is_of_people(group) for group in groups)
    return not has_people and (is_grouped or bool(LAB.search(role) and not is_of_people(LAB.sub("", role))))


def is_from_outside(page: HugoPage) -> bool:
    """Return whether a profile is of a collaborator from outside the lab."""
    groups = page.fields.lines(GROUPS)
    if groups and all(map(OUTSIDE.search, groups)):
        return True
    words = [*groups, page.line("role")]
    return any(OUTSIDE.search(each) for each in words) and not any(map(is_of_people, words))


LEVELS = ("phd", "master", "undergraduate")
INTERN = re.compile(r"\bintern(?:s|ship)?\b", re.IGNORECASE)
NOW = re.compile(r"[\s,;(]*(?:\b(?:now|then)\b|→)[\s:]*(?:at\s+)?", re.IGNORECASE)  # before what came next


def role_of(page: HugoPage) -> SiteRole:
    """Return the role that a profile's groups and role name; for alumni, with what came next.

    One's own words win. Where they tell none, that of the group is a guess, and an intern's level isn't said.
    Of a student somewhere, who has left, nothing says whether that was here or came next.
    """
    own_words, has_left = plain(page.line("role")), _has_left(page)
    own_words, *later = NOW.split(own_words, maxsplit=1) if has_left else [own_words]
    is_of_then = not has_left or tells_of_then(own_words)
    own = role_in(own_words) if is_of_then else ""
    roles = []
    for group in page.fields.lines(GROUPS):  # of one that names several, the role that is one's own
        named = roles_in(group)
        is_lead = own == "faculty" and "lead" in named
        roles.append(role_in(group) if len(named) < 2 else "lead" if is_lead else own if own in named else "")
    by_group = next((role for role in roles if role not in ("", "researcher")), next(filter(None, roles), ""))
    role = by_group if not own or by_group in WORDS["better_by_group"].get(own, ()) else own
    if own == "phd" and by_group == "master" and not is_doctoral(own_words):  # a graduate student
        role = by_group
    if is_of_then and not own and by_group in LEVELS and INTERN.search(own_words):
        role = ""
    is_guess = bool(is_of_then and own_words and role and not own)
    if not (later or is_of_then or role_in(own_words) in LEVELS):
        later = [own_words]
    return SiteRole(role, has_ended=has_left, went_to="".join(later)[:200].rstrip(")"), is_guess=is_guess)


def _has_left(page: HugoPage) -> bool:
    return any(has_ended(words) for words in (*page.fields.lines(GROUPS), page.line("role")))


def headline(page: HugoPage) -> str:
    """Return the role with the places that it is at; of an alumnus, what the profile says of the time since."""
    role = plain(page.line("role"))
    organisations = page.fields.mappings("organizations") + page.fields.mappings("affiliations")
    names = [each.line("name") for each in organisations]
    shown = [role] if _has_left(page) and not tells_of_then(role) else [role, *names]
    return ", ".join(dict.fromkeys(filter(None, shown)))[:200]
