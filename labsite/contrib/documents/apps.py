from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class DocumentsConfig(AppConfig):
    name = "labsite.contrib.documents"
    verbose_name = _("Documents")

    def ready(self) -> None:
        checks.register(check_pdf, deploy=True)


def check_pdf(**kwargs: Any) -> list[checks.CheckMessage]:
    """Try what PDFs need, with what no other command has to load."""
    from labsite.contrib.documents.content import what_is_wrong
    from labsite.management.trying import tried

    return tried("Documents can’t be set as PDF", what_is_wrong, "labsite.E006")
