"""Talks, projects and news: pages of their own sections."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT
from labsite.moving.plain_values import (
    line_of,
    lines_in,
    mapping_in,
    mappings_in,
    partial_date,
    summary_and_text,
    text_of,
)
from labsite.moving.site import SiteLab, SiteNews, SiteOccasion, SitePage, SitePaper, SitePerson, SiteProject, SiteTalk
from labsite.texts.folding import fold

from .content import HugoContent, HugoPage, is_demo, is_unwritten
from .people import HugoProfiles
from .publications import SECTIONS

TALKS = ("talk", "talks", "event", "events", "seminar", "seminars")
PROJECTS = ("project", "projects")
NEWS = ("post", "posts", "news", "blog", "blogs")
CITED = re.compile(r"\{\{[<%]\s*cite\s+page\s*=\s*[\"']([^\"']+)[\"'][^}]*\}\}")
ADDRESS = ("city", "region", "country")


def _own(content: HugoContent, sections: Iterable[str]) -> Iterator[HugoPage]:
    """Yield the pages of sections that aren't the template's."""
    for page in content.articles(*sections):
        if is_demo(page):
            content.leave_out(page, DEMO_CONTENT)
        else:
            yield page


def add_talks(content: HugoContent, profiles: HugoProfiles) -> None:
    """Give the people of a site their talks; those of guests are noted."""
    for page in _own(content, TALKS):
        named = lines_in(page.fields.get("authors") or page.fields.get("author"))
        speakers = [person for each in named if (person := profiles.person_called(each))]
        if not named and profiles.owner:
            speakers = [profiles.owner]
        if not line_of(page.fields.get("title")):
            content.outcomes.not_understood(page.path, "a talk without a title")
        elif speakers:
            _add_talk(content, page, speakers)
        else:
            by = ", ".join(named) or "nobody that it names"
            content.outcomes.left_out(page.path, f"a talk by {by}: the site lists talks of its own people")


def _add_talk(content: HugoContent, page: HugoPage, speakers: list[SitePerson]) -> None:
    fields = page.fields
    addresses = [line_of(fields.get(f"url_{name}")) for name in ("slides", "pdf", "video", "code")]
    addresses += [line_of(each.get("url")) for each in mappings_in(fields.get("links"))]
    talk = SiteTalk(
        title=line_of(fields.get("title")),
        occasions=[_occasion(fields)],
        text=text_of(fields.get("abstract")) or page.body,
        files=[path for path in (content.resolve(each, page) for each in addresses) if path],
        path=page.path,
    )
    speakers[0].talks.append(talk)
    for other in speakers[1:]:
        content.outcomes.left_out(page.path, f"{other.name}, another speaker of a talk: it has one")


def _occasion(fields: dict[str, Any]) -> SiteOccasion:
    location = line_of(fields.get("location"))
    parts = mapping_in(fields.get("address"))
    city = ", ".join(filter(None, (line_of(parts.get(name)) for name in ADDRESS)))
    host = line_of(fields.get("event") or fields.get("event_name")) or location
    date = partial_date(fields.get("date") or fields.get("event_start") or fields.get("time_start"))
    return SiteOccasion(host, city or (location if location != host else ""), str(date))


def read_projects(
    content: HugoContent, profiles: HugoProfiles, papers: Mapping[str, list[str]]
) -> Iterator[SiteProject]:
    """Yield the projects with their people and papers; ``papers`` maps a project to citation keys."""
    for page in _own(content, PROJECTS):
        fields = page.fields
        title = line_of(fields.get("title"))
        if not title:
            content.outcomes.not_understood(page.path, "a project without a title")
            continue
        summary, text = summary_and_text(text_of(fields.get("summary")), page.body, _addresses(fields))
        yield SiteProject(
            title=title,
            summary=summary,
            text=text,
            picture=content.image_of(page, "featured", "cover"),
            picture_alt=line_of(mapping_in(fields.get("image")).get("alt_text")),
            people=[found.name for each in lines_in(fields.get("authors")) if (found := profiles.person_called(each))],
            papers=papers.get(fold(page.slug), []),
            path=page.path,
        )


def read_things(content: HugoContent, profiles: HugoProfiles) -> Iterator[SiteProject]:
    """Yield the tools and projects that stand among the people, as projects."""
    for page in profiles.things:
        if content.outcomes.is_settled(page.path):
            continue  # the lab itself, whose words are those of the lab
        social = mappings_in(page.fields.get("social"))
        icons = [(line_of(each.get("icon")), line_of(each.get("link"))) for each in social]
        yield SiteProject(
            title=line_of(page.fields.get("title")),
            summary=line_of(page.fields.get("bio"))[:300],
            text="\n\n".join(filter(None, (page.body, _as_links(icons)))),
            picture=content.image_of(page, "avatar", "featured"),
            path=page.path,
        )


def _as_links(named: Iterable[tuple[str, str]]) -> str:
    """Return names and addresses as a line of Markdown links."""
    links = [
        f"[{name or 'Link'}]({address})" for name, address in named if address.startswith(("http://", "https://"))
    ]
    return " · ".join(dict.fromkeys(links))


def _addresses(fields: dict[str, Any]) -> str:
    """Return the addresses of a project as Markdown."""
    held = [("Website", line_of(fields.get("external_link")))]
    held += [(name.capitalize(), line_of(fields.get(f"url_{name}"))) for name in ("code", "pdf", "slides", "video")]
    for each in mappings_in(fields.get("links")):
        name = line_of(each.get("label") or each.get("name") or each.get("type"))
        held.append((name, line_of(each.get("url"))))
    return _as_links(held)


def read_news(content: HugoContent, papers: Iterable[SitePaper]) -> Iterator[SiteNews]:
    """Yield the posts and news, with the papers that they cite."""
    keys = {_slug(paper.path): paper.entry.record.key for paper in papers if paper.entry.record}
    for page in _own(content, NEWS):
        date = partial_date(page.fields.get("date") or page.fields.get("publishDate"))
        if not date:
            content.outcomes.not_understood(page.path, "a post without a date")
            continue
        text = page.body or text_of(page.fields.get("summary"))
        cited = [keys[slug] for address in CITED.findall(text) if (slug := _slug(f"{address.strip('/')}/")) in keys]
        yield SiteNews(
            date=str(date),
            text=_with_image(content, page, CITED.sub("", text).strip() if cited else text),
            title=line_of(page.fields.get("title")),
            papers=cited,
            path=page.path,
        )


def _with_image(content: HugoContent, page: HugoPage, text: str) -> str:
    """Return the text of a post below its picture, which Hugo puts there."""
    image = posixpath.basename(content.image_of(page, "featured"))
    words = line_of(mapping_in(page.fields.get("image")).get("alt_text"))
    return f"![{words}]({image})\n\n{text}" if image else text


def _slug(path: str) -> str:
    """Return what a page is called by the folder, or else the file, that it is."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] if name.startswith(("index.", "_index.")) or not name else name.partition(".")[0]


# Sections whose pages are read elsewhere, or are only made of others.
KNOWN = {
    "",
    "authors",
    "author",
    "home",
    *SECTIONS,
    *TALKS,
    *PROJECTS,
    *NEWS,
}
SAMPLE_NAMES = {
    "",
    "academic",
    "wowchemy",
    "wowchemy research group",
    "my site",
    "your name",
    "research group",
    "hugo blox",
}
ABOUT_BLOCKS = {"hero", "markdown", "about", "blank", "about biography", "features"}
LEGAL = {"privacy", "terms"}
HTML = re.compile(r"<[^>]+>|\{\{[<%].*?[%>]\}\}", re.DOTALL)


def read_lab(content: HugoContent, profiles: HugoProfiles) -> SiteLab:
    """Return the name of a lab, in which words it introduces itself, and how to reach it."""
    settings, params = content.settings, content.settings["params"]
    marketing = mapping_in(mapping_in(params.get("marketing")).get("seo"))
    identity = mapping_in(mapping_in(params.get("hugoblox")).get("identity"))
    names = (params.get("org_name"), marketing.get("org_name"), identity.get("organization"), identity.get("name"))
    named = (line_of(each) for each in (settings.get("title"), *names))
    contact = mapping_in(params.get("contact"))
    links = (line_of(each.get("link")) for each in mappings_in(contact.get("contact_links")))
    about = _about(content, profiles)
    return SiteLab(
        name=next((name for name in named if fold(name) not in SAMPLE_NAMES), ""),
        tagline=line_of(identity.get("tagline"))[:200],
        about=about or (profiles.owner.biography if profiles.owner and len(profiles.people) == 1 else ""),
        address=_postal_address(params),
        email=line_of(params.get("email") or contact.get("email")),
        links=[address for address in links if address.startswith(("http://", "https://"))],
        language=content.language,
        path=content.settings_path,
    )


def _postal_address(params: dict[str, Any]) -> str:
    """Return the postal address, one part a line."""
    held = mapping_in(params.get("address") or mapping_in(params.get("contact")).get("address"))
    names = ("street", "city", "region", "postcode", "country")
    parts = [line_of(held.get(name)) for name in names]
    is_sample = parts[0] == "450 Serra Mall"
    return "" if is_sample else "\n".join(filter(None, parts))


def _about(content: HugoContent, profiles: HugoProfiles) -> str:
    """Return the texts of the home page, which are blocks of one page or pages of one folder."""
    texts = []
    for page in content.pages("", "home"):
        blocks = mappings_in(page.fields.get("sections")) if page.slug in ("", "_index") else [_block(page)]
        if page.section or page.slug in ("", "_index"):
            own = [text for block in blocks if (text := _text(block) or _profile_text(content, profiles, block))]
            texts += own
            if own:
                content.outcomes.brought(page.path, "words of the home page")
            else:
                content.outcomes.not_needed(page.path, "arranges the home page")
    return "\n\n".join(dict.fromkeys(texts))


def _profile_text(content: HugoContent, profiles: HugoProfiles, block: dict[str, Any]) -> str:
    """Return the words of the lab's own profile, where a block shows that."""
    held = mapping_in(block.get("content"))
    username = fold(line_of(held.get("author") or held.get("username")))
    page = next((each for each in profiles.things if username and fold(each.slug) == username), None)
    if not page or block.get("active") is False:
        return ""
    content.outcomes.brought(page.path, "the words of the lab about itself")
    return page.body or text_of(page.fields.get("bio"))


def _block(page: HugoPage) -> dict[str, Any]:
    """Return a page of the home folder as a block: older versions have a file for each."""
    kind = line_of(page.fields.get("widget"))
    return {"block": kind, "content": page.fields | {"text": page.body}, "active": page.fields.get("active", True)}


def _text(block: dict[str, Any]) -> str:
    """Return the words of a block, headed by its title; nothing of blocks that list other pages."""
    held = mapping_in(block.get("content"))
    text = text_of(held.get("text"))
    kind = line_of(block.get("block")).partition(".")[0].replace("-", " ").replace("_", " ")
    shown = block.get("active") is not False and block.get("demo") is not True
    if not shown or kind not in ABOUT_BLOCKS or len(fold(HTML.sub(" ", text))) < 20 or is_unwritten(text):
        return ""
    title = line_of(held.get("title"))
    return f"## {title}\n\n{text}" if title and kind != "hero" else text


def read_pages(content: HugoContent) -> Iterator[SitePage]:
    """Yield the pages of free text: those outside the sections that are read elsewhere."""
    sections = [section for section in content.sections() if section not in KNOWN]
    for page in content.pages("", *sections):
        text = _page_text(page)
        if is_demo(page) or is_unwritten(text) or (page.slug in LEGAL and len(text) < 200):
            content.leave_out(page, DEMO_CONTENT)
        elif page.section or page.slug not in ("", "_index"):
            if text:
                place = content.menu.get(page.slug)
                title = line_of(page.fields.get("title")) or re.sub("[-_]", " ", page.slug).capitalize()
                yield SitePage(title[:100], text, slug=page.slug, place=place, path=page.path)
            elif not content.outcomes.is_settled(page.path):
                content.outcomes.not_needed(page.path, "arranges other pages and has no words of its own")


def _page_text(page: HugoPage) -> str:
    """Return what is written on a page: below its head or in its blocks."""
    blocks = mappings_in(page.fields.get("sections"))
    texts = [page.body, *(_text(block) for block in blocks)]
    summary = text_of(page.fields.get("summary"))
    return "\n\n".join(filter(None, texts)) or (summary if not blocks and page.section else "")
