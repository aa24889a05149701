from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReportsConfig(AppConfig):
    name = "labsite.contrib.documents.reports"
    label = "documents_reports"
    verbose_name = _("Reports")
