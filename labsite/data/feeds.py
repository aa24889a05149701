"""What is new on the site, as Atom feeds: https://www.rfc-editor.org/rfc/rfc4287"""

import datetime
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.http import http_date
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from labsite.data.files import FILES, MEDIA_TYPES
from labsite.modelling.publishing import public_since
from labsite.models import NewsItem
from labsite.web.middleware import at_its_address
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


def _feed(
    sources: Callable[[Any], Iterable[QuerySet[Any]]], whole: tuple[str, ...], heading: str = "", page: str = "home"
) -> Callable[..., HttpResponse]:
    """Return the view of a feed of news and publications by the day on which they appeared on the site, newest first.

    The entries are those of the querysets that ``sources`` returns for the row whose feed it is, None without;
    ``whole`` are the names of the files that have all of them, not only the newest.
    """

    def view(request: Any, row: Person | Venue | None = None) -> HttpResponse:
        lab, absolute, called = request.lab, request.build_absolute_uri, row or heading
        feed = ContentFeed(
            title=_in_xml(f"{called} – {lab}" if called else str(lab)),
            subtitle=_in_xml(lab.tagline) or None,
            link=absolute(row.get_absolute_url() if row else reverse(page)),
            description=None,
            language=get_language(),
            feed_url=absolute(request.path),
            feed_guid=absolute(request.path),
            author_name=_in_xml(lab.name),
            feed_copyright=_in_xml(lab.licence) or None,
            content_language=lab.language,
            base=absolute("/"),
            whole=[(kind, absolute(url)) for kind, url in _files_with_all(whole, row)],
        )
        for item in _newest(sources(row)):
            feed.add_item(link=absolute(item.get_absolute_url()), **_entry(item))
        changed = http_date(feed.latest_post_date().timestamp())
        response = HttpResponse(content_type=feed.content_type, headers={"Last-Modified": changed})
        feed.write(response, "utf-8")
        return response

    return view


def _files_with_all(names: tuple[str, ...], row: Any) -> Iterator[tuple[str, str]]:
    """Yield media types and addresses."""
    for file in (each for each in FILES if each.name in names):
        types = {name: written.media_type for name, written in WRITTEN.items()} if len(file.extensions) > 1 else {}
        for extension, url in file.urls(**({"slug": row.slug} if row else {})):
            if extension in WHOLE:
                yield (MEDIA_TYPES | types)[extension], url


def _newest(sources: Iterable[QuerySet[Any]]) -> list[Any]:
    """Return the newest by day: what came on one day, as all does when a site is seeded, is in its own order."""
    newest: list[Any] = []
    for rows in sources:
        by_day = rows.annotate(added_on=TruncDate(public_since()))
        newest += by_day.order_by("-added_on", *rows.model._meta.ordering)[:NEWEST]
    return sorted(newest, key=attrgetter("added_on"), reverse=True)[:NEWEST]


def _entry(item: Any) -> dict[str, Any]:
    """Return what the feed says of a row, which it names for ever, whatever becomes of its address and the site's."""
    kind, authors, words = "news", [], ""
    if not isinstance(item, NewsItem):
        kind, authors = item.kind, [_in_xml(str(author)) for author in item.authorships.all()]
        where = ", ".join(filter(None, [item.printed_in, item.date]))
        words = _in_xml(format_html("<p>{}</p><p>{}</p>", item.comma_of_authors.join(authors), where))
    text = item.text_html if kind == "news" else item.abstract_html
    # Cut within its tags where it is long: readers of feeds ask again each hour.
    text = Truncator(text).chars(MAX_TEXT, html=True) if len(text) > MAX_TEXT else text
    row = f"{item._meta.label_lower} {item.pk} {item.added_at.isoformat()}"
    return {
        "title": _in_xml(item.title),
        "description": words + _in_xml(text),
        "unique_id": uuid.uuid5(uuid.NAMESPACE_OID, row).urn,
        "updateddate": max(filter(None, [item.changed_at, item.publish_from])),
        "categories": [kind],
        "authors": authors,
    }


def _in_xml(text: str) -> str:
    """Return a text without the characters for which XML has no place."""
    return NOT_IN_XML.sub("", text)


def _papers(rows: Any = Publication.objects) -> QuerySet[Publication]:
    return rows.published().with_authors()


feed = require_safe(_feed(lambda _: [NewsItem.objects.published(), _papers()], ("publications", "news")))
publications_feed = require_safe(
    _feed(lambda _: [_papers()], ("publications",), "Publications", "publications:list"),
)
news_feed = require_safe(_feed(lambda _: [NewsItem.objects.published()], ("news",), "News", "news"))
person_feed = at_its_address(Person.objects.members)(
    _feed(lambda person: [person.news.published(), _papers(person.publications)], ("member-publications", "person"))
)
venue_feed = at_its_address(Venue.objects.public)(
    _feed(lambda venue: [_papers(venue.publications)], ("venue-publications",))
)
