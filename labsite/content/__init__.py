"""What the site needs to know of the lab itself, its news, projects, openings and pages, and of the logins."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.content import data
from labsite.editing.form_anchors import defer_long_texts, field
from labsite.editing.inbox import InboxEntry
from labsite.editing.issues import Curated, Issue, IssueRules, Scope
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.modelling.content_version import NotContent, VersionGroup
from labsite.modelling.periods import PartialDate
from labsite.modelling.publishing import TODAY, is_public
from labsite.models import (
    ApplicantKind,
    ContentVersion,
    Dismissal,
    DraftLink,
    Invitation,
    JobRun,
    Lab,
    NewsItem,
    Opening,
    Page,
    PlantedRow,
    Project,
    Question,
    Section,
    SettledPair,
    SharedValue,
    Sponsor,
    Step,
    TextPicture,
    User,
    Version,
)
from labsite.models.lab import STATEMENTS
from labsite.models.pages import JOIN
from labsite.roles import AdminPage, ModelRights, Role
from labsite.search.results import Hit, Searched
from labsite.texts.plain_text import lines_of, plain
from labsite.web.sitemaps import ListPage, SitemapSections, published_pages, row_pages
from publications.approval import ApprovalPolicy

MEMBER, EDITOR, ADMINISTRATOR = Role
THE_LAB = MenuGroup(_("The lab"), _("The home page, news, projects, openings, other pages, and images in texts."), 40)
USERS = MenuGroup(_("Users"), _("Who can sign in here, and what each may edit."), 1000)

FIXED = (
    "logo",
    "logo_dark",
    "look",
    "typefaces",
    "accent",
    "language",
    "licence",
    "needs_approval",
    "finds_papers_at",
    "is_published",
    "shows_first_steps",
    *(f"shows_{name}" for name in STATEMENTS),
    *STATEMENTS,
)

LAB_RULES, OPENING_RULES, PROJECT_RULES = IssueRules(Lab), IssueRules(Opening), IssueRules(Project)

# The fields of the lab's form with what they hold as long as nobody has written there, and what that means.
EMPTY_FIELDS = {
    "name": (Lab._meta.get_field("name").default, _("It still has the default name of a new site.")),
    "tagline": ("", _("There is no tagline saying what it studies.")),
    "email": ("", _("There is no contact e-mail address.")),
    "address": ("", _("There is no postal address.")),
}

# Said when it is read, as the worklist keeps what it finds for readers of every language.
day_in_words = lazy(lambda day: PartialDate(day.isoformat()).words, str)


@LAB_RULES.add(
    "lab-says-little",
    _("The lab’s own details"),
    _("Visitors look for these at the top and bottom of the home page."),
    order=50,
)
def empty_lab_fields(scope: Scope) -> Iterable[Issue]:
    for lab in defer_long_texts(scope.rows(Lab)):
        for name, (empty, words) in EMPTY_FIELDS.items():
            if getattr(lab, name) == empty:
                yield Issue(lab, words, field(name), about=name)
        if lab.picture and not lab.picture_alt:
            yield Issue(lab, _("The group picture has no description."), field("picture_alt"), about="picture_alt")


OPENING_RULES.add_where(
    "closed-opening",
    lambda scope: Q(closes__lt=scope.at),
    lambda opening: format_lazy(_("It closed on {day}."), day=day_in_words(opening.closes)),
    field("closes"),
    _("Openings past their closing date"),
    _("Nobody can apply any more: delete it, or give it a new date."),
    order=100,
)
PROJECT_RULES.add_where(
    "project-words",
    ~Q(picture="") & Q(picture_alt=""),
    _("The picture has no description."),
    field("picture_alt"),
    _("Pictures of projects without a description"),
    _("Describe the picture in a few words for people who can’t see it."),
    order=110,
)


def project_hit(project: Any, words: list[str]) -> Hit:
    texts = [plain(project.text_html), *lines_of(project.funding), _people_of(project), *_otherwise(project)]
    return Hit.of(project, words, project.title, project.summary, texts, beside=project.years)


def opening_hit(opening: Any, words: list[str]) -> Hit:
    texts = [plain(opening.text_html), *_otherwise(opening)]
    return Hit.of(opening, words, opening.title, opening.get_role_display(), texts)


def titled_hit(row: Any, words: list[str]) -> Hit:
    return Hit.of(row, words, row.title, texts=[plain(row.text_html), *_otherwise(row)])


def news_hit(item: Any, words: list[str]) -> Hit:
    texts = [plain(item.text_html), _people_of(item), *_otherwise(item)]
    return Hit.of(item, words, item.title, texts=texts, beside=PartialDate(item.date).words)


def _otherwise(row: Any) -> Iterable[str]:
    """Return what it says in the language that the page doesn't speak."""
    return row.title_second, plain(row.text_second_html)


def _people_of(row: Any) -> str:
    return ", ".join(person.shown_name for person in row.people.all())


PROJECTS = Searched(
    "projects", _("Projects"), lambda: Project.objects.prefetch_related("people"), project_hit, order=30
)
OPENINGS = Searched("openings", _("Openings"), lambda: Opening.objects.open(TODAY), opening_hit, order=40)
APPLICANTS = Searched("joining", _("Join us"), ApplicantKind.objects.all, titled_hit, order=45)
PAGES = Searched("pages", _("Pages"), Page.objects.published, titled_hit, order=50)
NEWS = Searched("news", _("News"), lambda: NewsItem.objects.published().prefetch_related("people"), news_hit, order=70)

registry.register(
    Lab,
    ModelRights("V", "VC", "VAC", fixed={Role.EDITOR: FIXED}),
    ApprovalPolicy(lambda: Lab.objects.filter(needs_approval=True).exists()),
    Tracked(order=110),
    MenuEntry(THE_LAB, order=70),
    Curated(
        links=lambda labs: ((lab, "links", line) for lab in labs for line in lines_of(lab.links)),
        rules=LAB_RULES,
        order=110,
    ),
)
registry.register(
    Section,
    ModelRights.of_the_lab(),
    Tracked(order=111),
    MenuEntry(THE_LAB, beside=(Lab,), order=72),
    Curated(order=111),
)
registry.register(
    Sponsor,
    ModelRights.of_the_lab(),
    Tracked(order=112),
    MenuEntry(beside=(Lab,), order=74),
    Curated(order=112),
)
registry.register(
    NewsItem,
    ModelRights("vAcd", "VACD", "VACD", own=("added_by",), public=is_public),
    Tracked(order=70),
    VersionGroup("news"),
    MenuEntry(THE_LAB, add=_("I have news"), order=80),
    NEWS,
    data.NEWS,
    SitemapSections({"news": lambda: published_pages(NewsItem.objects, "news-item")}, order=50),
    ListPage("news", ("news",), label=_("News"), rows=NewsItem.objects.published, home=50, order=40),
    Curated(order=70),
)
registry.register(
    Project,
    ModelRights.of_the_lab(),
    Tracked(order=80),
    VersionGroup("projects"),
    MenuEntry(THE_LAB, order=90),
    PROJECTS,
    data.PROJECTS,
    SitemapSections({"projects": lambda: row_pages(Project.objects.all(), "project")}, order=40),
    ListPage("projects", ("projects",), label=_("Projects"), rows=Project.objects.all, home=30, order=30),
    Curated(
        links=lambda rows: ((row, "links", link.address) for row in rows for link in row.named_links),
        rules=PROJECT_RULES,
        order=80,
    ),
)
registry.register(
    Opening,
    ModelRights.of_the_lab(),
    Tracked(order=90),
    VersionGroup("openings"),
    MenuEntry(THE_LAB, order=100),
    OPENINGS,
    data.OPENINGS,
    SitemapSections({"openings": lambda: row_pages(Opening.objects.open(timezone.localdate()), "opening")}, order=60),
    ListPage(
        "openings",
        ("openings",),
        label=_("Join us"),
        rows=lambda: (
            Opening.objects.open(TODAY),
            ApplicantKind.objects.all(),
            Page.objects.published().filter(slug=JOIN),
            Lab.objects.exclude(email=""),  # to which one can write in any case
        ),
        home=60,
        order=50,
    ),
    Curated(rules=OPENING_RULES, order=90),
)
registry.register(
    ApplicantKind,
    ModelRights.of_the_lab(),
    Tracked(order=95),
    VersionGroup("openings"),
    MenuEntry(beside=(Opening,), order=105),
    APPLICANTS,
    Curated(order=95),
)
registry.register(
    Page,
    ModelRights.of_the_public(),
    Tracked(order=100),
    VersionGroup("pages"),
    MenuEntry(THE_LAB, order=110),
    PAGES,
    SitemapSections({"texts": lambda: published_pages(Page.objects.exclude(slug=JOIN), "page")}, order=70),
    Curated(order=100),
)
registry.register(
    TextPicture,
    ModelRights("VAd", "VAD", "VAD", own=("uploaded_by",)),
    Tracked(order=120),
    MenuEntry(beside=(Page, NewsItem, Project), order=120),
)
registry.register(
    User,
    ModelRights("", "", "VACD"),
    NotContent(),  # signing in writes the time into the login
    MenuEntry(USERS),
)

OF_THE_SITE = (ContentVersion, Dismissal, DraftLink, Invitation, JobRun, PlantedRow, Question, SettledPair)
for model in (*OF_THE_SITE, SharedValue, Step, Version):
    registry.register(model, NotContent())

CURATION = "labsite.curation"
registry.add(
    InboxEntry(f"{CURATION}.worklist.views.Approvals", order=10),
    InboxEntry(f"{CURATION}.questions.Questions", order=20),
    InboxEntry(f"{CURATION}.still_true.StillTrue", order=40),
    InboxEntry(f"{CURATION}.duplicates.views.Duplicates", order=50),
    InboxEntry(f"{CURATION}.news_proposals.NewsToWrite", order=60),
    InboxEntry(f"{CURATION}.paper_kinds.PaperKinds", order=65),
    InboxEntry(f"{CURATION}.worklist.views.MissingOrOdd", order=70),
)

# The pages of the admin that belong to the lab as a whole.
registry.add(
    AdminPage("inbox", "inbox/", f"{CURATION}.inbox.inbox", MEMBER, _("Inbox"), order=10),
    AdminPage("approve-news", "approve-news/<int:pk>/", f"{CURATION}.worklist.views.approve_news", EDITOR),
    AdminPage("guide", "guide/", "labsite.admin_site.views.guide", MEMBER),
    AdminPage("invite", "invite/<int:pk>/", "labsite.accounts.inviting.invite", ADMINISTRATOR),
    AdminPage("invite-several", "invite/", "labsite.accounts.inviting.invite_several", ADMINISTRATOR),
    AdminPage("kept-picture", "kept-picture/<str:token>/", "labsite.admin_site.views.stashed_picture", MEMBER),
    AdminPage("leave", "leave/<int:pk>/", "labsite.accounts.views.leave", ADMINISTRATOR),
    AdminPage("erase", "erase/<int:pk>/", "labsite.privacy.views.erase_person", ADMINISTRATOR),
    AdminPage("markdown-preview", "markdown/preview/", "labsite.admin_site.views.preview", MEMBER, for_scripts=True),
    AdminPage(
        "markdown-upload", "markdown/upload/", "labsite.admin_site.views.upload_picture", MEMBER, for_scripts=True
    ),
    AdminPage(
        "picture-as-jpeg", "picture-as-jpeg/", "labsite.admin_site.views.picture_as_jpeg", MEMBER, for_scripts=True
    ),
    AdminPage("version", "history/<int:pk>/", "labsite.history.views.version", MEMBER),
    AdminPage("changes", "changes/", "labsite.history.views.changes", EDITOR, _("Recent changes"), order=70),
    AdminPage("step", "changes/<int:pk>/", "labsite.history.views.step_detail", EDITOR),
    AdminPage("bin", "bin/", "labsite.history.views.bin_list", EDITOR),
    AdminPage("bring-back", "bin/<int:pk>/", "labsite.history.views.bring", EDITOR),
    AdminPage("worklist", "worklist/", "labsite.curation.worklist.views.worklist", MEMBER),
    AdminPage("job", "jobs/<int:pk>/", "labsite.jobs.views.job", MEMBER),
    AdminPage("questions", "questions/", "labsite.curation.questions.questions", MEMBER),
    AdminPage("ask", "ask/<str:label>/<int:pk>/", "labsite.curation.questions.ask", MEMBER),
    AdminPage("paper-kinds", "paper-kinds/", f"{CURATION}.paper_kinds.paper_kinds", MEMBER),
    AdminPage("my-role", "my-role/", "labsite.curation.role_changes.my_role", MEMBER),
    AdminPage("still-true", "still-true/", "labsite.curation.still_true.still_true", MEMBER),
    AdminPage("share-draft", "share/<str:label>/<int:pk>/", "labsite.pages.draft_links.share_draft", MEMBER),
    AdminPage("duplicates", "duplicates/", "labsite.curation.duplicates.views.duplicates", EDITOR),
    AdminPage(
        "compare", "duplicates/<slug:kind>/<int:one>/<int:other>/", "labsite.curation.duplicates.views.compare", EDITOR
    ),
    AdminPage(
        "news-proposals",
        "news-to-write/",
        "labsite.curation.news_proposals.news_proposals",
        EDITOR,
    ),
    AdminPage("the-site", "site/", "labsite.admin_site.the_site.the_site", ADMINISTRATOR, _("The site"), order=90),
)
