from django.urls import path, register_converter
from django.urls.converters import IntConverter

from publications import views


class YearConverter(IntConverter):
    """A number as a year is written: each year has one address, and none is too large for a database."""

    regex = "[1-9][0-9]{0,4}"


register_converter(YearConverter, "year")

app_name = "publications"
urlpatterns = [
    path("publications/", views.publications, name="list"),
    path("publications/years/<year:year>/", views.year, name="year"),
    path("publications/<slug:slug>/", views.publication, name="detail"),
    path("venues/", views.venues, name="venues"),
    path("venues/<slug:slug>/", views.venue, name="venue"),
    path("talks/", views.talks, name="talks"),
]
