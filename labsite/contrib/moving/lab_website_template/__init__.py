"""Greene Lab's lab-website-template: a Jekyll site of a lab, whose citations a program fetches by their identifiers.

https://greene-lab.gitbook.io/lab-website-template-docs
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.al_folio.people import with_people_of_pages
from labsite.contrib.moving.no_people import SAMPLE
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SourcePage
from labsite.contrib.moving.site import (
    LISTS,
    SiteContent,
    SiteIntroduction,
    SiteLab,
    SiteNews,
    SitePage,
    SitePerson,
    SiteRole,
)
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts import group_picture_in, sponsors_in
from labsite.contrib.moving.texts.liquid import fields_of
from labsite.contrib.reading.career import StatedLink, StatedPosition
from labsite.contrib.reading.front_matter import line_of, mapping_in
from labsite.contrib.reading.wording import has_ended
from publications.citations.names import in_order
from publications.citations.repeats import may_be_anybodys

from .papers import CITATIONS, read_papers
from .template import SAMPLE_DESCRIPTION, SAMPLE_LAB, SAMPLE_PEOPLE, USED, LabTemplateReading, add_lists, is_unwritten

CONFIG = ("_config.yaml", "_config.yml")
HOME, CONTACT = "index.md", "contact/index.md"
# Pages of lists that this site makes itself.
MADE = {"blog", "publications", "projects", "team", "members", "404", "testbed", "tools", "news", "people"}
PART = re.compile(
    r"\{%-?\s*(?:capture\s+(?P<name>\w+)\s*-?%\}(?P<text>.*?)\{%-?\s*endcapture"
    r"|include\s+(?P<include>\S+)(?P<fields>.*?))\s*-?%\}",
    re.DOTALL,
)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LOGOS = tuple(f"images/logo.{extension}" for extension in ("png", "webp", "jpg", "jpeg", "svg"))
LIST = re.compile(r"\{%-?\s*include\s+(?:list|search-box|section|grid)\.html")
LIQUID = re.compile(r"\{%.*?%\}|\{:[^}]*\}", re.DOTALL)
HEADLINE = re.compile(r"\A#\s.*$", re.MULTILINE)
WORDS = re.compile(r"[^\W\d_]{3,}")


def read_lab(site: LabTemplateReading, cards: set[str]) -> SiteLab:
    """Return what the settings and the front page say of the lab; ``cards`` are the data files of projects."""
    path = next(filter(site.source.exists, CONFIG), "")
    config = mapping_in(site.values(path))
    if config.line("title") == SAMPLE_LAB:
        site.left_out(path, DEMO_CONTENT)
        return SiteLab()
    links = {kind: line_of(value) for kind, value in config.mapping("links").items() if line_of(value)}
    indexes = list(site.pages(site.source.files("", "index.md")))
    lists = [page for page in indexes if _folder(page) in LISTS]
    others = (page for page in indexes if page not in lists and page.path != HOME)
    of_cards = [page for page in others if not cards.isdisjoint(USED.findall(page.body))]
    pictures = (
        (site.source.resolve(path, base=page.path), words)
        for page in lists
        for path, words, _text in [group_picture_in(words_in_page(page.body))]
    )
    picture, caption = next(((path, words) for path, words in pictures if path), ("", ""))
    introductions = []  # what stands above a list
    for page in (*lists, *of_cards):
        text = LIQUID.sub("", words_in_page(LIST.split(page.body)[0])).strip()
        name = page.line("title") if page in of_cards[:1] and "projects" not in map(_folder, lists) else ""
        if name or (WORDS.search(text) and not is_unwritten(text)):
            site.brought(page.path, "the introduction of a list")
            introductions.append(SiteIntroduction(LISTS.get(_folder(page), "projects"), text, page.path, name))
    about, description = _words_of(site, HOME), config.line("description")
    if SAMPLE_DESCRIPTION in description:
        description = ""
    return SiteLab(
        name=config.line("title"),
        tagline=config.line("subtitle") or (description[:200] if about else ""),
        about=about or description,
        email=links.pop("email", ""),
        contact=_words_of(site, CONTACT),
        links=[address for kind, value in links.items() if (address := site.address(kind, value))],
        logo=next(filter(site.source.exists, LOGOS), ""),
        picture=picture,
        picture_caption=caption,
        sponsors=[
            replace(each, logo=site.source.resolve(each.logo)) for page in lists for each in sponsors_in(page.body)
        ],
        introductions=introductions,
        path=path,
    )


# The lists of this site, by the data that pages show.
LISTED = {"members": "people:list", "citations": "publications:list", "projects": "projects", "posts": "news"}


def lists_of(site: LabTemplateReading, cards: set[str]) -> dict[str, str]:
    """Return the pages that list what this site has a list of, with the name of its address."""
    listed = dict.fromkeys(cards, "projects") | LISTED
    pages = [page for page in site.pages(site.source.files("", "index.md")) if "/" in page.path]
    names = {page.path: list(filter(None, map(listed.get, USED.findall(page.body)))) for page in pages}
    return {path: of_page[0] for path, of_page in names.items() if of_page}


def _folder(page: SourcePage) -> str:
    return page.path.rpartition("/")[0]


def _words_of(site: LabTemplateReading, path: str) -> str:
    page = site.page(path)
    text = words_in_page(page.body) if page else ""
    if is_unwritten(text):
        site.left_out(path, DEMO_CONTENT)
        return ""
    if page:
        site.brought(path, "text about the lab")
    return text


ALUMNI = "_alumni"  # the folder of those who left, where a lab has parted them
# Of a description that it is of somebody who left: "Graduated with a Master's degree", not "graduate student".
GRADUATED = re.compile(r"graduated(?=$|,| with\b| in\b| \(?\d{4})", re.IGNORECASE)
NO_PERSON = ("mascot", "pet", "dog", "cat")
LINK_KINDS = {"home-page": "homepage", "website": "homepage", "google-scholar": "scholar"}


def read_people(site: LabTemplateReading) -> Iterator[SitePerson]:
    """Yield everybody who has a page."""
    folders = (site.source.files(folder, ".md", ".markdown", ".html") for folder in ("_members", ALUMNI))
    for page in site.own_pages(chain.from_iterable(folders), lambda page: False):
        called, role = page.line("name", "title"), page.line("role")
        name = SitePerson(called).name
        if SAMPLE_PEOPLE.include(name, page.body or page.line("image")):
            site.left_out(page.path, f"{name}: {SAMPLE}")
        elif role.casefold() in NO_PERSON:
            site.left_out(page.path, f"{name} is a {role}: there is no such role here")
        elif not name:
            site.not_understood(page.path, "a member without a name")
        else:
            yield _person(site, page, called, role)


def _person(site: LabTemplateReading, page: SourcePage, name: str, role: str) -> SitePerson:
    is_alumnus = page.path.startswith(ALUMNI) or has_ended(f"{page.line('group')} {role}")
    is_alumnus = is_alumnus or bool(GRADUATED.match(page.line("description")))
    title, employer = page.line("description") or site.described(role), page.line("affiliation")
    claimed = page.fields.lines("aliases")
    spellings = [each for each in claimed if not may_be_anybodys(in_order(each))]
    if len(spellings) < len(claimed):
        site.left_out(page.path, "aliases with initials and a common family name, which may be someone else’s")
    person = SitePerson(
        name=name,
        other_spellings=spellings,
        roles=[SiteRole(site.role(role, page.line("description")), has_ended=is_alumnus)],
        photo=site.source.resolve(page.line("image"), base=page.path),
        headline=title,
        biography="" if is_unwritten(page.body) else page.body.strip(),
        positions=[StatedPosition(title, employer, ongoing=True)] if employer and title and not is_alumnus else [],
        path=page.path,
    )
    for kind, value in ((kind, line_of(value)) for kind, value in page.fields.mapping("links").items()):
        label = "" if kind in LINK_KINDS else site.label(kind)
        person.add_contact(
            kind, value, StatedLink(value and site.address(kind, value), LINK_KINDS.get(kind, ""), label)
        )
    if not person.photo and page.line("image"):
        site.not_understood(page.path, f"its picture {page.fields['image']} isn’t in the source")
    return person


def read_pages(site: LabTemplateReading) -> Iterator[SitePage]:
    """Yield the pages with words of the lab's own."""
    for path in site.source.files("", "index.md", "index.html"):
        folder = path.rpartition("/")[0]
        if not folder or folder.startswith("_") or path in (HOME, CONTACT):
            continue
        for page in site.pages([path]):
            text = words_in_page(page.body)
            if folder in MADE or not WORDS.search(re.sub(r"^#.*$|\{%[^%]*%\}", "", text, flags=re.MULTILINE)):
                if not site.is_settled(path):
                    site.not_needed(path, "a list that this site makes itself")
            elif is_unwritten(text):
                site.left_out(path, DEMO_CONTENT)
            else:
                position = page.fields.mapping("nav").get("order")
                title = page.line("title") or folder.replace("_", " ").capitalize()
                yield SitePage(title, text, folder, position if isinstance(position, int) else None, path)


def words_in_page(body: str) -> str:
    """Return a page's Markdown, with the words that it gives to the template's parts in their places."""
    captured: dict[str, str] = {}
    text = PART.sub(lambda part: _part(part, captured), COMMENT.sub("", body))
    return re.sub(r"\n{3,}", "\n\n", HEADLINE.sub("", text.strip())).strip()


def _part(part: re.Match[str], captured: dict[str, str]) -> str:
    """Return what a part of the template shows: a feature has a title and a text, a figure a picture.

    A text is captured under a name first, which is often the same for all of them.
    """
    if part["name"]:
        captured[part["name"]] = PART.sub(lambda inner: _part(inner, captured), part["text"])
        return ""
    fields = fields_of(part["fields"])
    if part["include"].startswith("feature"):
        words = captured.get(fields.get("text", ""), fields.get("text", "")).strip()
        return f"\n\n## {fields.get('title', '')}\n\n{words}\n\n" if words else ""
    if part["include"].startswith("figure") and fields.get("image"):
        return f"\n\n![{fields.get('caption', '')}]({fields['image']})\n\n"
    if part["include"].startswith("button") and "://" in fields.get("link", ""):
        return f"[{fields.get('text') or fields.get('tooltip') or fields['link']}]({fields['link']})"
    return ""


POST = re.compile(r"(?:.*/)?\d{4}-\d{1,2}-\d{1,2}-[^/]*\.(?:md|markdown|html)")


def read_news(site: LabTemplateReading) -> Iterator[SiteNews]:
    """Yield each post, by its date."""
    for page in site.pages(filter(POST.fullmatch, site.source.files("_posts"))):
        title = page.line("title")
        if is_unwritten(page.body) or re.fullmatch(r"Example post \d", title):
            site.left_out(page.path, DEMO_CONTENT)
            continue
        # Jekyll makes a title of the file's name where there is none.
        words = re.sub(r"^\d{4}-\d{1,2}-\d{1,2}-|\.\w+$", "", posixpath.basename(page.path)).replace("-", " ")
        authors = []  # members by the slugs of their pages, or by names
        for slug in page.fields.lines("author"):
            path = f"_members/{slug}.md"
            member = site.page(path)
            name = SitePerson(member.line("name")).name if member else slug
            authors.append("" if not member and site.source.exists(path) else name)
        yield SiteNews(
            page.date,
            text=page.body.strip(),
            title=title or words[:1].upper() + words[1:],
            people=list(filter(None, authors)),
            path=page.path,
        )


OWN_FILES = ("_cite/cite.py", "_includes/citation.html", "_includes/portrait.html", "_data/types.yaml")


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: a Jekyll site with what only this template has, or its two lists."""
    own = sum(map(source.exists, OWN_FILES)) / len(OWN_FILES) * 0.95 if any(map(source.exists, CONFIG)) else 0.0
    return max(own, 0.6 * (source.exists(CITATIONS) and bool(source.files("_members", ".md"))))


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = LabTemplateReading(source)
    content = SiteContent(site, addresses=JekyllAddresses(source), people=list(read_people(site)))
    cards = add_lists(content, site)
    content.lists, content.lab = lists_of(site, cards), read_lab(site, cards)
    content.papers = read_papers(site, content.people)
    content.news = [*read_news(site), *content.news]
    content.pages = [*read_pages(site), *content.pages]
    return with_people_of_pages(content, source)
