"""Talks, projects and news: pages of their own sections."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT
from labsite.moving.plain_values import line_of, lines_in, mapping_in, mappings_in, partial_date, text_of
from labsite.moving.site import SiteNews, SiteOccasion, SitePaper, SitePerson, SiteProject, SiteTalk
from labsite.texts.folding import fold

from .content import HugoContent, HugoPage, is_demo
from .people import HugoProfiles

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
    """Yield the projects, each with its people and its papers, whose keys ``papers`` gives by the project."""
    for page in _own(content, PROJECTS):
        fields = page.fields
        title = line_of(fields.get("title"))
        if not title:
            content.outcomes.not_understood(page.path, "a project without a title")
            continue
        summary = text_of(fields.get("summary"))
        yield SiteProject(
            title=title,
            summary=summary if len(summary) <= 300 else "",
            text="\n\n".join(filter(None, (summary if len(summary) > 300 else "", page.body, _addresses(fields)))),
            picture=content.image_of(page, "featured", "cover"),
            picture_alt=line_of(mapping_in(fields.get("image")).get("alt_text")),
            people=[
                person.name for each in lines_in(fields.get("authors")) if (person := profiles.person_called(each))
            ],
            papers=papers.get(fold(page.slug), []),
            path=page.path,
        )


def read_things(content: HugoContent, profiles: HugoProfiles) -> Iterator[SiteProject]:
    """Yield the tools and projects that stand among the people, as projects."""
    for page in profiles.things:
        if content.outcomes.is_settled(page.path):
            continue  # the lab itself, whose words are those of the lab
        yield SiteProject(
            title=line_of(page.fields.get("title")),
            summary=line_of(page.fields.get("bio"))[:300],
            text="\n\n".join(filter(None, (page.body, _icons(page.fields)))),
            picture=content.image_of(page, "avatar", "featured"),
            path=page.path,
        )


def _icons(fields: dict[str, Any]) -> str:
    held = [(line_of(each.get("icon")), line_of(each.get("link"))) for each in mappings_in(fields.get("social"))]
    links = [f"[{name or 'Link'}]({address})" for name, address in held if address.startswith(("http://", "https://"))]
    return " · ".join(links)


def _names(profiles: HugoProfiles, fields: dict[str, Any]) -> list[str]:
    return [person.name for each in lines_in(fields.get("authors")) if (person := profiles.person_called(each))]


def _addresses(fields: dict[str, Any]) -> str:
    """Return the addresses of a project as Markdown."""
    held = [("Website", line_of(fields.get("external_link")))]
    held += [(name.capitalize(), line_of(fields.get(f"url_{name}"))) for name in ("code", "pdf", "slides", "video")]
    for each in mappings_in(fields.get("links")):
        name = line_of(each.get("label") or each.get("name") or each.get("type"))
        held.append((name or "Link", line_of(each.get("url"))))
    links = [f"[{name}]({address})" for name, address in held if address.startswith(("http://", "https://"))]
    return " · ".join(dict.fromkeys(links))


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
