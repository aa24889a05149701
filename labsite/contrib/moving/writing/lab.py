"""Writes the lab itself: its name and texts, venues, news, projects and pages."""

import re
from itertools import chain, count
from typing import Any

from django.core.exceptions import ValidationError
from django.urls import reverse

from labsite.contrib.moving.site import LISTS, MAX_INTRODUCTION, SiteNews, SitePage, SiteProject
from labsite.contrib.moving.texts import group_picture_in
from labsite.contrib.moving.words import shapes
from labsite.modelling.addresses import slug_of
from labsite.models import ApplicantKind, Lab, NewsItem, Page, Project, Section, Sponsor
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

MAX_TITLE_LENGTH = 120  # characters of a title made of a text
MAX_LENGTH: Any = NewsItem._meta.get_field("title").max_length
BEFORE_PAGES = 50  # the places in the menu of what usually comes before the pages of a lab
MAX_APPLICANT_LENGTH = 100  # characters, of a kind of applicant
HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
JOINING = shapes("joining")
NEUTRAL_NAME = Lab._meta.get_field("name").default


def bring_lab(context: MoveContext) -> Pieces:
    """Fill the empty fields of the Lab row."""
    lab = context.site.lab
    row = Lab.objects.first() or Lab()
    if row.name == NEUTRAL_NAME and lab.name:
        row.name = ""
    group_picture, words, about = group_picture_in(lab.about)
    values = {"name": lab.name, "tagline": lab.tagline, "address": lab.address, "email": lab.email}
    values |= {"about": context.text(about, lab.path), "contact": context.text(lab.contact, lab.path)}
    values["links"] = "\n".join(lab.links)
    if any(values.values()):
        context.put(row, values, "The lab", "the lab")
        context.outcomes.brought(lab.path, "the lab’s own texts")
    picture = context.source.resolve(group_picture, base=lab.path)
    context.put_picture(row, "logo", lab.logo, "the lab’s logo")
    caption = (words if picture else lab.picture_caption)[:200]
    context.put_picture(row, "picture", picture or lab.picture, "the lab’s group picture", picture_caption=caption)
    yield None
    here = {fold(sponsor.name): sponsor for sponsor in Sponsor.objects.all()}
    for number, sponsor in enumerate(lab.sponsors, start=1):
        supporter = here.setdefault(fold(sponsor.name), Sponsor(order=number))
        if supporter.pk or context.fits(supporter, "name", sponsor.name, "A sponsor"):
            context.put(supporter, {"name": sponsor.name, "url": sponsor.url}, sponsor.name, "sponsors")
            context.put_picture(supporter, "logo", sponsor.logo, f"the logo of {sponsor.name}")
        yield None
    for introduction in lab.introductions:
        text = context.text(introduction.text, introduction.path)
        _bring_introduction(context, introduction.page, text, introduction.name)


def _bring_introduction(context: MoveContext, page: str, text: str, name: str = "") -> None:
    usual = next(each for each in menu_pages() if each.name == page)
    row = Section.objects.filter(page=page).first() or Section(page=page, place=usual.order, home=usual.home)
    context.put(row, {"introduction": text, "name": name}, row.label, "introductions of lists")


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
    for item in context.site.news:
        title, text = titled_news(context, item)
        row = here.take((fold(title), item.date), {"text": text}) or NewsItem(date=item.date)
        if not item.date:
            context.outcomes.not_understood(item.path, f"news without a date: {title}")
        elif row.pk or context.fits(row, "title", title, "News"):
            context.pages[item.path] = context.put(row, {"title": title, "text": text}, title, "news")
            _link(context, row, item, title)
            context.outcomes.brought(item.path, "a news item")
        else:
            context.outcomes.not_understood(item.path, "news without a usable title")
        yield None


def titled_news(context: MoveContext, item: SiteNews) -> tuple[str, str]:
    """Return the title of a news item, which may be made of its text, and its text."""
    text = context.text(item.text, item.path)
    title = without_html(item.title)
    if not item.title:  # its first sentence is one, and the text stays if it says more
        words = plain(render(text[:2000]))
        sentence = re.match(r".{12,}?[.!?](?=\s|$)", words)
        title = shortened(
            sentence[0] if sentence and len(sentence[0]) <= MAX_TITLE_LENGTH else words, MAX_TITLE_LENGTH
        )
        text = "" if words.rstrip(".") == title.rstrip(".") and "](" not in text else text
        title = title.removesuffix(".")
    if len(title) > MAX_LENGTH:
        title, text = shortened(title, MAX_TITLE_LENGTH), f"{title}\n\n{text}".strip()
    return title, text


def bring_projects(context: MoveContext) -> Pieces:
    here = NamesakeRows(Project, lambda row: fold(row.title))
    for project in context.site.projects:
        project.title = without_html(project.title)
        values = {"start": project.start, "links": "\n".join(project.links), "summary": project.summary}
        values["text"] = context.text(project.text, project.path)
        row = here.take(fold(project.title), values | {"picture": project.picture}) or Project()
        if row.pk or context.fits(row, "title", project.title, "A project"):
            values["title"] = project.title
            context.pages[project.path] = context.put(row, values, project.title, "projects")
            what, alt = f"the picture of the project {project.title}", project.picture_alt[:200]
            context.put_picture(row, "picture", project.picture, what, picture_alt=alt)
            _link(context, row, project, project.title)
            context.outcomes.brought(project.path, "a project")
        else:
            context.outcomes.not_understood(project.path, "a project without a usable title")
        yield None


def _link(context: MoveContext, row: Any, source: SiteNews | SiteProject, called: str) -> None:
    """Link a row to its people and papers, unless it is linked to some already."""
    named = [(name, context.people.get(fold(name))) for name in source.people]
    for name, person in named:
        if not person:
            context.note(MoveNote.LOST, f"{called}: no member, or more than one, is called {name}")
    people = [person for _, person in named if person]
    papers = [context.papers[key] for key in source.papers if key in context.papers]
    if context.is_plan:
        return
    if people and not row.people.exists():
        row.people.add(*people)
    if papers and not row.publications.exists():
        row.publications.add(*papers)


def bring_pages(context: MoveContext) -> Pieces:
    """Write the pages; of two that share an address, the later one gets an address of its own."""
    here, met = {row.slug: row for row in Page.objects.all()}, dict[str, tuple[str, str]]()
    for page in context.site.pages:
        values = {"title": page.title, "text": context.text(page.text, page.path)}
        if page.slug in LISTS and len(values["text"]) <= MAX_INTRODUCTION:
            _bring_introduction(context, LISTS[page.slug], values["text"])
            context.pages[page.path] = reverse(LISTS[page.slug])
            context.outcomes.brought(page.path, "the introduction of a list")
        elif JOINING["page"].fullmatch(page.slug) and JOIN not in met:
            met[JOIN] = page.title, values["text"]
            _bring_joining(context, page)
        elif (page.title, values["text"]) in met.values():
            context.outcomes.left_out(page.path, "a copy of another page")
        elif context.fits(Page(), "title", page.title, "A page"):
            wanted = slug_of(page.slug or page.title)
            slugs = chain((wanted, f"{wanted}-page"), (f"{wanted}-{number}" for number in count(2)))
            slug = next(slug for slug in slugs if slug not in met and (slug in here or _is_free(slug, page.title)))
            met[slug] = page.title, values["text"]
            context.pages[page.path] = context.put(
                as_now(here.get(slug)) or Page(slug=slug, place=page.place and BEFORE_PAGES + page.place),
                values,
                page.title,
                "pages",
            )
            context.outcomes.brought(page.path, "a page")
        else:
            context.outcomes.not_understood(page.path, "a page without a usable title")
        yield None


def _bring_joining(context: MoveContext, source: SitePage) -> None:
    """Write a page about joining the lab; its address of before leads to the one of today.

    What stands under a highest heading that is about a kind of applicant is one; the rest stays a page.
    """
    joining = context.text(source.text, source.path)
    highest = min((len(match[1]) for match in HEADING.finditer(joining)), default=0)
    headings = [match for match in HEADING.finditer(joining) if len(match[1]) == highest]
    ends = [*(match.start() for match in headings), len(joining)]
    rest, number = [joining[: ends[0]].strip()], 0
    for match, end in zip(headings, ends[1:], strict=True):
        title, text = re.sub(r"[*_`]", "", match[2]), joining[match.end() : end].strip()
        if JOINING["applicants"].search(title) and text and len(title) <= MAX_APPLICANT_LENGTH:
            number += 1
            row = ApplicantKind.objects.filter(title=title).first() or ApplicantKind(place=number)
            context.put(row, {"title": title, "text": text}, title, "kinds of applicant")
        else:
            rest.append(f"{match[0]}\n\n{text}".strip())
    former = f" {source.slug} " if source.slug != JOIN else ""
    page = Page.objects.filter(slug=JOIN).first() or Page(slug=JOIN, former_slugs=former)
    values = {"title": source.title, "text": "\n\n".join(filter(None, rest))}
    context.pages[source.path] = context.put(page, values, source.title, "pages")
    context.outcomes.brought(source.path, "how to join the lab")


def _is_free(slug: str, title: str) -> bool:
    """Return whether a page may have this slug: the site itself may use the address."""
    try:
        Page(slug=slug, title=title).clean()
    except ValidationError:
        return False
    return True
