"""What a lab says of one member, whichever names its fields have."""

import posixpath
import re
from collections.abc import Iterable
from typing import Any

from labsite.moving.plain_values import has_ended, is_set, line_of, lines_in, partial_date, role_in, text_of, words_in
from labsite.moving.site import SiteLink, SitePerson, SiteRole
from labsite.moving.source import SiteSource
from labsite.moving.texts.html import lines_of_html, plain

from . import demo
from .settings import mails_in, profiles_in

OUTSIDE = re.compile(r"collaborat|friend|partner|coauthor|co-author", re.IGNORECASE)
GROUPS = ("category", "type", "group", "role", "lab_type", "state", "status")
WORDS = ("position", "title", "degree", "description")
PICTURES = ("image", "img", "photo", "pfp", "avatar", "picture", "pic", "portrait", "profile_pic")
PICTURE_FOLDERS = ("", "assets/img", "assets", "assets/img/people", "assets/img/team", "assets/images")
SIGNS = {*PICTURES, "position", "email", "website", "degree", "bio", "github", "scholar", "firstjob", "education"}
BIOGRAPHIES = ("bio", "biography", "info", "body", "about", "teaser")
NEXT = ("currentjob", "nextjob", "firstjob", "now", "next", "current", "went_to")
MAX_ROLE_LENGTH = 10  # letters of a role that is the key of a group, such as "phd"


def person_of(source: SiteSource, name: str, fields: dict[str, Any], path: str, group: str, body: str) -> SitePerson:
    """Return the person described by fields; ``group`` is the name of the list that they are in."""
    links, orcid = profiles_in({key: value for key, value in fields.items() if key != "redirect"})
    name, honorific = _without_titles(name)
    redirect = line_of(fields.get("redirect"))
    return SitePerson(
        name=name,
        given_name=line_of(fields.get("firstname") or fields.get("first_name")),
        family_name=line_of(fields.get("lastname") or fields.get("last_name")),
        honorific=honorific,
        roles=_roles(fields, group),
        photo=_photo(source, fields, path),
        headline=_headline(fields),
        biography=_biography(fields, body),
        interests=words_in(fields.get("interests")) or words_in(fields.get("research_interests")),
        orcid=orcid,
        emails=mails_in(fields.get("email"), fields.get("email_hidden")),
        phones=lines_in(fields.get("phone")),
        addresses=_addresses(fields),
        links=[*links, SiteLink(redirect)] if redirect.startswith("http") else links,
        path=path,
    )


def _photo(source: SiteSource, fields: dict[str, Any], path: str) -> str:
    named = (line_of(fields.get(name)) for name in PICTURES)
    found = (source.resolve(each, base=path, roots=PICTURE_FOLDERS) for each in named if each)
    return next(filter(None, found), "")


def is_person(held: dict[Any, Any]) -> bool:
    """Return whether a mapping describes a person: it has a name and a field that only people have."""
    name = line_of(held.get("name"))
    return bool(name) and " " in name and bool(SIGNS & {str(key).casefold() for key in held})


def _roles(fields: dict[str, Any], group: str) -> list[SiteRole]:
    """Return the roles in the lab that groups and descriptions name; none for collaborators."""
    groups = [group, *(line_of(fields.get(name)) for name in GROUPS)]
    words = [plain(line_of(fields.get(name))) for name in WORDS]
    if any(OUTSIDE.search(each) for each in groups):
        return []
    start = partial_date(fields.get("start") or fields.get("start-date") or fields.get("start_date"))
    if not (any(has_ended(each) for each in groups) or is_set(fields.get("alumni"))):
        role = _clear_role(words[:2]) or _clear_role([*groups, *words])
        return [SiteRole(role or "researcher", start=str(start), is_guess=not any(map(role_in, [*groups, *words])))]
    end = partial_date(fields.get("end") or fields.get("end-date") or fields.get("end_date") or fields.get("year"))
    of_then = [each for each in words if _tells_of_then(each)]
    role = _clear_role([*groups, *of_then])
    came_next = _went_to(fields, words)[:200]
    return [SiteRole(role or "researcher", str(start), str(end), True, came_next, is_guess=not role)]


def _clear_role(words: Iterable[str]) -> str:
    """Return the first role that is more specific than “researcher”."""
    return next((role for each in words if (role := role_in(each)) not in ("", "researcher")), "")


def _tells_of_then(said: str) -> bool:
    """Return whether a description of an alumnus is of the time in the lab: later positions name a place."""
    return bool(role_in(said)) and not re.search(r"\bnow\b|\bat\b|@|,(?!\s*(?:\d{4}|ph\.?\s?d))", said, re.IGNORECASE)


def _went_to(fields: dict[str, Any], words: list[str]) -> str:
    """Return the position after the time in the lab."""
    steps = (plain(line_of(fields.get(name))) for name in NEXT)
    said = next(filter(None, steps), "") or next((each for each in words if each and not _tells_of_then(each)), "")
    return re.sub(r"^\(?now\)?:?\s*(?:an?\s)?", "", said, flags=re.IGNORECASE)


def _headline(fields: dict[str, Any]) -> str:
    said = (fields.get("position"), fields.get("title"), fields.get("description"), fields.get("degree"))
    shown = next((text for each in said if 0 < len(text := plain(line_of(each))) <= 200), "")
    is_only_role = role_in(shown) and len(shown) < MAX_ROLE_LENGTH and shown.islower()
    return "" if is_only_role or shown.startswith(("Profile of", "members.")) else shown


def _biography(fields: dict[str, Any], body: str) -> str:
    texts = (body, *(text_of(fields.get(name)) for name in BIOGRAPHIES))
    long = text_of(fields.get("description"))
    texts = (*texts, long if len(long) > 200 else "")
    return next((text for text in texts if len(plain(text)) > 20 and not demo.is_unwritten(text)), "")


def _addresses(fields: dict[str, Any]) -> list[str]:
    said = lines_of_html(text_of(fields.get("address") or fields.get("more_info")))
    lines = [line for line in said if not mails_in(line)]
    is_sample = any(line.casefold().startswith("555 your office") for line in lines)
    return [] if is_sample or not lines else ["\n".join(lines)[:300]]


def _without_titles(name: str) -> tuple[str, str]:
    """Part a name into itself and what it is addressed by: "Prof. Ada Quill, PhD" is Ada Quill, Prof."""
    bare = re.sub(r",?\s*(?:Ph\.?D\.?|M\.?D\.?|M\.?Sc\.?|B\.?Sc\.?)\s*$", "", plain(name))
    found = re.match(r"((?:(?:Prof|Dr|Professor)\.?\s+)+)(?=\S+\s+\S)", bare)
    honorific = (found[1].split()[0].removesuffix(".") if found else "").replace("Professor", "Prof")
    return (bare[found.end() :] if found else bare).strip(), f"{honorific}." if honorific else ""


def name_in(body: str, path: str) -> str:
    """Return the name that heads a text, or that the name of its file spells out."""
    found = re.search(r"^#+\s*(\S.*\S)\s*$|^\*\*([^*]+)\*\*", body, re.MULTILINE)
    stem = posixpath.basename(path).rpartition(".")[0].removeprefix("about_").replace("_", " ").replace("-", " ")
    spelled = stem.title() if 2 <= len(stem.split()) <= 4 else ""
    return (found[1] or found[2]).strip() if found else spelled
