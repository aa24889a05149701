"""The lab as a whole: what it says of itself, its news, projects, openings and pages, and who may sign in."""

from django.utils.translation import gettext_noop as _

# First, because Django orders the fields of a model by when they were made: a row's place comes before its dates.
from labsite.modelling import ordered_lists

# isort: split
from labsite.history.models import Step, Version
from labsite.jobs.models import JobRun

from .accounts import Invitation, User
from .curation import Dismissal, DraftLink, Question, SettledPair
from .identity import Section, Sponsor
from .lab import Lab
from .pages import ApplicantKind, NewsItem, Opening, Page, Project
from .upkeep import ContentVersion, PlantedRow, SharedValue, TextPicture

# What Django calls these models and their columns, for those who collect the texts to translate.
NAMES = (
    *(_("section"), _("sponsor"), _("news item"), _("news items"), _("opening"), _("openings"), _("page"), _("pages")),
    *(_("project"), _("projects"), _("about"), _("logo"), _("typefaces"), _("text"), _("summary")),
    *(_("picture"), _("funding"), _("introduction"), _("image"), _("uploaded by"), _("uploaded at"), _("kind")),
    *(_("name"), _("title"), _("date"), _("people"), _("publications")),
)
