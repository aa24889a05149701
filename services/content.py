"""What the site needs to know of professional service."""

from labsite import registry
from labsite.editing.issues import Curated
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.roles import ModelRights
from labsite.web.sitemaps import ListPage
from services import data, issues, search
from services.models import Service

SERVICE = MenuGroup("Professional service", "Committees, reviewing, organising and editing.", 30)

registry.register(
    Service,
    ModelRights.of_a_person("person__login"),
    Tracked(order=60),
    MenuEntry(SERVICE, own="My service", order=40),
    search.SERVICE,
    data.SERVICES,
    ListPage("services:list", order=60),
    Curated(person="person", rules=issues.RULES, order=50),
)
