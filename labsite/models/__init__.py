"""The lab as a whole: what it says of itself, its news, projects, openings and pages, and who may sign in."""

from .accounts import User
from .lab import Lab
from .news import NewsItem
from .opening import Opening
from .page import Page
from .project import Project
from .upkeep import ContentVersion, PlantedRow, TextPicture

__all__ = [
    "ContentVersion",
    "Lab",
    "NewsItem",
    "Opening",
    "Page",
    "PlantedRow",
    "Project",
    "TextPicture",
    "User",
]
