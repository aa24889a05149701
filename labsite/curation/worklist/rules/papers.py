"""What is missing or odd about papers."""

import datetime

from django.db.models import Q

from labsite.curation.worklist.point import Point, Rule
from labsite.editing.form_anchors import defer_long_texts, field, numbered, row_field, section
from publications.models import Link, Publication, Venue

from .people import without_address

Kind, Status = Publication.Kind, Publication.Status

APPEAR_SOMEWHERE = (Kind.CONFERENCE, Kind.JOURNAL, Kind.WORKSHOP, Kind.POSTER, Kind.CHAPTER)
NOT_READ = (Kind.SOFTWARE, Kind.DATASET)
LEADS_SOMEWHERE = ~Q(url="", file="")  # Link.objects.lost() is the rest
NAMES_PDF = Q(url__iendswith=".pdf") | Q(url__icontains="/pdf/") | Q(file__iendswith=".pdf")
IS_PDF = NAMES_PDF | (Q(kind=Link.Kind.PDF) & LEADS_SOMEWHERE)


def papers(scope):
    return defer_long_texts(scope.rows(Publication))


def out(scope):
    """Those that aren't on their way any more."""
    return papers(scope).exclude(status=Status.SUBMITTED)


def without_venue(scope):
    lacking = out(scope).filter(venue=None, kind__in=APPEAR_SOMEWHERE)
    return [Point(paper, "No venue is given.", field("venue")) for paper in lacking]


def without_year(scope):
    return [Point(paper, "No year is given.", field("year")) for paper in out(scope).filter(year=None)]


def _lost():
    """Return the papers with a link that leads nowhere."""
    return Link.objects.lost().order_by().values("publication")


def without_link(scope):
    """A paper that nobody can get at, nor could before an address was lost."""
    reachable = Link.objects.filter(LEADS_SOMEWHERE).values("publication")
    lacking = out(scope).filter(doi="", arxiv_id="").exclude(pk__in=reachable).exclude(pk__in=_lost())
    return [Point(paper, "Nothing leads to it: no DOI, no link, no file.", field("doi")) for paper in lacking]


def without_pdf(scope):
    """A paper that can be found, but not read; where an address was lost, that is said already."""
    reachable = Link.objects.filter(LEADS_SOMEWHERE).values("publication")
    found = out(scope).filter(~Q(doi="") | Q(pk__in=reachable), arxiv_id="").exclude(kind__in=NOT_READ)
    lacking = found.exclude(pk__in=Link.objects.filter(IS_PDF).values("publication")).exclude(pk__in=_lost())
    return [Point(paper, "There is no PDF to read.", section(Link, "publication")) for paper in lacking]


def lost_links(scope):
    of = papers(scope).filter(pk__in=_lost()).values("pk")
    links = defer_long_texts(Link.objects.filter(publication__in=of), "publication")
    return [
        Point(link, without_address(link), row_field(link, "publication", number, "url"), link.publication)
        for number, link in numbered(links, "publication")
        if not link.address
    ]


def teaser_without_words(scope):
    shown = papers(scope).exclude(teaser="").filter(teaser_alt="")
    return [Point(paper, "The teaser image has no description.", field("teaser_alt")) for paper in shown]


def still_to_appear(scope):
    late = papers(scope).filter(status=Status.ACCEPTED, year__lt=scope.at.year)
    return [Point(paper, f"It is “to appear” in {paper.year}: is it out?", field("status")) for paper in late]


def long_in_submission(scope):
    a_year_ago = scope.at - datetime.timedelta(days=365)
    old = Q(year__lt=scope.at.year - 1) | Q(added_at__date__lt=a_year_ago)
    late = papers(scope).filter(old, status=Status.SUBMITTED)
    return [
        Point(paper, "It has been in submission for over a year: what became of it?", field("status"))
        for paper in late
    ]


def out_too_early(scope):
    early = papers(scope).filter(status=Status.PUBLISHED, year__gt=scope.at.year)
    return [Point(paper, f"It counts as published, in {paper.year}.", field("year")) for paper in early]


# What doesn't appear at a venue of a kind.
MISFITS = (
    ((Kind.JOURNAL,), (Venue.Kind.WORKSHOP, Venue.Kind.PREPRINTS)),
    ((Kind.CONFERENCE, Kind.WORKSHOP, Kind.POSTER), (Venue.Kind.PREPRINTS,)),
    ((Kind.PREPRINT,), (Venue.Kind.CONFERENCE, Venue.Kind.WORKSHOP)),
)


def misfits(scope):
    odd = Q(pk=None)
    for kinds, venues in MISFITS:
        odd |= Q(kind__in=kinds, venue__kind__in=venues)
    return [
        Point(paper, f"A {paper.get_kind_display().lower()} doesn’t appear at {paper.venue.acronym}.", field("kind"))
        for paper in papers(scope).filter(odd).select_related("venue")
    ]


RULES = (
    Rule(
        "no-venue",
        "Papers without a venue",
        "Choose the conference or journal that it appeared at.",
        (Publication,),
        without_venue,
    ),
    Rule("no-year", "Papers without a year", "Lists and citations need it.", (Publication,), without_year),
    Rule(
        "lost-link",
        "Links of papers without an address",
        "A document named the link, but its address was lost. Fill it in, or delete the link.",
        (Publication,),
        lost_links,
    ),
    Rule(
        "no-link",
        "Papers that nothing leads to",
        "Give a DOI, an arXiv id, a link or a file, so that people can read it.",
        (Publication,),
        without_link,
    ),
    Rule(
        "no-pdf",
        "Papers without a PDF",
        "Add a link of the kind PDF, if the paper may be read by everyone.",
        (Publication,),
        without_pdf,
    ),
    Rule(
        "to-appear",
        "Still “to appear”",
        "If it is out, set its status to Published and add its DOI and pages.",
        (Publication,),
        still_to_appear,
    ),
    Rule(
        "in-submission",
        "Long in submission",
        "Set the status and the venue if it was accepted, or leave it if it is under way again.",
        (Publication,),
        long_in_submission,
    ),
    Rule(
        "future-year",
        "Published in a year to come",
        "Set the status to “To appear”, or correct the year.",
        (Publication,),
        out_too_early,
    ),
    Rule(
        "kind-of-venue",
        "Papers of another kind than their venue",
        "Correct the kind of the paper, or choose another venue.",
        (Publication,),
        misfits,
    ),
    Rule(
        "teaser-words",
        "Teaser images without a description",
        "Say in a few words what the image shows, for those who don’t see it.",
        (Publication,),
        teaser_without_words,
    ),
)
