from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FundersConfig(AppConfig):
    name = "labsite.contrib.documents.funders"
    label = "documents_funders"
    verbose_name = _("For funders")
