"""Each page's head, by the name of its address, from what the page's view has fetched anyway."""

from itertools import chain, islice

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from labsite.data.linked_data import lab, news, pages, people, publications, talks, venues
from labsite.pages.head import Head, page_number, site_of
from labsite.texts.plain_text import sentences, summary
from publications.citation_tags import citation_tags
from publications.citing import record_of

MAX_EVENTS = 5  # of talks about a paper, or of all talks the newest
MAX_NEWS = 5
MAX_NAMED = 5  # authors in a description

# Lists: what each is called, and what it holds.
LISTS = {
    "people:list": (gettext_lazy("People"), gettext_lazy("The members and alumni of %(lab)s.")),
    "people:awards": (gettext_lazy("Awards"), gettext_lazy("Awards to members of %(lab)s and to their papers.")),
    "publications:list": (gettext_lazy("Publications"), gettext_lazy("The publications of %(lab)s, newest first.")),
    "publications:venues": (
        gettext_lazy("Venues"),
        gettext_lazy("The conferences, journals and workshops where %(lab)s publishes and serves."),
    ),
    "publications:talks": (
        gettext_lazy("Talks"),
        gettext_lazy("Talks by members of %(lab)s: where, when and about what."),
    ),
    "services:list": (
        gettext_lazy("Professional service"),
        gettext_lazy("Committees, reviewing and organising by members of %(lab)s."),
    ),
    "explore": (gettext_lazy("Explore"), gettext_lazy("The work of %(lab)s in charts: when, where and with whom.")),
    "news": (gettext_lazy("News"), gettext_lazy("What is new at %(lab)s.")),
    "projects": (
        gettext_lazy("Projects"),
        gettext_lazy("The research projects of %(lab)s: people, papers and funding."),
    ),
    "openings": (gettext_lazy("Openings"), gettext_lazy("How to join %(lab)s: positions that are open now.")),
    "data": (
        gettext_lazy("Data"),
        gettext_lazy(
            "Everything on the site of %(lab)s as files for programs: BibTeX, RIS, JSON, feeds and a calendar."
        ),
    ),
    "search": (gettext_lazy("Search"), gettext_lazy("Search the people, papers and venues of %(lab)s.")),
}


def head_of(request, context):
    """Return the head of the page that a context is for; None where the page isn't what its address promises."""
    match = request.resolver_match
    view = match.view_name if match else ""
    if view not in HEADS or "exception" in context:
        return None
    site = site_of(request, context["lab"])
    listed = _list_head(view, site) if view in LISTS else {}
    return Head(site, request.path, page_number(request), **{**listed, **HEADS[view](site, context)})


def _list_head(view, site):
    title, description = LISTS[view]
    return {"title": str(title), "description": description % {"lab": site.lab.name}}


def _above(view):
    """The list above a page, as a trail."""
    return ((str(LISTS[view][0]), reverse(view)),)


def home(site, context):
    return {
        "description": sentences(site.lab.tagline, summary(site.lab.about_html)) or site.lab.name,
        "nodes": [lab.lab(site, context["members"], context["interests"]), lab.website(site)],
    }


def person(site, context):
    found, today = context["person"], timezone.localdate()
    awards = next((section.rows for section in context["sections"] if section.name == "awards"), [])
    own = [award for award in awards if award.person_id == found.pk]
    about = [found.headline, ", ".join(found.interest_list), summary(found.biography_html)]
    return {
        "title": found.name,
        "description": sentences(*about) or sentences(found.name, site.lab.name),
        "trail": _above("people:list"),
        "kind": "profile",
        "card": reverse("data:person-card", args=[found.slug]),
        "properties": [("profile:first_name", found.given_name), ("profile:last_name", found.family_name)],
        "nodes": [pages.profile_page(found, people.person(found, own, site, today), site)],
    }


def publication(site, context):
    found = context["publication"]
    record, pdf_url = record_of(found, site.at), publications.pdf_url(found, site)
    events = chain.from_iterable(talks.events(talk, site, talk.has_page) for talk in context["talks"])
    entity = publications.publication(found, record, site, list(islice(events, MAX_EVENTS)))
    return {
        "title": found.title,
        "description": summary(found.abstract_html) or _citation(found),
        "trail": _above("publications:list"),
        "kind": "article",
        "card": reverse("data:publication-card", args=[found.slug]),
        "properties": _published(entity),
        "tags": citation_tags(record, pdf_url, site.lab.language),
        "nodes": [entity],
    }


def year(site, context):
    return {
        "title": _("Publications of %(year)s") % {"year": context["year"]},
        "description": _("What %(lab)s published in %(year)s.") % {"lab": site.lab.name, "year": context["year"]},
        "trail": _above("publications:list"),
    }


def _citation(publication):
    """Who, where and when, of a paper without an abstract."""
    names = [authorship.display_name for authorship in publication.authorships.all()]
    shown = ", ".join(names[:MAX_NAMED])
    authors = _("%(names)s and others") % {"names": shown} if len(names) > MAX_NAMED else shown
    return sentences(authors, publication.printed_in, publication.date) or publication.title


def _published(entity):
    return [("article:published_time", entity["datePublished"])] if "datePublished" in entity else []


def of_member(site, context):
    found = context["owner"]
    return {
        "title": context["heading"],
        "description": _("What %(name)s of %(lab)s has published.") % {"lab": site.lab.name, "name": found.name},
        "trail": (*_above("people:list"), (found.name, found.get_absolute_url())),
        "card": reverse("data:person-card", args=[found.slug]),
    }


def at_venue(site, context):
    found = context["venue"]
    return {
        "title": context["heading"],
        "description": _("What %(lab)s has published at %(venue)s.") % {"lab": site.lab.name, "venue": found},
        "trail": (*_above("publications:venues"), (found.acronym, found.get_absolute_url())),
    }


def venue(site, context):
    found = context["venue"]
    words = {"lab": site.lab.name, "venue": str(found)}
    return {
        "title": found.acronym,
        "description": _("Papers, service and talks of %(lab)s at %(venue)s.") % words,
        "trail": _above("publications:venues"),
        "nodes": [venues.venue(found, site)],
    }


def project(site, context):
    found = context["project"]
    return {
        "title": found.title,
        "description": sentences(found.summary, summary(found.text_html)) or found.title,
        "trail": _above("projects"),
        "nodes": [news.project(found, context["people"], site)],
    }


def opening(site, context):
    found = context["opening"]
    return {
        "title": found.title,
        "description": summary(found.text_html) or sentences(found.title, site.lab.name),
        "trail": _above("openings"),
        "nodes": [news.job(found, site)] if context["is_open"] else [],
    }


def page(site, context):
    found = context["page"]
    description = summary(found.text_html) or sentences(found.title, site.lab.name)
    return {"title": found.title, "description": description}


def members(site, context):
    current = chain.from_iterable(group for _, group in context["groups"])
    joining = (person for person, _ in context["joining"])
    listed = dict.fromkeys([*current, *joining, *(alumnus.person for alumnus in context["alumni"])])
    return {"nodes": [pages.collection(LISTS["people:list"][0], listed, site, reverse("people:list"))]}


def projects(site, context):
    return {"nodes": [pages.collection(LISTS["projects"][0], context["projects"], site, reverse("projects"))]}


def openings(site, context):
    return {"nodes": [pages.collection(LISTS["openings"][0], context["openings"], site, reverse("openings"))]}


def newest_news(site, context):
    return {"nodes": [news.news_item(item, site) for item in list(context["page"])[:MAX_NEWS]]}


def news_item(site, context):
    found = context["item"]
    return {
        "title": found.title,
        "description": summary(found.text_html) or sentences(found.title, site.lab.name),
        "trail": _above("news"),
        "kind": "article",
        "properties": [("article:published_time", str(found.date))],
        "nodes": [news.news_item(found, site)],
    }


def newest_talks(site, context):
    events = chain.from_iterable(talks.events(talk, site, talk.has_page) for talk in context["talks"])
    return {"nodes": list(islice(events, MAX_EVENTS))}


def search(site, context):
    query = context["found"].query
    return {"title": _("Search for “%(words)s”") % {"words": query}} if query else {}


def plain_list(site, context):
    """A list of which the head says no more than LISTS does."""
    return {}


# By the name of an address: who describes its page.
HEADS = {
    "home": home,
    "people:list": members,
    "people:detail": person,
    "people:awards": plain_list,
    "publications:list": plain_list,
    "publications:year": year,
    "publications:of-member": of_member,
    "publications:at-venue": at_venue,
    "publications:detail": publication,
    "publications:venues": plain_list,
    "publications:venue": venue,
    "publications:talks": newest_talks,
    "services:list": plain_list,
    "explore": plain_list,
    "news": newest_news,
    "news-item": news_item,
    "projects": projects,
    "project": project,
    "openings": openings,
    "opening": opening,
    "data": plain_list,
    "search": search,
    "page": page,
}
