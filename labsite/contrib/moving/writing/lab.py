"""Writes the lab itself: its name and texts, venues, news, projects and pages."""

import re
from itertools import chain, count
from typing import Any

from django.core.exceptions import ValidationError

from labsite.contrib.moving.identity import LISTS, MAX_INTRODUCTION, group_picture_in
from labsite.contrib.moving.site import SiteNews, SiteProject
from labsite.modelling.addresses import slug_of
from labsite.models import Lab, NewsItem, Page, Project, Section, Sponsor
from labsite.models.identity import menu_pages
from labsite.models.pages import JOIN
from labsite.texts.folding import fold
from labsite.texts.markdown import render
from labsite.texts.plain_text import plain, shortened
from publications.citations.names import without_html
from publications.citations.record import Record
from publications.matching.venues import match_venues
from publications.models import Venue

from .context import MoveContext, MoveNote, NamesakeRows, Pieces, as_now
from .joining import bring_joining, is_joining

MAX_TITLE_LENGTH = 120  # characters of a title made of a text
MAX_LENGTH: Any = NewsItem._meta.get_field("title").max_length
BEFORE_PAGES = 50  # the places in the menu of what usually comes before the pages of a lab
NEUTRAL_NAME = Lab._meta.get_field("name").default


def bring_lab(context: MoveContext) -> Pieces:
    """Fill the empty fields of the Lab row."""
    lab = context.site.lab
    row = Lab.objects.first() or Lab()
    if row.name == NEUTRAL_NAME and lab.name:
        row.name = ""
    found, words, about = group_picture_in(lab.about)
    values = {"name": lab.name, "tagline": lab.tagline, "address": lab.address, "email": lab.email}
    values |= {"about": context.text(about, lab.path), "contact": context.text(lab.contact, lab.path)}
    values["links"] = "\n".join(lab.links)
    if any(values.values()):
        context.put(row, values, "The lab", "the lab")
        context.outcomes.brought(lab.path, "the lab’s own words")
    picture = context.source.resolve(found, base=lab.path)
    if context.put_picture(row, "logo", lab.logo, "the lab’s logo", "the lab has a logo here"):
        row.save()
    if context.put_picture(
        row, "picture", picture or lab.picture, "the lab’s group picture", "the lab has a group picture here"
    ):
        row.picture_caption = (words if picture else lab.picture_caption)[:200]
        row.save()
    yield None
    yield from _bring_sponsors(context)
    for said in lab.introductions:
        _bring_introduction(context, said.page, context.text(said.text, said.path))


def _bring_sponsors(context: MoveContext) -> Pieces:
    here = {fold(row.name): row for row in Sponsor.objects.all()}
    for number, said in enumerate(context.site.lab.sponsors, start=1):
        row = here.setdefault(fold(said.name), Sponsor(order=number))
        if row.pk or context.fits(row, "name", said.name, "A sponsor"):
            context.put(row, {"name": said.name, "url": said.url}, said.name, "sponsors")
            called = f"the logo of {said.name}"
            if context.put_picture(row, "logo", said.logo, called, f"{said.name} has a logo here"):
                row.save()
        yield None


def _bring_introduction(context: MoveContext, page: str, text: str) -> None:
    usual = next(Section.of(each) for each in menu_pages() if each.name == page)
    row = Section.objects.filter(page=page).first() or usual
    context.put(row, {"introduction": text}, row.label, "introductions of lists")


def bring_venues(context: MoveContext) -> Pieces:
    """Write the venues before the papers, so that these match them."""
    matches = match_venues([Record(key="", title="", venue=venue.acronym) for venue in context.site.venues])
    for venue, match in zip(context.site.venues, matches, strict=True):
        row = Venue.objects.get(pk=match.venue) if match.venue else Venue()
        if row.pk or context.fits(row, "acronym", venue.acronym, venue.acronym):
            values = {"acronym": "" if row.pk else venue.acronym, "url": venue.url}
            context.put(row, values, row.acronym or venue.acronym, "venues")
            context.outcomes.brought(venue.path, "a venue")
        yield None


def bring_news(context: MoveContext) -> Pieces:
    """Write the news items that have a date."""
    here = NamesakeRows(NewsItem, lambda row: (fold(row.title), row.date))
    for said in context.site.news:
        text = context.text(said.text, said.path)
        title, text = (without_html(said.title), text) if said.title else _titled(text)
        if len(title) > MAX_LENGTH:
            title, text = shortened(title, MAX_TITLE_LENGTH), f"{title}\n\n{text}".strip()
        if not said.date:
            context.outcomes.not_understood(said.path, f"news without a date: {title}")
            continue
        row = here.take((fold(title), said.date), {"text": text}) or NewsItem(date=said.date)
        if row.pk is None and not context.fits(row, "title", title, "News"):
            context.outcomes.not_understood(said.path, "news without a title that fits")
            continue
        context.put(row, {"title": title, "text": text}, title, "news")
        _link(context, row, said, title)
        context.outcomes.brought(said.path, "a piece of news")
        yield None


def _titled(text: str) -> tuple[str, str]:
    """Return a title made from the first sentence of a text, and the text if it says more."""
    words = plain(render(text[:2000]))
    sentence = re.match(r".{12,}?[.!?](?=\s|$)", words)
    title = shortened(sentence[0] if sentence and len(sentence[0]) <= MAX_TITLE_LENGTH else words, MAX_TITLE_LENGTH)
    return title.removesuffix("."), "" if words.rstrip(".") == title.rstrip(".") and "](" not in text else text


def bring_projects(context: MoveContext) -> Pieces:
    here = NamesakeRows(Project, lambda row: fold(row.title))
    for said in context.site.projects:
        values = {"start": said.start, "links": "\n".join(said.links), "summary": said.summary}
        values["text"] = context.text(said.text, said.path)
        row = here.take(fold(said.title), values | {"picture": said.picture}) or Project()
        if row.pk is None and not context.fits(row, "title", said.title, "A project"):
            context.outcomes.not_understood(said.path, "a project without a title that fits")
            continue
        row = context.put(row, {"title": said.title, **values}, said.title, "projects")
        called = f"the project {said.title}"
        if context.put_picture(
            row, "picture", said.picture, f"the picture of {called}", f"{called} has a picture here"
        ):
            row.picture_alt = said.picture_alt[:200]
            row.save()
        _link(context, row, said, said.title)
        context.outcomes.brought(said.path, "a project")
        yield None


def _link(context: MoveContext, row: Any, said: SiteNews | SiteProject, called: str) -> None:
    """Link a row to its people and papers, unless it is linked to some already."""
    found = [(name, context.people.get(fold(name))) for name in said.people]
    for name, person in found:
        if not person:
            context.note(MoveNote.LOST, f"{called}: nobody of the lab, or more than one, is called {name}")
    people = [person for _, person in found if person]
    papers = [context.papers[key] for key in said.papers if key in context.papers]
    if people and not row.people.exists():
        row.people.add(*people)
    if papers and not row.publications.exists():
        row.publications.add(*papers)


def bring_pages(context: MoveContext) -> Pieces:
    """Write the pages; of two that share an address, the later one gets an address of its own."""
    here, met = {row.slug: row for row in Page.objects.all()}, dict[str, tuple[str, str]]()
    for said in context.site.pages:
        values = {"title": said.title, "text": context.text(said.text, said.path)}
        if said.slug in LISTS and len(values["text"]) <= MAX_INTRODUCTION:
            _bring_introduction(context, LISTS[said.slug], values["text"])
            context.outcomes.brought(said.path, "words at the head of a list")
        elif is_joining(said) and JOIN not in met:
            met[JOIN] = said.title, values["text"]
            bring_joining(context, said)
        elif (said.title, values["text"]) in met.values():
            context.outcomes.left_out(said.path, "a copy of another page")
        elif context.fits(Page(), "title", said.title, "A page"):
            wanted = slug_of(said.slug or said.title)
            slugs = chain((wanted, f"{wanted}-page"), (f"{wanted}-{number}" for number in count(2)))
            slug = next(slug for slug in slugs if slug not in met and (slug in here or _is_free(slug, said.title)))
            met[slug] = said.title, values["text"]
            context.put(
                as_now(here.get(slug)) or Page(slug=slug, place=said.place and BEFORE_PAGES + said.place),
                values,
                said.title,
                "pages",
            )
            context.outcomes.brought(said.path, "a page")
        else:
            context.outcomes.not_understood(said.path, "a page without a title that fits")
        yield None


def _is_free(slug: str, title: str) -> bool:
    """Return whether a page may have this slug: the site itself may use the address."""
    try:
        Page(slug=slug, title=title).clean()
    except ValidationError:
        return False
    return True
