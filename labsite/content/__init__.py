"""What the site needs to know of the lab itself, its news, projects, openings and pages, and of the logins."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils import timezone

from labsite import registry
from labsite.content import data, issues, search
from labsite.editing.issues import Curated
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.modelling.content_version import NotContent
from labsite.models import (
    ContentVersion,
    Dismissal,
    Invitation,
    JobRun,
    Lab,
    LinkCheck,
    NewsItem,
    Opening,
    Page,
    PlantedRow,
    Project,
    SettledPair,
    SharedValue,
    Step,
    TextPicture,
    User,
    Version,
)
from labsite.roles import ModelRights, Role
from labsite.texts.plain_text import lines_of
from labsite.web.sitemaps import ListPage, SitemapSections, published_pages, row_pages
from publications.approval import ApprovalPolicy

THE_LAB = MenuGroup(
    "The lab", "What the home page says, news, projects, openings, other pages, and pictures in texts.", 40
)
USERS = MenuGroup("Users", "Who can sign in here, and what each may edit.", 1000)


FIXED = ("accent", "language", "licence", "needs_approval", "shows_privacy", "privacy")


def _links(labs: QuerySet[Lab]) -> Iterator[tuple[Lab, str, str]]:
    return ((lab, "links", line) for lab in labs for line in lines_of(lab.links))


registry.register(
    Lab,
    ModelRights("V", "VC", "VAC", fixed={Role.EDITOR: FIXED}),
    ApprovalPolicy(lambda: Lab.objects.filter(needs_approval=True).exists()),
    Tracked(order=110),
    MenuEntry(THE_LAB, order=70),
    Curated(links=_links, rules=issues.LAB_RULES, order=110),
)
registry.register(
    NewsItem,
    ModelRights.of_the_public(),
    Tracked(order=70),
    MenuEntry(THE_LAB, order=80),
    search.NEWS,
    data.NEWS,
    SitemapSections({"news": lambda: published_pages(NewsItem.objects, "news-item")}, order=50),
    ListPage("news", ("news",), order=110),
    Curated(order=70),
)
registry.register(
    Project,
    ModelRights.of_the_lab(),
    Tracked(order=80),
    MenuEntry(THE_LAB, order=90),
    search.PROJECTS,
    data.PROJECTS,
    SitemapSections({"projects": lambda: row_pages(Project.objects.all(), "project")}, order=40),
    ListPage("projects", ("projects",), order=90),
    Curated(rules=issues.PROJECT_RULES, order=80),
)
registry.register(
    Opening,
    ModelRights.of_the_lab(),
    Tracked(order=90),
    MenuEntry(THE_LAB, order=100),
    search.OPENINGS,
    data.OPENINGS,
    SitemapSections({"openings": lambda: row_pages(Opening.objects.open(timezone.localdate()), "opening")}, order=60),
    ListPage("openings", ("openings",), order=100),
    Curated(rules=issues.OPENING_RULES, order=90),
)
registry.register(
    Page,
    ModelRights.of_the_public(),
    Tracked(order=100),
    MenuEntry(THE_LAB, order=110),
    search.PAGES,
    SitemapSections({"texts": lambda: published_pages(Page.objects, "page")}, order=70),
    Curated(order=100),
)
registry.register(
    TextPicture,
    ModelRights("VAd", "VAD", "VAD", own=("uploaded_by",)),
    Tracked(order=120),
    MenuEntry(THE_LAB, order=120),
)
registry.register(
    User,
    ModelRights("", "", "VACD"),
    NotContent(),  # signing in writes the time into the login
    MenuEntry(USERS),
)

OF_THE_SITE = (ContentVersion, Dismissal, Invitation, JobRun, LinkCheck, PlantedRow, SettledPair, SharedValue)
for model in (*OF_THE_SITE, Step, Version):
    registry.register(model, NotContent())
