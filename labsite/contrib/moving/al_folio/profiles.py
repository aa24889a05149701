"""What a lab says of one member, whichever names its fields have."""

import re
from collections.abc import Iterable

from labsite.contrib.moving.outcomes import SourcePage
from labsite.contrib.moving.site import SitePerson, SiteRole
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.plain_values import PageFields, lines_of_html, plain
from people.wording import has_ended, is_of_people, role_in, roles_in, tells_of_then, without_titles
from publications.citations.names import name_and_native

from . import demo
from .settings import mails_in, profiles_in

OUTSIDE = re.compile(r"collaborat|friend|partner|coauthor|co-author", re.IGNORECASE)
GROUPS = ("category", "position_key", "type", "group", "role", "lab_type", "state", "status")
WORDS = ("position", "title", "degree", "description")
PICTURES = ("image", "img", "photo", "pfp", "avatar", "picture", "pic", "portrait", "profile_pic")
PICTURE_FOLDERS = ("", "assets/img", "assets", "assets/img/people", "assets/img/team", "assets/images")
SIGNS = {*PICTURES, "position", "email", "website", "degree", "bio", "github", "scholar", "firstjob", "education"}
BIOGRAPHIES = ("bio", "biography", "info", "body", "about", "teaser")
THEN = re.compile(r",?\s+(?:and\s+)?then\s+", re.IGNORECASE)  # between the time in the lab and what came next
NEXT = ("currentjob", "nextjob", "firstjob", "now", "next", "current", "went_to")
MAX_ROLE_LENGTH = 10  # letters of a role that is the key of a group, such as "phd"


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
    name, native = name_and_native(name)
    name, honorific, titles = without_titles(plain(name))
    redirect = page.line("redirect")
    pictures = (source.resolve(each, path, PICTURE_FOLDERS) for key in PICTURES if (each := page.line(key)))
    address = [line for line in postal_address(fields) if not mails_in(line)]
    return SitePerson(
        name=name,
        given_name=page.line("firstname", "first_name"),
        family_name=page.line("lastname", "last_name"),
        native_name=native or re.split(r"\s*[（(]", page.line("name_native", "native_name"))[0],
        honorific=honorific,
        other_titles=titles,
        roles=_roles(page, group),
        photo=next(filter(None, pictures), ""),
        headline=_headline(page),
        biography=_biography(page),
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
    parted = [_then_and_later(each) for each in words]
    role = _clearest_role([*named, *(then for then, _ in parted)])
    later = filter(None, (later for _, later in parted))
    came_next = next(filter(None, (plain(page.line(name)) for name in NEXT)), "") or next(later, "")
    went_to = re.sub(r"^\(?now\)?:?\s*(?:an?\s)?", "", came_next, flags=re.IGNORECASE)[:200]
    return [SiteRole(role, start, end, True, went_to)]


def _clearest_role(*texts: Iterable[str]) -> str:
    """Return the first role that is more specific than “researcher”, else that one if it is named."""
    roles = [role for words in texts for each in words if (role := role_in(each))]
    return next((role for role in roles if role != "researcher"), next(iter(roles), ""))


def _then_and_later(text: str) -> tuple[str, str]:
    """Part the description of an alumnus into the time in the lab and what came next, where it says which is which."""
    then, *later = THEN.split(text, maxsplit=1)
    return (then, "".join(later)) if tells_of_then(then) else ("", text)


def _headline(page: SourcePage) -> str:
    texts = (plain(page.line(name)) for name in ("position", "title", "description", "degree"))
    shown = next((text for text in texts if 0 < len(text) <= 200), "")
    is_only_role = is_of_people(shown) and len(shown) < MAX_ROLE_LENGTH and shown.islower()
    return "" if is_only_role or shown.startswith(("Profile of", "members.")) else shown


def _biography(page: SourcePage) -> str:
    long = page.fields.text("description")
    texts = (page.body, *(page.fields.text(name) for name in BIOGRAPHIES), long if len(long) > 200 else "")
    return next((text for text in texts if len(plain(text)) > 20 and not demo.is_unwritten(text)), "")


def postal_address(fields: PageFields) -> list[str]:
    """Return the lines of an address; none of the template's sample."""
    lines = lines_of_html(fields.text("address", "more_info"))
    return [] if any("555 your office" in line.casefold() for line in lines) else lines
