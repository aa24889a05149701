"""The parts of a profile, of which a page has those that hold something; its index follows from them."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Section:
    """A part of a profile: its anchor and template, its heading and what it shows."""

    name: str
    heading: Any
    rows: Any
    count: int = 0  # beside the heading, where a number says something

    @property
    def template(self) -> str:
        return f"people/sections/_{self.name}.html"


HEADINGS = {
    "about": _("About"),
    "research": _("Research"),
    "positions": _("Positions"),
    "education": _("Education"),
    "publications": _("Publications"),
    "coauthors": _("Co-authors"),
    "venues": _("Venues"),
    "service": _("Professional service"),
    "talks": _("Talks"),
    "awards": _("Awards"),
    "projects": _("Projects"),
    "teaching": _("Teaching"),
    "skills": _("Skills"),
    "news": _("News"),
    "references": _("References"),
    "life": _("Life"),
}


def sections(shown, counts):
    """Return the sections in order, without those that show nothing; ``shown`` and ``counts`` are by their names."""
    return [
        Section(name, heading, shown[name], counts.get(name, 0))
        for name, heading in HEADINGS.items()
        if shown.get(name)
    ]
