"""What the site needs to know of publications, venues and talks, and of what belongs to them."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Max, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry
from labsite.editing.deletions import PartOf
from labsite.editing.form_anchors import defer_long_texts
from labsite.editing.issues import Curated
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.modelling.content_version import NotContent, VersionGroup
from labsite.modelling.publishing import is_public, last_change, with_public
from labsite.registry import PublicPages
from labsite.roles import AdminPage, ModelRights, Role
from labsite.search.results import Hit, Searched
from labsite.texts.plain_text import lines_of, plain
from labsite.web.sitemaps import ListPage, Page, SitemapSections, pages_with_lists, published_pages
from publications import data, issues
from publications.citations.identifiers import arxiv_url, doi_url
from publications.models import (
    Authorship,
    EarlierVersion,
    ExtraField,
    Identifier,
    Import,
    ImportedEntry,
    Link,
    Publication,
    Talk,
    TalkOccasion,
    Venue,
    VenueAlias,
)

MAX_CORRECTING = timedelta(days=1)  # after adding a paper in which no member is recognised

PUBLICATIONS = MenuGroup(_("Publications"), _("Papers with their authors, the venues they appear at, and talks."), 20)


def publication_hit(paper: Any, words: list[str]) -> Hit:
    authors = paper.comma_of_authors.join(authorship.display_name for authorship in paper.authorships.all())
    texts = [
        *(gettext("Earlier title: {title}").format(title=version.title) for version in paper.earlier_versions.all()),
        *map(_other_names, paper.authorships.all()),
        paper.proceedings,
        str(paper.venue or ""),
        *lines_of(paper.notes),
        plain(paper.abstract_html),
        paper.doi,
        paper.arxiv_id,
    ]
    return Hit.of(paper, words, paper.title, authors, texts)


def _other_names(authorship: Authorship) -> str:
    """Return the printed name with the author's other names, "" where there are none."""
    person = authorship.person
    others = {person.name, person.native_name} - {authorship.display_name, ""}
    return f"{authorship.display_name} ({', '.join(sorted(others))})" if others else ""


def venue_hit(venue: Venue, words: list[str]) -> Hit:
    texts = [*(alias.name for alias in venue.aliases.all()), venue.publisher]
    return Hit.of(venue, words, venue.short_name, venue.longer_name, texts, beside=venue.get_kind_display())


def talk_hit(talk: Any, words: list[str]) -> Hit:
    page = talk.paper or (talk.speaker if talk.has_page else None)
    url = page.get_absolute_url() if page else reverse("publications:talks")
    texts = map(str, talk.occasions.all())
    return Hit.of(talk, words, talk.title, talk.speaker.shown_name, texts, beside=talk.years, url=url)


def _pages_of_years() -> list[Page]:
    papers = Publication.objects.published().filter(year__isnull=False).order_by("-year")
    years = papers.values_list("year").annotate(newest=Max(last_change()))
    return [(reverse("publications:year", args=[year]), changed) for year, changed in years]


def _is_correctable(paper: str = "") -> Q:
    """The condition that a paper, or the one at a lookup, was added within the day and names no member."""
    added_at, key = f"{paper}__added_at".removeprefix("__"), paper or "pk"
    of_members = Authorship.objects.filter(person__memberships__isnull=False)
    return Q(**{f"{added_at}__gt": timezone.now() - MAX_CORRECTING}) & ~Q(
        **{f"{key}__in": of_members.values("publication")}
    )


def _identifier_links(papers: QuerySet[Publication]) -> Iterator[tuple[Publication, str, str]]:
    """Yield the addresses that papers are linked to by the identifiers that they have."""
    for paper in defer_long_texts(papers).exclude(doi="", arxiv_id=""):
        if paper.doi:
            yield paper, "doi", doi_url(paper.doi)
        if paper.arxiv_id:
            yield paper, "arxiv_id", arxiv_url(paper.arxiv_id)


UNDATED = Q(year=None, status=Publication.Status.PUBLISHED)  # whose pages ask search engines to wait

registry.register(
    Publication,
    ModelRights(
        "vAcd",
        "VACD",
        "VACD",
        own=("authorships__person__login",),
        adder="added_by",
        deletes_drafts_only=True,
        correctable=_is_correctable,
        public=is_public,
        fixed={Role.MEMBER: ("slug", "citation_key", "is_selected")},
    ),
    Tracked(
        {
            "authorships": _("authors"),
            "links": _("links"),
            "earlier_versions": _("earlier versions"),
            "identifiers": _("other identifiers"),
            "extra_fields": _("imported fields"),
            "imported_entries": "",
        },
        order=40,
    ),
    MenuEntry(PUBLICATIONS, own=_("My papers"), add=_("Add a paper"), add_page="admin:add-paper", order=20),
    Searched(
        "publications",
        _("Publications"),
        lambda: Publication.objects.published().only("pk"),
        publication_hit,
        most=10,
        details=lambda: with_public(
            Publication.objects.select_related("venue").prefetch_related(
                Prefetch("authorships", Authorship.objects.select_related("person"))
            ),
            "earlier_versions",
        ),
        list_page="publications:list",
        order=60,
    ),
    data.PUBLICATIONS,
    SitemapSections(
        {
            "publications": lambda: published_pages(Publication.objects.exclude(UNDATED), "publications:detail"),
            "years": _pages_of_years,
        },
        order=30,
    ),
    ListPage(
        "publications:list",
        ("publications",),
        label=_("Publications"),
        rows=Publication.objects.published,
        home=10,
        order=20,
    ),
    Curated(links=_identifier_links, rules=issues.RULES, order=20),
)
registry.register(
    Venue,
    ModelRights("vA", "VACD", "VACD", parts=("aliases",), fixed={Role.MEMBER: ("slug",)}),
    Tracked({"aliases": _("other spellings")}, order=10),
    VersionGroup("venues"),
    MenuEntry(PUBLICATIONS, order=30),
    Searched("venues", _("Venues"), lambda: with_public(Venue.objects.public(), "aliases"), venue_hit, order=20),
    data.VENUES,
    SitemapSections(
        {
            "venues": lambda: pages_with_lists(
                Venue.objects.public(), "publications:venue", "publications", "publications:at-venue"
            )
        },
        order=20,
    ),
    ListPage(
        "publications:venues",
        ("venues",),
        label=_("Venues"),
        rows=Venue.objects.public,
        home=40,
        order=60,
    ),
    Curated(rules=issues.VENUE_RULES, order=30),
)
registry.register(
    Talk,
    ModelRights.of_a_person("speaker__login"),
    Tracked({"occasions": _("occasions")}, order=50),
    VersionGroup("talks"),
    MenuEntry(PUBLICATIONS, own=_("My talks"), add=_("Add a talk"), order=50),
    Searched("talks", _("Talks"), lambda: Talk.objects.with_occasions(), talk_hit, order=80),
    data.TALKS,
    ListPage(
        "publications:talks",
        changes=lambda: Talk.objects.values_list("changed_at", flat=True),
        label=_("Talks"),
        rows=Talk.objects.all,
        home=70,
        order=70,
    ),
    Curated(person="speaker", rules=issues.TALK_RULES, order=40),
)

registry.register(VenueAlias, ModelRights.of_the_lab(), VersionGroup("venues"))
registry.register(TalkOccasion, ModelRights.of_a_person("talk__speaker__login"), VersionGroup("talks"))
registry.register(Import, NotContent())
registry.register(ImportedEntry, NotContent())
for model in (Authorship, Link, EarlierVersion, Identifier, ExtraField):
    registry.register(
        model,
        *((PartOf("publication"),) if model is Authorship else ()),
        ModelRights(
            "vAcd",
            "VACD",
            "VACD",
            own=("publication__authorships__person__login",),
            adder="publication__added_by",
            correctable=partial(_is_correctable, "publication"),
            public=partial(is_public, "publication"),
        ),
    )

PLANS = "publications.importing.pages"
registry.add(
    AdminPage("add-paper", "add-paper/", "publications.adding.views.add_paper", Role.MEMBER),
    AdminPage("import", "import/", f"{PLANS}.views.imports", Role.MEMBER),
    AdminPage("import-plan", "import/<int:pk>/", f"{PLANS}.views.one_import", Role.MEMBER),
    AdminPage("import-entry", "import/<int:pk>/<int:index>/", f"{PLANS}.one_entry.one_entry", Role.MEMBER),
    AdminPage("import-report", "import/<int:pk>/report.<slug:form>", f"{PLANS}.views.report", Role.MEMBER),
    AdminPage("decide-on-paper", "decide-on-paper/<int:pk>/", "publications.approval.decide", Role.EDITOR),
    PublicPages("publications.urls", order=20),
)
