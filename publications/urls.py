from django.urls import path, register_converter
from django.urls.converters import IntConverter

from publications import list_views, talk_views, venue_views, views


class YearConverter(IntConverter):
    """A number as a year is written: each year has one address, and none is too large for a database."""

    regex = "[1-9][0-9]{0,4}"


register_converter(YearConverter, "year")

app_name = "publications"
urlpatterns = [
    path("publications/", list_views.publications, name="list"),
    path("publications/years/<year:year>/", list_views.year, name="year"),
    path("publications/<slug:slug>/", views.publication, name="detail"),
    path("venues/", venue_views.venues, name="venues"),
    path("venues/<slug:slug>/", venue_views.venue, name="venue"),
    path("venues/<slug:slug>/publications/", list_views.at_venue, name="at-venue"),
    path("people/<slug:slug>/publications/", list_views.of_member, name="of-member"),
    path("talks/", talk_views.talks, name="talks"),
]
