"""What the site says of moving in."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.moving.models import NameOfMember
from labsite.editing.inbox import InboxEntry
from labsite.modelling.content_version import NotContent
from labsite.roles import AdminPage, Role
from publications.elsewhere import WayToMoveIn

ASKING = "labsite.contrib.moving.asking"

registry.register(NameOfMember, NotContent())
registry.add(
    AdminPage("names-of-members", "names-of-members/", f"{ASKING}.names_of_members", Role.EDITOR),
    InboxEntry(f"{ASKING}.PapersOfMembers", order=45),
    WayToMoveIn(
        words=_(
            "To import a whole site made with al-folio, HugoBlox, lab-website-template, academicpages or "
            "acad-homepage, use manage.py import_site."
        )
    ),
)
