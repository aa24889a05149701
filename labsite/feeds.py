"""What is new on the site, as an Atom feed: https://www.rfc-editor.org/rfc/rfc4287"""

from operator import attrgetter

from django.contrib.syndication.views import Feed
from django.db.models.functions import TruncDate
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html

from labsite.context_processors import lab_of
from labsite.models import NewsItem
from publications.models import Publication

NEWEST = 30


class NewestFeed(Feed):
    """News and publications by the day on which the site got them, newest first."""

    feed_type = Atom1Feed
    link = reverse_lazy("home")

    def get_object(self, request):
        return lab_of(request)

    def title(self, lab):
        return lab.name

    def subtitle(self, lab):
        return lab.tagline

    def author_name(self, lab):
        return lab.name

    def items(self):
        # By day: what came on one day, as all does when a site is seeded, keeps the order of its own list.
        news, publications = (_by_day(rows) for rows in (NewsItem.objects.all(), Publication.objects.with_authors()))
        return sorted([*news[:NEWEST], *publications[:NEWEST]], key=attrgetter("added_on"), reverse=True)[:NEWEST]

    def item_title(self, item):
        # The framework would escape it, and the feed's generator does so once more.
        return item.title

    def item_description(self, item):
        return item.text_html if isinstance(item, NewsItem) else _citation(item)

    def item_updateddate(self, item):
        return item.added_at


def _by_day(rows):
    return rows.annotate(added_on=TruncDate("added_at")).order_by("-added_on", *rows.model._meta.ordering)


def _citation(publication):
    authors = ", ".join(map(str, publication.authorships.all()))
    return format_html(
        "<p>{}</p><p>{}</p>", authors, ", ".join(filter(None, [publication.printed_in, publication.date]))
    )
