"""The home page: what the lab does, where it belongs and what is new, then a little of all that it has."""

import re
from collections.abc import Callable
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from labsite.models import NewsItem, Opening, Project
from labsite.pages.linked_data import lab_node, website_node
from labsite.texts import folding
from labsite.texts.plain_text import plain, sentences
from labsite.web.head import Head, Site
from labsite.web.requests import LabRequest
from people.roster import by_role, interests_of, people_at
from publications.matching.papers import supplemented_title
from publications.models import Publication, TalkOccasion

MAX_PAPERS = 8
MAX_NEWS = 5
MAX_OPENINGS = 3
MAX_PEOPLE = 12
MAX_PROJECTS = 6
MAX_VENUES = 24
MIN_THEMES, MAX_THEMES = 3, 6
MAX_ALIKE = 4  # papers for each that is shown, as some are parts of one work
NUMBERS = re.compile(r"\d+")

# What the home page shows of the site's lists: under each other, or in its box of what is new.
BLOCKS = {
    "publications:list": "labsite/_home_papers.html",
    "people:list": "labsite/_home_people.html",
    "projects": "labsite/_home_projects.html",
    "publications:venues": "labsite/_home_venues.html",
}
NEW = {
    "news": "labsite/_home_news.html",
    "openings": "labsite/_home_openings.html",
    "publications:talks": "labsite/_home_talk.html",
}


@require_safe
def home(request: LabRequest) -> HttpResponse:
    """Say what the lab does, where it belongs and what is new, then show the lists that it chose in its order."""
    lab, site, today = request.lab, Site(request), timezone.localdate()
    people = lab.in_page_language(people_at(today, "current", "memberships"))
    groups = by_role(people, today)  # those who lead it first
    members = [person for _, people in groups for person in people]
    interests, about = interests_of(members), plain(lab.about_html)
    chosen = sorted((each for each in lab.sections.values() if each.home), key=attrgetter("home"))
    rows = {
        "people:list": members[:MAX_PEOPLE],
        **{page: find(today) for page in (each.page for each in chosen) if (find := ROWS.get(page))},
    }
    for page in ("projects", "news", "openings"):
        lab.in_page_language(rows.get(page, ()))
    NewsItem.find_pictures(rows.get("news", ()))
    shown = [each.page for each in chosen if rows.get(each.page)]
    projects = rows.get("projects", [])
    search = reverse("search")
    themes = [Theme(words, f"{search}?{urlencode({'q': words})}", number) for words, number in interests.items()]
    if len(themes) < MIN_THEMES:
        themes = [Theme(project.title, project.get_absolute_url()) for project in projects] or themes
    new = [NEW[page] for page in shown if page in NEW]
    context = {
        "head": Head(
            request,
            description=sentences(lab.tagline, about) or lab.name,
            nodes=(lab_node(site, members[:MAX_PEOPLE], interests), website_node(site)),
        ),
        "is_bare": not shown,
        "themes": themes[:MAX_THEMES],
        "own": {each.page.replace(":", "_"): each.name for each in chosen},
        "new": new,
        "blocks": [BLOCKS[page] for page in shown if page in BLOCKS],
        "are_venues_aside": {"publications:list", "publications:venues"} <= {*shown},
        "publications": rows.get("publications:list"),
        "members": rows["people:list"],
        "member_count": len(members),
        "projects": projects,
        "venues": rows.get("publications:venues"),
        "news": rows.get("news"),
        "openings": rows.get("openings"),
        "talk": next(iter(rows.get("publications:talks", [])), None),
    }
    return render(request, "labsite/home.html", context)


class Theme(NamedTuple):
    """What the lab studies, and where to read on: words of how many of its members, or the name of a project."""

    words: str
    url: str
    people: int = 0


def _papers(today: date) -> dict[str, Any]:
    """Return the papers that editors chose, else the newest."""
    published = Publication.objects.published()
    selected = list(published.filter(is_selected=True).values_list("pk", flat=True)[:MAX_PAPERS])
    # Of those whose titles tell apart nothing but parts of one work only the first.
    works: dict[str, int] = {}
    if not selected:
        for key, title in published.latest().values_list("pk", "title")[: MAX_PAPERS * MAX_ALIKE]:
            works.setdefault(NUMBERS.sub("", folding.fold(supplemented_title(title))), key)
    rows = Publication.objects.as_rows(selected or [*works.values()][:MAX_PAPERS], with_figures=True)
    return {"rows": rows, "are_selected": bool(selected)} if rows else {}


ROWS: dict[str, Callable[[date], Any]] = {
    "publications:list": _papers,
    "projects": lambda today: list(Project.objects.in_brief().lasting(today)[:MAX_PROJECTS]),
    "publications:venues": lambda today: Publication.objects.published().venues("short_name")[:MAX_VENUES],
    "news": lambda today: list(NewsItem.objects.published()[:MAX_NEWS]),
    "openings": lambda today: list(Opening.objects.open(today)[:MAX_OPENINGS]),
    "publications:talks": lambda today: list(
        TalkOccasion.objects.with_talks().filter(date__gte=today.isoformat()).order_by("date")[:1]
    ),
}
