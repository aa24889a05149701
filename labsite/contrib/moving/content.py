"""What the site says of moving in."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.moving.addresses.leading import leads_somewhere
from labsite.contrib.moving.models import NameOfMember, OldAddress, SiteImport
from labsite.editing.inbox import InboxEntry
from labsite.editing.menu import MenuEntry
from labsite.history.tracked import Tracked
from labsite.modelling.content_version import NotContent
from labsite.models import Page
from labsite.registry import Addition, FormerAddresses
from labsite.roles import AdminPage, ModelRights, Role
from publications.citations.entry import TYPED_LISTS
from publications.elsewhere import WayToMoveIn

ASKING, LEADING = "labsite.contrib.moving.asking", "labsite.contrib.moving.addresses.leading"

DOOR = "labsite.contrib.moving.door.views"

TYPED_LISTS.append("labsite.contrib.reading.typed_papers.files.entries_in_file")
registry.register(NameOfMember, NotContent())
registry.register(SiteImport, NotContent())
registry.register(
    OldAddress,
    ModelRights("", "VACD", "VACD", public=leads_somewhere),
    Tracked(order=140),
    MenuEntry(beside=(Page,), order=130),
)
registry.add(
    FormerAddresses(f"{LEADING}.answer", f"{LEADING}.all_addresses"),
    AdminPage("names-of-members", "names-of-members/", f"{ASKING}.names_of_members", Role.EDITOR),
    Addition("ways to import", "moving/_way_in.html"),
    Addition("ways to bring in people", "moving/_people_way_in.html"),
    AdminPage("move-in", "move-in/", f"{DOOR}.move_in", Role.EDITOR),
    AdminPage("move-in-one", "move-in/<int:pk>/", f"{DOOR}.one", Role.EDITOR),
    AdminPage("move-in-picture", "move-in/<int:pk>/<str:key>/", f"{DOOR}.picture", Role.EDITOR),
    AdminPage("moving-day", "moving-day/", "labsite.contrib.moving.moving_day.moving_day", Role.EDITOR),
    Addition("after moving in", "moving/_moving_day.html"),
    InboxEntry(f"{ASKING}.PapersOfMembers", order=45),
    WayToMoveIn(
        words=_("Move in with a whole site, a list of papers as you have typed it, or a table of people."),
        page="move-in",
        label=_("Move in"),
    ),
)
