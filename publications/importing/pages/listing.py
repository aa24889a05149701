"""The list of imports: whose they are, how they stand, how many entries each has."""

from django.core.paginator import Paginator
from django.db.models import Case, Func, IntegerField, Value, When

from labsite.web.pager import Pager
from publications.models import Import

from .whose import reached

PER_PAGE = 20
OPEN = (Import.State.WAITING, Import.State.APPLYING, Import.State.FAILED)


class NumberOfEntries(Func):
    """How many elements a list in a column of JSON has."""

    function = "json_array_length"
    output_field = IntegerField()

    def as_postgresql(self, compiler, connection, **context):
        return self.as_sql(compiler, connection, function="jsonb_array_length", **context)


def page_of(user, wanted):
    """Return a page of the imports that somebody may look at, the open ones first, and the way to the others."""
    rows = reached(user).defer("entries", "decisions", "report").select_related("by__person", "person")
    settled = Case(When(state__in=OPEN, then=Value(0)), default=Value(1))
    rows = rows.annotate(number=NumberOfEntries("entries")).order_by(settled, "-created_at", "-pk")
    page = Paginator(rows, PER_PAGE).get_page(wanted)
    return page, Pager(page)
