"""What is new on the site, as an Atom feed: https://www.rfc-editor.org/rfc/rfc4287"""

import re
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
# What comes along from a PDF now and then: https://www.w3.org/TR/xml/#charsets
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class NewestFeed(Feed):
    """News and publications by the day on which the site got them, newest first."""

    feed_type = Atom1Feed
    link = reverse_lazy("home")

    def get_object(self, request):
        return lab_of(request)

    def title(self, lab):
        return _in_xml(lab.name)

    def subtitle(self, lab):
        return _in_xml(lab.tagline)

    def author_name(self, lab):
        return _in_xml(lab.name)

    def items(self):
        # By day: what came on one day, as all does when a site is seeded, keeps the order of its own list.
        news, publications = (_by_day(rows) for rows in (NewsItem.objects.all(), Publication.objects.with_authors()))
        return sorted([*news[:NEWEST], *publications[:NEWEST]], key=attrgetter("added_on"), reverse=True)[:NEWEST]

    def item_title(self, item):
        # The framework would escape it, and the feed's generator does so once more.
        return _in_xml(item.title)

    def item_description(self, item):
        return _in_xml(item.text_html if isinstance(item, NewsItem) else _citation(item))

    def item_updateddate(self, item):
        return item.added_at


def _by_day(rows):
    return rows.annotate(added_on=TruncDate("added_at")).order_by("-added_on", *rows.model._meta.ordering)


def _in_xml(text):
    """Return a text without the characters for which XML has no place."""
    return NOT_IN_XML.sub("", text)


def _citation(publication):
    authors = ", ".join(map(str, publication.authorships.all()))
    return format_html(
        "<p>{}</p><p>{}</p>", authors, ", ".join(filter(None, [publication.printed_in, publication.date]))
    )
