from django.urls import path, register_converter
from django.urls.converters import StringConverter

from labsite.contrib.documents.reports import views
from labsite.contrib.documents.reports.making import FILE_TYPES


class ReportFileConverter(StringConverter):
    """The extension of a report's file."""

    regex = "|".join(FILE_TYPES)


register_converter(ReportFileConverter, "report")

urlpatterns = [
    path("reports/", views.reports, name="reports"),
    path("reports/<slug:slug>/", views.report, name="report"),
    path("reports/<slug:slug>.<report:extension>", views.report_file, name="report-file"),
]
