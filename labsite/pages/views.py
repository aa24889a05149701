from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse, translate_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from labsite.drawing import colours, icons
from labsite.models import NewsItem, Opening, Page, Project
from labsite.pages.explore import charts_of_the_lab
from labsite.pages.linked_data import news_node, project_node
from labsite.pages.places import places_called
from labsite.search import query
from labsite.texts.plain_text import plain, sentences, summary
from labsite.web.head import Head, Site, collection
from labsite.web.middleware import at_its_address
from labsite.web.pager import Pager
from labsite.web.requests import LabRequest
from publications.models import Link, Talk

MADE = (Link.Kind.CODE, Link.Kind.DATA)  # what came of a project beside papers and talks
NEWS_ON_A_PAGE = 50
MAX_NEWS_IN_HEAD = MAX_OTHER_NEWS = 5
SECURITY_CONTACT_HOLDS = timedelta(days=180)  # the standard recommends less than a year


@require_safe
def news(request: LabRequest) -> HttpResponse:
    """Show the news, newest first."""
    page = Paginator(NewsItem.objects.published().with_subjects(), NEWS_ON_A_PAGE).get_page(request.GET.get("page"))
    NewsItem.find_pictures(request.lab.in_page_language(page.object_list))
    site = Site(request)
    nodes = tuple(news_node(item, site) for item in list(page)[:MAX_NEWS_IN_HEAD])
    head = Head.of_list(request, "news", _("What is new at %(lab)s."), nodes=nodes)
    return render(request, "labsite/news.html", {"page": page, "pager": Pager(page), "head": head})


@at_its_address(lambda: NewsItem.objects.with_subjects())
def news_item(request: LabRequest, found: NewsItem) -> HttpResponse:
    """Show one piece of news, so that it can be linked to whatever came after it."""
    others = list(NewsItem.objects.published().exclude(pk=found.pk)[:MAX_OTHER_NEWS])
    request.lab.in_page_language([found, *others])
    head = Head(
        request,
        title=found.title,
        description=description_of(request, found),
        trail=((_("News"), reverse("news")),),
        kind="article",
        properties=(("article:published_time", str(found.date)),),
        nodes=(news_node(found, Site(request)),),
    )
    return render(request, "labsite/news_item.html", {"item": found, "others": others, "head": head})


@require_safe
def projects(request: LabRequest) -> HttpResponse:
    """Show the projects that last, or say nothing else, then those that have ended; each newest first."""
    found, today = request.lab.in_page_language(list(Project.objects.in_brief())), timezone.localdate()
    nodes = (collection(_("Projects"), found, reverse("projects"), Site(request)),)
    head = Head.of_list(request, "projects", _("The research projects of %(lab)s."), nodes=nodes)
    current = [project for project in found if project.is_lasting(today)]
    finished = [project for project in found if not project.is_lasting(today)]
    context = {"current": current, "finished": finished, "head": head}
    return render(request, "labsite/projects.html", context)


@at_its_address(Project.objects.all)
def project(request: LabRequest, found: Any) -> HttpResponse:
    """Show one project with its people and what came of it."""
    request.lab.in_page_language([found])
    people = found.people.members().with_roles()
    head = Head(
        request,
        title=found.title,
        description=sentences(found.summary, plain(found.text_html)) or found.title,
        trail=((_("Projects"), reverse("projects")),),
        nodes=(project_node(found, people, Site(request)),),
    )
    papers = found.publications.published()
    made = Link.objects.filter(publication__in=papers, kind__in=MADE).exclude(url="", file="")
    context = {
        "project": found,
        "people": people,
        "publications": papers.as_rows(),
        "made": made.select_related("publication").order_by("publication__title", "kind"),
        "talks": Talk.objects.filter(publication__in=papers).with_occasions(),
        "head": head,
    }
    return render(request, "labsite/project.html", context)


@require_safe
def explore(request: LabRequest) -> HttpResponse:
    """Show the lab's work in charts: when, where and with whom."""
    head = Head.of_list(request, "explore", _("The work of %(lab)s in charts: when, where and with whom."))
    return render(request, "labsite/explore.html", charts_of_the_lab() | {"head": head})


@at_its_address(Page.objects.all)
def page(request: LabRequest, found: Page) -> HttpResponse:
    """Show a page of the lab's own words."""
    request.lab.in_page_language([found])
    head = Head(request, title=found.title, description=description_of(request, found))
    return render(request, "labsite/page.html", {"page": found, "head": head})


def description_of(request: LabRequest, row: NewsItem | Opening | Page) -> str:
    """Return the first words of a row's text, or without any its title and the lab's name."""
    return summary(row.text_html) or sentences(row.title, request.lab.name)


@require_safe
def search(request: LabRequest) -> HttpResponse:
    """Find whatever has a page or is shown on one by words of its names and texts."""
    found = query.find(request.GET.get("q", ""), request.GET.get("kind", ""), shown=request.lab.in_page_language)
    head = Head(
        request,
        title=_("Search for “%(words)s”") % {"words": found.query} if found.query else _("Search"),
        description=_("Search the people, papers and venues of %(lab)s.") % {"lab": request.lab.name},
    )
    places = [] if found.only else places_called(found.folded.words, request.lab)
    return render(request, "labsite/search.html", {"found": found, "named_places": places, "head": head})


@require_safe
def robots(request: LabRequest) -> HttpResponse:
    """Tell crawlers what to leave alone and where the site map is: https://www.rfc-editor.org/rfc/rfc9309"""
    lines = [
        "User-agent: *",
        "Disallow: /admin/",
        "Disallow: /account/",
        *(f"Disallow: {translate_url(reverse('search'), language)}" for language, _name in settings.LANGUAGES),
        "Disallow: /publications.*?",
        "Disallow: /*/references/",
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
def favicon(request: LabRequest) -> HttpResponse:
    lab = request.lab
    return HttpResponse(icons.favicon(lab.accent, lab.logo_content()), content_type="image/vnd.microsoft.icon")


@require_safe
def touch_icon(request: LabRequest) -> HttpResponse:
    lab = request.lab
    return HttpResponse(icons.touch_icon(lab.accent, lab.logo_content()), content_type="image/png")


@require_safe
@cache_control(public=True, max_age=365 * 24 * 3600, immutable=True)
def accent(request: LabRequest, digits: str) -> HttpResponse:
    """Serve the colours that follow from a lab's accent; its address says all that they follow from."""
    return HttpResponse(colours.stylesheet(f"#{digits}"), content_type="text/css; charset=utf-8")
