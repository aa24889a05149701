"""The lab as a whole: what it says of itself, its news, projects, openings and pages, and who may sign in."""

# First, because Django orders the fields of a model by when they were made: a row's place comes before its dates.
from labsite.modelling import ordering

# isort: split
from labsite.history.models import ChangedObject, Step, Version

from .accounts import Invitation, User
from .curation import Dismissal, LinkCheck, SettledPair
from .draft_links import DraftLink
from .identity import Section, Sponsor
from .lab import Lab
from .pages import ApplicantKind, NewsItem, Opening, Page, Project
from .questions import Question
from .upkeep import ContentVersion, JobRun, PlantedRow, SharedValue, TextPicture
