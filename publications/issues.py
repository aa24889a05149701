"""What is missing or odd about papers and their authors, and what to say of it on the worklist."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from labsite.editing.form_anchors import defer_long_texts, field, numbered, row_field, section
from labsite.editing.issues import Issue, IssueRules, Scope
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

RULES, VENUE_RULES, TALK_RULES = IssueRules(Publication), IssueRules(Venue), IssueRules(Talk)


def papers(scope: Scope) -> QuerySet[Any]:
    """Return the papers with what is said of them: of thousands the rest would take long to read."""
    return scope.rows(Publication).only("title", "kind", "status", "venue", "year")


def out(scope: Scope) -> QuerySet[Any]:
    """Those that aren't on their way any more."""
    return papers(scope).exclude(status=Status.SUBMITTED)


@RULES.add(
    "returned",
    _("Returned with a word"),
    _("Change what the editor asks for, then let it wait for approval again."),
    order=1,
)
def returned(scope: Scope) -> Iterable[Issue]:
    drafts = defer_long_texts(scope.rows(Publication)).filter(state=Publication.State.DRAFT)
    return [
        Issue(
            paper,
            format_lazy(_("An editor says: “{words}”"), words=paper.editors_word),
            field("state"),
            about=paper.editors_word[:500],
        )
        for paper in drafts.exclude(editors_word="")
    ]


@RULES.add(
    "no-venue", _("Papers without a venue"), _("Choose the conference or journal that it appeared at."), order=30
)
def without_venue(scope: Scope) -> Iterable[Issue]:
    lacking = out(scope).filter(venue=None, kind__in=APPEAR_SOMEWHERE)
    return [Issue(paper, _("No venue is given."), field("venue")) for paper in lacking]


@RULES.add("no-year", _("Papers without a year"), _("Lists and citations need it."), order=30)
def without_year(scope: Scope) -> Iterable[Issue]:
    return [Issue(paper, _("No year is given."), field("year")) for paper in out(scope).filter(year=None)]


def _lost() -> QuerySet[Any]:
    """Return the papers with a link that leads nowhere."""
    return Link.objects.lost().order_by().values("publication")


@RULES.add(
    "lost-link",
    _("Links of papers without an address"),
    _("A document named the link, but its address was lost. Fill it in, or delete the link."),
    order=30,
)
def lost_links(scope: Scope) -> Iterable[Issue]:
    of = papers(scope).filter(pk__in=_lost()).values("pk")
    links = defer_long_texts(Link.objects.filter(publication__in=of), "publication")
    return [
        Issue(link, without_address(link), row_field(link, "publication", number, "url"), link.publication)
        for number, link in numbered(links, "publication")
        if not link.address
    ]


@RULES.add(
    "no-link",
    _("Papers that nothing leads to"),
    _("Give a DOI, an arXiv id, a link or a file, so that people can read it."),
    order=30,
)
def without_link(scope: Scope) -> Iterable[Issue]:
    """A paper that nobody can get at, nor could before an address was lost."""
    reachable = Link.objects.filter(LEADS_SOMEWHERE).values("publication")
    lacking = out(scope).filter(doi="", arxiv_id="").exclude(pk__in=reachable).exclude(pk__in=_lost())
    return [Issue(paper, _("Nothing leads to it: no DOI, no link, no file."), field("doi")) for paper in lacking]


@RULES.add(
    "no-pdf",
    _("Papers without a PDF"),
    _("Add a link of the kind PDF, if the paper may be read by everyone."),
    order=30,
)
def without_pdf(scope: Scope) -> Iterable[Issue]:
    """A paper that can be found, but not read; where an address was lost, that is said already."""
    reachable = Link.objects.filter(LEADS_SOMEWHERE).values("publication")
    found = out(scope).filter(~Q(doi="") | Q(pk__in=reachable), arxiv_id="").exclude(kind__in=NOT_READ)
    lacking = found.exclude(pk__in=Link.objects.filter(IS_PDF).values("publication")).exclude(pk__in=_lost())
    return [Issue(paper, _("There is no PDF to read."), section(Link, "publication")) for paper in lacking]


@RULES.add(
    "line-ends",
    _("Abstracts with hyphens of line ends"),
    _("They come from a PDF: join the words, or call it no problem if they are meant."),
    order=40,
)
def line_ends(scope: Scope) -> Iterable[Issue]:
    for paper in papers(scope).only("title", "abstract").filter(abstract__contains="- "):
        if found := LINE_END.search(paper.abstract):
            yield Issue(paper, format_lazy(_("The abstract says “{words}”."), words=found[0]), field("abstract"))


@RULES.add(
    "to-appear",
    _("Still “to appear”"),
    _("If it is out, set its status to Published and add its DOI and pages."),
    order=30,
)
def still_to_appear(scope: Scope) -> Iterable[Issue]:
    late = papers(scope).filter(status=Status.ACCEPTED, year__lt=scope.at.year)
    words = _("It is “to appear” in {year}: is it out?")
    return [Issue(paper, format_lazy(words, year=paper.year), field("status")) for paper in late]


@RULES.add(
    "in-submission",
    _("Long in submission"),
    _("Set the status and the venue if it was accepted, or leave it if it is under way again."),
    order=30,
)
def long_in_submission(scope: Scope) -> Iterable[Issue]:
    a_year_ago = scope.at - datetime.timedelta(days=365)
    old = Q(year__lt=scope.at.year - 1) | Q(added_at__date__lt=a_year_ago)
    late = papers(scope).filter(old, status=Status.SUBMITTED)
    return [
        Issue(paper, _("It has been in submission for over a year: what became of it?"), field("status"))
        for paper in late
    ]


@RULES.add(
    "future-year", _("Published in a year to come"), _("Set the status to “To appear”, or correct the year."), order=30
)
def out_too_early(scope: Scope) -> Iterable[Issue]:
    early = papers(scope).filter(status=Status.PUBLISHED, year__gt=scope.at.year)
    words = _("It counts as published, in {year}.")
    return [Issue(paper, format_lazy(words, year=paper.year), field("year")) for paper in early]


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


@RULES.add(
    "kind-of-venue",
    _("Papers of another kind than their venue"),
    _("Correct the kind of the paper, or choose another venue."),
    order=30,
)
def misfits(scope: Scope) -> Iterable[Issue]:
    odd = Q(pk=None)
    for kinds, venues in MISFITS:
        odd |= Q(kind__in=kinds, venue__kind__in=venues)
    return [
        Issue(paper, format_lazy(MISFIT[paper.kind], venue=paper.venue.short_name), field("kind"))
        for paper in papers(scope).filter(odd).select_related("venue")
    ]


@RULES.add(
    "teaser-words",
    _("Teaser images without a description"),
    _("Say in a few words what the image shows, for those who don’t see it."),
    order=30,
)
def teaser_without_words(scope: Scope) -> Iterable[Issue]:
    shown = papers(scope).exclude(teaser="").filter(teaser_alt="")
    return [Issue(paper, _("The teaser image has no description."), field("teaser_alt")) for paper in shown]


@RULES.add("no-authors", _("Papers without authors"), _("Add who wrote it."), order=20)
def without_authors(scope: Scope) -> Iterable[Issue]:
    lacking = papers(scope).filter(authorships=None)
    return [Issue(paper, _("It has no authors."), section(Authorship, "publication")) for paper in lacking]


@RULES.add(
    "no-member",
    _("Papers by nobody in the lab"),
    _("An author may stand for a member under another spelling; else the paper doesn’t belong here."),
    Role.EDITOR,
    order=20,
)
def without_member(scope: Scope) -> Iterable[Issue]:
    by_members = Authorship.objects.filter(has_page("person")).values("publication")
    foreign = papers(scope).filter(authorships__isnull=False).exclude(pk__in=by_members).distinct()
    words = _("None of its authors is or was in the lab.")
    return [Issue(paper, words, section(Authorship, "publication")) for paper in foreign]


@RULES.add(
    "printed-name",
    _("Authors printed under another’s name"),
    _("Choose the person who wrote it, or add the spelling to that person’s other names."),
    order=20,
)
def printed_as_another(scope: Scope) -> Iterable[Issue]:
    """A name may be printed in short, turned round or in another script, but not as that of somebody else."""
    printed = Authorship.objects.exclude(printed_name="").exclude(printed_name=F("person__name"))
    spelled = printed.filter(publication__in=papers(scope).values("pk")).select_related("person")
    doubted = [row.pk for row in spelled.prefetch_related("person__name_variants") if not _fits(row)]
    words = _("{name} is not how “{printed}” reads: is this the right person?")
    return [_author(row, words, "printed_name") for row in _rows(scope, Authorship.objects.filter(pk__in=doubted))]


@RULES.add(
    "equal-alone",
    _("Equal contribution of one author"),
    _("Mark the others who contributed equally too, or take the mark away."),
    order=20,
)
def equal_alone(scope: Scope) -> Iterable[Issue]:
    """Whoever contributed equally did so with somebody."""
    equal = Authorship.objects.filter(is_equal=True).order_by()
    alone = equal.values("publication").annotate(number=Count("pk")).filter(number=1).values("publication")
    odd = equal.filter(publication__in=alone)
    words = _("{name} alone is marked with equal contribution.")
    return [_author(row, words, "is_equal") for row in _rows(scope, odd)]


@RULES.add(
    "mentor-absent",
    _("Mentees of someone who isn’t an author"),
    _("Choose one of the authors, or leave the mentor empty."),
    order=20,
)
def mentor_not_author(scope: Scope) -> Iterable[Issue]:
    with_mentor = Authorship.objects.filter(publication=OuterRef("publication"), person=OuterRef("mentor"))
    odd = Authorship.objects.filter(~Exists(with_mentor), mentor__isnull=False)
    words = _("{name} is the mentee of someone who isn’t among the authors.")
    return [_author(row, words, "mentor") for row in _rows(scope, odd)]


def _rows(scope: Scope, odd: QuerySet[Authorship]) -> list[tuple[int, Authorship]]:
    """Return the odd authors of papers that can be changed, each with their number on the form."""
    keys = set(odd.order_by().values_list("pk", flat=True))
    of = papers(scope).filter(authorships__in=keys).values("pk")
    authors = defer_long_texts(Authorship.objects.filter(publication__in=of), "publication", "person") if keys else ()
    return [(number, author) for number, author in numbered(authors, "publication") if author.pk in keys]


def _fits(author: Authorship) -> bool:
    """A printed name shares a word with the person's names, in whichever script and order."""
    person = author.person
    names = [person.name, person.native_name, person.unspaced_native_name, person.given_name, person.family_name]
    names += [variant.name for variant in person.name_variants.all()]
    known = {word for name in names for word in fold(name).split()}
    words = fold(author.printed_name).split()
    return any(word in known for word in words if len(word) > 1) or "".join(words) in known


def _author(row: tuple[int, Authorship], words: Any, name: str) -> Issue:
    number, author = row
    place = row_field(author, "publication", number, name)
    said = format_lazy(words, name=author.person.name, printed=author.printed_name)
    return Issue(author, said, place, author.publication)


@VENUE_RULES.add(
    "venue-name",
    _("Venues without a full name"),
    _("Citations print it, without the year and without the acronym."),
    order=60,
)
def venues_without_name(scope: Scope) -> Iterable[Issue]:
    used = scope.rows(Venue).filter(name="", publications__isnull=False).exclude(kind=Venue.Kind.PREPRINTS)
    unnamed = defer_long_texts(used).distinct()
    return [Issue(venue, _("Its full name isn’t given."), field("name")) for venue in unnamed]


@VENUE_RULES.add(
    "made-up-acronym",
    _("Acronyms that look made up"),
    _(
        "Empty the acronym if nobody uses it, or dismiss this. “Settle the acronyms” does so for all that are "
        "selected in the list of venues."
    ),
    Role.EDITOR,
    order=60,
)
def made_up_acronyms(scope: Scope) -> Iterable[Issue]:
    from publications.matching.acronyms import settled_names  # which no command needs to begin

    for venue in defer_long_texts(scope.rows(Venue)).exclude(acronym=""):
        if names := settled_names(venue):
            words = _("Does anybody call it {acronym}? It may be nothing but the first letters of its name.")
            if names[0]:
                words = _("Does anybody call it {acronym}? It is known as {name}.")
            said = format_lazy(words, acronym=venue.acronym, name=names[0])
            yield Issue(venue, said, field("acronym"), about=venue.acronym)


@TALK_RULES.add("talk-date", _("Talks without a date"), _("Say when and where it was given."), order=70)
def talks_without_date(scope: Scope) -> Iterable[Issue]:
    dated = TalkOccasion.objects.exclude(date="").values("talk")
    lacking = defer_long_texts(scope.rows(Talk)).exclude(pk__in=dated)
    return [Issue(talk, _("No occasion has a date."), section(TalkOccasion, "talk")) for talk in lacking]
