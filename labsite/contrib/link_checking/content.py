"""What link checking adds to the site."""

from labsite import registry
from labsite.contrib.link_checking.models import LinkCheck
from labsite.editing.issues import AddedToWorklist
from labsite.jobs.models import TimedCommand
from labsite.modelling.content_version import NotContent
from labsite.registry import Addition

TREATING = "labsite.contrib.link_checking.treating"

registry.register(LinkCheck, NotContent())
registry.add(
    AddedToWorklist(f"{TREATING}.rules", f"{TREATING}.TREATMENTS"),
    Addition("several points", "link_checking/_several.html"),
    TimedCommand("check_links", 1),
)
