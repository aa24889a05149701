from datetime import timedelta

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, translate_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from labsite.drawing import colours
from labsite.models import NewsItem, Opening, Page, Project
from labsite.pages.explore import charts_of_the_lab
from labsite.pages.linked_data import job_node, lab_node, news_node, project_node, website_node
from labsite.search import query
from labsite.texts.plain_text import plain, sentences, summary
from labsite.web.head import Head, Site, collection
from labsite.web.pager import Pager
from labsite.web.previews import find_or_404
from labsite.web.requests import LabRequest
from people.models import Person
from people.roster import by_role, interests_of
from publications.models import Publication, Venue

# Of each on the home page:
MAX_PAPERS = 8
MAX_NEWS = 5
MAX_PEOPLE = 16
MAX_PROJECTS = 4
MAX_VENUES = 24
MAX_INTERESTS = 10

NEWS_ON_A_PAGE = 50
MAX_NEWS_IN_HEAD = 5
SECURITY_CONTACT_HOLDS = timedelta(days=180)  # the standard recommends less than a year


@require_safe
def home(request: LabRequest) -> HttpResponse:
    """Say who the lab is, what it studies and last did, and how to reach or join it: a little of all that it has."""
    lab, site, today = request.lab, Site(request), timezone.localdate()
    groups = by_role(Person.objects.current(today).with_roles(), today)  # those who lead it first
    members = [person for _, people in groups for person in people]
    interests = interests_of(members)[:MAX_INTERESTS]
    published = Publication.objects.published()
    selected = published.selected()[:MAX_PAPERS].as_rows()
    publications = selected or published.dated()[:MAX_PAPERS].as_rows()
    head = Head(
        request,
        description=sentences(lab.tagline, plain(lab.about_html)) or lab.name,
        nodes=(lab_node(site, members[:MAX_PEOPLE], interests), website_node(site)),
    )
    context = {
        "head": head,
        "is_bare": not (members or publications),
        "members": members[:MAX_PEOPLE],
        "member_count": len(members),
        "interests": interests,
        "are_selected": bool(selected),
        "publications": publications,
        "venues": Venue.objects.published_in()[:MAX_VENUES],
        "news": NewsItem.objects.published()[:MAX_NEWS],
        "projects": Project.objects.lasting(today)[:MAX_PROJECTS],
        "openings": Opening.objects.open(today),
    }
    return render(request, "labsite/home.html", context)


@require_safe
def news(request: LabRequest) -> HttpResponse:
    """Show the news, newest first."""
    page = Paginator(NewsItem.objects.published().with_subjects(), NEWS_ON_A_PAGE).get_page(request.GET.get("page"))
    site = Site(request)
    head = Head(
        request,
        title=_("News"),
        description=_("What is new at %(lab)s.") % {"lab": request.lab.name},
        nodes=tuple(news_node(item, site) for item in list(page)[:MAX_NEWS_IN_HEAD]),
    )
    return render(request, "labsite/news.html", {"page": page, "pager": Pager(page), "head": head})


@require_safe
def news_item(request: LabRequest, slug: str) -> HttpResponse:
    """Show one piece of news, so that it can be linked to whatever came after it."""
    found = find_or_404(request, NewsItem.objects.with_subjects(), slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    head = Head(
        request,
        title=found.title,
        description=_description(request, found),
        trail=((_("News"), reverse("news")),),
        kind="article",
        properties=(("article:published_time", str(found.date)),),
        nodes=(news_node(found, Site(request)),),
    )
    return render(request, "labsite/news_item.html", {"item": found, "head": head})


@require_safe
def projects(request: LabRequest) -> HttpResponse:
    """Show the projects, newest first."""
    found = Project.objects.all()
    head = Head(
        request,
        title=_("Projects"),
        description=_("The research projects of %(lab)s.") % {"lab": request.lab.name},
        nodes=(collection(_("Projects"), found, reverse("projects"), Site(request)),),
    )
    return render(request, "labsite/projects.html", {"projects": found, "head": head})


@require_safe
def project(request: LabRequest, slug: str) -> HttpResponse:
    """Show one project with its people and papers."""
    found = Project.objects.find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    people = found.people.members().with_roles()
    head = Head(
        request,
        title=found.title,
        description=sentences(found.summary, plain(found.text_html)) or found.title,
        trail=((_("Projects"), reverse("projects")),),
        nodes=(project_node(found, people, Site(request)),),
    )
    papers = found.publications.published().as_rows()
    context = {"project": found, "people": people, "publications": papers, "head": head}
    return render(request, "labsite/project.html", context)


@require_safe
def openings(request: LabRequest) -> HttpResponse:
    """Show what one can apply for today, soonest closing first."""
    found = Opening.objects.open(timezone.localdate())
    head = Head(
        request,
        title=_("Openings"),
        description=_("Openings at %(lab)s.") % {"lab": request.lab.name},
        nodes=(collection(_("Openings"), found, reverse("openings"), Site(request)),),
    )
    return render(request, "labsite/openings.html", {"openings": found, "head": head})


@require_safe
def opening(request: LabRequest, slug: str) -> HttpResponse:
    """Show one opening; once it has closed it says so, for those who follow an old link."""
    found = Opening.objects.find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    is_open = found.is_open(timezone.localdate())
    head = Head(
        request,
        title=found.title,
        description=_description(request, found),
        trail=((_("Openings"), reverse("openings")),),
        nodes=(job_node(found, Site(request)),) if is_open else (),
    )
    return render(request, "labsite/opening.html", {"opening": found, "is_open": is_open, "head": head})


@require_safe
def explore(request: LabRequest) -> HttpResponse:
    """Show the lab's work in charts: when, where and with whom."""
    head = Head(
        request,
        title=_("Explore"),
        description=_("The work of %(lab)s in charts: when, where and with whom.") % {"lab": request.lab.name},
    )
    return render(request, "labsite/explore.html", charts_of_the_lab() | {"head": head})


@require_safe
def page(request: LabRequest, slug: str) -> HttpResponse:
    """Show a page of the lab's own words."""
    found = find_or_404(request, Page.objects.all(), slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    head = Head(request, title=found.title, description=_description(request, found))
    return render(request, "labsite/page.html", {"page": found, "head": head})


def _description(request: LabRequest, row: NewsItem | Opening | Page) -> str:
    """Return the first words of a row's text, or without any its title and the lab's name."""
    return summary(row.text_html) or sentences(row.title, request.lab.name)


@require_safe
def search(request: LabRequest) -> HttpResponse:
    """Find whatever has a page or is shown on one by words of its names and texts."""
    found = query.find(request.GET.get("q", ""), request.GET.get("kind", ""))
    head = Head(
        request,
        title=_("Search for “%(words)s”") % {"words": found.query} if found.query else _("Search"),
        description=_("Search the people, papers and venues of %(lab)s.") % {"lab": request.lab.name},
    )
    return render(request, "labsite/search.html", {"found": found, "head": head})


@require_safe
def robots(request: LabRequest) -> HttpResponse:
    """Tell crawlers what to leave alone and where the site map is: https://www.rfc-editor.org/rfc/rfc9309"""
    lines = [
        "User-agent: *",
        "Disallow: /admin/",
        "Disallow: /account/",
        *(f"Disallow: {translate_url(reverse('search'), language)}" for language, _name in settings.LANGUAGES),
        "Disallow: /publications.*?",
        f"Sitemap: {request.build_absolute_uri(reverse('data:sitemap'))}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def security_txt(request: LabRequest) -> HttpResponse:
    """Say whom to tell of a weakness, if the site has a setting for it: https://www.rfc-editor.org/rfc/rfc9116"""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = timezone.localdate() + SECURITY_CONTACT_HOLDS
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires}T00:00:00Z",
        "Preferred-Languages: en",
        f"Canonical: {request.build_absolute_uri(reverse('security.txt'))}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=365 * 24 * 3600, immutable=True)
def accent(request: LabRequest, digits: str) -> HttpResponse:
    """Serve the colours that follow from a lab's accent; its address says all that they follow from."""
    return HttpResponse(colours.stylesheet(f"#{digits}"), content_type="text/css; charset=utf-8")
