"""The owner of the site, read from the settings, the front page and the CV as data."""

import re
from typing import Any

from labsite.moving.citations import plain_words
from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import (
    degree_and_field,
    has_ended,
    line_of,
    mapping_in,
    mappings_in,
    partial_date,
    role_in,
    words_in,
    year_in,
)
from labsite.moving.site import (
    SiteAward,
    SiteDegree,
    SiteLab,
    SiteLink,
    SitePerson,
    SitePosition,
    SiteRole,
)
from labsite.moving.source import SiteSource
from publications.citations.identifiers import orcid_in

from .pages import is_demo_text, is_demo_value

SETTINGS = "_config.yml"
FRONT_PAGES = ("_pages/about.md", "_pages/index.md", "_pages/home.md", "index.md")
CV = "_data/cv.json"

# Where the name that somebody has at a place leads to; other places are given by their addresses.
PLACES = {
    "github": "https://github.com/{}",
    "bluesky": "https://bsky.app/profile/{}",
    "linkedin": "https://www.linkedin.com/in/{}",
    "twitter": "https://x.com/{}",
    "bitbucket": "https://bitbucket.org/{}",
    "kaggle": "https://www.kaggle.com/{}",
    "stackoverflow": "https://stackoverflow.com/users/{}",
    "facebook": "https://www.facebook.com/{}",
    "instagram": "https://www.instagram.com/{}",
    "medium": "https://medium.com/@{}",
    "youtube": "https://www.youtube.com/@{}",
    "zhihu": "https://www.zhihu.com/people/{}",
    "weibo": "https://weibo.com/{}",
    "wikipedia": "https://en.wikipedia.org/wiki/User:{}",
    **dict.fromkeys(("uri", "googlescholar", "academia", "arxiv", "impactstory", "semantic", "pubmed"), "{}"),
    **dict.fromkeys(("researchgate", "scopus", "mastodon", "telegram", "inspire-hep", "dblp", "ssrn"), "{}"),
}
LABELS = {"uri": "", "googlescholar": "", "github": "", "linkedin": "", "twitter": "", "bluesky": "", "mastodon": ""}
TITLES = re.compile(r"(Prof|Dr)(?:essor)?\b\.?[\s-]+(?:(?:Dr|Ing|rer|nat|phil|habil)\b\.?[\s-]*)*", re.IGNORECASE)
LAB_NAME = re.compile(r"\b(?:lab(?:oratory)?|group|team|institute|centre|center)\b", re.IGNORECASE)


def settings_of(source: SiteSource, outcomes: FileOutcomes) -> dict[str, Any]:
    """Return the settings of the site, and note where it is now."""
    settings: dict[str, Any] = {}
    with outcomes.reading(SETTINGS):
        settings = mapping_in(source.values(SETTINGS)) if source.exists(SETTINGS) else {}
    source.own_address = line_of(settings.get("url")).rstrip("/") + line_of(settings.get("baseurl"))
    return settings


def read_lab(source: SiteSource, settings: dict[str, Any]) -> SiteLab:
    """Return the lab, where the site is one's: mostly it is a person's."""
    parts = re.split(r"\s+[/|–—-]\s+", line_of(settings.get("title")))
    name = next((part for part in parts if LAB_NAME.search(part) and not is_demo_value(part)), "")
    tagline = plain_words(line_of(settings.get("description")).replace("<br", " <br")) if name else ""
    return SiteLab(name=name, tagline="" if name in tagline else tagline, path=SETTINGS)


def read_owner(source: SiteSource, outcomes: FileOutcomes, settings: dict[str, Any]) -> SitePerson | None:
    """Return the owner of the site; None if the settings still hold the template's placeholders."""
    given = mapping_in(settings.get("author"))
    author = {name: value for name, value in given.items() if line_of(value) and not is_demo_value(value)}
    name = line_of(author.get("name")) or line_of(settings.get("name"))
    if not name or is_demo_value(name):
        outcomes.left_out(SETTINGS, "the name of the site’s owner is still the template’s, or none")
        return None
    titled = TITLES.match(name)
    person = SitePerson(
        name=name[titled.end() :] if titled else name,
        path=SETTINGS,
        photo=source.resolve(line_of(author.get("avatar")), roots=("images", "", "assets/images", "assets")),
    )
    person.honorific = f"{titled[1].strip(' .').capitalize()}." if titled else ""
    told = plain_words(line_of(author.get("bio")).replace("<br", " <br"))
    employer = plain_words(line_of(author.get("employer")))
    person.headline = told if employer.lower() in told.lower() else ", ".join(filter(None, [told, employer]))
    person.roles = [_role(f"{person.headline} {line_of(settings.get('description'))}")]
    person.orcid = orcid_in(line_of(author.get("orcid")))
    person.emails = [line_of(author["email"])] if "@" in line_of(author.get("email")) else []
    person.links = list(_links(author, settings))
    _read_biography(source, outcomes, person)
    outcomes.brought(SETTINGS, "what it says of the owner")
    if line_of(author.get("location")):
        outcomes.left_out(SETTINGS, f"the owner’s place: {line_of(author['location'])}")
    _read_cv(source, outcomes, person)
    return person


def _role(words: str) -> SiteRole:
    """Return the role that the owner of a personal site probably has in a lab."""
    words = re.sub(r"\bph\.?\s?d\.?\s+(?:from|at)\b[^|,;.]*", "", words, flags=re.IGNORECASE)
    return SiteRole(
        role_in(words) or "researcher", is_guess=True, has_ended=has_ended(words) and "alum" in words.lower()
    )


def _links(author: dict[str, Any], settings: dict[str, Any]) -> Any:
    for place, address in PLACES.items():
        given = line_of(author.get(place))
        url = given if re.match("https?://", given) else address.format(given.lstrip("@")) if given else ""
        if re.match("https?://", url):
            yield SiteLink(url, "homepage" if place == "uri" else "", LABELS.get(place, place.capitalize()))


def _read_biography(source: SiteSource, outcomes: FileOutcomes, person: SitePerson) -> None:
    for path in FRONT_PAGES:
        with outcomes.reading(path):
            fields, body = source.front_matter(path) if source.exists(path) else ({}, "")
            if is_demo_text(body):
                outcomes.left_out(path, DEMO_CONTENT)
            elif body.strip():
                person.biography, person.path = body, path
                return


def _read_cv(source: SiteSource, outcomes: FileOutcomes, person: SitePerson) -> None:
    """Take degrees, positions and awards from the CV as data, if it is the owner's. https://jsonresume.org/schema"""
    if not source.exists(CV):
        return
    with outcomes.reading(CV):
        told = mapping_in(source.values(CV))
        name = line_of(mapping_in(told.get("basics")).get("name"))
        if is_demo_value(name) or is_demo_text(str(told)) or "GitHub University" in str(told):
            outcomes.left_out(CV, DEMO_CONTENT)
            return
        person.education = [
            _degree(each) for each in mappings_in(told.get("education")) if line_of(each.get("institution"))
        ]
        person.positions = [_position(each) for each in mappings_in(told.get("work")) if line_of(each.get("position"))]
        person.awards = [_award(each) for each in mappings_in(told.get("awards")) if line_of(each.get("title"))]
        person.skills = [skill for each in mappings_in(told.get("skills")) for skill in _skills(each)]
        outcomes.brought(CV, "degrees, positions, awards and skills")


def _degree(told: dict[str, Any]) -> SiteDegree:
    said, area = line_of(told.get("studyType")), line_of(told.get("area"))
    degree, field = (said, area) if area and area != said else degree_and_field(said or area)
    start, end = partial_date(told.get("startDate")), partial_date(told.get("endDate"))
    return SiteDegree(line_of(told["institution"]), degree, field, start=start, end=end)


def _position(told: dict[str, Any]) -> SitePosition:
    lines = [line_of(told.get("summary")), *(f"- {line}" for line in words_in(told.get("highlights") or []))]
    end = line_of(told.get("endDate"))
    return SitePosition(
        line_of(told["position"]),
        line_of(told.get("company")) or line_of(told.get("name")),
        place=line_of(told.get("location")),
        start=partial_date(told.get("startDate")),
        end=partial_date(end),
        ongoing=end.lower() in ("present", "now"),
        text="\n".join(filter(None, lines)),
    )


def _award(told: dict[str, Any]) -> SiteAward:
    note = line_of(told.get("summary"))
    return SiteAward(line_of(told["title"]), line_of(told.get("awarder")), year_in(told.get("date")), note=note)


def _skills(told: dict[str, Any]) -> list[str]:
    return words_in(told.get("keywords") or []) or words_in(told.get("name") or [])
