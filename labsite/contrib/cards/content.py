"""What cards add to the site: files, and the picture that the heads of pages name."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.registry import DataFile, DataSection
from labsite.web.head import SharedPicture

VIEWS = "labsite.contrib.cards.views"
SIZE = WIDTH, HEIGHT = 1200, 630  # pixels


def _card(name: str, path: str, holds: object, of: str = "") -> DataFile:
    return DataFile(name, path, f"{VIEWS}.{name.replace('-', '_')}", holds, of, extensions=("png",))


CARDS = (
    _card("card", "card.png", _("The lab’s card, shown where a link to the site is shared")),
    _card("person-card", "people/<slug:slug>.png", _("A member’s card"), "person"),
    _card("publication-card", "publications/<slug:slug>.png", _("A publication’s card"), "publication"),
)
registry.add(DataSection("cards", _("Pictures"), CARDS, order=50), SharedPicture("card", *SIZE))
