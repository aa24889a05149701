"""The page that somebody looks at before a paper is saved: its forms together, and what is likely the same paper."""

from django.forms import Media

from labsite import roles
from labsite.editing.inlines import ORDERED_ROWS
from publications import approval
from publications.matching.candidates import find_duplicates
from publications.models import Publication, VenueAlias

from . import cards
from .choosing import candidate_keys, keys_in
from .forms import AuthorFormSet, LinkFormSet, PaperForm, VenueForm
from .values import Typed

State = Publication.State
DRAFT = (State.DRAFT, "Keep it as a draft, which visitors don’t see")
PUBLISH = (State.PUBLISHED, "Publish it now")
ASK = (State.WAITING, "Ask an editor to publish it")


class Sheet:
    """The forms for one paper. Bound, they have been sent and say what is wrong with them."""

    def __init__(self, typed, user, *, bound=False):
        self.typed, self.user = typed, user
        states = states_for(user)
        typed.paper.setdefault("state", states[0][0])
        people = cards.people(key for row in typed.authors for key in keys_in(row))
        venues = cards.venues(keys_in(typed.venue))
        data = typed.as_data() if bound else None
        shown = Typed() if bound else typed  # beside what was sent, a form knows nothing it began with
        self.paper = PaperForm(data, initial=shown.paper, states=states)
        may_remember = roles.may(user, "add", VenueAlias)
        self.venue = VenueForm(data, initial=shown.venue, cards=venues, may_remember=may_remember)
        of_authors = {"cards": people, "empty_permitted": False}
        self.authors = AuthorFormSet(data, initial=shown.authors, prefix="authors", form_kwargs=of_authors)
        self.links = LinkFormSet(data, initial=shown.links, prefix="links")
        self._look_for_duplicates()

    def _look_for_duplicates(self):
        found = duplicates_of(self.typed)
        shown = cards.papers((each.publication for each in found), self.user)
        self.duplicates = [(each, shown[each.publication]) for each in found if each.publication in shown]

    @property
    def forms(self):
        return self.paper, self.venue, self.authors, self.links

    @property
    def seen(self):
        """The keys of the duplicates that this page shows."""
        return ",".join(str(each.publication) for each, _ in self.duplicates)

    @property
    def has_certain_duplicate(self):
        return any(each.likely.is_certain for each, _ in self.duplicates)

    @property
    def is_another(self):
        """Whether somebody who saw all these duplicates said that this is another paper."""
        return bool(self.typed.paper.get("another")) and not unseen_by(
            self.typed, [each for each, _ in self.duplicates]
        )

    @property
    def is_settled(self):
        """Whether no duplicate stands in the way."""
        return not self.duplicates or (self.is_another and not self.has_certain_duplicate)

    def is_valid(self):
        # Each form is asked, so that all that is wrong is said at once.
        valid = [form.is_valid() for form in self.forms]
        return all(valid) and self.is_settled

    @property
    def is_mine(self):
        """Whether the one who adds the paper is among its authors, or may edit it anyway."""
        own = getattr(getattr(self.user, "person", None), "pk", None)
        is_author = own is not None and any(form.key == own for form in self.authors)
        return is_author or roles.reach(self.user, "change", Publication) is roles.Reach.ALL

    @property
    def number_in_doubt(self):
        """How many authors somebody has to look at."""
        return sum(form.needs_a_look for form in self.authors)

    @property
    def is_refused(self):
        return self.paper.is_bound

    @property
    def number_of_errors(self):
        single = sum(len(form.errors) for form in (self.paper, self.venue))
        return single + self.authors.total_error_count() + self.links.total_error_count()

    @property
    def media(self):
        return self.venue.media + Media(js=[ORDERED_ROWS])  # type: ignore[list-item]  # the stubs know no Script

    def fields(self, *names):
        return [self.paper[name] for name in names]

    @property
    def basics(self):
        return self.fields("kind", "status", "year", "month")

    @property
    def issue(self):
        return self.fields("volume", "number", "article", "pages")

    @property
    def numbers(self):
        return self.fields("doi", "arxiv_id", "publisher")


def duplicates_of(typed):
    """Return the papers that the typed one is likely the same as."""
    return find_duplicates([typed.record()])[0]


def unseen_by(typed, duplicates):
    """Return those that the page didn't show when it was sent."""
    seen = candidate_keys(typed.paper.get("seen"))
    return [each for each in duplicates if each.publication not in seen]


def states_for(user):
    """Return what somebody may do with a new paper, the usual first."""
    return [PUBLISH if approval.may_publish(user) else ASK, DRAFT]
