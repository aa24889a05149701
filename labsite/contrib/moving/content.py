"""What the site says of moving in."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.moving.addresses.leading import leads_somewhere
from labsite.contrib.moving.models import NameOfMember, OldAddress
from labsite.contrib.reading.typed_papers.files import entries_in_file
from labsite.editing.inbox import InboxEntry
from labsite.editing.menu import MenuEntry
from labsite.history.tracked import Tracked
from labsite.modelling.content_version import NotContent
from labsite.models import Page
from labsite.roles import AdminPage, ModelRights, Role
from labsite.web.additions import FormerAddresses
from publications import formats
from publications.elsewhere import WayToMoveIn

ASKING, LEADING = "labsite.contrib.moving.asking", "labsite.contrib.moving.addresses.leading"

formats.TYPED.append(entries_in_file)
registry.register(NameOfMember, NotContent())
registry.register(
    OldAddress,
    ModelRights("", "VACD", "VACD", public=leads_somewhere),
    Tracked(order=140),
    MenuEntry(beside=(Page,), order=130),
)
registry.add(
    FormerAddresses(f"{LEADING}.answer", f"{LEADING}.all_addresses"),
    AdminPage("names-of-members", "names-of-members/", f"{ASKING}.names_of_members", Role.EDITOR),
    InboxEntry(f"{ASKING}.PapersOfMembers", order=45),
    WayToMoveIn(
        words=_(
            "To import a whole site made with al-folio, HugoBlox, lab-website-template, academicpages or "
            "acad-homepage, use manage.py import_site."
        )
    ),
)
