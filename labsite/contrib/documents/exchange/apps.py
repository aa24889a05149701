from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExchangeConfig(AppConfig):
    name = "labsite.contrib.documents.exchange"
    label = "documents_exchange"
    verbose_name = _("CVs for other systems")
