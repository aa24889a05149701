from django.apps import apps
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import StringConverter

from labsite.contrib.documents.cv import views as cvs
from labsite.contrib.documents.formats import FORMATS, PLAIN
from labsite.contrib.documents.lists import views as lists
from labsite.contrib.documents.lists.styles import STYLES


class DocumentFormatConverter(StringConverter):
    """The extension of a document's file."""

    regex = "|".join(FORMATS)


class ReferencesFileConverter(StringConverter):
    """The extension of a file of references."""

    regex = "|".join(FORMATS | PLAIN)


class CVVariantConverter(StringConverter):
    """Which CV of a member it is."""

    regex = "|".join(sorted(cvs.VARIANTS, reverse=True))


class StyleConverter(StringConverter):
    """A style of references."""

    regex = "|".join(sorted(STYLES, reverse=True))


register_converter(DocumentFormatConverter, "document")
register_converter(CVVariantConverter, "cv")
register_converter(ReferencesFileConverter, "references")
register_converter(StyleConverter, "style")

app_name = "documents"
urlpatterns: list[URLPattern | URLResolver] = [
    path("people/<slug:slug>/<cv:variant>/", cvs.page, name="cv"),
    path("people/<slug:slug>/<cv:variant>.<document:extension>", cvs.file, name="cv-file"),
    path("people/<slug:slug>/cv/<slug:name>/", cvs.frozen_page, name="frozen-cv"),
    path("people/<slug:slug>/cv/<slug:name>.<document:extension>", cvs.frozen_file, name="frozen-cv-file"),
    path("publications/references/<style:style>/", lists.page, name="references"),
    path("publications/references/<style:style>.<references:extension>", lists.file, name="references-file"),
    path("projects/<slug:slug>/references/<style:style>/", lists.page, name="project-references"),
    path(
        "projects/<slug:slug>/references/<style:style>.<references:extension>",
        lists.file,
        name="project-references-file",
    ),
]
if apps.is_installed("labsite.contrib.documents.reports"):
    urlpatterns += [path("", include("labsite.contrib.documents.reports.urls"))]
