"""The lab as a whole: what it says of itself, its news, projects, openings and pages, and who may sign in."""

from labsite.history.models import Step, Version

from .accounts import User
from .invitation import Invitation
from .lab import Lab
from .news import NewsItem
from .opening import Opening
from .page import Page
from .project import Project
from .settled_pair import SettledPair
from .upkeep import ContentVersion, PlantedRow, TextPicture
from .worklist import Dismissal, LinkCheck

__all__ = [
    "ContentVersion",
    "Dismissal",
    "Invitation",
    "Lab",
    "LinkCheck",
    "NewsItem",
    "Opening",
    "Page",
    "PlantedRow",
    "Project",
    "SettledPair",
    "Step",
    "TextPicture",
    "User",
    "Version",
]
