"""What the site needs to know of professional service: rights, history, menu, search, JSON and the worklist."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext

from labsite import registry
from labsite.editing.form_anchors import field
from labsite.editing.issues import Curated, IssueRules
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.registry import PublicPages
from labsite.roles import ModelRights
from labsite.search.results import Hit, Searched
from labsite.web.json_files import Fields, JSONFile, JSONFiles, columns
from labsite.web.sitemaps import ListPage
from people.data import person_reference
from publications.data import venue_reference
from publications.models import Venue
from services.models import Service

PROFESSIONAL_SERVICE = MenuGroup(_("Professional service"), _("Committees, reviewing, organising and editing."), 30)


def service_hit(service: Service, words: list[str]) -> Hit:
    texts = [str(service.venue), service.note, service.earlier_wording]
    comma = ", " if service.title else pgettext("between the parts of a reference", ", ")
    title, year = f"{service.role}{comma}{service.edition}", str(service.year or "")
    url = service.venue.get_absolute_url()
    return Hit.of(service, words, title, service.person.shown_name, texts, beside=year, url=url)


SEARCHED = Searched("services", _("Service"), Service.objects.with_people, service_hit, order=100)


SERVICE = Fields(  # of a row with_people()
    {
        "person": lambda row, absolute: person_reference(row.person, absolute, row.has_page),
        **columns("kind", "role"),
        "venue": lambda row, absolute: venue_reference(row.venue, absolute),
        **columns("year"),
        "host": lambda row, absolute: venue_reference(row.host, absolute) if row.host else None,
        **columns("note", "original_wording"),
    }
)
FILES = JSONFiles(
    JSONFile(
        "services",
        _("Committees, reviewing, organising, editing"),
        Service.objects.with_people,
        SERVICE,
        ("services:list",),
    ),
    choices=((_("The kind of a service"), Service.Kind),),
    order=50,
)


RULES = IssueRules(Service, "venue")
RULES.add_where(
    "service-year",
    Q(year=None) & ~Q(venue__kind=Venue.Kind.JOURNAL),  # work for a journal often isn't tied to a year
    _("No year is given."),
    field("year"),
    _("Service without a year"),
    _("Add the year, if it is known. Service for a journal doesn’t need one."),
    order=80,
)

registry.register(
    Service,
    ModelRights.of_a_person("person__login"),
    Tracked(order=60),
    MenuEntry(PROFESSIONAL_SERVICE, own=_("My service"), add=_("Add a service role"), order=40),
    SEARCHED,
    FILES,
    ListPage("services:list", label=_("Service"), rows=Service.objects.all, order=80),
    Curated(person="person", rules=RULES, order=50),
)

registry.add(PublicPages("services.urls", order=30))
