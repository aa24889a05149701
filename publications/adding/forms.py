"""The forms of the page: the text to read, then the paper with its venue, authors and links."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.formsets import BaseFormSet, formset_factory
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy as _

from labsite.editing.inlines import order_field
from people.models import Person
from people.models.person import MAX_PART_LENGTH
from publications.choosing import NEW, NONE, ChoosingForm, VenueChoosingForm
from publications.citations.names import in_both_scripts
from publications.citations.record import Name, one_line
from publications.elsewhere import Unavailable
from publications.matching.people import Reason
from publications.matching.venue_names import plain_name
from publications.models import Link, Publication, Venue

from .reading import MAX_TEXT_LENGTH, NoPaper, Reading, fetched, names_a_paper, read

IN_DOUBT = (Reason.CHOOSE.name, Reason.LIKELY.name)
MAX_PROBLEMS = 20  # that anyone reads
MAX_ROWS = 1000
MET = "MET"  # the reason of a new one that turned out to be known since it was proposed
TOO_LONG = format_lazy(
    _("This text is too long: the limit is {number} characters, about a hundred papers. Paste part of it."),
    number=f"{MAX_TEXT_LENGTH:,}",
)


class TextForm(forms.Form):
    """What somebody pasted; cleaned, it has been read."""

    text = forms.CharField(
        label=_("BibTeX, a DOI, or a title"),
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autofocus": True}),
        error_messages={
            "required": _("Paste a BibTeX entry here, or type the paper’s DOI or title."),
            "max_length": TOO_LONG,
        },
    )
    reading = Reading()
    is_unanswered = False  # the source of an identifier, which can be filled in by hand then

    def clean_text(self) -> str:
        """Read the text, or what a source says of the paper that it names."""
        text: str = self.cleaned_data["text"]
        try:
            text = fetched(text) if names_a_paper(text) else text
        except Unavailable as closed:
            if not isinstance(closed, NoPaper):
                self.reading, self.is_unanswered = read(text), True
            raise ValidationError(str(closed), code="unavailable") from closed
        self.reading = read(text)
        problems: list[Any] = [*self.reading.problems[:MAX_PROBLEMS]]
        if (more := len(self.reading.problems) - MAX_PROBLEMS) > 0:
            problems.append(gettext("And %(number)s more problems like this.") % {"number": f"{more:,}"})
        if problems:
            raise ValidationError(problems, code="unreadable")
        return text


class PaperForm(forms.ModelForm):
    """The paper itself."""

    class Meta:
        model = Publication
        fields = (
            *("title", "kind", "status", "year", "month", "volume", "number", "article", "pages"),
            *("proceedings", "publisher", "doi", "arxiv_id", "abstract", "notes", "state"),
        )
        widgets = {
            "title": forms.Textarea(attrs={"rows": 2}),
            "proceedings": forms.Textarea(attrs={"rows": 2}),
            "notes": forms.Textarea(attrs={"rows": 3}),
            "state": forms.RadioSelect,
        }
        error_messages = {"title": {"required": _("Every paper needs a title.")}}

    def __init__(self, *args: Any, states: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state: Any = self.fields["state"]
        month: Any = self.fields["month"]
        kind: Any = self.fields["kind"]
        state.choices, month.choices = states, [("", "–"), *month.choices[1:]]
        kind.choices = [("", gettext("Not stated")), *kind.choices[1:]]
        self.fields["abstract"].widget = forms.Textarea(attrs={"rows": 6})

    def clean_title(self) -> str:
        return one_line(self.cleaned_data["title"])

    def clean_proceedings(self) -> str:
        return one_line(self.cleaned_data["proceedings"])


class VenueForm(VenueChoosingForm):
    """Where the paper appeared: a venue that the site knows, a new one, or none."""

    reason = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    venue_publisher = forms.CharField(label=_("Publisher"), required=False, max_length=100)
    printed = forms.CharField(required=False, widget=forms.HiddenInput)
    remember = forms.BooleanField(required=False)

    asks = _("Say where it appeared, or choose “Nowhere yet”.")
    more_choices = ((NONE, _("Nowhere yet, or not at a venue")),)

    def __init__(self, *args: Any, may_remember: bool, **kwargs: Any) -> None:
        super().__init__(*args, prefix="venue", **kwargs)
        self.fields["who"].label = gettext("Where did it appear?")
        if not may_remember or not self.spelling or self["reason"].value() == Reason.NAME.name:
            del self.fields["remember"]
        else:
            self.fields["remember"].label = gettext("Recognise “%(name)s” as this venue from now on") % {
                "name": self.spelling
            }
        self.instance: Venue | None = None

    @property
    def spelling(self) -> str:
        """The name that the text gives the venue, without what belongs to one edition."""
        return plain_name(str(self["printed"].value() or ""))

    @property
    def is_unknown(self) -> bool:
        """Whether a venue was named that the site doesn't know for sure."""
        return bool(self["printed"].value()) and self.chosen in ("", NEW)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.chosen == NEW and not self.errors:
            names = {name: cleaned[name] for name in ("acronym", "name", "kind")}
            self.instance = Venue(**names, publisher=cleaned["venue_publisher"])
            try:
                self.instance.full_clean(exclude=["slug"])
            except ValidationError as error:
                self.add_error("acronym", error.messages)
            if cleaned["reason"] == MET:
                self.add_error(
                    "who", gettext("The site already has a venue with this name. Choose it, or save again.")
                )
        return cleaned


class AuthorForm(ChoosingForm):
    """One author: a person that the site knows or a new one, the name as printed, and the signs behind it."""

    order = order_field(_("author"))
    printed_name = forms.CharField(label=_("Name as printed"), required=False, max_length=200)
    given = forms.CharField(label=_("Given names"), required=False, max_length=MAX_PART_LENGTH)
    family = forms.CharField(label=_("Family name"), required=False, max_length=MAX_PART_LENGTH)
    orcid = forms.CharField(required=False, max_length=19, widget=forms.HiddenInput)
    reason = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    unclear = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    is_equal = forms.BooleanField(label=_("Equal contribution"), required=False)
    is_lead = forms.BooleanField(label=_("System lead"), required=False)
    is_corresponding = forms.BooleanField(label=_("Corresponding author"), required=False)

    @property
    def marks(self) -> list[forms.BoundField]:
        return [self[name] for name in ("is_equal", "is_lead", "is_corresponding")]

    @property
    def shown_name(self) -> str:
        """Who the author is taken for, in a word or two."""
        new = " ".join(str(self[name].value() or "") for name in ("given", "family")).strip()
        if self.chosen == NEW:
            return gettext("New: %(name)s") % {"name": new}
        return self.chosen_name or gettext("Who is it?")

    @property
    def why(self) -> str:
        """What is said of that choice, as long as nobody has made another one."""
        reason = self["reason"].value()
        return gettext(Reason[reason].value) if reason in Reason.__members__ else ""

    @property
    def needs_a_look(self) -> bool:
        """Whether the choice can't be left as it is without looking at it."""
        return not self.chosen or self["reason"].value() in IN_DOUBT or bool(self.is_bound and self.errors)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self.instance: Person | None = None
        if self.chosen != NEW:
            return cleaned
        if cleaned.get("reason") == MET:
            met = gettext("The site already has someone with this name. Choose who it is, or save again.")
            self.add_error("who", met)
        given, family = cleaned.get("given", ""), cleaned.get("family", "")
        name = str(Name(given, family))
        if not name:
            self.add_error("family", gettext("Type the name of the new person."))
            return cleaned
        _, native = in_both_scripts(Name(literal=cleaned.get("printed_name", "")))
        parts = {"name": name, "given_name": given, "family_name": family, "native_name": native}
        self.instance = Person(**parts, orcid=cleaned.get("orcid", ""))
        try:
            self.instance.full_clean(exclude=["slug"])
        except ValidationError:
            # Only a malformed iD is left to object to, and nobody typed that here.
            self.instance.orcid = ""
        return cleaned


class AuthorRows(BaseFormSet):
    """The authors in the order of the paper."""

    def clean(self) -> None:
        if not self.forms:
            raise ValidationError(gettext("Name at least one author."), code="no_author")
        places: dict[int, int] = {}
        for number, form in enumerate(self.forms, start=1):
            if form.key in places:
                words = gettext("%(name)s is already author %(place)s.")
                form.add_error("who", words % {"name": form.chosen_name, "place": places[form.key]})
            elif form.key:
                places[form.key] = number


class LinkForm(forms.Form):
    """One link of the paper; a row without an address is no link."""

    kind = forms.ChoiceField(label=_("Kind of link"), choices=Link.Kind.choices, initial=Link.Kind.PDF)
    url = forms.URLField(label=_("Address"), required=False, max_length=500, assume_scheme="https")


class LinkRows(BaseFormSet):
    """The links: one of each kind, because a visitor sees them by their kind."""

    def clean(self) -> None:
        kinds = set()
        for form in self.forms:
            kind = form.cleaned_data.get("kind") if form.cleaned_data.get("url") else None
            if kind and kind in kinds:
                form.add_error("kind", gettext("There is already a link of this kind: choose another kind."))
            kinds.add(kind)


AuthorFormSet = formset_factory(AuthorForm, AuthorRows, extra=0, can_delete=True, absolute_max=MAX_ROWS)
LinkFormSet = formset_factory(LinkForm, LinkRows, extra=0, absolute_max=MAX_ROWS)
