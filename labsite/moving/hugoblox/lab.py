"""What a site says of itself: its settings, the words of its home page, and pages of its own."""

import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT
from labsite.moving.plain_values import line_of, mapping_in, mappings_in, text_of
from labsite.moving.site import SiteLab, SitePage
from labsite.texts.folding import fold

from . import activities, publications
from .content import HugoContent, HugoPage, is_demo, is_unwritten
from .people import HugoProfiles

# Sections whose pages are read elsewhere, or are only made of others.
KNOWN = {
    "",
    "authors",
    "author",
    "home",
    *publications.SECTIONS,
    *activities.TALKS,
    *activities.PROJECTS,
    *activities.NEWS,
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
        address=_address(params),
        email=line_of(params.get("email") or contact.get("email")),
        links=[address for address in links if address.startswith(("http://", "https://"))],
        language=content.language,
        path=content.settings_path,
    )


def _address(params: dict[str, Any]) -> str:
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
    """Yield the pages of a lab's own words: those of no section that has a place of its own."""
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
