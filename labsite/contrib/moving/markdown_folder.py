"""Folders of Markdown of no known theme: Quarto, Hugo and Jekyll, by what their folders and fields are called.

https://quarto.org/docs/websites/ – for the others see ``hugoblox.content`` and ``addresses.jekyll``.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from labsite.contrib.moving.academicpages.papers import paper_of
from labsite.contrib.moving.addresses.jekyll import CONFIG, JekyllAddresses
from labsite.contrib.moving.al_folio.people import entries_in, is_person, person_of
from labsite.contrib.moving.hugoblox.content import HugoAddresses, HugoContent, setting_paths
from labsite.contrib.moving.lab_website_template.papers import paper_of_item
from labsite.contrib.moving.lab_website_template.template import add_lists
from labsite.contrib.moving.mistaken import merged
from labsite.contrib.moving.no_people import OF_PEOPLE, is_full_name, why_no_person
from labsite.contrib.moving.outcomes import SiteReading, SourcePage
from labsite.contrib.moving.people_tables import PICTURES as PHOTOS, add_photos, people_in_file, picture_named
from labsite.contrib.moving.site import SiteContent, SiteLab, SiteNews, SitePage, SitePaper, SitePerson, SiteProject
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts import plain_markdown
from labsite.contrib.moving.texts.html import without_liquid
from labsite.contrib.moving.web_site import LISTED, add_listed, add_page
from labsite.contrib.moving.web_site.pages import page_of, topic_of
from labsite.contrib.moving.words import WORDS
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.front_matter import PageFields, mappings_in, plain, summary_and_text
from labsite.contrib.reading.typed_papers import authors_at
from labsite.modelling.periods import partial_date
from labsite.texts.folding import fold
from labsite.texts.markdown_parser import html_of
from publications import formats
from publications.citations.dates import years_in_words

QUARTO = ("_quarto.yml", "_quarto.yaml")
HUGO = tuple(setting_paths("hugo", "config"))
ENDINGS = (".qmd", ".rmd", ".md", ".markdown")
# Of readers of the repository, and what programs keep for themselves.
NO_PAGE = re.compile(
    r"(?:.*/)?(?:[A-Z_-]+\.\w+|404\.\w+|[._]site/.*|_(?:drafts|includes|layouts|sass|plugins|extensions|freeze|template)/.*)"
    r"|(?:themes|layouts|archetypes|node_modules)/.*"
)


@dataclass
class MarkdownFolder:
    """A site while it is read; ``places`` are those in the menu, by addresses without slashes and endings."""

    site: SiteReading
    settings: PageFields
    paths: list[str]
    root: str = ""
    addresses: Callable[[str], list[str]] = lambda path: []
    places: dict[str, int] = field(default_factory=dict)

    def inner(self, path: str) -> str:
        """Return a path below the folder of the pages, without the underscores of collections."""
        return re.sub(r"(^|/)_+", r"\1", path.removeprefix(f"{self.root}/"))

    def place_of(self, path: str) -> int | None:
        return self.places.get(without_ending(self.inner(path)))


def without_ending(path: str) -> str:
    """Return what a page is called at its address."""
    return re.sub(r"(?:^|/)_?index$", "", posixpath.splitext(path.strip("/"))[0]).strip("/")


def has_settings(source: SiteSource) -> bool:
    return any(map(source.exists, (*QUARTO, *CONFIG))) or (
        any(map(source.exists, HUGO)) and bool(source.files("content"))
    )


def read_folder(source: SiteSource) -> MarkdownFolder:
    """Return the pages of a site, with what its settings say."""
    if any(map(source.exists, HUGO)) and source.files("content"):
        content = HugoContent(source)
        folder = MarkdownFolder(content, content.settings, content.own_files, content.root, HugoAddresses(content))
        folder.places = content.menu
        return folder
    site = SiteReading(source)
    paths = [path for path in source.files("", *ENDINGS) if not NO_PAGE.fullmatch(path)]
    if any(map(source.exists, QUARTO)):
        held = site.settings_in(QUARTO, "settings: the name of the site and its menu")
        website, output = held.mapping("website"), held.mapping("project").line("output-dir") or "docs"
        paths = [path for path in paths if not re.match(rf"(?:.*/)?_|{re.escape(output)}/", path)]
        named = [each.line("href", "file") for each in _items(website.mapping("navbar"))]
        places = {without_ending(each): position for position, each in enumerate(named, start=1)}
        source.own_address = website.line("site-url")
        return MarkdownFolder(site, website, paths, "", partial(_quarto_addresses, source), places)
    settings = site.settings_in(CONFIG, "settings: the name of the site")
    source.own_address = settings.line("url") + settings.line("baseurl") if settings.line("url") else ""
    with_fields = (path for path in source.files("", ".html") if source.glimpse(path).startswith("---"))
    paths += [path for path in with_fields if not NO_PAGE.fullmatch(path)]
    return MarkdownFolder(site, settings, paths, "", JekyllAddresses(source))


def _items(menu: PageFields) -> Iterator[PageFields]:
    for each in (*mappings_in(menu.get("left")), *mappings_in(menu.get("right")), *mappings_in(menu.get("menu"))):
        yield each
        yield from _items(PageFields(menu=each.get("menu")) if each.get("menu") else PageFields())


def _quarto_addresses(source: SiteSource, path: str) -> list[str]:
    """Return the addresses of a page: its own, and its aliases, which count from where it is."""
    fields, own = source.fields(path) if path.endswith(ENDINGS) else None, f"/{posixpath.splitext(path)[0]}.html"
    folder = posixpath.dirname(own)
    return [] if fields is None else [own, *(posixpath.join(folder, each) for each in fields.lines("aliases"))]


NEWS = {"news", "post", "posts", "blog", "blogs", "announcements", "updates"}
PROJECTS = {"project", "projects", "portfolio"}
PAPERS = {"publication", "publications", "papers", "articles"}
OWN_PAPERS = re.compile(r"publi|paper|pubs\b|works\b|\bmy|\bcv\b", re.IGNORECASE)
NAMES = ("name", "display_name", "full_name", "fullname")
MAX_HEADLINE = 80  # characters
MAX_RENDERED = 100_000  # characters of a page in which people, papers and news are looked for
MIN_WORDS = 8  # of a page that says anything itself
PICTURES = ("image", "img", "featured_image", "cover", "thumbnail", "teaser")
STAND_IN = re.compile(r"bio-photo|dummy|default|placeholder|no-?photo", re.IGNORECASE)  # for photos that aren't there
PICTURE_FOLDERS = ("", "static", "assets", "images", "assets/images", "static/images", "img")
DATA = ("_data", "data")
# Quarto's markup around words: https://quarto.org/docs/authoring/markdown-basics.html
MARKUP = (
    (re.compile(r"^```+\s*\{.*?^```+\s*$|^:{3,}[^\n]*$", re.MULTILINE | re.DOTALL), ""),
    (re.compile(r"\{\{<\s*(?:fa|fab|ai|bi|iconify|icon|meta|pagebreak)\b[^>]*>\}\}"), ""),
    (re.compile(r"(?<!!)\[([^\[\]]*)\]\{[^{}\n]*\}"), r"\1"),
    (re.compile(r"(?<=\))\{[^{}\n]*\}|[ ]*\{[#.][^{}\n]*\}(?=[ ]*$)", re.MULTILINE), ""),
    (re.compile(r"(\]\((?!\w+:)[^)\s#]+)\.qmd\b"), r"\1.html"),
)


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: it has the settings of a generator, or pages with fields."""
    pages = source.files("", *ENDINGS)
    if pages and has_settings(source):
        return 0.2
    return 0.2 if sum(source.glimpse(path).startswith(("---\n", "+++\n")) for path in pages[:50]) > 1 else 0.0


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    folder = read_folder(source)
    site, settings = folder.site, folder.settings
    content = SiteContent(site, SiteLab(settings.line("title", "name"), settings.line("description", "tagline")[:200]))
    content.addresses = folder.addresses
    content.lab.logo = source.resolve(settings.mapping("navbar").line("logo") or settings.line("logo"))
    pages = list(site.own_pages(folder.paths, lambda page: False))
    of_papers = [page for page in pages if OWN_PAPERS.search(folder.inner(page.path))]
    shown = {source.resolve(each, page.path) for page in of_papers for each in page.fields.lines("bibliography")}
    for path in source.files("", ".bib"):
        if path in shown or OWN_PAPERS.search(path):
            with site.reading(path):
                content.papers += [SitePaper(entry, path=path) for entry in formats.read(source.data(path), name=path)]
                site.brought(path, "papers")
        else:
            site.left_out(path, "what pages cite, maybe not the lab’s own papers: import_publications imports them")
    people = [*_listed_people(folder), *(person for page in pages if (person := _person(folder, page)))]
    content.people = merged(people)
    at_pages = {fold(person.name): person.path for person in people if folder.addresses(person.path)}
    for person in content.people:
        if (at_page := at_pages.get(fold(person.name))) and not folder.addresses(person.path):
            site.brought(person.path, "people")
            person.path = at_page
    add_photos([person for person in content.people if not person.photo], {}, "", source, site)
    described, own = {person.path: person.name for person in people}, {person.path for person in content.people}
    _add_lists(content, site)
    for page in pages:
        if page.path not in described:
            _add(content, folder, page)
        elif page.path not in own:
            site.brought(page.path, f"more about {described[page.path]}")
    return content


def _add_lists(content: SiteContent, site: SiteReading) -> None:
    """Add what data files list: papers, projects, news and other lines."""
    for folder in DATA:
        for path in site.source.files(folder, ".yaml", ".yml"):
            items = mappings_in(site.values(path))
            papers = [item for item in items if item.line("title") and (item.get("authors") or item.get("author"))]
            if len(papers) > len(items) / 2:
                content.papers += [_paper(site, path, number, item) for number, item in enumerate(items, start=1)]
                site.brought(path, "papers")
        add_lists(content, site, folder)


def _paper(site: SiteReading, path: str, number: int, item: PageFields) -> SitePaper:
    """Return the paper that an item of a list describes; its authors may stand in one line."""
    if link := item.mapping("link"):  # which holds the address, and what it shows or the journal
        shown = re.sub(r"^(?:https?|doi|arxiv):.*", "", link.line("display"), flags=re.IGNORECASE)
        item = PageFields({"reference": shown, **link, **item, "link": link.line("url")})
    named = {name: next(filter(None, map(item.get, others)), None) for name, others in WORDS["citation"].items()}
    paper = paper_of_item(site, path, number, PageFields(item | {name: each for name, each in named.items() if each}))
    record, authors = paper.entry.record, item.line("authors", "author")
    if not record or isinstance(named["authors"], list):
        return paper
    read = authors_at(authors)
    is_sure = read.is_sure and not authors[read.end :].strip(" .,;…")
    entry = replace(paper.entry, record=replace(record, authors=read.names), names_all_authors=read.are_all)
    return replace(paper, entry=entry if is_sure else replace(entry, unsure="authors"))


def _folders(folder: MarkdownFolder, page: SourcePage) -> list[str]:
    """Return the folders that a page is in; the page that heads a folder isn't in that."""
    return without_ending(folder.inner(page.path)).lower().split("/")[:-1]


def _text(page: SourcePage) -> str:
    text = without_liquid(page.body)
    for shape, written in MARKUP:
        text = shape.sub(written, text)
    return text.strip()


def _add(content: SiteContent, folder: MarkdownFolder, page: SourcePage) -> None:
    """Add a page as what it is here."""
    source, within, path = folder.site.source, set(_folders(folder, page)), page.path
    text, slug = _text(page), without_ending(folder.inner(path))
    title = (
        plain(plain_markdown(page.line("title", "name")).text)
        or re.sub(r"[-_]+", " ", posixpath.basename(slug)).capitalize()
    )
    named = (source.resolve(each, path, PICTURE_FOLDERS) for name in PICTURES if (each := page.line(name)))
    picture = next(filter(None, named), "")
    date = page.date or partial_date(posixpath.basename(posixpath.dirname(path))[:10])
    if not slug:
        content.lab.about, content.lab.path = text, path
        folder.site.brought(path, "the front page")
    elif within & NEWS and date:
        shown = f"![]({picture})\n\n{text}" if picture and picture not in text else text
        content.news.append(SiteNews(date, shown or page.line("description", "summary"), title, path=path))
    elif within & PAPERS and page.line("title") and (page.fields.get("authors") or page.fields.get("author")):
        venue = page.line("venue", "journal", "publication", "container-title")
        url = page.line("paperurl", "url", "link")
        fields = PageFields(page.fields | {"venue": venue, "paperurl": url})
        content.papers.append(paper_of(folder.site, SourcePage(path, fields, page.body)))
    elif within & PROJECTS and page.line("title", "name"):
        summary, text = summary_and_text(plain(page.line("summary", "description", "subtitle")), text)
        content.projects.append(SiteProject(title, summary, text, picture, path=path))
    elif len(plain_markdown(text).text.split()) < MIN_WORDS:
        if topic := topic_of(re.sub(r"[\W_]+", " ", slug)):
            content.lists[path] = LISTED[topic]
        folder.site.not_needed(path, "only lists what other files contain, or says hardly anything")
    else:
        name = posixpath.basename(without_ending(next(iter(folder.addresses(path)), slug)))
        page_in_html = page_of(path, html_of(plain_markdown(text).text[:MAX_RENDERED], ""), source, title, name)
        if add_listed(content, page_in_html, {}):
            content.lists[path] = LISTED[page_in_html.topic]
            add_page(content, page_in_html, folder.place_of(path))
        else:
            content.pages.append(SitePage(title[:100], text, name, folder.place_of(path), path))


def _person(folder: MarkdownFolder, page: SourcePage) -> SitePerson | None:
    """Return the person that a page describes: one of a folder for people, or about whom Quarto makes a page."""
    about, group = page.fields.mapping("about"), posixpath.dirname(folder.inner(page.path))
    name = plain(page.line(*NAMES, "title"))
    if not is_full_name(name) or not (about or any(map(OF_PEOPLE.search, _folders(folder, page)))):
        return None
    fields = PageFields({**about, **page.fields.without("title"), "name": name})
    person = person_of(folder.site.source, name, _described(fields, page.path, _text(page)), group)
    person.is_owner = not without_ending(folder.inner(page.path))
    _add_links(person, fields, about)
    is_certain = bool(person.photo or any(role.role or role.has_ended for role in person.roles))
    return person if is_certain and not why_no_person(person.name, "", folder.settings.line("title")) else None


def _described(fields: PageFields, path: str, text: str = "") -> SourcePage:
    """Return what is said of a person, by the names of fields that are understood."""
    position = fields.line("position", "role", "job-title", "job_title", "people_group", "subtitle", "previous")
    if not position and len(position := fields.line("info", "duration")) > MAX_HEADLINE:
        position = ""
    named = {"position": position} if position else {}
    if len(description := fields.text("description")) > MAX_HEADLINE:
        named |= {"description": "", "bio": fields.text("bio") or description}
    current = f"{fields.get('current', '')}".lower()
    if any(map(fields.is_set, ("alum", "alumni", "former"))) or current in ("0", "false"):
        named["alumni"] = "yes"
    if years := years_in_words(re.split(r"[<(;]", fields.line("years", "dates", "period", "duration", "info"))[0])[:2]:
        named |= {"start": str(years[0]), "end": str(years[1]) if years[1:] else ""}
    # The degree that somebody has is no role in the lab.
    return SourcePage(path, PageFields((fields.without("degree") if position else fields) | named), text)


def _add_links(person: SitePerson, *those: PageFields) -> None:
    for each in (link for fields in those for link in fields.mappings("links")):
        address = each.line("href", "url", "link")
        person.add_contact("", address, StatedLink(address))


def _listed_people(folder: MarkdownFolder) -> Iterator[SitePerson]:
    """Yield the people of data files: YAML, JSON and tables."""
    site = folder.site
    for path in site.source.files("", ".yml", ".yaml", ".json", ".csv"):
        name = posixpath.basename(path).rpartition(".")[0].replace("_", "-")
        if not OF_PEOPLE.search(name) or site.is_settled(path) or "/." in f"/{path}":
            continue
        if path.endswith(".csv"):
            yield from people_in_file(path, site.source, site)
            continue
        entries = entries_in(
            site.values(path), name, lambda held, _: any(isinstance(each, str) for each in held.values())
        )
        for held, group in entries:
            fields = PageFields({**held, "name": held.line(*NAMES) or f"{_part(held, 'first')} {_part(held, 'last')}"})
            page = _described(fields, path)
            if is_person(page.fields, group) and not why_no_person(fields.line("name"), "", ""):
                person = person_of(site.source, fields.line("name"), page, group)
                _add_links(person, fields)
                named = fields.line("photo", "image", "picture")
                if named and not person.photo and not STAND_IN.search(named):
                    person.photo = picture_named(named, path, site.source, site.source.files("", *PHOTOS))
                yield person


def _part(held: PageFields, name: str) -> str:
    return held.line(f"{name}-name", f"{name}_name", f"{name}name", name)
