"""The owner of the site, read from the settings, the front page and the CV as data."""

import re

from labsite.contrib.moving.citations import plain_words
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SiteLab, SitePerson, SiteRole
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.networks import addresses_of, kind_of, profile_address
from labsite.contrib.reading.plain_values import PageFields, mapping_in
from labsite.contrib.reading.wording import has_ended, role_in
from people.models import ProfileLink
from publications.citations.names import name_and_native

from .pages import DEMO_TEXT, is_demo_value

SETTINGS = "_config.yml"
FRONT_PAGES = ("_pages/about.md", "_pages/index.md", "_pages/home.md", "index.md")
CV = "_data/cv.json"

# Networks by usernames; any other is given by its address.
ADDRESSES = addresses_of(
    *("github", "bluesky", "linkedin", "twitter", "bitbucket", "kaggle", "stackoverflow", "facebook", "instagram"),
    *("medium", "youtube", "zhihu", "weibo", "wikipedia"),
) | {
    "facebook": "https://www.facebook.com/{}",
    "instagram": "https://www.instagram.com/{}",
    "youtube": "https://www.youtube.com/@{}",
    "wikipedia": "https://en.wikipedia.org/wiki/User:{}",
}
LAB_NAME = re.compile(r"\b(?:lab(?:oratory)?|group|team|institute|centre|center)\b", re.IGNORECASE)


def settings_of(site: SiteReading) -> PageFields:
    """Return the settings of the site, and note where it is now."""
    settings = mapping_in(site.values(SETTINGS))
    site.source.own_address = settings.line("url").rstrip("/") + settings.line("baseurl")
    return settings


def read_lab(settings: PageFields) -> SiteLab:
    """Return the lab, where the site is one's: mostly it is a person's."""
    parts = re.split(r"\s+[/|–—-]\s+", settings.line("title"))
    name = next((part for part in parts if LAB_NAME.search(part) and not is_demo_value(part)), "")
    tagline = _words(settings, "description") if name else ""
    return SiteLab(name=name, tagline="" if name in tagline else tagline, path=SETTINGS)


def _words(fields: PageFields, name: str) -> str:
    return plain_words(fields.line(name).replace("<br", " <br"))


def owner_of(site: SiteReading, settings: PageFields) -> SitePerson | None:
    """Return the author whom the settings name; None if they still hold the template's placeholders."""
    given = settings.mapping("author")
    author = PageFields({name: value for name, value in given.items() if not is_demo_value(value)})
    name, native = name_and_native(plain_words(author.line("name") or settings.line("name")))
    name = re.sub(r"\s*[(（].*?[)）]", "", name)
    if not name or is_demo_value(name):
        site.left_out(SETTINGS, "the owner’s name is missing, or still the template’s")
        return None
    bio, employer = _words(author, "bio"), _words(author, "employer")
    headline = bio if employer.lower() in bio.lower() else ", ".join(filter(None, [bio, employer]))
    words = f"{headline} {settings.line('description')}"
    words = re.sub(r"\bph\.?\s?d\.?\s+(?:from|at)\b[^|,;.]*", "", words, flags=re.IGNORECASE)
    person = SitePerson(
        name=name,
        native_name=native,
        path=SETTINGS,
        photo=site.source.resolve(author.line("avatar"), SETTINGS, ("", "images", "assets/images", "assets")),
        headline=headline,
        # The role of whoever owns a personal site may be theirs in the lab too; mostly nobody tells.
        roles=[SiteRole(role_in(words), is_guess=True, has_ended=has_ended(words) and "alum" in words.lower())],
    )
    for network in author:
        url = profile_address(network, author.line(network), ADDRESSES)
        kind = "homepage" if network == "uri" else ""
        label = "" if kind or kind_of(url) != ProfileLink.Kind.OTHER else network.capitalize()
        person.add_contact(network, author.line(network), StatedLink(url, kind, label))
    site.brought(SETTINGS, "what it says about the owner")
    if city := author.line("location"):
        site.left_out(SETTINGS, f"the owner’s location: {city}")
    return person


def read_owner(site: SiteReading, settings: PageFields) -> SitePerson | None:
    """Return the owner of the site, with the text of the front page and the CV as data."""
    person = owner_of(site, settings)
    if not person:
        return None
    for page in site.pages(filter(site.source.exists, FRONT_PAGES)):
        if DEMO_TEXT.search(page.body):
            site.left_out(page.path, DEMO_CONTENT)
        elif page.body.strip():
            person.biography, person.path = page.body, page.path
            break
    held = site.values(CV)  # https://jsonresume.org/schema
    is_demo = is_demo_value(mapping_in(held).mapping("basics").line("name")) or DEMO_TEXT.search(str(held))
    if is_demo or "GitHub University" in str(held):
        site.left_out(CV, DEMO_CONTENT)
    elif held:
        with site.reading(CV):
            person.take_curriculum(curriculum_in(held), CV, site)
    return person
