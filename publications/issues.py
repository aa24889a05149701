"""What is missing or odd about papers and their authors, and what to say of it on the worklist."""

import datetime
from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from labsite.editing.form_anchors import defer_long_texts, field, section
from labsite.editing.issues import EditedRow, Issue, IssueRules, Scope
from labsite.roles import Role
from labsite.texts.folding import fold
from people.issues import without_address
from people.models import has_page
from publications.citations.record import LINE_END
from publications.models import Authorship, Link, Publication, Talk, TalkOccasion, Venue

Kind, Status = Publication.Kind, Publication.Status

APPEAR_SOMEWHERE = (Kind.CONFERENCE, Kind.JOURNAL, Kind.WORKSHOP, Kind.POSTER, Kind.CHAPTER)
NOT_READ = (Kind.SOFTWARE, Kind.DATASET)
LEADS_SOMEWHERE = ~Q(url="", file="")  # Link.objects.lost() is the rest
NAMES_PDF = Q(url__iendswith=".pdf") | Q(url__icontains="/pdf/") | Q(file__iendswith=".pdf")
IS_PDF = NAMES_PDF | (Q(kind=Link.Kind.PDF) & LEADS_SOMEWHERE)

RULES = IssueRules(Publication, "venue", order=30)
VENUE_RULES, TALK_RULES = IssueRules(Venue, order=60), IssueRules(Talk)


IS_OUT = ~Q(status=Status.SUBMITTED)  # not on its way any more
OF_PAPER = {"publication": OuterRef("pk")}
IS_REACHABLE = Q(Exists(Link.objects.filter(LEADS_SOMEWHERE, **OF_PAPER)))
LOST_A_LINK = Q(Exists(Link.objects.lost().filter(**OF_PAPER)))  # which is said already
HAS_PDF = Q(Exists(Link.objects.filter(IS_PDF, **OF_PAPER)))
HAS_AUTHORS = Q(Exists(Authorship.objects.filter(**OF_PAPER)))
HAS_MEMBERS = Q(Exists(Authorship.objects.filter(has_page("person"), **OF_PAPER)))


def papers(scope: Scope) -> QuerySet[Any]:
    """Return the papers with what is said of them: of thousands the rest would take long to read."""
    return scope.rows(Publication).only("title", "kind", "status", "venue", "year")


RULES.add_where(
    "returned",
    Q(state=Publication.State.DRAFT) & ~Q(editors_word=""),
    lambda paper: format_lazy(_("An editor says: “{words}”"), words=paper.editors_word),
    field("state"),
    _("Returned with a comment"),
    _("Make the changes that the editor asks for, then submit it for approval again."),
    order=1,
    about="editors_word",
)
RULES.add_where(
    "no-venue",
    IS_OUT & Q(venue=None, kind__in=APPEAR_SOMEWHERE),
    _("No venue is given."),
    field("venue"),
    _("Papers without a venue"),
    _("Choose the conference or journal that it appeared at."),
)
RULES.add_where(
    "no-year",
    IS_OUT & Q(year=None),
    _("No year is given."),
    field("year"),
    _("Papers without a year"),
    _("Lists and citations need it."),
)


@RULES.add(
    "lost-link",
    _("Links of papers without an address"),
    _("The link comes from a document, but its address was lost. Fill in the address, or delete the link."),
)
def lost_links(scope: Scope) -> Iterable[Issue]:
    links = scope.inline_rows(Link, "publication")
    return [link.issue(without_address(link.row), "url") for link in links if not link.row.address]


RULES.add_where(
    "no-link",  # and nobody could ever get at it
    IS_OUT & Q(doi="", arxiv_id="") & ~IS_REACHABLE & ~LOST_A_LINK,
    _("Readers can’t reach this paper: it has no DOI, link or file."),
    field("doi"),
    _("Papers that readers can’t reach"),
    _("Give a DOI, an arXiv id, a link or a file, so that people can read it."),
)
RULES.add_where(
    "no-pdf",  # though it can be found
    IS_OUT & (~Q(doi="") | IS_REACHABLE) & Q(arxiv_id="") & ~Q(kind__in=NOT_READ) & ~HAS_PDF & ~LOST_A_LINK,
    _("There is no PDF to read."),
    section(Link, "publication"),
    _("Papers without a PDF"),
    _("Add a link of the kind PDF, if everyone may read the paper."),
)


@RULES.add(
    "line-ends",
    _("Abstracts with end-of-line hyphens"),
    _("They come from a PDF: join the words, or choose “Not a problem” if they are intended."),
    order=40,
)
def line_ends(scope: Scope) -> Iterable[Issue]:
    for paper in papers(scope).only("title", "abstract").filter(abstract__contains="- "):
        if match := LINE_END.search(paper.abstract):
            yield Issue(paper, format_lazy(_("The abstract says “{words}”."), words=match[0]), field("abstract"))


RULES.add_where(
    "to-appear",
    lambda scope: Q(status=Status.ACCEPTED, year__lt=scope.at.year),
    lambda paper: format_lazy(_("It is “to appear” in {year}: is it out?"), year=paper.year),
    field("status"),
    _("Still “to appear”"),
    _("If it is out, set its status to Published and add its DOI and pages."),
)
RULES.add_where(
    "in-submission",
    lambda scope: (
        Q(status=Status.SUBMITTED)
        & (Q(year__lt=scope.at.year - 1) | Q(added_at__date__lt=scope.at - datetime.timedelta(days=365)))
    ),
    _("It has been in submission for over a year: was it accepted?"),
    field("status"),
    _("Long in submission"),
    _("If it was accepted, set the status and the venue; if it has been submitted again, leave it as it is."),
)
RULES.add_where(
    "future-year",
    lambda scope: Q(status=Status.PUBLISHED, year__gt=scope.at.year),
    lambda paper: format_lazy(_("It is marked as published, but in {year}."), year=paper.year),
    field("year"),
    _("Published in a future year"),
    _("Set the status to “To appear”, or correct the year."),
)

# What doesn't appear at a venue of a kind.
MISFITS = (
    ((Kind.JOURNAL,), (Venue.Kind.WORKSHOP, Venue.Kind.PREPRINTS)),
    ((Kind.CONFERENCE, Kind.WORKSHOP, Kind.POSTER), (Venue.Kind.PREPRINTS,)),
    ((Kind.PREPRINT,), (Venue.Kind.CONFERENCE, Venue.Kind.WORKSHOP)),
)
MISFIT: dict[str, Any] = {
    Kind.JOURNAL: _("A journal article doesn’t appear at {venue}."),
    Kind.CONFERENCE: _("A conference paper doesn’t appear at {venue}."),
    Kind.WORKSHOP: _("A workshop paper doesn’t appear at {venue}."),
    Kind.POSTER: _("A poster doesn’t appear at {venue}."),
    Kind.PREPRINT: _("A preprint doesn’t appear at {venue}."),
}


RULES.add_where(
    "kind-of-venue",
    reduce(or_, (Q(kind__in=kinds, venue__kind__in=venues) for kinds, venues in MISFITS)),
    lambda paper: format_lazy(MISFIT[paper.kind], venue=paper.venue.short_name),
    field("kind"),
    _("Papers whose kind doesn’t match their venue"),
    _("Correct the kind of the paper, or choose another venue."),
)
RULES.add_where(
    "teaser-words",
    ~Q(teaser="") & Q(teaser_alt=""),
    _("The teaser image has no description."),
    field("teaser_alt"),
    _("Teaser images without a description"),
    _("Describe in a few words what the image shows, for people who can’t see it."),
)
RULES.add_where(
    "no-authors",
    ~HAS_AUTHORS,
    _("It has no authors."),
    section(Authorship, "publication"),
    _("Papers without authors"),
    _("Add its authors."),
    order=20,
)
RULES.add_where(
    "no-member",
    HAS_AUTHORS & ~HAS_MEMBERS,
    _("None of its authors is or was in the lab."),
    section(Authorship, "publication"),
    _("Papers without an author in the lab"),
    _("One of the authors may be a member under another spelling; otherwise the paper doesn’t belong here."),
    Role.EDITOR,
    order=20,
)

# What may be odd about an author.
IS_ALONE = ~Exists(
    Authorship.objects.filter(publication=OuterRef("publication"), is_equal=True).exclude(pk=OuterRef("pk"))
)
MENTOR_IS_AUTHOR = Exists(Authorship.objects.filter(publication=OuterRef("publication"), person=OuterRef("mentor")))
AUTHORS: dict[str, Any] = {
    "printed_name": ~Q(printed_name="") & ~Q(printed_name=F("person__name")),
    "is_equal": Q(is_equal=True) & IS_ALONE,
    "mentor": Q(mentor__isnull=False) & ~MENTOR_IS_AUTHOR,
}


@RULES.add(
    "printed-name",
    _("Authors printed under another’s name"),
    _("Choose the person who wrote it, or add the spelling to that person’s other names."),
    order=20,
)
def printed_as_another(scope: Scope) -> Iterable[Issue]:
    """A name may be printed in short, turned round or in another script, but not as that of somebody else."""
    return _of_authors(scope, "printed_name", _("“{printed}” doesn’t look like {name}: is this the right person?"))


@RULES.add(
    "equal-alone",
    _("Equal contribution of one author"),
    _("Mark the others who contributed equally too, or remove the mark."),
    order=20,
)
def equal_alone(scope: Scope) -> Iterable[Issue]:
    """Whoever contributed equally did so with somebody."""
    return _of_authors(scope, "is_equal", _("Only {name} is marked with equal contribution."))


@RULES.add(
    "mentor-absent",
    _("Mentees of someone who isn’t an author"),
    _("Choose one of the authors, or leave the mentor empty."),
    order=20,
)
def mentor_not_author(scope: Scope) -> Iterable[Issue]:
    return _of_authors(scope, "mentor", _("{name} is the mentee of someone who isn’t among the authors."))


def _of_authors(scope: Scope, name: str, words: Any) -> Iterable[Issue]:
    """Yield the issues of the authors whose field is odd; all are read at once, each with their number on the form."""
    for author in scope.once(Authorship, lambda: _odd_authors(scope)):
        if getattr(author, f"odd_{name}") and not (name == "printed_name" and _fits(author)):
            sentence = format_lazy(words, name=author.person.name, printed=author.printed_name)
            yield EditedRow(author, "publication", author.number).issue(sentence, name)


def _odd_authors(scope: Scope) -> list[Any]:
    before = Q(order__lt=OuterRef("order")) | Q(order=OuterRef("order"), pk__lt=OuterRef("pk"))
    earlier = Authorship.objects.filter(before, publication=OuterRef("publication")).order_by().values("publication")
    number = Coalesce(Subquery(earlier.annotate(number=Count("pk")).values("number")), 0)
    conditions = {f"odd_{name}": ExpressionWrapper(each, BooleanField()) for name, each in AUTHORS.items()}
    odd = Authorship.objects.filter(Q(*AUTHORS.values(), _connector=Q.OR))
    if scope.user or scope.only is not None:
        odd = odd.filter(publication__in=papers(scope).order_by().values("pk"))
    rows = defer_long_texts(odd.annotate(number=number, **conditions), "publication", "person")
    return list(rows.prefetch_related("person__name_variants"))


def _fits(author: Authorship) -> bool:
    """A printed name shares a word with the person's names, in whichever script and order."""
    person = author.person
    names = [person.name, person.native_name, person.unspaced_native_name, person.given_name, person.family_name]
    names += [variant.name for variant in person.name_variants.all()]
    known = {word for name in names for word in fold(name).split()}
    words = fold(author.printed_name).split()
    return any(word in known for word in words if len(word) > 1) or "".join(words) in known


VENUE_RULES.add_where(
    "venue-name",
    Q(name="") & ~Q(kind=Venue.Kind.PREPRINTS) & Exists(Publication.objects.filter(venue=OuterRef("pk"))),
    _("Its full name isn’t given."),
    field("name"),
    _("Venues without a full name"),
    _("Citations print it, without the year and the acronym."),
)


@VENUE_RULES.add(
    "made-up-acronym",
    _("Acronyms that look made up"),
    _(
        "Clear the acronym if nobody uses it, or choose “Not a problem”. “Clear up acronyms that look made up” "
        "does this for all that are selected in the list of venues."
    ),
    Role.EDITOR,
)
def made_up_acronyms(scope: Scope) -> Iterable[Issue]:
    from publications.matching.venues import settled_names  # which no command needs to begin

    for venue in defer_long_texts(scope.rows(Venue)).exclude(acronym=""):
        if names := settled_names(venue):
            words = _("Is {acronym} really its acronym? It may just be the first letters of its name.")
            if names[0]:
                words = _("Is {acronym} really its acronym? It is known as {name}.")
            said = format_lazy(words, acronym=venue.acronym, name=names[0])
            yield Issue(venue, said, field("acronym"), about=venue.acronym)


TALK_RULES.add_where(
    "talk-date",
    ~Exists(TalkOccasion.objects.filter(talk=OuterRef("pk")).exclude(date="")),
    _("No occasion has a date."),
    section(TalkOccasion, "talk"),
    _("Talks without a date"),
    _("Say when and where it was given."),
    order=70,
)
