"""The page that somebody looks at before a paper is saved: its forms, what is likely the same paper, and saving it."""

from dataclasses import replace
from datetime import timedelta

from django.contrib.auth.models import AbstractUser
from django.forms import Media
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite import history, roles
from labsite.editing.inlines import ORDERED_ROWS
from labsite.modelling import content_version
from labsite.texts.folding import fold
from people.models import Person
from publications import approval
from publications.choosing import candidate_keys, keys_in, paper_cards, person_cards, venue_cards
from publications.citations.record import Name
from publications.matching.candidates import Duplicate, find_duplicates
from publications.models import Authorship, Link, Publication, Venue, VenueAlias

from .forms import AuthorForm, AuthorFormSet, LinkFormSet, PaperForm, VenueForm
from .proposal import Typed, name_of

State = Publication.State
DRAFT = (State.DRAFT, _("Keep it as a draft, hidden from visitors"))
PUBLISH = (State.PUBLISHED, _("Publish it now"))
ASK = (State.WAITING, _("Ask an editor to publish it"))
SIDE_BY_SIDE = (
    ("kind", "status", "year", "month"),
    ("volume", "number", "article", "pages"),
    ("doi", "arxiv_id", "publisher"),
)
SAME_SUBMISSION = timedelta(hours=1)


class Overtaken(Exception):
    """Between looking and saving somebody else added something that has to be looked at first."""


class Sheet:
    """The forms for one paper. Bound, they have been sent and say what is wrong with them."""

    def __init__(self, typed: Typed, user: AbstractUser, *, bound: bool = False) -> None:
        # What somebody may do with a new paper, the usual first.
        states = [PUBLISH if approval.may_publish(user) else ASK, DRAFT]
        self.user = user
        self.typed = typed = replace(typed, paper={"state": states[0][0], **typed.paper})
        data = typed.as_data() if bound else None
        shown = Typed() if bound else typed  # beside what was sent, a form knows nothing it began with
        people = person_cards((key for row in typed.authors for key in keys_in(row)), user)
        venues = venue_cards(keys_in(typed.venue), user)
        self.paper = PaperForm(data, initial=shown.paper, states=states)
        self.basics, self.issue, self.numbers = ([self.paper[name] for name in names] for names in SIDE_BY_SIDE)
        may_remember = roles.may(user, "add", VenueAlias)
        self.venue = VenueForm(data, initial=shown.venue, cards=venues, may_remember=may_remember)
        of_authors = {"cards": people, "empty_permitted": False}
        self.authors = AuthorFormSet(data, initial=shown.authors, prefix="authors", form_kwargs=of_authors)
        self.links = LinkFormSet(data, initial=shown.links, prefix="links")
        duplicates = duplicates_of(typed)
        cards = paper_cards((each.publication for each in duplicates), user)
        self.duplicates = [(each, cards[each.publication]) for each in duplicates if each.publication in cards]

    @property
    def seen(self) -> str:
        """The keys of the duplicates that this page shows."""
        return ",".join(str(each.publication) for each, _ in self.duplicates)

    @property
    def has_certain_duplicate(self) -> bool:
        return any(each.likely.is_certain for each, _ in self.duplicates)

    @property
    def is_another(self) -> bool:
        """Whether somebody who saw all these duplicates said that this is another paper."""
        papers = [each for each, _ in self.duplicates]
        return bool(self.typed.paper.get("another")) and not unseen_by(self.typed, papers)

    @property
    def is_settled(self) -> bool:
        """Whether no duplicate stands in the way."""
        return not self.duplicates or (self.is_another and not self.has_certain_duplicate)

    def is_valid(self) -> bool:
        # Each form is asked, so that all that is wrong is said at once.
        valid = [form.is_valid() for form in (self.paper, self.venue, self.authors, self.links)]
        return all(valid) and self.is_settled

    @property
    def is_mine(self) -> bool:
        """Whether the one who adds the paper is among its authors, or may edit it anyway."""
        own = getattr(getattr(self.user, "person", None), "pk", None)
        is_author = own is not None and any(form.key == own for form in self.authors)
        return is_author or roles.reach(self.user, "change", Publication) is roles.Reach.ALL

    @property
    def is_nobodys(self) -> bool:
        """Whether it will stand on nobody's page, which a member is told before it is saved."""
        keys = [form.key for form in self.authors if form.key]
        return not (self.is_mine or Person.objects.members().filter(pk__in=keys).exists())

    @property
    def may_be_me(self) -> str:
        """The author who may be the one who adds the paper: under a name that may mean them, or their family name."""
        me = getattr(self.user, "person", None)
        for form, name in zip(self.authors, map(name_of, self.typed.authors), strict=False):
            if me and (me.pk in form.offered or fold(name.family) == fold(me.family_name) != ""):
                return str(name)
        return ""

    @property
    def number_in_doubt(self) -> int:
        """How many authors somebody has to look at."""
        return sum(form.needs_a_look for form in self.authors)

    @property
    def number_of_errors(self) -> int:
        single = sum(len(form.errors) for form in (self.paper, self.venue))
        return single + self.authors.total_error_count() + self.links.total_error_count()

    @property
    def media(self) -> Media:
        return self.venue.media + Media(js=[ORDERED_ROWS])  # type: ignore[list-item]  # the stubs know no Script


def duplicates_of(typed: Typed) -> list[Duplicate]:
    """Return the papers that the typed one is likely the same as."""
    return find_duplicates([typed.record()])[0]


def unseen_by(typed: Typed, duplicates: list[Duplicate]) -> list[Duplicate]:
    """Return those that the page didn't show when it was sent."""
    seen = candidate_keys(typed.paper.get("seen"))
    return [each for each in duplicates if each.publication not in seen]


def save(sheet: Sheet) -> Publication:
    """Save a valid sheet once: a second click on the button finds what the first one saved. Raises Overtaken."""
    with history.step(sheet.user, f"Added {sheet.paper.cleaned_data['title']}"):
        content_version.wait_for_write_lock()
        if twin := saved_before(sheet.typed, sheet.user):
            return twin
        if unseen_by(sheet.typed, duplicates_of(sheet.typed)):
            raise Overtaken
        paper = sheet.paper.save(commit=False)
        paper.added_by = sheet.user
        venue, spelling = sheet.venue.instance, sheet.venue.spelling
        if venue:
            venue.save()
        elif sheet.venue.key:
            venue = Venue.objects.get(pk=sheet.venue.key)
        if venue and sheet.venue.cleaned_data.get("remember") and spelling not in (venue.acronym, venue.name):
            VenueAlias.objects.get_or_create(venue=venue, name=spelling)
        paper.venue = venue
        paper.save()
        for order, form in enumerate(sheet.authors, start=1):
            _save_author(paper, order, form, sheet.user)
        for form in sheet.links:
            if form.cleaned_data.get("url"):
                Link.objects.create(publication=paper, **form.cleaned_data)
        # The first author's name is part of the key, and the authors have only just been saved.
        paper.citation_key = ""
        paper.save()
        return paper


def saved_before(typed: Typed, user: AbstractUser) -> Publication | None:
    """Return the paper that the same person saved out of the same form a moment ago."""
    recent = Publication.objects.filter(
        pk__in=[each.publication for each in unseen_by(typed, duplicates_of(typed))],
        added_by=user.pk,
        added_at__gte=timezone.now() - SAME_SUBMISSION,
    )
    title = fold(str(typed.paper.get("title")))
    return next((paper for paper in recent if fold(paper.title) == title), None)


def _save_author(paper: Publication, order: int, form: AuthorForm, user: AbstractUser) -> None:
    """Save an author, and where the source lets the family name begin, if what the site has is its own guess."""
    values = form.cleaned_data
    if form.instance:
        form.instance.save()
    # Whole, not by its key alone: what the authorship is found by has the person's name in it.
    person = form.instance or Person.objects.get(pk=form.key or 0)
    name = Name(values.get("given") or "", values.get("family") or "")
    names_person = name.given and name.family and fold(str(name)) == fold(person.name)
    is_news = names_person and name != Name(person.given_name, person.family_name)
    if person.family_is_guess and is_news and roles.may(user, "change", person):
        person.take_parts(name)
        person.save()
    Authorship.objects.create(
        publication=paper,
        person=person,
        order=order,
        printed_name="" if values["printed_name"] == person.name else values["printed_name"],
        **{mark: values[mark] for mark in ("is_equal", "is_lead", "is_corresponding")},
    )
