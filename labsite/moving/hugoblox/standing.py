"""What somebody is to the lab, as the groups and the words of a profile tell it."""

import re
from typing import Any

from labsite.moving.plain_values import line_of, lines_in, mappings_in
from labsite.moving.role_words import has_ended, role_in
from labsite.moving.site import SiteRole

# Groups that labs list among their authors, and that are no people.
THINGS = re.compile(
    r"\b(?:tools?|projects?|areas?|courses?|software|datasets?|sponsors?|partners|funding)\b", re.IGNORECASE
)
OUTSIDE = re.compile(r"\bcollaborat|\bpartners?\b|\bfriends?\b", re.IGNORECASE)
LAB = re.compile(r"\b(?:research (?:group|area|team)|laboratory|project)\b", re.IGNORECASE)


def is_thing(fields: dict[str, Any]) -> bool:
    """Whether a profile is that of a tool, a project or a group."""
    groups, role = _groups(fields), line_of(fields.get("role"))
    has_people = any(role_in(group) or has_ended(group) for group in groups)
    is_grouped = any(THINGS.search(group) and not role_in(group) for group in groups)
    return (is_grouped and not has_people) or bool(LAB.search(role) and not role_in(LAB.sub("", role)))


def is_from_outside(fields: dict[str, Any]) -> bool:
    """Whether somebody only works with the lab."""
    said = [*_groups(fields), line_of(fields.get("role"))]
    return any(OUTSIDE.search(each) for each in said) and not any(map(role_in, said))


def _groups(fields: dict[str, Any]) -> list[str]:
    return lines_in(fields.get("user_groups"))


def role_of(fields: dict[str, Any], is_owner: bool) -> SiteRole:
    """Return the role that a profile's groups and its own words give; of somebody who has left, what came next."""
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
    """Whether a group is one that people of several roles are in."""
    return role_in(group) in ("researcher", "")


def _has_left(fields: dict[str, Any]) -> bool:
    return any(has_ended(words) for words in (*_groups(fields), line_of(fields.get("role"))))


def _tells_of_then(said: str) -> bool:
    """Whether the words of an alumnus are a role alone, as in the lab, and not what came next and where."""
    names_place = "," in said or re.search(r"\bat\b|@", said)
    return has_ended(said) or bool(role_in(said) and not names_place)


def headline(fields: dict[str, Any]) -> str:
    """Return the role with the places that it is at; of an alumnus, what the profile says of the time since."""
    said = line_of(fields.get("role"))
    organisations = mappings_in(fields.get("organizations")) + mappings_in(fields.get("affiliations"))
    names = [line_of(each.get("name")) for each in organisations]
    shown = [said] if _has_left(fields) and not _tells_of_then(said) else [said, *names]
    return ", ".join(dict.fromkeys(filter(None, shown)))[:200]
