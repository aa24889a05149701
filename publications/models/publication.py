import datetime
import re
from collections.abc import Collection, Iterable
from operator import methodcaller
from typing import Any, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Exists, F, Func, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _, pgettext

from labsite.modelling.addresses import AddressedQuerySet, slug_of
from labsite.modelling.periods import PartialDate
from labsite.modelling.pictures import PictureField
from labsite.modelling.publishing import ChangedAtField, Publishable, PublishableQuerySet, last_change, public_since
from labsite.modelling.ranking import Asked, SearchedQuerySet
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import MarkdownField
from people.models import Award, Person
from publications.citation_keys import MAX_KEY_LENGTH, free_citation_key
from publications.citations.identifiers import ARXIV_FORM, DOI_FORM, arxiv_url, doi_url
from publications.citations.record import KEY

from .parts import Authorship, CountedQuerySet, EarlierVersion, Link
from .venue import Venue

NONE = 0
# What is in progress stands in lists before all years: of the largest numbers that a column of years can hold.
PLACES = {"accepted": 32767, "submitted": 32766}
IN_PROGRESS = max(PLACES.values())


def group_of(year: int | None, status: str) -> int | None:
    """Return under which heading of a list a paper stands: its year, None without one, or IN_PROGRESS."""
    return IN_PROGRESS if status in PLACES else year


class PlaceInLists(Func):
    """The year under which lists show a paper, by its status and year: what is in progress stands before all years.

    The numbers stand in the SQL itself, as SQLite uses no index of an expression that has parameters.
    """

    whens = " ".join(f"WHEN '{status}' THEN {place}" for status, place in PLACES.items())
    template = f"CASE %(expressions)s, {NONE}) END"
    arg_joiner = f" {whens} ELSE COALESCE("
    output_field = models.IntegerField()


# One without a month may be of any, so that it isn't put behind.
_MONTH = Func(F("month"), template="COALESCE(%(expressions)s, 32767)", output_field=models.IntegerField())
NEWEST_FIRST: list[Any] = [PlaceInLists("status", "year").desc(), _MONTH.desc(), Lower("title")]


IDEOGRAPHIC = re.compile("[\u3005-\u9fff]")
IN_LISTS = (
    *("venue", "slug", "title", "kind", "status", "year", "month", "volume", "number", "article", "pages"),
    *("proceedings", "publisher", "doi", "arxiv_id", "abstract_html", "teaser", "teaser_width", "teaser_height"),
    *("notes", "shows_notes", "citation_key"),
)


class PublicationQuerySet(CountedQuerySet, PublishableQuerySet, SearchedQuerySet, AddressedQuerySet):
    def in_years(self, years: Collection[int | None]) -> Self:
        """Those of these years; None among them stands for those without a year."""
        years = [year or NONE for year in years]
        placed = self.alias(place=PlaceInLists("status", "year"), its_year=Coalesce("year", NONE))
        return placed.filter(place__in=[*PLACES.values(), *years], its_year__in=years)

    def by(self, person: Any, are_many: bool) -> Self:
        """Those that a person wrote. If they are many, SQLite looks for the first along the index of the list's order.

        A few it finds soonest among the person's.
        """
        if are_many:
            return self.filter(Exists(Authorship.objects.filter(publication=OuterRef("pk"), person=person)))
        return self.filter(authors=person)

    def latest(self) -> Self:
        """Papers that are out or accepted: neither a supplement or a report, nor what is still in submission."""
        papers = self.filter(year__isnull=False, kind__in=Publication.PAPERS)
        return papers.exclude(status=Publication.Status.SUBMITTED)

    def with_authors(self) -> Self:
        """Fetch venue, authors with their persons and mentors, links, awards: all that a citation says and more."""
        return self.select_related("venue").prefetch_related(
            Prefetch("authorships", Authorship.objects.with_people()), "links", "awards"
        )

    def as_rows(self, keys: Iterable[int] | None = None, with_figures: bool = False) -> list["Publication"]:
        """Return those with these keys, else all of these, in their order: five queries, whatever their number.

        They hold what the row of a list shows, and nothing else: its HTML is kept under all that was fetched.
        A list of which fewer than one in five papers have a figure shows none, unless it is to be ``with_figures``.
        """
        keys = list(self.values_list("pk", flat=True) if keys is None else keys)
        venue = ("slug", "acronym", "name", "short_name", "publisher")
        signs = ("is_equal", "is_lead", "is_corresponding", *(f"mentor__{name}" for name in Person.NAME_COLUMNS))
        names = (f"person__{name}" for name in ("slug", "name", "given_name", "family_name"))
        lists = {
            "authorships": Authorship.objects.with_people().only("publication", "printed_name", *signs, *names),
            "links": Link.objects.only("publication", "kind", "label", "url", "file", "order"),
            "awards": Award.objects.only("title"),
        }
        papers = self.model._default_manager.select_related("venue").prefetch_related(
            *(Prefetch(name, related, to_attr=f"_{name}") for name, related in lists.items())
        )
        found: Any = papers.only(*IN_LISTS, *(f"venue__{name}" for name in venue)).in_bulk(keys)
        rows = [found[key] for key in keys if key in found]
        with_figures = with_figures or 5 * sum(bool(row.teaser) for row in rows) >= len(rows)
        for row in rows:
            row.shows_figure = with_figures and bool(row.teaser)
            # A list takes Django much less than the queryset that it would build for each row.
            row._prefetched_objects_cache = {name: getattr(row, f"_{name}") for name in lists}
        return rows

    def elsewhere(self, word: Any) -> Iterable[QuerySet[Any]]:
        """In their venue, an earlier title or an author's names, as printed or as they are now."""
        authorships = Authorship.objects.order_by()
        yield authorships.filter(folded__contains=word).values("publication")
        yield authorships.filter(person__in=Person.objects.named(word)).values("publication")
        yield EarlierVersion.objects.filter(folded__contains=word).order_by().values("publication")
        yield Publication.objects.filter(venue__in=Venue.objects.with_word(word)).order_by().values("pk")

    def known_as_q(self, asked: Asked) -> Q:
        """By an earlier title, or as people call it for short, which is its address."""
        earlier = EarlierVersion.objects.filter(folded__contains=asked.name).values("publication")
        return Q(slug=asked.slug) | Q(pk__in=earlier)


class Publication(Publishable):
    """A paper, or another thing the lab has made public and people cite: once, with the versions it went through."""

    class Kind(models.TextChoices):
        CONFERENCE = "conference", _("Conference paper")
        JOURNAL = "journal", _("Journal article")
        WORKSHOP = "workshop", _("Workshop paper")
        POSTER = "poster", _("Poster")
        PREPRINT = "preprint", _("Preprint")
        THESIS = "thesis", _("Thesis")
        BOOK = "book", _("Book")
        CHAPTER = "chapter", _("Book chapter")
        REPORT = "report", _("Technical report")
        SOFTWARE = "software", _("Software")
        DATASET = "dataset", _("Dataset")
        OTHER = "other", _("Other")

    class Status(models.TextChoices):
        PUBLISHED = "published", _("Published")
        ACCEPTED = "accepted", _("To appear")
        SUBMITTED = "submitted", _("In submission")
        PREPRINT = "preprint", _("Preprint")

    PAPERS = (Kind.CONFERENCE, Kind.JOURNAL, Kind.WORKSHOP, Kind.PREPRINT, "")

    title = models.CharField(max_length=400)
    kind = models.CharField(max_length=20, choices=Kind, blank=True, help_text=_("Leave empty if unknown."))
    status = models.CharField(max_length=20, choices=Status, default=Status.PUBLISHED)

    authors = models.ManyToManyField(
        Person, through=Authorship, through_fields=("publication", "person"), related_name="publications"
    )
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, null=True, blank=True, related_name="publications")
    year = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1800), MaxValueValidator(2200)]
    )
    month = models.PositiveSmallIntegerField(null=True, blank=True, choices=[*MONTHS.items()])
    volume = models.CharField(max_length=20, blank=True)
    number = models.CharField(max_length=20, blank=True)
    article = models.CharField(_("article number"), max_length=20, blank=True)
    pages = models.CharField(max_length=40, blank=True, help_text=_("For example 12–34."))
    proceedings = models.CharField(
        _("proceedings as printed"),
        max_length=300,
        blank=True,
        help_text=_("If the paper words it differently, for example Proceedings of the 28th Conference on …."),
    )
    publisher = models.CharField(max_length=100, blank=True, help_text=_("If it differs from the venue’s."))
    doi = models.CharField(
        _("DOI"),
        max_length=200,
        blank=True,
        validators=[RegexValidator(f"^{DOI_FORM}$", _("Write it as 10.1145/3292500.3330701, without an address."))],
        help_text=_("For example 10.1145/3292500.3330701."),
    )
    arxiv_id = models.CharField(
        _("arXiv id"),
        max_length=40,
        blank=True,
        validators=[RegexValidator(f"^({ARXIV_FORM})$", _("Write it as 2406.18485, without a version."))],
        help_text=_("For example 2406.18485."),
    )

    abstract = MarkdownField(blank=True, help_text=_("In Markdown; formulas between dollar signs."))
    abstract_html: str
    teaser = PictureField(
        _("teaser image"),
        upload_to="publications",
        width_field="teaser_width",
        height_field="teaser_height",
        blank=True,
        help_text=_("JPEG, PNG or WebP."),
    )
    teaser_width = models.PositiveIntegerField(null=True, editable=False)
    teaser_height = models.PositiveIntegerField(null=True, editable=False)
    teaser_alt = models.CharField(
        _("teaser description"),
        max_length=200,
        blank=True,
        help_text=_("What the image shows, for people who can’t see it."),
    )
    notes = models.TextField(blank=True, help_text=_("Shown on its page, one per line; for example Invited talk."))
    shows_notes = models.BooleanField(_("notes in lists too"), default=False)
    awards = models.ManyToManyField(Award, blank=True, related_name="publications")

    citation_key = models.CharField(
        _("BibTeX key"),
        max_length=MAX_KEY_LENGTH,
        unique=True,
        blank=True,
        validators=[
            RegexValidator(
                f"^{KEY}$", _("Use letters, digits and marks such as - : . that have no meaning in BibTeX.")
            )
        ],
        help_text=_("Leave empty to have it made for you. Don’t change it later: other people cite by it."),
    )

    is_selected = models.BooleanField(_("selected"), default=False, help_text=_("Shown on the home page."))

    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="added_publications",
        serialize=False,  # fixtures tell of papers; accounts belong to one installation
    )
    editors_word = models.TextField(
        _("editor’s comment"),
        blank=True,
        editable=False,
        serialize=False,
        help_text=_("What an editor said when returning the paper."),
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False, serialize=False)
    changed_at = ChangedAtField()

    search_text = FoldedField(
        names=1,
        sources=("title", "proceedings", "notes", "abstract", "arxiv_id", "doi", "year"),
    )

    shows_figure = False  # in a list, by as_rows()

    url_name = "publications:detail"

    objects = PublicationQuerySet.as_manager()

    class Meta:
        ordering = NEWEST_FIRST
        indexes = [
            models.Index(*NEWEST_FIRST, "id", name="publication_newest_first"),
            models.Index("venue", *NEWEST_FIRST, "id", name="publication_newest_at_venue"),
            models.Index(*NEWEST_FIRST, "id", condition=Q(is_selected=True), name="publication_newest_selected"),
            # All that lists and venues count papers by, so that no paper is read for it.
            models.Index(
                fields=["venue", "year", "kind", "status", "state", "publish_from"], name="publication_counted_by"
            ),
            models.Index(public_since().desc(), "state", "publish_from", name="publication_newest_on_site"),
            models.Index(last_change().desc(), "state", "publish_from", "year", name="publication_last_changed"),
            # Without those that no time is given of: SQLite would think that these are few.
            models.Index("publish_from", condition=Q(publish_from__isnull=False), name="publication_appears"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(month__isnull=True) | Q(year__isnull=False),
                name="publication_month_needs_year",
                violation_error_message=_("A month needs a year."),
            )
        ]

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.citation_key = self.citation_key or free_citation_key(self)
        if self.state == self.State.PUBLISHED:
            self.editors_word = ""
        super().save(*args, **kwargs)

    def slug_source(self) -> str:
        """A system's name before the colon is how people call the paper; else its first words are."""
        name, colon, _ = self.title.partition(":")
        return name if colon and len(name.split()) <= 4 else slug_of(self.title, longest=50)

    @property
    def group(self) -> int | None:
        """The heading under which a list shows it."""
        return group_of(self.year, self.status)

    @property
    def public_links(self) -> list[tuple[str, str, str]]:
        """What visitors can follow, in one order: (kind, name, address). Links that were lost aren't among them."""
        derived = [
            ("doi", "DOI", doi_url(self.doi)),
            ("arxiv", "arXiv", arxiv_url(self.arxiv_id)),
        ]
        typed = [(link.kind, str(link), link.address) for link in sorted(self.links.all(), key=methodcaller("rank"))]
        once: dict[str, tuple[str, str, str]] = {}
        for kind, name, address in derived + typed:
            if address:
                once.setdefault(address, (kind, name, address))
        return list(once.values())

    @property
    def standing(self) -> str:
        """The status in words while it isn't out; nothing where the kind says the same, as of a preprint."""
        return "" if self.status in (self.Status.PUBLISHED, self.kind) else self.get_status_display()

    @property
    def printed_in(self) -> str:
        """The proceedings or journal, as the paper prints it or else by the venue's full name; none for a preprint."""
        venue = self.venue if self.kind != self.Kind.PREPRINT else None
        return self.proceedings or (venue.full_name if venue else "")

    @property
    def issue(self) -> str:
        """Volume, number and article as journals print them, with spaces that don't break; a preprint's arXiv id."""
        arxiv_id = self.arxiv_id if self.kind == self.Kind.PREPRINT else ""
        # What may be no page, such as e2506170122, isn't marked as one.
        page = _("p. {value}") if self.pages.isdecimal() else "{value}"
        parts = (
            ("arXiv {value}", arxiv_id),
            (_("Vol. {value}"), self.volume),
            (_("No. {value}"), self.number),
            (_("Article {value}"), self.article),
            (_("pp. {value}") if re.search("[–,-]", self.pages) else page, self.pages),
        )
        said = (words.format(value=value) for words, value in parts if value)
        comma = pgettext("between the parts of a reference", ", ")
        return comma.join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in said)

    @property
    def publisher_name(self) -> str:
        return self.publisher or (self.venue.publisher if self.venue else "")

    @property
    def date(self) -> str:
        """Year and month in the reader's words, as far as they are known."""
        if self.year and self.month:
            return date_format(datetime.date(self.year, self.month, 1), "YEAR_MONTH_FORMAT")
        return PartialDate(f"{self.year:04}").words if self.year else ""

    @property
    def comma_of_authors(self) -> str:
        """What stands between the names of its authors: as Chinese and Japanese write it where all names are so."""
        return "、" if all(IDEOGRAPHIC.match(row.display_name) for row in self.authorships.all()) else ", "
