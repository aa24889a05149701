from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template import loader
from django.urls import reverse, translate_url
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from labsite.drawing import colours
from labsite.models import NewsItem, Opening, Page, Project
from labsite.pages import front_page
from labsite.pages.explore import charts_of_the_lab
from labsite.search import query
from labsite.web.pager import Pager
from labsite.web.previews import find_or_404

NEWS_ON_A_PAGE = 50


@require_safe
def home(request):
    """Say who the lab is, what it studies and last did, and how to reach or join it."""
    return render(request, "labsite/home.html", front_page.contents(timezone.localdate()))


@require_safe
def news(request):
    """Show the news, newest first."""
    page = Paginator(NewsItem.objects.published().with_subjects(), NEWS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "labsite/news.html", {"page": page, "pager": Pager(page)})


@require_safe
def news_item(request, slug):
    """Show one piece of news, so that it can be linked to whatever came after it."""
    found = find_or_404(request, NewsItem.objects.with_subjects(), slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    return render(request, "labsite/news_item.html", {"item": found})


@require_safe
def projects(request):
    """Show the projects, newest first."""
    return render(request, "labsite/projects.html", {"projects": Project.objects.all()})


@require_safe
def project(request, slug):
    """Show one project with its people and papers."""
    found = Project.objects.find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    context = {
        "project": found,
        "people": found.people.members().with_roles(),
        "publications": found.publications.published().with_authors(),
    }
    return render(request, "labsite/project.html", context)


@require_safe
def openings(request):
    """Show what one can apply for today, soonest closing first."""
    return render(request, "labsite/openings.html", {"openings": Opening.objects.open(timezone.localdate())})


@require_safe
def opening(request, slug):
    """Show one opening; once it has closed it says so, for those who follow an old link."""
    found = Opening.objects.find_or_404(slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    return render(request, "labsite/opening.html", {"opening": found, "is_open": found.is_open(timezone.localdate())})


@require_safe
def explore(request):
    """Show the lab's work in charts: when, where and with whom."""
    return render(request, "labsite/explore.html", charts_of_the_lab())


@require_safe
def page(request, slug):
    """Show a page of the lab's own words."""
    found = find_or_404(request, Page.objects.all(), slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    return render(request, "labsite/page.html", {"page": found})


@require_safe
def search(request):
    """Find whatever has a page or a place on one by words of its names and texts."""
    found = query.find(request.GET.get("q", ""), request.GET.get("kind", ""))
    return render(request, "labsite/search.html", {"found": found})


@require_safe
def robots(request):
    """Tell crawlers what to leave alone and where the site map is: https://www.rfc-editor.org/rfc/rfc9309"""
    lines = [
        "User-agent: *",
        "Disallow: /admin/",
        "Disallow: /account/",
        *(f"Disallow: {translate_url(reverse('search'), language)}" for language, _ in settings.LANGUAGES),
        "Disallow: /publications.*?",
        f"Sitemap: {request.build_absolute_uri(reverse('data:sitemap'))}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@require_safe
@cache_control(public=True, max_age=365 * 24 * 3600, immutable=True)
def accent(request, digits):
    """Serve the colours that follow from a lab's accent; its address says all that they follow from."""
    return HttpResponse(colours.stylesheet(f"#{digits}"), content_type="text/css; charset=utf-8")


def server_error(request):
    """Say that something broke, with the id under which the log has it. Asks nothing of the database."""
    words = loader.render_to_string("500.html", {"request_id": getattr(request, "id", "")})
    return HttpResponse(words, status=500)
