from django.urls import path, register_converter
from django.urls.converters import IntConverter

from publications.pages import lists, papers, talks, venues


class YearConverter(IntConverter):
    """A number as a year is written: each year has one address, and none is too large for a database."""

    regex = "[1-9][0-9]{0,4}"


register_converter(YearConverter, "year")

app_name = "publications"
urlpatterns = [
    path("publications/", lists.publications, name="list"),
    path("publications/years/<year:year>/", lists.year, name="year"),
    path("publications/<slug:slug>/", papers.publication, name="detail"),
    path("venues/", venues.venues, name="venues"),
    path("venues/<slug:slug>/", venues.venue, name="venue"),
    path("venues/<slug:slug>/publications/", lists.at_venue, name="at-venue"),
    path("people/<slug:slug>/publications/", lists.of_member, name="of-member"),
    path("talks/", talks.talks, name="talks"),
]
