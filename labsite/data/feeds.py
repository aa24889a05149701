"""What is new on the site, as Atom feeds: https://www.rfc-editor.org/rfc/rfc4287"""

import datetime
import re
import uuid
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.db.models.functions import TruncDate
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from labsite.data.files import FILES, MEDIA_TYPES
from labsite.modelling.publishing import public_since
from labsite.models import NewsItem
from labsite.web.previews import at_its_address
from people.models import Person
from publications.formats import WRITTEN
from publications.models import Publication, Venue

NEWEST = 20
MAX_TEXT = 4000  # characters of an entry's text; its page has all of it
# A feed without entries has to give a time too, and the same one each time.
LONG_AGO = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
WHOLE = ("bib", "json")  # extensions of files that have all of what a feed has the newest of
# What comes along from a PDF now and then: https://www.w3.org/TR/xml/#charsets
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class ContentFeed(Atom1Feed):
    """Atom in the language of the content, with all authors of an entry, and where the files are that have all."""

    def root_attributes(self) -> dict[str, str]:
        own = {"xml:lang": self.feed["content_language"], "xml:base": self.feed["base"]}
        return super().root_attributes() | own

    def add_root_elements(self, handler: Any) -> None:
        super().add_root_elements(handler)
        for media_type, address in self.feed["whole"]:
            handler.addQuickElement("link", "", {"rel": "related", "type": media_type, "href": address})

    def latest_post_date(self) -> datetime.datetime:
        return max((item["updateddate"] for item in self.items), default=LONG_AGO)

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        for name in item["authors"]:
            handler.startElement("author", {})
            handler.addQuickElement("name", name)
            handler.endElement("author")


class NewestFeed(Feed):
    """News and publications by the day on which they appeared on the site, newest first."""

    feed_type = ContentFeed

    def __init__(
        self,
        sources: Callable[[Any], Iterable[QuerySet[Any]]],
        whole: tuple[str, ...],
        heading: str = "",
        page: str = "home",
    ) -> None:
        """Take the entries from the querysets that ``sources`` returns for the row whose feed it is, None without.

        ``whole`` are the names of the files that have all of them, not only the newest.
        """
        self.sources, self.whole, self.heading, self.page = sources, whole, heading, page

    def get_object(self, request: Any, row: Person | Venue | None = None) -> Any:
        """Return the request, with the row whose feed it is; None for the lab's."""
        request.row = row
        return request

    def title(self, request: Any) -> str:
        heading = request.row or self.heading
        return _in_xml(f"{heading} – {request.lab}" if heading else str(request.lab))

    def subtitle(self, request: Any) -> str | None:
        return _in_xml(request.lab.tagline) or None

    def link(self, request: Any) -> str:
        return request.row.get_absolute_url() if request.row else reverse(self.page)

    def feed_guid(self, request: Any) -> str:
        return request.build_absolute_uri(request.path)

    def author_name(self, request: Any) -> str:
        return _in_xml(request.lab.name)

    def feed_copyright(self, request: Any) -> str | None:
        return _in_xml(request.lab.licence) or None

    def feed_extra_kwargs(self, request: Any) -> dict[str, Any]:
        absolute, whose = request.build_absolute_uri, {"slug": request.row.slug} if request.row else {}
        whole = []
        for file in (each for each in FILES if each.name in self.whole):
            types = {name: written.media_type for name, written in WRITTEN.items()} if len(file.extensions) > 1 else {}
            urls = [(each, url) for each, url in file.urls(**whose) if each in WHOLE]
            whole += [((MEDIA_TYPES | types)[each], absolute(url)) for each, url in urls]
        return {"content_language": request.lab.language, "base": absolute("/"), "whole": whole}

    def items(self, request: Any) -> list[Any]:
        """Return the newest by day: what came on one day, as all does when a site is seeded, is in its own order."""
        newest: list[Any] = []
        for rows in self.sources(request.row):
            by_day = rows.annotate(added_on=TruncDate(public_since()))
            newest += by_day.order_by("-added_on", *rows.model._meta.ordering)[:NEWEST]
        return sorted(newest, key=attrgetter("added_on"), reverse=True)[:NEWEST]

    def item_title(self, item: Any) -> str:
        # The framework would escape it, and the feed's generator does so once more.
        return _in_xml(item.title)

    def item_description(self, item: Any) -> str:
        if isinstance(item, NewsItem):
            return _shortened(item.text_html)
        place = ", ".join(filter(None, [item.printed_in, item.date]))
        words = format_html("<p>{}</p><p>{}</p>", ", ".join(_authors(item)), place)
        return _in_xml(words) + _shortened(item.abstract_html)

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


def _in_xml(text: str) -> str:
    """Return a text without the characters for which XML has no place."""
    return NOT_IN_XML.sub("", text)


def _shortened(html: str) -> str:
    """Return a rendered text, cut within its tags where it is long: readers of feeds ask again each hour."""
    return _in_xml(Truncator(html).chars(MAX_TEXT, html=True) if len(html) > MAX_TEXT else html)


def _authors(publication: Publication) -> Iterable[str]:
    return map(str, publication.authorships.all())


def _papers(rows: Any = Publication.objects) -> QuerySet[Publication]:
    return rows.published().with_authors()


feed = require_safe(NewestFeed(lambda _: [NewsItem.objects.published(), _papers()], ("publications", "news")))
publications_feed = require_safe(
    NewestFeed(lambda _: [_papers()], ("publications",), "Publications", "publications:list"),
)
news_feed = require_safe(NewestFeed(lambda _: [NewsItem.objects.published()], ("news",), "News", "news"))
person_feed = at_its_address(Person.objects.members)(
    NewestFeed(
        lambda person: [person.news.published(), _papers(person.publications)], ("member-publications", "person")
    )
)
venue_feed = at_its_address(Venue.objects.public)(
    NewestFeed(lambda venue: [_papers(venue.publications)], ("venue-publications",))
)
