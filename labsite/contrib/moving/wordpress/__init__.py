"""WordPress: pages, posts, people and pictures of an export, alone or with the folder of its uploads.

An export of Squarespace is one of WordPress.
"""

import re

from labsite.contrib.moving.markdown_folder.folders import has_settings
from labsite.contrib.moving.no_people import OF_PEOPLE, is_full_name, why_no_person
from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.site import SiteContent, SiteLab, SiteNews, SitePage, SitePerson, SiteProject, SiteRole
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.web_site import LISTED, add_listed, add_page
from labsite.contrib.moving.web_site.lines import markdown_of
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.wording import has_ended, role_in
from labsite.modelling.periods import partial_date

from .export import WordPressItem, exports_in, read_exports
from .texts import MediaLibrary

OF_PROJECTS = re.compile(r"(?:^|[_-])(?:projects?|portfolio|research)(?:$|[_-])")
# Kinds of items of WordPress itself and its plug-ins, which no visitor sees by themselves.
INNER = re.compile(
    r"(?:wp_|acf|elementor|custom|oembed|user_request|wpcf7|mc4wp|jp_|tablepress|ml-slider|et_|fl-|vc_|amn_).*"
    r"|nav_menu_item|revision|attachment|feedback|popup|.*(?:forms?|layout|template|field|group|category)"
)
ROLE = re.compile(r"position|designation|role|job|title$", re.IGNORECASE)


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: by a file that says that WordPress exported it."""
    return 0.9 if not has_settings(source) and exports_in(source) else 0.0


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = SiteReading(source)
    blog, items = read_exports(site)
    source.own_address = blog.get("wp:base_blog_url") or blog.get("link", "")
    library, addresses = MediaLibrary(site, items), dict[str, list[str]]()
    content = SiteContent(site, SiteLab(blog.get("title", ""), blog.get("description", "")[:200]))
    content.addresses = lambda path: addresses.get(path, [])
    places = _places(items)
    for item in items.values():
        if INNER.fullmatch(item.kind) or not item.kind:
            continue
        status = item.fields.get("wp:status", "")
        if status != "publish" or item.fields.get("wp:post_password"):
            why = "with a password" if status == "publish" else f"not published there ({status})"
            site.left_out(item.path, f"a draft: “{item.title}”, {why}")
            continue
        numbered = [f"/?p={item.number}", *([f"/?page_id={item.number}"] if item.kind == "page" else [])]
        addresses[item.path] = [item.address, *numbered]
        _add(content, item, library, places.get(item.number))
    for path in exports_in(source):
        site.brought(path, "the name of the site, and what its items are")
        if any(item.terms.get("category") or item.terms.get("post_tag") for item in items.values()):
            site.left_out(path, "categories and tags of posts: news has none here")
    return content


def _places(items: dict[str, WordPressItem]) -> dict[str, int]:
    """Return the places of pages in the menu, by their numbers; without a menu, by the order of the top pages."""
    menu = [item for item in items.values() if item.kind == "nav_menu_item"]
    places = {item.meta.get("_menu_item_object_id", ""): item.order for item in menu}
    pages = (item for item in items.values() if item.kind == "page" and item.fields.get("wp:post_parent", "0") == "0")
    return places or {item.number: item.order for item in pages if item.order}


def _add(content: SiteContent, item: WordPressItem, library: MediaLibrary, position: int | None) -> None:
    """Add an item as what it is here."""
    page, picture = library.page_of(item), library.picture_of(item)
    if item.kind == "page" and item.address != "/":
        if add_listed(content, page, {}):
            content.lists[page.path] = LISTED[page.topic]
        add_page(content, page, position)
        return
    text = markdown_of(page.lines)
    if item.kind == "post":
        date, alone = partial_date(item.fields.get("wp:post_date", "")[:10]), picture and f"/{picture}" not in text
        shown = f"![{item.title}](</{picture}>)\n\n{text}" if alone else text
        content.news.append(SiteNews(date, shown, item.title, path=item.path))
    elif item.kind == "page":
        content.lab.about, content.lab.path = text, item.path
    elif OF_PEOPLE.search(item.kind) and (person := _person(item, text, picture)):
        content.people.append(person)
    elif OF_PROJECTS.search(item.kind):
        content.projects.append(SiteProject(item.title, text=text, picture=picture, path=item.path))
    elif OF_PEOPLE.search(item.kind) and text:
        content.pages.append(SitePage(item.title[:100], text, page.slug, position, item.path))
    else:
        content.outcomes.left_out(item.path, f"“{item.title}”, of the kind {item.kind}: no place for it here")


def _person(item: WordPressItem, text: str, picture: str) -> SitePerson | None:
    """Return an item of a kind for people as a person: a name with a role or a picture."""
    words = [value for key, value in item.meta.items() if ROLE.search(key) and value and not value.isdecimal()]
    groups = [term for terms in item.terms.values() for term in terms]
    role = next(filter(None, map(role_in, (*words, *groups))), "")
    if not is_full_name(SitePerson(item.title).name) or not (role or picture) or why_no_person(item.title, role, ""):
        return None
    ended = any(map(has_ended, (*words, *groups)))
    person = SitePerson(item.title, photo=picture, biography=text, path=item.path)
    person.headline, person.roles = next(iter(words), "")[:200], [SiteRole(role, has_ended=ended)]
    for key, value in item.meta.items():
        kind = next((each for each in ("email", "phone", "orcid") if each in key.lower()), "")
        is_link = value.startswith("http") and "/uploads/" not in value
        if not key.startswith("_edit") and (kind or is_link):
            person.add_contact(kind, value, StatedLink(value if is_link else ""))
    return person
