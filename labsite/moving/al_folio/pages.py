"""News, projects, posts, courses and pages of a site's own words."""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import (
    is_set,
    line_of,
    mapping_in,
    mappings_in,
    partial_date,
    summary_and_text,
    text_of,
)
from labsite.moving.site import SiteLab, SiteNews, SitePage, SitePerson, SiteProject, SiteTeaching
from labsite.moving.source import SiteSource
from labsite.moving.texts.html import lines_of_html, plain, without_liquid, words_left

from . import demo
from .people import AlFolioPeople
from .settings import AlFolioSettings, mails_in

ENDINGS = (".md", ".markdown")
DATED = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})-")
PICTURES = ("", "assets/img", "assets")
ABOUT = ("_pages/about.md", "_pages/about.markdown", "_pages/home.md", "index.md", "about.md")
# Of a page that says something itself, and of one that lists other files beside that.
MIN_LETTERS, MIN_BESIDE_LISTS = 40, 300
LISTS = re.compile(
    r"\{%-?\s*(?:(?:for|assign)\b[^%]*\bsite\.|bibliography\b|include\b[^%]*(?:projects|people|news|cv))"
)
LISTING_LAYOUTS = {"cv", "profiles", "archive", "bookshelf", "book-shelf", "none"}
NEWS_TEXTS = ("headline", "content", "text", "description", "details", "body", "en", "title")
EMOJI = {
    **{"sparkles": "✨", "smile": "😄", "tada": "🎉", "rocket": "🚀", "trophy": "🏆", "star": "⭐", "star2": "🌟"},
    **{"fire": "🔥", "medal": "🏅", "1st_place_medal": "🥇", "mortar_board": "🎓", "newspaper": "📰", "clap": "👏"},
    **{"page_facing_up": "📄", "scroll": "📜", "pencil": "📝", "memo": "📝", "books": "📚", "book": "📖"},
    **{"partying_face": "🥳", "confetti_ball": "🎊", "loudspeaker": "📢", "mega": "📣", "bulb": "💡", "brain": "🧠"},
}


def _own(source: SiteSource, outcomes: FileOutcomes, folder: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the pages of a folder that are written and not the template's."""
    for path in source.files(folder, *ENDINGS) if folder else list(_at_the_top(source, outcomes)):
        with outcomes.reading(path):
            fields, body = source.front_matter(path)
            if demo.is_demo_page(fields, body):
                outcomes.left_out(path, DEMO_CONTENT)
            elif is_set(fields.get("draft")) or fields.get("published") is False:
                outcomes.left_out(path, "a draft")
            elif not outcomes.is_settled(path):
                yield path, fields, body.strip()


def _at_the_top(source: SiteSource, outcomes: FileOutcomes) -> Iterator[str]:
    """Yield the pages that stand in no folder; texts without front matter are for readers of the repository."""
    for path in source.files("", *ENDINGS):
        with outcomes.reading(path):
            if "/" not in path and source.text(path).startswith("---"):
                yield path


def read_news(source: SiteSource, outcomes: FileOutcomes) -> Iterator[SiteNews]:
    """Yield the announcements and the posts."""
    for folder in ("_news", "_posts"):
        for path, fields, body in _own(source, outcomes, folder):
            named = DATED.match(posixpath.basename(path))
            date = partial_date(fields.get("date")) or partial_date(named[1] if named else "")
            if not date:
                outcomes.not_understood(path, "news without a date that can be read")
                continue
            title = "" if is_set(fields.get("inline")) else line_of(fields.get("title"))
            address = line_of(fields.get("redirect"))
            text = body or (
                f"[{title}]({address})" if address.startswith("http") else text_of(fields.get("description"))
            )
            yield SiteNews(date=str(date), text=_with_emoji(text), title=_with_emoji(title), path=path)


def news_in_data(source: SiteSource, outcomes: FileOutcomes) -> Iterator[SiteNews]:
    """Yield the announcements that some labs keep in a data file."""
    for path in source.files("_data", "news.yml", "news.yaml"):
        with outcomes.reading(path):
            for held in mappings_in(source.yaml(path)):
                date = partial_date(held.get("date"))
                text = next(filter(None, (text_of(held.get(name)) for name in NEWS_TEXTS)), "")
                if date and text:
                    yield SiteNews(date=str(date), text=_with_emoji(text), path=path)
                else:
                    outcomes.not_understood(
                        path, f"news without a date or a text: {line_of(held.get('title')) or text[:60]}"
                    )


def _with_emoji(text: str) -> str:
    """Return a text with signs for the usual ones that Jekyll knows by name."""
    return re.sub(r":(\w+):", lambda found: EMOJI.get(found[1], found[0]), text)


def read_projects(source: SiteSource, outcomes: FileOutcomes, people: AlFolioPeople) -> Iterator[SiteProject]:
    """Yield the projects; those that are people are none."""
    members = {person.path for person in people.found.values()}
    for folder in _project_folders(source):
        for path, fields, body in _own(source, outcomes, folder):
            if path in members:
                continue
            title = line_of(fields.get("title"))
            if not title:
                outcomes.not_understood(path, "a project without a title")
                continue
            address = line_of(fields.get("redirect"))
            link = f"[{title}]({address})" if address.startswith("http") else ""
            summary, text = summary_and_text(plain(line_of(fields.get("description"))), body, link)
            yield SiteProject(
                title=title,
                summary=summary,
                text=text,
                picture=source.resolve(line_of(fields.get("img")), base=path, roots=PICTURES),
                path=path,
            )


def _project_folders(source: SiteSource) -> list[str]:
    folders = ("_projects", "_software", "_research", "_datasets")
    return [folder for folder in folders if source.files(folder)]


def add_teaching(source: SiteSource, outcomes: FileOutcomes, owner: SitePerson | None) -> None:
    """Give the owner of a personal site the courses of the folder for them."""
    for path, fields, _ in _own(source, outcomes, "_teachings"):
        term = " ".join(filter(None, (line_of(fields.get("term")), line_of(fields.get("year")))))
        course = SiteTeaching(
            line_of(fields.get("title")), place=line_of(fields.get("location")), term=term, path=path
        )
        if owner and course.course:
            owner.teaching.append(course)
        else:
            outcomes.left_out(path, "a course: the site doesn’t say who taught it")


def read_lab(source: SiteSource, outcomes: FileOutcomes, settings: AlFolioSettings, people: AlFolioPeople) -> SiteLab:
    """Return what the site says of the lab; the first page of a personal site is about its owner."""
    mails = mails_in(settings.config.get("email"), settings.socials.get("email"))
    lab = SiteLab(
        name=settings.title,
        tagline=settings.description[:200],
        email="" if people.owner else next(iter(mails), ""),
        links=[] if people.owner else [link.url for link in settings.links],
        language=line_of(settings.config.get("lang")),
        path=settings.path,
    )
    if path := next(filter(source.exists, ABOUT), ""):
        with outcomes.reading(path):
            fields, body = source.front_matter(path)
            text = without_liquid(body)
            if demo.is_unwritten(text):
                outcomes.left_out(path, DEMO_CONTENT)
            else:
                _introduce(source, people, lab, fields, text)
                lab.path = path if lab.about else lab.path
                outcomes.brought(
                    path, "the words of the lab about itself" if people.is_lab else "the words about its owner"
                )
    return lab


def _introduce(source: SiteSource, people: AlFolioPeople, lab: SiteLab, fields: dict[str, Any], text: str) -> None:
    """Put the words of the first page where they belong."""
    profile = mapping_in(fields.get("profile"))
    lines = lines_of_html(text_of(profile.get("address") or profile.get("more_info")))
    address = "" if any("555 your office" in line for line in lines) else "\n".join(lines)
    owner = people.owner
    if owner:
        owner.headline = owner.headline or plain(line_of(fields.get("subtitle")))[:200]
        owner.photo = owner.photo or source.resolve(line_of(profile.get("image")), roots=("assets/img", "assets", ""))
    if people.is_lab or not owner:
        lab.about, lab.address = text, address
    else:
        owner.biography = owner.biography or text
        owner.addresses = owner.addresses or list(filter(None, [address[:300]]))


def read_pages(source: SiteSource, outcomes: FileOutcomes) -> Iterator[SitePage]:
    """Yield the pages that say something themselves; others only list what is elsewhere."""
    for path, fields, body in (page for folder in ("_pages", "") for page in _own(source, outcomes, folder)):
        text = without_liquid(body)
        name = posixpath.basename(path).rpartition(".")[0]
        slug = line_of(fields.get("permalink")).strip("/") or name
        if _only_lists(fields, body, text) or slug.startswith("404"):
            outcomes.not_needed(path, "lists what comes from other files")
        else:
            title = plain(line_of(fields.get("title"))) or name
            yield SitePage(title[:100], text, slug=posixpath.basename(slug), place=_place(fields), path=path)


def _place(fields: dict[str, Any]) -> int | None:
    """Return a page's position in the navigation, if it is in it."""
    said = line_of(fields.get("nav_order") or fields.get("order"))
    return int(said) if is_set(fields.get("nav")) and re.fullmatch(r"\d{1,3}", said) else None


def _only_lists(fields: dict[str, Any], body: str, text: str) -> bool:
    fewest = MIN_BESIDE_LISTS if LISTS.search(body) else MIN_LETTERS
    return line_of(fields.get("layout")) in LISTING_LAYOUTS or len(words_left(text)) < fewest


def note_what_has_no_place(source: SiteSource, outcomes: FileOutcomes) -> None:
    """Report the books and the repositories of newer versions as left out: the site has no model for them."""
    for path, _, _ in _own(source, outcomes, "_books"):
        outcomes.left_out(path, "a book that somebody reads: there is no place for it")
    for path in source.files("_data", "repositories.yml"):
        with outcomes.reading(path):
            named = str(source.yaml(path))
            is_demo = "torvalds" in named or "alshedivat/al-folio" in named
            outcomes.left_out(path, DEMO_CONTENT if is_demo else "repositories on GitHub: there is no place for them")
