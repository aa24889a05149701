"""HugoBlox, which was called Wowchemy and Academic before: a theme of Hugo for people and research groups.

https://docs.hugoblox.com/ – read are its versions from Academic 2 on, whatever format their settings are in.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping

from labsite.contrib.moving.al_folio.people import with_people_of_pages
from labsite.contrib.moving.mistaken import without_shared_ids
from labsite.contrib.moving.outcomes import DEMO_CONTENT
from labsite.contrib.moving.site import SiteContent, SiteLab, SiteNews, SitePage, SitePaper, SiteProject
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.career import StatedOccasion, StatedTalk
from labsite.contrib.reading.front_matter import PageFields, summary_and_text
from labsite.texts.folding import fold

from .content import DEMO, HugoAddresses, HugoContent, is_demo, is_unwritten, setting_paths
from .people import HugoProfiles
from .publications import SECTIONS, read_papers

TALKS = ("talk", "talks", "event", "events", "seminar", "seminars")
PROJECTS = ("project", "projects")
NEWS = ("post", "posts", "news", "blog", "blogs")
CITED = re.compile(r"\{\{[<%]\s*cite\s+page\s*=\s*[\"']([^\"']+)[\"'][^}]*\}\}")


def add_talks(content: HugoContent, profiles: HugoProfiles) -> None:
    """Give the people of a site their talks; those of guests are noted."""
    for page in content.articles(*TALKS):
        named = page.fields.lines("authors") or page.fields.lines("author")
        speakers = [person for each in named if (person := profiles.person_called(each))]
        if not named and profiles.owner:
            speakers = [profiles.owner]
        if not page.line("title"):
            content.not_understood(page.path, "a talk without a title")
        elif speakers:
            parts, location = page.fields.mapping("address"), page.line("location")
            city = ", ".join(filter(None, (parts.line(name) for name in ("city", "region", "country"))))
            host = page.line("event", "event_name") or location
            date = page.fields.date("date", "event_start", "time_start")
            addresses = [page.line(f"url_{name}") for name in ("slides", "pdf", "video", "code")]
            addresses += [each.line("url") for each in page.fields.mappings("links")]
            talk = StatedTalk(
                title=page.line("title"),
                occasions=[StatedOccasion(host, city or (location if location != host else ""), date)],
                text=page.fields.text("abstract") or page.body,
                files=[path for path in (content.resolve(each, page) for each in addresses) if path],
                path=page.path,
            )
            speakers[0].talks.append(talk)
            for other in speakers[1:]:
                content.left_out(page.path, f"{other.name}, another speaker: a talk has only one here")
        else:
            by = ", ".join(named) or "nobody that it names"
            content.left_out(page.path, f"a talk by {by}: only talks by the lab’s own people are listed")


def read_projects(
    content: HugoContent, profiles: HugoProfiles, papers: Mapping[str, list[str]]
) -> Iterator[SiteProject]:
    """Yield the projects with their people and papers; ``papers`` maps a project to citation keys."""
    for page in content.articles(*PROJECTS):
        title, named = page.line("title"), page.fields.lines("authors")
        if not title:
            content.not_understood(page.path, "a project without a title")
            continue
        links = [("Website", page.line("external_link"))]
        links += [(name.capitalize(), page.line(f"url_{name}")) for name in ("code", "pdf", "slides", "video")]
        for each in page.fields.mappings("links"):
            links.append((each.line("label", "name", "type"), each.line("url")))
        summary, text = summary_and_text(page.fields.text("summary"), page.body)
        yield SiteProject(
            title=title,
            summary=summary,
            text=text,
            links=_as_links(links),
            picture=content.image_of(page, "featured", "cover"),
            picture_alt=page.fields.mapping("image").line("alt_text"),
            people=[person.name for each in named if (person := profiles.person_called(each))],
            papers=papers.get(fold(page.slug), []),
            path=page.path,
        )


def read_things(content: HugoContent, profiles: HugoProfiles, lab: SiteLab) -> Iterator[SiteProject]:
    """Yield the tools and projects that stand among the people, as projects; the words of the lab itself are its."""
    for page in profiles.things:
        if fold(page.line("title")) == fold(lab.name):
            content.left_out(page.path, f"{lab.name}: the lab itself, not a person")
            lab.about = lab.about or page.body or page.fields.text("bio")
        if content.is_settled(page.path):
            continue
        icons = [(each.line("icon"), each.line("link")) for each in page.fields.mappings("social")]
        yield SiteProject(
            title=page.line("title"),
            summary=page.line("bio")[:300],
            text=page.body,
            links=_as_links(icons),
            picture=content.image_of(page, "avatar", "featured"),
            path=page.path,
        )


def _as_links(named: Iterable[tuple[str, str]]) -> list[str]:
    """Return names and addresses as lines of a project's links; the name of an icon is none."""
    full = [(name, address) for name, address in named if address.startswith(("http://", "https://"))]
    lines = (f"{'' if name.islower() else name} {address}".strip() for name, address in full)
    return list(dict.fromkeys(lines))


def read_news(content: HugoContent, papers: Iterable[SitePaper]) -> Iterator[SiteNews]:
    """Yield the posts and news, with the papers that they cite, below the picture that Hugo puts there."""
    keys = {_slug(paper.path): paper.entry.record.key for paper in papers if paper.entry.record}
    for page in content.articles(*NEWS):
        date = page.fields.date("date", "publishDate")
        if not date:
            content.not_understood(page.path, "a post without a date")
            continue
        text = page.body or page.fields.text("summary")
        cited = [keys[slug] for address in CITED.findall(text) if (slug := _slug(f"{address.strip('/')}/")) in keys]
        image = posixpath.basename(content.image_of(page, "featured"))
        words = page.fields.mapping("image").line("alt_text")
        shown = f"![{words}]({image})\n\n" if image else ""
        yield SiteNews(
            date=date,
            text=shown + (CITED.sub("", text).strip() if cited else text),
            title=page.line("title"),
            papers=cited,
            path=page.path,
        )


def _slug(path: str) -> str:
    """Return what a page is called by the folder, or else the file, that it is."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] if name.startswith(("index.", "_index.")) or not name else name.partition(".")[0]


# Sections whose pages are read elsewhere, or are only made of others.
KNOWN = {"", "authors", "author", "home", *SECTIONS, *TALKS, *PROJECTS, *NEWS}
ABOUT_BLOCKS = {"hero", "markdown", "about", "blank", "about biography", "features"}
LEGAL = {"privacy", "terms"}
HTML = re.compile(r"<[^>]+>|\{\{[<%].*?[%>]\}\}", re.DOTALL)


def read_lab(content: HugoContent, profiles: HugoProfiles) -> SiteLab:
    """Return the name of a lab, in which words it introduces itself, and how to reach it."""
    params = content.params
    marketing = params.mapping("marketing").mapping("seo")
    identity = params.mapping("hugoblox").mapping("identity")
    contact = params.mapping("contact")
    names = [content.settings.line("title"), params.line("org_name"), marketing.line("org_name")]
    names += [identity.line("organization"), identity.line("name")]
    address = params.mapping("address") or contact.mapping("address")
    parts = [address.line(name) for name in ("street", "city", "region", "postcode", "country")]
    links = (each.line("link") for each in contact.mappings("contact_links"))
    biography = profiles.owner.biography if profiles.owner and len(profiles.people) == 1 else ""
    about = _about(content, profiles) or biography
    return SiteLab(
        name=next((name for name in names if fold(name) not in ("", *DEMO["labs"])), ""),
        tagline=identity.line("tagline")[:200],
        about=about,
        address="" if parts[0] == "450 Serra Mall" else "\n".join(filter(None, parts)),
        email=params.line("email") or contact.line("email"),
        links=[address for address in links if address.startswith(("http://", "https://"))],
        path=next(filter(content.source.exists, setting_paths("hugo", "config")), ""),
    )


def _about(content: HugoContent, profiles: HugoProfiles) -> str:
    """Return the texts of the home page, which are blocks of one page or pages of one folder."""
    texts: list[str] = []
    for page in content.pages_of("", "home"):
        blocks = page.fields.mappings("sections")
        if page.slug not in ("", "_index"):
            # Older versions have a file for each block.
            held = page.fields | {"text": page.body}
            blocks = [PageFields(block=page.line("widget"), content=held, active=page.fields.get("active", True))]
        if page.section or page.slug in ("", "_index"):
            own = []
            for block in blocks:
                username = fold(block.mapping("content").line("author", "username"))
                shown = [each for each in profiles.things if username and fold(each.slug) == username]
                if text := _text(block):
                    own.append(text)
                elif shown and block.get("active") is not False:  # the lab's own profile
                    content.brought(shown[0].path, "what the lab says about itself")
                    own += filter(None, [shown[0].body or shown[0].fields.text("bio")])
            texts += own
            if own:
                content.brought(page.path, "text of the home page")
            else:
                content.not_needed(page.path, "arranges the home page")
    return "\n\n".join(dict.fromkeys(texts))


def _text(block: PageFields) -> str:
    """Return the words of a block, headed by its title; nothing of blocks that list other pages."""
    held = block.mapping("content")
    title, text = held.line("title"), held.text("text")
    kind = block.line("block").partition(".")[0].replace("-", " ").replace("_", " ")
    is_shown = block.get("active") is not False and block.get("demo") is not True
    if not is_shown or kind not in ABOUT_BLOCKS or len(fold(HTML.sub(" ", text))) < 20 or is_unwritten(text):
        return ""
    return f"## {title}\n\n{text}" if title and kind != "hero" else text


def read_pages(content: HugoContent) -> Iterator[SitePage]:
    """Yield the pages of free text: those outside the sections that are read elsewhere."""
    sections = [section for section in content.sections() if section not in KNOWN]
    for page in content.pages_of("", *sections):
        blocks = page.fields.mappings("sections")
        summary = page.fields.text("summary") if not blocks and page.section else ""
        text = "\n\n".join(filter(None, (page.body, *map(_text, blocks)))) or summary
        if is_demo(page) or is_unwritten(text) or (page.slug in LEGAL and len(text) < 200):
            content.leave_out(page, DEMO_CONTENT)
        elif page.section or page.slug not in ("", "_index"):
            if text:
                position = content.menu.get(page.slug)
                title = page.line("title") or re.sub("[-_]", " ", page.slug).capitalize()
                yield SitePage(title[:100], text, slug=page.slug, place=position, path=page.path)
            elif not content.is_settled(page.path):
                content.not_needed(page.path, "arranges other pages and has no text of its own")


NAME = re.compile(r"wowchemy|hugo-?blox|hugo-academic|theme\s*[=:]\s*\W?academic", re.IGNORECASE)
NAMING = ("go.mod", ".gitmodules", *setting_paths("module", "hugo", "config", "params"))
ARRANGING = {
    **dict.fromkeys(("config", "data/themes", "data/fonts", "static/admin"), "settings of the theme"),
    **dict.fromkeys(("public", "resources"), "made by the generator"),
}


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: it names the theme, or has the theme's folders."""
    pages = [path for path in source.files("content", ".md") if not path.endswith("/_index.md")]
    has_papers = any(f"/{section}/" in path for section in SECTIONS[:2] for path in pages)
    has_people = any(path.endswith("/_index.md") for path in source.files("content/authors"))
    has_people = has_people or bool(source.files("data/authors", ".yaml"))
    if source.exists("hugoblox.yaml") or any(NAME.search(source.glimpse(path)) for path in NAMING):
        return 0.95 if has_papers or has_people else 0.6
    return 0.7 if has_papers and has_people else 0.0


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    content = HugoContent(source)
    profiles = HugoProfiles(content)
    papers, of_projects = read_papers(content, profiles.names)
    projects = list(read_projects(content, profiles, of_projects))
    add_talks(content, profiles)
    lab = read_lab(content, profiles)
    for folder, what in ARRANGING.items():
        content.settle(source.files(folder), what)
    read_site = SiteContent(
        content,
        addresses=HugoAddresses(content),
        lab=lab,
        people=profiles.people,
        papers=without_shared_ids(papers, content),
        news=list(read_news(content, papers)),
        projects=[*projects, *read_things(content, profiles, lab)],
        pages=list(read_pages(content)),
    )
    return with_people_of_pages(read_site, source)
