"""What a row of a list of papers shows, fetched for a whole page in one query and without making model instances.

Each row comes as texts that hold all its columns and nothing else. They are the same until something that the row
shows has changed, so HTML can be kept under them, and rows without any need no instances at all.
"""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection, models
from django.db.models import OuterRef
from django.db.models.base import ModelState

from labsite.modelling.rows_as_json import JSONValues, RowsAsJSON
from people.models import Award, Person
from people.models.career import has_page

from .parts import Authorship, Link
from .venue import Venue

MODEL = "publications.Publication"  # whose module imports this one

PAPER = (
    *("slug", "title", "kind", "status", "year", "month", "volume", "number", "article", "pages", "proceedings"),
    *("publisher", "doi", "arxiv_id", "abstract_html", "notes", "shows_notes", "citation_key"),
)
VENUE = ("slug", "acronym", "name", "short_name", "publisher")
SIGNS = ("is_equal", "is_lead", "is_corresponding", "mentor_id")  # of an author
AUTHORSHIP = (*SIGNS, "printed_name")
PERSON = ("slug", "name", "given_name", "family_name")
LINK = ("kind", "label", "url", "file", "order")
AWARD = ("title",)


class PublicationRow(NamedTuple):
    """A paper in a list, as JSON: its columns and those of its venue, then its authors, links and awards."""

    key: int
    year: int | None
    paper: str
    authors: str
    links: str
    awards: str

    @property
    def texts(self) -> tuple[str, ...]:
        """All that a row shows."""
        return self.paper, self.authors, self.links, self.awards

    @property
    def marked(self) -> list[Authorship]:
        """The authors with signs behind their names."""
        return [_authorship(values) for values in json.loads(self.authors) if any(values[: len(SIGNS)])]

    def publication(self) -> Any:
        """Return the paper with its venue, authors, links and awards as instances that have no other columns.

        Their keys are none that a row has, so that whatever isn't in these texts can't be fetched later.
        """
        values = json.loads(self.paper)
        venue = _instance(Venue, VENUE, values[len(PAPER) :])
        paper = _instance(apps.get_model(MODEL), PAPER, values, venue=venue if venue.slug else None)
        paper._prefetched_objects_cache = {
            "authorships": [_authorship(values) for values in json.loads(self.authors)],
            "links": [_instance(Link, LINK, values) for values in json.loads(self.links)],
            "awards": [_instance(Award, AWARD, values) for values in json.loads(self.awards)],
        }
        return paper


def rows_at(keys: Iterable[int]) -> list[PublicationRow]:
    """Return the rows of the papers with these keys, in their order: one query."""
    keys = list(keys)
    if not keys:
        return []
    sql, before, after = _statement(len(keys))
    with connection.cursor() as cursor:
        cursor.execute(sql, (*before, *keys, *after))
        found = {row[0]: PublicationRow(*row) for row in cursor.fetchall()}
    return [found[key] for key in keys if key in found]


@lru_cache(maxsize=64)
def _statement(number: int) -> tuple[str, Sequence[Any], Sequence[Any]]:
    """Return the SQL for a number of keys, with its parameters before and after them.

    To make it takes the ORM longer than to run it takes the database.
    """
    this = OuterRef("pk")
    authors = Authorship.objects.filter(publication=this).order_by("order", "pk")
    awards = Award.objects.filter(publications=this)
    people = (*(f"person__{name}" for name in PERSON), has_page("person"), "mentor__name")
    papers: Any = apps.get_model(MODEL)._base_manager
    rows = papers.annotate(
        as_json=JSONValues(*PAPER, *(f"venue__{name}" for name in VENUE)),
        authors_as_json=RowsAsJSON(authors.annotate(row=JSONValues(*AUTHORSHIP, *people)).values("row")),
        links_as_json=RowsAsJSON(Link.objects.filter(publication=this).annotate(row=JSONValues(*LINK)).values("row")),
        awards_as_json=RowsAsJSON(awards.annotate(row=JSONValues(*AWARD)).values("row")),
    ).values_list("pk", "year", "as_json", "authors_as_json", "links_as_json", "awards_as_json")
    sql, parameters = rows.filter(pk__in=range(-number, 0)).query.sql_with_params()
    first = parameters.index(-number)
    return sql, parameters[:first], parameters[first + number :]


def _authorship(values: Sequence[Any]) -> Authorship:
    *columns, page, mentor_name = values
    person = _instance(Person, PERSON, columns[len(AUTHORSHIP) :])
    mentor = _instance(Person, ("name",), [mentor_name]) if mentor_name else None
    authorship = _instance(Authorship, AUTHORSHIP, columns, person=person, mentor=mentor)
    authorship.has_page = page
    return authorship


def _instance(model: type[models.Model], names: Sequence[str], values: Sequence[Any], **related: Any) -> Any:
    """Return an instance with these columns and related rows alone, without what ``Model.__init__`` does for forms."""
    row = model.__new__(model)
    row._state = ModelState()
    row._state.fields_cache = related
    row.__dict__.update(zip(names, values, strict=False), id=0)
    return row
