"""What a row of a list of papers shows, fetched for a whole page in one query and without making model instances.

Each row comes as texts that hold all its columns and nothing else. They are the same until something that the row
shows has changed, so HTML can be kept under them, and rows without any need no instances at all.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models
from django.db.models import Case, OuterRef, TextField, Value, When
from django.db.models.base import ModelState
from django.db.models.functions import Cast

from labsite.modelling.prepared import Keys, prepared
from labsite.modelling.rows_as_json import JSONValues, RowsAsJSON
from people.models import Award, Person
from people.models.career import has_page

from .counts import group_of
from .parts import Authorship, Link
from .venue import Venue

MODEL = "publications.Publication"  # whose module imports this one

PAPER = (
    *("slug", "title", "kind", "status", "year", "month", "volume", "number", "article", "pages", "proceedings"),
    *("publisher", "doi", "arxiv_id", "abstract_html", "notes", "shows_notes", "citation_key"),
)
FIGURE = ("teaser", "teaser_width", "teaser_height")
VENUE = ("slug", "acronym", "name", "short_name", "publisher")
SIGNS = ("is_equal", "is_lead", "is_corresponding", "mentor_id")  # of an author
AUTHORSHIP = (*SIGNS, "printed_name")
PERSON = ("slug", "name", "given_name", "family_name")
LINK = ("kind", "label", "url", "file", "order")
AWARD = ("title",)
NO_FIGURE = '["", null, null]'


class PublicationRow(NamedTuple):
    """A paper in a list, as JSON: its columns and those of its venue, its figure, then authors, links and awards.

    The figure is "" where there is none or the list shows none.
    """

    key: int
    year: int | None
    status: str
    paper: str
    figure: str
    authors: str
    links: str
    awards: str

    @property
    def group(self) -> int | None:
        """The heading under which a list shows it."""
        return group_of(self.year, self.status)

    @property
    def texts(self) -> tuple[str, ...]:
        """All that a row shows."""
        return self.paper, self.figure, self.authors, self.links, self.awards

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
        paper.__dict__.update(zip(FIGURE, json.loads(self.figure or NO_FIGURE), strict=True))
        paper._prefetched_objects_cache = {
            "authorships": [_authorship(values) for values in json.loads(self.authors)],
            "links": [_instance(Link, LINK, values) for values in json.loads(self.links)],
            "awards": [_instance(Award, AWARD, values) for values in json.loads(self.awards)],
        }
        return paper


def rows_at(keys: Iterable[int], with_figures: bool = False) -> list[PublicationRow]:
    """Return the rows of the papers with these keys, in their order: one query.

    A list of which fewer than half the papers have a figure has none, unless it is to be ``with_figures``.
    """
    keys = list(keys)
    found = {row[0]: PublicationRow(*row) for row in _rows(keys)} if keys else {}
    rows = [found[key] for key in keys if key in found]
    if not with_figures and 2 * sum(bool(row.figure) for row in rows) < len(rows):
        return [row._replace(figure="") for row in rows]
    return rows


@prepared
def _rows(keys: Any) -> Any:
    this = OuterRef("pk")
    authors = Authorship.objects.filter(publication=this).order_by("order", "pk")
    links, awards = Link.objects.filter(publication=this), Award.objects.filter(publications=this)
    people = (*(f"person__{name}" for name in PERSON), has_page("person"), "mentor__name")
    papers: Any = apps.get_model(MODEL)._base_manager
    rows = papers.annotate(
        as_json=JSONValues(*PAPER, *(f"venue__{name}" for name in VENUE), output_field=TextField()),
        figure_as_json=Case(
            When(teaser="", then=Value("")),
            default=Cast(JSONValues(*FIGURE), TextField()),  # to PostgreSQL the two are of different types else
            output_field=TextField(),
        ),
        authors_as_json=_as_text(authors, *AUTHORSHIP, *people),
        links_as_json=_as_text(links, *LINK),
        awards_as_json=_as_text(awards, *AWARD),
    ).values_list(
        "pk", "year", "status", *(f"{part}as_json" for part in ("", "figure_", "authors_", "links_", "awards_"))
    )
    return rows.filter(pk__in=Keys(keys))


def _as_text(rows: Any, *columns: Any) -> RowsAsJSON:
    return RowsAsJSON(rows.annotate(row=JSONValues(*columns)).values("row"), output_field=TextField())


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
