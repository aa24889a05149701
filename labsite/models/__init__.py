"""The lab as a whole: what it says of itself, its news, projects, openings and pages, and who may sign in."""

from labsite.history.models import Step, Version

from .accounts import Invitation, User
from .curation import Dismissal, LinkCheck, SettledPair
from .lab import Lab
from .pages import NewsItem, Opening, Page, Project
from .upkeep import ContentVersion, PlantedRow, TextPicture

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
