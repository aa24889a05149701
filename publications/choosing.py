"""A field that asks which of several things on the site is meant, another one, or a new one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.contrib.auth.models import AbstractUser
from django.db.models import Prefetch
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite import roles
from labsite.texts.plain_text import number_in
from people.models import Person
from publications.models import Authorship, Publication, Venue

OTHER, NEW, NONE = "other", "new", "none"
SCRIPTS = [
    forms.Script(f"labsite/admin/{name}.js", type="module") for name in ("choices", "autocomplete-names", "leaving")
]
CHOICE = '<span class="choice-name">{}</span> <span class="choice-details">{}</span>'


@dataclass(frozen=True)
class ChoiceCard:
    """Something on the site that may be meant: what it is called, and what else is known of it."""

    name: str | Promise
    details: str | Promise = ""
    address: str = ""


HIDDEN = ChoiceCard(_("A paper that isn’t public yet"), _("Someone else is already adding it: ask an editor."))


def person_cards(keys: Iterable[int], user: AbstractUser) -> dict[int, ChoiceCard]:
    """Return a card for each person whom the user may see, with role, number of papers and the latest of them."""
    public = Authorship.objects.filter(publication__in=Publication.objects.published())
    latest_first = public.select_related("publication").order_by("-publication__year", "-publication__pk")
    rows = roles.reached(user, "view", Person.objects.filter(pk__in=set(keys)))
    rows = rows.with_roles().prefetch_related(Prefetch("authorships", latest_first))
    today, cards = timezone.localdate(), {}
    for person in rows:
        membership, authorships = person.membership(today), list(person.authorships.all())
        papers, latest = gettext("no papers yet"), ""
        if number := len(authorships):
            papers = ngettext("%(n)s paper", "%(n)s papers", number) % {"n": number}
            latest = gettext("latest “%(title)s”") % {"title": authorships[0].publication.title}
        role = str(membership) if membership else gettext("never in the lab")
        details = " · ".join(filter(None, [person.native_name, role, papers, latest, person.orcid]))
        cards[person.pk] = ChoiceCard(person.name, details)
    return cards


def venue_cards(keys: Iterable[int], user: AbstractUser) -> dict[int, ChoiceCard]:
    """Return a card for each venue that the user may see."""
    rows = roles.reached(user, "view", Venue.objects.filter(pk__in=set(keys)))
    return {venue.pk: ChoiceCard(venue.short_name, venue.longer_name) for venue in rows}


def paper_cards(keys: Iterable[int], user: AbstractUser) -> dict[int, ChoiceCard]:
    """Return a card for each paper, without words where it isn't for the user's eyes: a few queries."""
    papers = Publication.objects.filter(pk__in=set(keys))
    readable = set(roles.reached(user, "view", papers).values_list("pk", flat=True))
    cards = {}
    for paper in papers.with_authors():
        authors = ", ".join(row.display_name for row in list(paper.authorships.all())[:5])
        if paper.authorships.all()[5:]:
            authors = gettext("%(names)s and others") % {"names": authors}
        where = " ".join(filter(None, [paper.venue.short_name if paper.venue else "", str(paper.year or "")]))
        state = "" if paper.is_published() else paper.get_state_display()
        details = " · ".join(filter(None, [authors, where or paper.get_status_display(), state]))
        address = reverse("admin:publications_publication_change", args=[paper.pk])
        cards[paper.pk] = ChoiceCard(paper.title, details, address) if paper.pk in readable else HIDDEN
    return cards


class ChoosingForm(forms.Form):
    """A choice among ``candidates``, whose keys travel with the form; ``cards`` say what each of them is."""

    candidates = forms.CharField(required=False, widget=forms.HiddenInput)
    who = forms.ChoiceField(required=False, widget=forms.RadioSelect, label=_("Who is it?"))
    other = forms.CharField(required=False, widget=forms.Select, label=_("Find on the site"))

    asks: Any = _("Say who this is.")
    new_words: Any = _("Somebody new to the site")
    other_words: Any = _("Somebody else on the site")
    looked_up_by: Any = Authorship._meta.get_field("person")  # whose autocomplete finds others
    more_choices: tuple[tuple[str, str | Promise], ...] = ()
    may_stay_open = False

    def __init__(self, *args: Any, cards: dict[int, ChoiceCard], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cards = cards
        self.offer(candidate_keys(self["candidates"].value()))
        finder = AutocompleteSelect(self.looked_up_by, admin.site)
        # The script of this page makes it an autocomplete when it is needed: three hundred at once take long.
        attributes = finder.build_attrs({"aria-label": self.fields["other"].label})
        attributes["class"] = attributes["class"].replace("admin-autocomplete", "finder")
        chosen = number_in(self["other"].value())
        choices = [(str(chosen), cards[chosen].name)] if chosen in cards else []
        self.fields["other"].widget = forms.Select(attributes, [("", ""), *choices])

    def offer(self, keys: Iterable[int]) -> None:
        """Show these candidates, and nothing that isn't there any more or isn't for the user's eyes."""
        self.offered = [key for key in keys if key in self.cards]
        if (began := number_in(self.initial.get("who"))) and began not in self.cards:
            self.initial = {**self.initial, "who": ""}
        cards = {key: self.cards[key] for key in self.offered}
        known = [(str(key), format_html(CHOICE, card.name, card.details)) for key, card in cards.items()]
        fixed = [(NEW, self.new_words), (OTHER, self.other_words), *self.more_choices]
        who: Any = self.fields["who"]
        who.choices = known + fixed

    @property
    def chosen(self) -> str:
        return str(self["who"].value() or "")

    @property
    def key(self) -> int | None:
        """The key of the thing on the site that is chosen, if it is one of these."""
        key = number_in(self["other"].value() if self.chosen == OTHER else self.chosen)
        return key if key in self.cards else None

    @property
    def chosen_name(self) -> str:
        return str(self.cards[self.key].name) if self.key else ""

    @property
    def media(self) -> forms.Media:
        return AutocompleteSelect(self.looked_up_by, admin.site).media + forms.Media(js=SCRIPTS)  # type: ignore[arg-type]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.chosen and not self.may_stay_open and "who" not in self.errors:
            self.add_error("who", self.asks)
        if self.chosen == OTHER and not self.key:
            self.add_error("other", gettext("Type a name here and choose from the list that opens."))
        return cleaned


AnyChoosingForm = TypeVar("AnyChoosingForm", bound=ChoosingForm)


class VenueChoosingForm(ChoosingForm):
    """A choice among venues, or a new one under the names that it gets."""

    acronym = forms.CharField(
        label=_("Acronym"),
        required=False,
        max_length=40,
        help_text=_("For example NSDI, without a year. Leave empty if it has none."),
    )
    name = forms.CharField(
        label=_("Full name"), required=False, max_length=300, help_text=_("Without the year and the acronym.")
    )
    kind = forms.ChoiceField(
        label=_("Kind of venue"), required=False, choices=[("", _("Not stated")), *Venue.Kind.choices]
    )

    new_words: Any = _("A new venue")
    other_words: Any = _("Another venue on the site")
    looked_up_by: Any = Publication._meta.get_field("venue")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.chosen == NEW and not (cleaned.get("acronym") or cleaned.get("name")):
            self.add_error("name", gettext("Give the new venue a name, or choose an existing one."))
        return cleaned


def choosing_forms(
    form_class: type[AnyChoosingForm],
    asked: Iterable[tuple[str, dict[str, Any], dict[str, Any]]],
    fetch: Callable[[Iterable[int], AbstractUser], dict[int, ChoiceCard]],
    user: AbstractUser,
    post: QueryDict | None,
) -> list[AnyChoosingForm]:
    """Return a form for each question: its prefix, what it begins with, and further options.

    The cards of all that they may refer to are fetched at once.
    """
    asked = list(asked)
    sent = [post.get(f"{prefix}-{name}") for prefix, *_ in asked for name in ("who", "other", "candidates") if post]
    began = [initial[name] for _, initial, _ in asked for name in ("who", "candidates")]
    cards = fetch((key for text in (*sent, *began) for key in candidate_keys(text)), user)
    return [
        form_class(post, initial=initial, prefix=prefix, cards=cards, **options) for prefix, initial, options in asked
    ]


def written_keys(keys: Iterable[int | None]) -> str:
    """Return keys as a field such as ``3,17`` holds them, each once."""
    return ",".join(str(key) for key in dict.fromkeys(keys) if key)


def candidate_keys(written: object) -> list[int]:
    """Return the keys in a field such as ``3,17``."""
    return [key for key in map(number_in, str(written or "").split(",")) if key]


def keys_in(row: Mapping[str, Any]) -> list[int]:
    """Return every key that a row refers to, so that the cards of all rows can be fetched at once."""
    single = (number_in(row.get(name)) for name in ("who", "other"))
    return [*candidate_keys(row.get("candidates")), *filter(None, single)]
