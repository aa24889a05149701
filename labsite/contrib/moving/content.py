"""What the site says of moving in."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from publications.elsewhere import WayToMoveIn

registry.add(
    WayToMoveIn(
        words=_(
            "A whole site made with al-folio, HugoBlox, lab-website-template, academicpages or acad-homepage is "
            "imported with manage.py import_site."
        )
    )
)
