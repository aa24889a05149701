"""What is new on the site, as Atom feeds: https://www.rfc-editor.org/rfc/rfc4287"""

import datetime
import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.db.models.functions import TruncDate
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from labsite.modelling.publishing import public_since
from labsite.models import NewsItem
from labsite.web.previews import at_its_address
from people.models import Person
from publications.models import Publication, Venue

NEWEST = 30
# A feed without entries has to give a time too, and the same one each time.
LONG_AGO = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
# What comes along from a PDF now and then: https://www.w3.org/TR/xml/#charsets
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class ContentFeed(Atom1Feed):
    """Atom in the language of the content, with all authors of an entry."""

    def root_attributes(self) -> dict[str, str]:
        own = {"xml:lang": self.feed["content_language"], "xml:base": self.feed["base"]}
        return super().root_attributes() | own

    def latest_post_date(self) -> datetime.datetime:
        return max((item["updateddate"] for item in self.items), default=LONG_AGO)

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        for name in item["authors"]:
            handler.startElement("author", {})
            handler.addQuickElement("name", name)
            handler.endElement("author")


@dataclass(frozen=True)
class FeedSubject:
    """Whose feed it is, and where: the lab's, or that of a member or a venue."""

    lab: Any
    row: Any
    root: str
    address: str


class NewestFeed(Feed):
    """News and publications by the day on which they appeared on the site, newest first."""

    feed_type = ContentFeed
    heading = ""
    page = "home"

    def get_object(self, request: Any, row: Person | Venue | None = None) -> FeedSubject:
        absolute = request.build_absolute_uri
        return FeedSubject(request.lab, row, absolute("/"), absolute(request.path))

    def title(self, subject: FeedSubject) -> str:
        heading = subject.row or self.heading
        return _in_xml(f"{heading} – {subject.lab}" if heading else str(subject.lab))

    def subtitle(self, subject: FeedSubject) -> str | None:
        return _in_xml(subject.lab.tagline) or None

    def link(self, subject: FeedSubject) -> str:
        return subject.row.get_absolute_url() if subject.row else reverse(self.page)

    def feed_guid(self, subject: FeedSubject) -> str:
        return subject.address

    def author_name(self, subject: FeedSubject) -> str:
        return _in_xml(subject.lab.name)

    def feed_copyright(self, subject: FeedSubject) -> str | None:
        return _in_xml(subject.lab.licence) or None

    def feed_extra_kwargs(self, subject: FeedSubject) -> dict[str, str]:
        return {"content_language": subject.lab.language, "base": subject.root}

    def items(self, subject: FeedSubject) -> list[Any]:
        # By day: what came on one day, as all does when a site is seeded, keeps the order of its own list.
        newest = [row for rows in self.sources(subject.row) for row in _by_day(rows)[:NEWEST]]
        return sorted(newest, key=attrgetter("added_on"), reverse=True)[:NEWEST]

    def sources(self, row: Any) -> Iterable[QuerySet[Any]]:
        """Return the querysets that the entries come from."""
        return NewsItem.objects.published(), Publication.objects.published().with_authors()

    def item_title(self, item: Any) -> str:
        # The framework would escape it, and the feed's generator does so once more.
        return _in_xml(item.title)

    def item_description(self, item: Any) -> str:
        return _in_xml(_citation(item) if isinstance(item, Publication) else item.text_html)

    def item_guid(self, item: Any) -> str:
        """Name the row for ever, whatever becomes of its address and of the site's."""
        row = f"{item._meta.label_lower} {item.pk} {item.added_at.isoformat()}"
        return uuid.uuid5(uuid.NAMESPACE_OID, row).urn

    def item_updateddate(self, item: Any) -> datetime.datetime:
        return max(filter(None, [item.changed_at, item.publish_from]))

    def item_categories(self, item: Any) -> list[str]:
        return ["news"] if isinstance(item, NewsItem) else [item.kind]

    def item_extra_kwargs(self, item: Any) -> dict[str, list[str]]:
        return {"authors": [] if isinstance(item, NewsItem) else list(map(_in_xml, _authors(item)))}


class PublicationFeed(NewestFeed):
    """The newest publications."""

    heading = "Publications"
    page = "publications:list"

    def sources(self, row: Any) -> Iterable[QuerySet[Any]]:
        return [Publication.objects.published().with_authors()]


class NewsFeed(NewestFeed):
    """The news."""

    heading = "News"
    page = "news"

    def sources(self, row: Any) -> Iterable[QuerySet[Any]]:
        return [NewsItem.objects.published()]


class PersonFeed(NewestFeed):
    """A member's publications, and news of them."""

    def sources(self, row: Any) -> Iterable[QuerySet[Any]]:
        return row.news.published(), row.publications.published().with_authors()


class VenueFeed(NewestFeed):
    """What appears at a venue."""

    def sources(self, row: Any) -> Iterable[QuerySet[Any]]:
        return [row.publications.published().with_authors()]


def _by_day(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.annotate(added_on=TruncDate(public_since())).order_by("-added_on", *rows.model._meta.ordering)


def _in_xml(text: str) -> str:
    """Return a text without the characters for which XML has no place."""
    return NOT_IN_XML.sub("", text)


def _authors(publication: Publication) -> Iterable[str]:
    return map(str, publication.authorships.all())


def _citation(publication: Any) -> str:
    place = ", ".join(filter(None, [publication.printed_in, publication.date]))
    words = format_html("<p>{}</p><p>{}</p>", ", ".join(_authors(publication)), place)
    return words + publication.abstract_html


newest = require_safe(NewestFeed())
publications = require_safe(PublicationFeed())
news = require_safe(NewsFeed())
person = at_its_address(Person.objects.members)(PersonFeed())
venue = at_its_address(Venue.objects.public)(VenueFeed())
