"""People: a folder with a profile each, or in newer versions a data file each."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT
from labsite.moving.plain_values import (
    degree_and_field,
    has_ended,
    is_set,
    line_of,
    lines_in,
    mapping_in,
    mappings_in,
    partial_date,
    role_in,
    text_of,
    year_in,
)
from labsite.moving.site import SiteAward, SiteDegree, SiteLink, SitePerson, SitePosition, SiteRole
from labsite.texts.folding import fold
from publications.citations.identifiers import find_orcid

from .content import IMAGE, HugoContent, HugoPage, is_sample_person, is_unwritten

OWNERS = ("admin", "me")
CJK = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
COMMA = re.compile(r"([^,]+), ([^,]+)")
NATIVE = re.compile(rf"[{CJK}][{CJK}\s·]*")
SCRIPTS = (("[\u3040-\u30ff]", "ja"), ("[\uac00-\ud7af]", "ko"), ("[\u4e00-\u9fff]", "zh"))


class HugoProfiles:
    """The people of a site, and by which names pages speak of them.

    ``things`` are profiles of tools, projects and the lab itself, which some labs keep among those of people.
    """

    def __init__(self, content: HugoContent) -> None:
        self.content, self.outcomes = content, content.outcomes
        self.people: list[SitePerson] = []
        self.things: list[HugoPage] = []
        self.owner: SitePerson | None = None
        self.names: dict[str, str] = {}
        pages = list(self._pages())
        self.owners = [page.slug for page in pages if _is_owner(page)]
        for page in pages:
            self._add(page)
        if self.owner:
            self.names = dict.fromkeys(OWNERS, self.owner.name) | self.names

    def person_called(self, username: str) -> SitePerson | None:
        """Return the person that a page refers to by username or name."""
        name = self.names.get(fold(username))
        return next((person for person in self.people if person.name == name), None)

    def _pages(self) -> Iterator[HugoPage]:
        """Yield a page for each profile, whichever kind of file holds it."""
        yield from (page for page in self.content.pages("authors", "author") if page.slug != page.section)
        for page in self.content.pages("authors", "author"):
            if page.slug == page.section:
                self.outcomes.not_needed(page.path, "heads a list of pages")
        for path in self.content.source.files("data/authors", ".yaml", ".yml", ".toml", ".json"):
            with self.outcomes.reading(path):
                held = self.content.source.values(path)
                yield HugoPage(path, "authors", posixpath.basename(path).rpartition(".")[0], fields=mapping_in(held))

    def _add(self, page: HugoPage) -> None:
        name = _name(page)
        if is_sample_person(page):
            self.content.leave_out(page, DEMO_CONTENT)
            if photo := self._photo(page):
                self.outcomes.left_out(photo, DEMO_CONTENT)
        elif not name:
            self.outcomes.not_understood(page.path, "a profile without a name")
        elif is_thing(page.fields):
            self.things.append(page)
        else:
            self._know(page, self._person(page, name))

    def _know(self, page: HugoPage, person: SitePerson) -> None:
        self.people.append(person)
        self.owner = self.owner or (person if page.slug in (*self.owners, *OWNERS) else None)
        own = (page.slug, _title(page), person.name, *lines_in(page.fields.get("authors")), *person.other_spellings)
        for each in own:
            self.names.setdefault(fold(each), person.name)

    def _person(self, page: HugoPage, name: str) -> SitePerson:
        fields = page.fields
        links, emails, orcid = _links(fields)
        parts = mapping_in(fields.get("name"))
        native = _native_name(page)
        return SitePerson(
            name=name,
            given_name=line_of(parts.get("given") or fields.get("first_name")),
            family_name=line_of(parts.get("family") or fields.get("last_name")),
            other_spellings=_spellings(fields, name),
            native_name=native,
            native_language=next((tag for script, tag in SCRIPTS if re.search(script, native)), ""),
            roles=[] if is_from_outside(fields) else [role_of(fields, self.owners == [page.slug])],
            photo=self._photo(page),
            headline=headline(fields),
            biography=_biography(page),
            interests=lines_in(fields.get("interests")),
            skills=[
                line_of(item.get("label") or item.get("name"))
                for group in mappings_in(fields.get("skills"))
                for item in mappings_in(group.get("items")) or [group]
            ],
            orcid=line_of(fields.get("orcid")) or orcid,
            emails=list(dict.fromkeys(filter(None, (line_of(fields.get("email")), *emails)))),
            links=links,
            education=[_degree(held) for held in _courses(fields)],
            positions=[_position(held) for held in _experience(fields)],
            awards=[
                SiteAward(
                    title=line_of(held.get("title")),
                    organisation=line_of(held.get("awarder") or held.get("organization")),
                    year=year_in(held.get("date")),
                    note=line_of(held.get("summary") or held.get("description"))[:300],
                )
                for held in mappings_in(fields.get("awards"))
            ],
            path=page.path,
        )

    def _photo(self, page: HugoPage) -> str:
        """Return the picture beside the profile, or the one named after it among the media."""
        beside = self.content.image_of(page, "avatar", "photo", "profile") or self.content.resolve(
            line_of(page.fields.get("avatar") or page.fields.get("avatar_image")), page
        )
        media = (f"assets/media/authors/{page.slug}{ending}" for ending in IMAGE)
        return beside or next((path for path in media if self.content.source.exists(path)), "")


def _name(page: HugoPage) -> str:
    """Return a profile's name without the version in another script that may follow it."""
    title = _title(page)
    return NATIVE.sub("", title).strip() or title


def _title(page: HugoPage) -> str:
    parts = mapping_in(page.fields.get("name"))
    whole = " ".join(filter(None, (line_of(parts.get("given")), line_of(parts.get("family")))))
    set_name = line_of(parts.get("display")) or whole or line_of(page.fields.get("title"))
    return set_name or line_of(page.fields.get("name")) or line_of(page.fields.get("display_name"))


def _is_owner(page: HugoPage) -> bool:
    """Return whether a profile is marked as the site's owner and isn't a sample person."""
    says_so = is_set(page.fields.get("superuser")) or is_set(page.fields.get("is_owner"))
    return says_so and not is_sample_person(page)


def _biography(page: HugoPage) -> str:
    """The words below a profile's head, else the short text in it."""
    texts = (page.body, text_of(page.fields.get("bio")))
    return next((text for text in texts if text and not is_unwritten(text)), "")


def _spellings(fields: dict[str, Any], name: str) -> list[str]:
    """Return other spellings of the name: the full one for search engines, and those that labs list."""
    full = " ".join(filter(None, (line_of(fields.get("first_name")), line_of(fields.get("last_name")))))
    spellings = (COMMA.sub(r"\2 \1", each) for each in (full, *_listed_names(fields)))
    return [each for each in dict.fromkeys(spellings) if each and each != name and not NATIVE.fullmatch(each)]


def _listed_names(fields: dict[str, Any]) -> list[str]:
    return [each for field in ("names", "alternates", "other_names") for each in lines_in(fields.get(field))]


def _native_name(page: HugoPage) -> str:
    """Return the name in its own script, which some write behind the other and newer versions keep by itself."""
    alternate = line_of(mapping_in(page.fields.get("name")).get("alternate"))
    found = NATIVE.search(_title(page))
    listed = next(filter(NATIVE.fullmatch, _listed_names(page.fields)), "")
    return alternate or (found[0].strip() if found and _name(page) != _title(page) else listed)


def _links(fields: dict[str, Any]) -> tuple[list[SiteLink], list[str], str]:
    """Return the pages elsewhere, the addresses of mail and the ORCID iD among a profile's icons."""
    links, emails, orcid = [], [], ""
    for held in _profiles(fields):
        address = line_of(held.get("link") or held.get("url"))
        if address.lower().startswith("mailto:"):
            emails.append(address[len("mailto:") :].partition("?")[0])
        elif "orcid" in address and (found := find_orcid(address)):
            orcid = orcid or found
        elif address.startswith(("http://", "https://")):
            links.append(SiteLink(address, label=line_of(held.get("label") or held.get("name"))))
    return links, [mail for mail in emails if "@" in mail], orcid


def _profiles(fields: dict[str, Any]) -> list[dict[str, Any]]:
    sets = ("social", "links", "profiles", "contact_links")
    return [held for name in sets for held in mappings_in(fields.get(name))]


def _courses(fields: dict[str, Any]) -> list[dict[str, Any]]:
    held = fields.get("education")
    courses = mapping_in(held).get("courses") if isinstance(held, dict) else held
    return [each for each in mappings_in(courses) if line_of(each.get("institution"))]


def _degree(held: dict[str, Any]) -> SiteDegree:
    said = line_of(held.get("degree") or held.get("course") or held.get("area"))
    degree, field = degree_and_field(said)
    start, end = _span(held)
    return SiteDegree(line_of(held.get("institution")), degree, field, start=start, end=end)


def _experience(fields: dict[str, Any]) -> Iterable[dict[str, Any]]:
    held = mappings_in(fields.get("experience")) + mappings_in(mapping_in(fields.get("work")).get("items"))
    return [each for each in held if line_of(each.get("org") or each.get("company"))]


def _position(held: dict[str, Any]) -> SitePosition:
    start, end = _span(held)
    return SitePosition(
        title=line_of(held.get("role") or held.get("title") or held.get("position")),
        organisation=line_of(held.get("org") or held.get("company") or held.get("company_name")),
        place=line_of(held.get("location")),
        start=start,
        end=end,
        ongoing=bool(start and not end),
        text=text_of(held.get("summary") or held.get("description")),
    )


def _span(held: dict[str, Any]) -> tuple[str, str]:
    """Return when something began and ended; a year alone is the end."""
    start = partial_date(held.get("start") or held.get("date_start"))
    end = partial_date(held.get("end") or held.get("date_end") or held.get("year"))
    return str(start), str(end)


# Groups that labs list among their authors, and that are no people.
THINGS = re.compile(
    r"\b(?:tools?|projects?|areas?|courses?|software|datasets?|sponsors?|partners|funding)\b", re.IGNORECASE
)
OUTSIDE = re.compile(r"\bcollaborat|\bpartners?\b|\bfriends?\b", re.IGNORECASE)
LAB = re.compile(r"\b(?:research (?:group|area|team)|laboratory|project)\b", re.IGNORECASE)


def is_thing(fields: dict[str, Any]) -> bool:
    """Return whether a profile is of a tool, a project or a group."""
    groups, role = _groups(fields), line_of(fields.get("role"))
    has_people = any(role_in(group) or has_ended(group) for group in groups)
    is_grouped = any(THINGS.search(group) and not role_in(group) for group in groups)
    return (is_grouped and not has_people) or bool(LAB.search(role) and not role_in(LAB.sub("", role)))


def is_from_outside(fields: dict[str, Any]) -> bool:
    """Return whether a profile is of a collaborator from outside the lab."""
    said = [*_groups(fields), line_of(fields.get("role"))]
    return any(OUTSIDE.search(each) for each in said) and not any(map(role_in, said))


def _groups(fields: dict[str, Any]) -> list[str]:
    return lines_in(fields.get("user_groups"))


def role_of(fields: dict[str, Any], is_owner: bool) -> SiteRole:
    """Return the role that a profile's groups and role name; for alumni, with what came next."""
    groups, said = _groups(fields), line_of(fields.get("role"))
    by_group = next(filter(None, map(role_in, sorted(groups, key=_is_vague))), "")
    own = role_in(said)
    if _has_left(fields):
        is_of_then = _tells_of_then(said)
        told = by_group if by_group != "researcher" else ""
        told = told or (own if is_of_then else "") or by_group
        went_to = "" if is_of_then else said
        return SiteRole(told or "researcher", has_ended=True, went_to=went_to, is_guess=not told)
    if by_group == "lead" or (is_owner and by_group in ("", "faculty", "researcher")):
        return SiteRole("lead", is_guess=by_group != "lead")
    told = own if own and by_group in ("", "researcher", "phd") else by_group
    return SiteRole(told or "researcher", is_guess=not told)


def _is_vague(group: str) -> bool:
    """Return whether a group doesn't imply a specific role."""
    return role_in(group) in ("researcher", "")


def _has_left(fields: dict[str, Any]) -> bool:
    return any(has_ended(words) for words in (*_groups(fields), line_of(fields.get("role"))))


def _tells_of_then(said: str) -> bool:
    """Return whether an alumnus's role is the one they had in the lab, rather than what came next and where."""
    names_place = "," in said or re.search(r"\bat\b|@", said)
    return has_ended(said) or bool(role_in(said) and not names_place)


def headline(fields: dict[str, Any]) -> str:
    """Return the role with the places that it is at; of an alumnus, what the profile says of the time since."""
    said = line_of(fields.get("role"))
    organisations = mappings_in(fields.get("organizations")) + mappings_in(fields.get("affiliations"))
    names = [line_of(each.get("name")) for each in organisations]
    shown = [said] if _has_left(fields) and not _tells_of_then(said) else [said, *names]
    return ", ".join(dict.fromkeys(filter(None, shown)))[:200]
