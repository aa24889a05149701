from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from labsite.models import Page, Project
from people.models import Person
from publications.models import Publication, Venue


class PageSitemap(Sitemap):
    """The pages that are there whatever the lab's content."""

    names = (
        "home",
        "people:list",
        "publications:list",
        "publications:venues",
        "services:list",
        "publications:talks",
        "people:awards",
        "news",
        "projects",
    )

    def items(self):
        return self.names

    def location(self, item):
        return reverse(item)


class RowSitemap(Sitemap):
    """A page for each row of a queryset."""

    def __init__(self, rows):
        self.rows = rows

    def items(self):
        return self.rows()


class YearSitemap(Sitemap):
    """The publications of each year."""

    def items(self):
        return [year for year, _ in Publication.objects.years() if year]

    def location(self, item):
        return reverse("publications:year", args=[item])


SITEMAPS = {
    "pages": PageSitemap,
    "people": RowSitemap(lambda: Person.objects.members().only("slug")),
    "publications": RowSitemap(lambda: Publication.objects.only("slug")),
    "years": YearSitemap,
    "projects": RowSitemap(lambda: Project.objects.only("slug")),
    "texts": RowSitemap(lambda: Page.objects.only("slug")),
    "venues": RowSitemap(lambda: Venue.objects.only("slug")),
}
