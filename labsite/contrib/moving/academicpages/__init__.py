"""Sites made from the academicpages template: one researcher's papers, talks and teaching.

https://github.com/academicpages/academicpages.github.io
"""

import re

from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.al_folio.people import with_people_of_pages
from labsite.contrib.moving.citations import plain_words
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SiteContent, SiteLab, SitePerson, SiteRole
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.front_matter import PageFields, mapping_in
from labsite.contrib.reading.networks import ADDRESSES as NETWORKS, kind_of, profile_address
from labsite.contrib.reading.wording import has_ended, role_in
from people.models import ProfileLink
from publications.citations.names import name_and_native

from .pages import DEMO, NOT_NEEDED, is_demo_value, read_news, read_pages, read_projects, read_talks, read_teaching
from .papers import read_papers, read_tables

SETTINGS = "_config.yml"
FRONT_PAGES = ("_pages/about.md", "_pages/index.md", "_pages/home.md", "index.md")
CV = "_data/cv.json"
ADDRESSES = NETWORKS | {"wikipedia": "https://en.wikipedia.org/wiki/User:{}", "mastodon": ""}  # which is given in full
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
        if DEMO["text"].search(page.body):
            site.left_out(page.path, DEMO_CONTENT)
        elif page.body.strip():
            person.biography, person.path = page.body, page.path
            break
    held = site.values(CV)  # https://jsonresume.org/schema
    is_demo = is_demo_value(mapping_in(held).mapping("basics").line("name")) or DEMO["text"].search(str(held))
    if is_demo or "GitHub University" in str(held):
        site.left_out(CV, DEMO_CONTENT)
    elif held:
        with site.reading(CV):
            person.take_curriculum(curriculum_in(held), CV, site)
    return person


AUTHORS = "_data/authors.yml"


def recognise(source: SiteSource) -> float:
    """Say how surely it is one, from 0 to 1."""
    tables = any(source.exists(f"markdown_generator/{name}.tsv") for name in ("publications", "talks"))
    if not (tables or source.files("_publications", ".md")):
        return 0
    has_talks = bool(source.files("_talks") or source.files("_teaching"))
    return 0.5 + 0.3 * tables + 0.1 * has_talks


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = SiteReading(source)
    settings = settings_of(site)
    content = SiteContent(site, read_lab(settings), addresses=JekyllAddresses(source))
    owner = read_owner(site, settings)
    content.papers = read_papers(site, owner)
    content.papers += read_tables(site, content.papers)
    if owner:
        owner.talks = read_talks(site)
        owner.teaching = read_teaching(site)
        content.people = [owner]
    content.projects = read_projects(site)
    content.news = read_news(site)
    content.pages = read_pages(site)
    if source.exists(AUTHORS):
        with site.reading(AUTHORS):
            is_demo = "name@name.com" in source.text(AUTHORS)
            site.left_out(AUTHORS, DEMO_CONTENT if is_demo else "authors of posts: news has none here")
    for why, shape in NOT_NEEDED.items():
        site.settle(filter(shape.fullmatch, source.files()), why)
    for path in filter(DEMO["file"].fullmatch, source.files()):
        if not site.is_settled(path):
            site.left_out(path, DEMO_CONTENT)
    return with_people_of_pages(content, source)
