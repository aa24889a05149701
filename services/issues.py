"""What is missing about professional service."""

from collections.abc import Iterable

from labsite.editing.form_anchors import defer_long_texts, field
from labsite.editing.issues import Issue, IssueRule, Scope
from publications.models import Venue
from services.models import Service


def services_without_year(scope: Scope) -> Iterable[Issue]:
    """Standing work is a journal's."""
    lacking = scope.rows(Service).filter(year=None).exclude(venue__kind=Venue.Kind.JOURNAL).select_related("venue")
    return [Issue(service, "No year is given.", field("year")) for service in defer_long_texts(lacking)]


RULES = (
    IssueRule(
        "service-year",
        "Service without a year",
        "Only standing work, such as a journal’s, has none.",
        (Service,),
        services_without_year,
        order=80,
    ),
)
