from collections.abc import Iterable

from django.apps import apps
from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import StringConverter

from labsite.contrib.documents.cv import views as cvs
from labsite.contrib.documents.formats import FORMATS, PLAIN
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.lists.views import references


def register_choice(name: str, choices: Iterable[str]) -> None:
    """Let addresses have one of some words under a name; of words that begin alike the longest is tried first."""
    regex = "|".join(sorted(choices, reverse=True))
    register_converter(type(f"{name.title()}Converter", (StringConverter,), {"regex": regex}), name)


register_choice("document", FORMATS)  # the extension of its file
register_choice("references", FORMATS | PLAIN)
register_choice("cv", cvs.VARIANTS)
register_choice("style", STYLES)

app_name = "documents"
REFERENCES = "references/<style:style>"
urlpatterns: list[URLPattern | URLResolver] = [
    path("people/<slug:slug>/<cv:variant>/", cvs.cv, name="cv"),
    path("people/<slug:slug>/<cv:variant>.<document:extension>", cvs.cv, name="cv-file"),
    path("people/<slug:slug>/cv/<slug:name>/", cvs.frozen_cv, name="frozen-cv"),
    path("people/<slug:slug>/cv/<slug:name>.<document:extension>", cvs.frozen_cv, name="frozen-cv-file"),
    path(f"publications/{REFERENCES}/", references, name="references"),
    path(f"publications/{REFERENCES}.<references:extension>", references, name="references-file"),
    path(f"projects/<slug:slug>/{REFERENCES}/", references, name="project-references"),
    path(f"projects/<slug:slug>/{REFERENCES}.<references:extension>", references, name="project-references-file"),
]
if apps.is_installed("labsite.contrib.documents.reports"):
    from labsite.contrib.documents.reports import views as reports

    register_choice("report", reports.FILE_TYPES)
    urlpatterns += [
        path("reports/", reports.reports, name="reports"),
        path("reports/<slug:slug>/", reports.report, name="report"),
        path("reports/<slug:slug>.<report:extension>", reports.report, name="report-file"),
    ]
