from django.urls import path, register_converter
from django.urls.converters import StringConverter

from labsite.documents.cv import views as cvs
from labsite.documents.formats import FORMATS


class DocumentFormatConverter(StringConverter):
    """The extension of a document's file."""

    regex = "|".join(FORMATS)


class CVVariantConverter(StringConverter):
    """Which CV of a member it is."""

    regex = "|".join(sorted(cvs.VARIANTS, reverse=True))


register_converter(DocumentFormatConverter, "document")
register_converter(CVVariantConverter, "cv")

app_name = "documents"
urlpatterns = [
    path("people/<slug:slug>/<cv:variant>/", cvs.page, name="cv"),
    path("people/<slug:slug>/<cv:variant>.<document:extension>", cvs.file, name="cv-file"),
    path("people/<slug:slug>/cv/<slug:name>/", cvs.frozen_page, name="frozen-cv"),
    path("people/<slug:slug>/cv/<slug:name>.<document:extension>", cvs.frozen_file, name="frozen-cv-file"),
]
