from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.editing.form_anchors import field
from labsite.editing.issues import Curated, Issue, IssueRule
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.registry import PublicPages
from labsite.roles import AdminPage, ModelRights, Role
from labsite.search.results import Hit, Searched
from labsite.texts.plain_text import plain
from labsite.web.json_files import Fields, JSONFile, JSONFiles, columns
from labsite.web.sitemaps import ListPage, SitemapSections, row_pages
from tests.instruments.models import Instrument, Part

INSTRUMENT = Fields(
    {"id": lambda row, absolute: row.slug, **columns("title"), "wavelength": lambda row, absolute: None}
)


def instrument_hit(instrument, words):
    return Hit.of(instrument, words, instrument.title, texts=[plain(instrument.text_html)])


def nameless(scope):
    return [Issue(row, "It has no name.", field("title")) for row in scope.rows(Instrument).filter(title="?")]


registry.register(
    Instrument,
    ModelRights.of_a_person("keeper__login"),
    Tracked({"parts": "parts"}),
    MenuEntry(MenuGroup("Instruments", "Devices of the lab.", 45), own="My instruments"),
    Searched("instruments", _("Instruments"), Instrument.objects.all, instrument_hit),
    JSONFiles(
        JSONFile("instruments", _("Every instrument"), Instrument.objects.all, INSTRUMENT, ("home",)),
        JSONFile(
            "instrument",
            _("One instrument"),
            Instrument.objects.all,
            INSTRUMENT,
            ("instruments:detail",),
            "instrument",
            "instruments/<slug:slug>.json",
            Instrument.objects.first,
        ),
        meanings={"wavelength": _("What it works at.")},
    ),
    SitemapSections({"instruments": lambda: row_pages(Instrument.objects.all(), "instruments:detail")}),
    ListPage("instruments:list", ("instruments",)),
    Curated(
        person="keeper",
        rules=(IssueRule("instrument-name", "Without a name", "Name it.", (Instrument,), nameless),),
    ),
)
registry.register(Part, ModelRights.of_a_person("instrument__keeper__login"))
registry.add(
    AdminPage("calibrate", "calibrate/", "tests.instruments.urls.instruments", Role.EDITOR, "Calibrate"),
    PublicPages("tests.instruments.urls"),
)
