"""al-folio: a theme of Jekyll for researchers and labs, with their papers in BibTeX.

https://github.com/alshedivat/al-folio – read are its versions from 2016 on, and what labs made of it.
"""

import posixpath
import re
from collections.abc import Iterator

from labsite.contrib.moving.addresses.jekyll import JekyllAddresses
from labsite.contrib.moving.mistaken import without_shared_ids
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading, SourcePage
from labsite.contrib.moving.site import SiteContent, SiteLab, SiteNews, SitePage, SitePerson, SiteProject
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts.html import without_liquid
from labsite.contrib.moving.words import WORDS
from labsite.contrib.reading.career import StatedTeaching
from labsite.contrib.reading.front_matter import lines_of_html, mappings_in, plain, summary_and_text
from labsite.texts.folding import fold

from .bibliography import Bibliography, add_talks, read_venues
from .people import AlFolioPeople, add_coauthors, add_curriculum, postal_address, with_people_of_pages
from .settings import CONFIG, AlFolioReading, is_demo_page, is_unwritten

ENDINGS = (".md", ".markdown")
PROJECTS = ("_projects", "_software", "_research", "_datasets")
PICTURES = ("", "assets/img", "assets")
ABOUT = ("_pages/about.md", "_pages/about.markdown", "_pages/home.md", "index.md", "about.md")
# Of a page that says something itself, and of one that lists other files beside that.
MIN_LETTERS, MIN_BESIDE_LISTS = 40, 300
LISTS = re.compile(
    r"\{%-?\s*(?:(?:for|assign)\b[^%]*\bsite\.|bibliography\b|include\b[^%]*(?:projects|people|news|cv))"
)
LISTING_LAYOUTS = {"cv", "profiles", "archive", "bookshelf", "book-shelf", "none"}
UNNAMED = {"", "blank", "al folio"}
NEWS_TEXTS = ("headline", "content", "text", "description", "details", "body", "en", "title")


def _own(site: AlFolioReading, folder: str) -> Iterator[SourcePage]:
    """Yield the pages of a folder that are written and not the template's.

    Those in no folder need front matter: without it they are for readers of the repository.
    """
    paths = site.source.files(folder, *ENDINGS)
    if not folder:
        paths = [path for path in paths if "/" not in path and site.source.glimpse(path).startswith("---")]
    for page in site.own_pages(paths, is_demo_page):
        if site.is_translation(page.path):
            site.left_out(page.path, f"a translation of what the site has in {site.language}")
        elif not site.is_settled(page.path):
            yield SourcePage(page.path, page.fields, page.body.strip())


def read_news(site: AlFolioReading) -> Iterator[SiteNews]:
    """Yield the announcements and the posts."""
    for page in (page for folder in ("_news", "_posts") for page in _own(site, folder)):
        if page.date:
            title = "" if page.fields.is_set("inline") else page.line("title")
            address = page.line("redirect")
            link = f"[{title}]({address})" if address.startswith("http") else ""
            text = page.body or link or page.fields.text("description")
            yield SiteNews(page.date, text=_with_emoji(text), title=_with_emoji(title), path=page.path)
        else:
            site.not_understood(page.path, "news without a readable date")


def news_in_data(site: SiteReading) -> Iterator[SiteNews]:
    """Yield the announcements that some labs keep in a data file."""
    for path in site.source.files("_data", "news.yml", "news.yaml"):
        for held in mappings_in(site.values(path)):
            date, text = held.date("date"), held.text(*NEWS_TEXTS)
            if date and text:
                yield SiteNews(date, text=_with_emoji(text), path=path)
            else:
                site.not_understood(path, f"news without a date or text: {held.line('title') or text[:60]}")


def _with_emoji(text: str) -> str:
    """Return a text with signs for the usual ones that Jekyll knows by name."""
    return re.sub(r":(\w+):", lambda match: WORDS["emoji"].get(match[1], match[0]), text)


def read_projects(site: AlFolioReading, people: AlFolioPeople) -> Iterator[SiteProject]:
    """Yield the projects; those that are people are none."""
    members = {person.path for person in people.found.values()}
    for page in (page for folder in PROJECTS for page in _own(site, folder) if page.path not in members):
        if title := page.line("title"):
            summary, text = summary_and_text(plain(page.line("description")), page.body)
            links = [address for name in ("redirect", "github") if (address := page.line(name)).startswith("http")]
            picture = site.source.resolve(page.line("img"), base=page.path, roots=PICTURES)
            yield SiteProject(title, summary, text, picture, links=links, path=page.path)
        else:
            site.not_understood(page.path, "a project without a title")


def add_teaching(site: AlFolioReading, owner: SitePerson | None) -> None:
    """Give the owner of a personal site the courses of the folder for them."""
    for page in _own(site, "_teachings"):
        term = " ".join(filter(None, (page.line("term"), page.line("year"))))
        course = StatedTeaching(page.line("title"), place=page.line("location"), term=term, path=page.path)
        if owner and course.course:
            owner.teaching.append(course)
        else:
            site.left_out(page.path, "a course: the site doesn’t say who taught it")


def read_lab(site: AlFolioReading, people: AlFolioPeople) -> SiteLab:
    """Return what the site says of the lab; the first page of a personal site is about its owner."""
    title, description = site.config.line("title"), site.config.line("description")
    lab = SiteLab(
        name=site.full_name if fold(title) in UNNAMED else title,
        tagline="" if is_unwritten(description) else description[:200],
        email="" if people.owner else next(iter(site.emails), ""),
        links=[] if people.owner else [link.url for link in site.links],
        path=site.path,
    )
    if page := site.page(*ABOUT, f"_pages/{site.language}/about.md"):
        text = without_liquid(page.body)
        if is_unwritten(text):
            site.left_out(page.path, DEMO_CONTENT)
        else:
            profile, owner = page.fields.mapping("profile"), people.owner
            address = "\n".join(postal_address(profile))
            if owner:
                owner.headline = owner.headline or plain(page.line("subtitle"))[:200]
                owner.photo = owner.photo or site.source.resolve(
                    profile.line("image"), roots=("assets/img", "assets", "")
                )
            if people.is_lab or not owner:
                lab.about, lab.address = text, address
            else:
                owner.biography = owner.biography or text
                owner.addresses = owner.addresses or list(filter(None, [address[:300]]))
            lab.path = page.path if lab.about else lab.path
            whose = "what the lab says about itself" if people.is_lab else "the words about its owner"
            site.brought(page.path, whose)
    return lab


def read_pages(site: AlFolioReading) -> Iterator[SitePage]:
    """Yield the pages that say something themselves; others only list what is elsewhere."""
    for page in (page for folder in ("_pages", "") for page in _own(site, folder)):
        text = without_liquid(page.body)
        name = posixpath.basename(page.path).rpartition(".")[0]
        slug = page.line("permalink").strip("/") or name
        fewest = MIN_BESIDE_LISTS if LISTS.search(page.body) else MIN_LETTERS
        only_lists = page.line("layout") in LISTING_LAYOUTS or len(" ".join(lines_of_html(text))) < fewest
        if only_lists or slug.startswith("404"):
            site.not_needed(page.path, "only lists what other files contain")
        else:
            title, order = plain(page.line("title")) or name, page.line("nav_order", "order")
            position = int(order) if page.fields.is_set("nav") and re.fullmatch(r"\d{1,3}", order) else None
            yield SitePage(title[:100], text, slug=posixpath.basename(slug), place=position, path=page.path)


def note_what_has_no_place(site: AlFolioReading) -> None:
    """Report the books and the repositories of newer versions as left out: the site has no model for them."""
    for page in _own(site, "_books"):
        site.left_out(page.path, "a book from a reading list: no place for it here")
    for path in site.source.files("_data", "repositories.yml"):
        with site.reading(path):
            named = str(site.source.values(path))
            is_demo = "torvalds" in named or "alshedivat/al-folio" in named
            site.left_out(path, DEMO_CONTENT if is_demo else "GitHub repositories: no place for them here")


OWN_FILES = ("_layouts/bib.html", "_layouts/bib.liquid", "_data/coauthors.yml", "_includes/selected_papers.html")


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: its bibliography and what else only this theme has."""
    if not source.files("_bibliography", ".bib") or not any(map(source.exists, CONFIG)):
        return 0.0
    is_named = any("al-folio" in source.glimpse(path) for path in (*CONFIG, "README.md"))
    return 0.95 if is_named or any(map(source.exists, OWN_FILES)) else 0.6


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = AlFolioReading(source)
    bibliography = Bibliography(site)
    people = AlFolioPeople(site)
    owner = people.owner
    add_coauthors(people, bibliography.authors)
    add_curriculum(site, owner)
    add_talks(bibliography, owner)
    add_teaching(site, owner)
    note_what_has_no_place(site)
    read_site = SiteContent(
        site,
        addresses=JekyllAddresses(source),
        lab=read_lab(site, people),
        people=list(people.found.values()),
        papers=without_shared_ids(bibliography.papers, site),
        venues=read_venues(bibliography),
        news=[*read_news(site), *news_in_data(site)],
        projects=list(read_projects(site, people)),
        pages=list(read_pages(site)),
    )
    return with_people_of_pages(read_site, source)
