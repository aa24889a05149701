"""What becomes of a pasted list of people: a form for each line, before anything is saved."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_lazy as _, pgettext

from labsite import history
from labsite.contrib.reading.pasted_people import PastedPerson, people_in
from labsite.editing.inputs import WrittenDateField
from labsite.models import User
from labsite.texts.folding import fold
from labsite.texts.stored import gettext_noop
from people.models import ContactDetail, Membership, Person
from publications.citations.names import in_order
from publications.citations.record import Name
from publications.importing.new_rows import person_of
from publications.matching.people import AuthorMatch, match_authors

MAX_PEOPLE = 150  # of one list, whose plan is one page
MAX_TEXT_LENGTH = 100_000  # characters
TOO_MANY = _("This list has {number:,} lines; this page takes up to {most} at a time. Add them in parts.")
ADDED = gettext_noop("Added a list of people: {number} new or changed")
NAMED_BY = ("name", "family", "orcid")
NEW, LEAVE_OUT, UNSAID = "new", "leave-out", "unsaid"


class PastedListForm(forms.Form):
    """Takes the list; cleaned, it has been read, as ``people``."""

    text = forms.CharField(
        label=_("One line per person"),
        max_length=MAX_TEXT_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_(
            "Or rows of a spreadsheet, with or without headers. A line such as “Alumni:” applies to the people "
            "below it."
        ),
    )
    people: list[PastedPerson]
    # Translators: as people write such lists in your language; each line has to be understood
    examples = _(
        "Ada Quill <ada@lab.example>, Principal investigator, 2010–\n"
        "Zoë Lindqvist, PhD student, Sept 2022, zoe@lab.example\n"
        "Hale, Maren; former postdoc 2018–2021, now at Tide Institute"
    )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        self.people = list(people_in(text))
        if not self.people:
            raise ValidationError(gettext("No people were found in this text."), code="nobody")
        if len(self.people) > MAX_PEOPLE:
            raise ValidationError(str(TOO_MANY).format(number=len(self.people), most=MAX_PEOPLE), code="too_many")
        return text


class PersonLineForm(forms.Form):
    """A line of the list: who it is, and what is to be saved. What it said stands in hidden fields."""

    line = forms.CharField(required=False, widget=forms.HiddenInput)
    unread = forms.CharField(required=False, widget=forms.HiddenInput)
    family = forms.CharField(required=False, widget=forms.HiddenInput)
    honorific = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    orcid = forms.CharField(required=False, max_length=19, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), required=False, max_length=200)
    who = forms.ChoiceField(label=_("Who it is"), required=False)
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=[("", _("Choose…")), *Membership.Role.choices, (UNSAID, _("In the lab, role not stated"))],
    )
    start = WrittenDateField(label=_("From"), required=False)
    end = WrittenDateField(label=_("Until"), required=False)
    has_left = forms.BooleanField(label=_("Has left"), required=False)
    email = forms.EmailField(label=_("E-mail address"), required=False, max_length=254)
    went_to = forms.CharField(label=_("Where they went"), required=False, max_length=200)
    invite = forms.BooleanField(label=_("Invite"), required=False)

    def __init__(
        self, *args: Any, match: AuthorMatch | None, people: dict[int, Person], user: User, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        candidates = [] if match is None else [match.person] if match.person else match.candidates
        self.alike = [people[pk] for pk in candidates if pk in people]
        self.is_known = bool(match and match.person)
        choices = [(str(person.pk), f"{person}, {roles_of(person)}") for person in self.alike]
        choices += [(NEW, gettext("Someone new")), (LEAVE_OUT, gettext("Skip this line"))]
        who: Any = self.fields["who"]
        who.choices = choices if self.is_known or not self.alike else [("", gettext("Choose…")), *choices]
        self.initial.setdefault("who", choices[0][0] if self.is_known else "" if self.alike else NEW)
        # By whom it was asked when the page was shown: somebody may have come since.
        self.asked = " ".join(str(person.pk) for person in self.alike)

    @property
    def is_left_out(self) -> bool:
        return self.cleaned_data.get("who") == LEAVE_OUT

    @property
    def needs_answer(self) -> bool:
        """Whether the line, as it was read, leaves open what only the reader knows."""
        answers = (self["who"].value(), self["role"].value(), self["name"].value())
        return bool(self.errors) or (self["who"].value() != LEAVE_OUT and not all(answers))

    @property
    def is_own(self) -> bool:
        """Whether the line is of whoever pastes the list, by the address with which they sign in."""
        is_own_address = str(self["email"].value() or "").casefold() == self.user.email.casefold()
        return is_own_address and not hasattr(self.user, "person")

    @property
    def is_here(self) -> bool:
        return self["who"].value() not in ("", NEW, LEAVE_OUT)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if self.is_left_out:
            self._errors = self.error_class()
            return data
        for name, words in (
            ("name", gettext("What is their name?")),
            ("role", gettext("Choose a role.")),
            ("who", gettext("Who is it?")),
        ):
            if name not in self.errors and not data.get(name):
                self.add_error(name, words)
        met = set(self.data.get(self.add_prefix("asked"), "").split())
        if data.get("who") == NEW and not set(self.asked.split()) <= met:
            self.add_error("who", gettext("Someone with this name is already here: is it the same person?"))
        if data.get("invite") and not data.get("email") and "email" not in self.errors:
            self.add_error("email", gettext("Which address should the invitation go to?"))
        if data.get("start") and data.get("end"):
            try:
                Membership(start=data["start"], end=data["end"]).clean()
            except ValidationError as error:
                self.add_error("end", error.messages)
        return data

    def save(self) -> tuple[Person, bool]:
        """Write what the line says, and nothing over what is there; say whether anything was new."""
        data = self.cleaned_data
        person = next((each for each in self.alike if str(each.pk) == data["who"]), None)
        is_new = person is None
        person = person or person_of(name_of(data["name"], data["family"], data["orcid"]))
        given = {name: data[name] for name in ("honorific", "orcid") if data[name] and not getattr(person, name)}
        for name, value in given.items():
            setattr(person, name, value)
        if is_new or given:
            person.save()
        return person, any([is_new, given, self._save_role(person)])

    def _save_role(self, person: Person) -> bool:
        data = self.cleaned_data
        role = "" if data["role"] == UNSAID else data["role"]
        stated = {name: data[name] for name in ("start", "end", "has_left", "went_to") if data[name]}
        for held in person.memberships.all():
            if held.role == role and all(getattr(held, name) in ("", False, value) for name, value in stated.items()):
                new = {name: value for name, value in stated.items() if getattr(held, name) != value}
                for name, value in new.items():
                    setattr(held, name, value)
                if new:
                    held.save()
                return bool(new)
        Membership.objects.create(person=person, role=role, **stated)
        return True

    def link_login(self, person: Person) -> None:
        """Make the page of the line's person that of whoever pastes the list, if that is who they are."""
        if self.is_own and not person.login:
            person.login = self.user
            person.save()

    def save_address(self, person: Person, visibility: str) -> None:
        email = self.cleaned_data["email"]
        if email and not person.contact_details.filter(value__iexact=email).exists():
            ContactDetail.objects.create(person=person, value=email, visibility=visibility)


def roles_of(person: Person) -> str:
    roles = [str(membership) for membership in person.memberships.all()]
    return get_text_list(roles, gettext("and")) if roles else gettext("not in the lab so far")


def name_of(name: str, family: str, orcid: str) -> Name:
    """Return a name in parts, as far as the list says which is which."""
    given = name.removesuffix(family).strip() if family and name.endswith(f" {family}") else ""
    return replace(Name(given, family) if given else in_order(name), orcid=orcid)


class PeopleFormSet(forms.BaseFormSet):
    """The lines of a list, whose names are matched with the people of the site all at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        prefixes = map(self.add_prefix, range(self.total_form_count()))
        lines: Any = self.initial or []
        if self.is_bound:
            lines = [{part: self.data.get(f"{each}-{part}", "").strip() for part in NAMED_BY} for each in prefixes]
        names = [[str(line[part]) for part in NAMED_BY] for line in lines]
        named = [(number, name_of(*parts)) for number, parts in enumerate(names) if parts[0]]
        matches = match_authors([[name for _, name in named]], by_company=False)[0] if named else []
        self._matches = {number: match for (number, _), match in zip(named, matches, strict=True)}
        met = {pk for match in matches for pk in (match.person, *match.candidates) if pk}
        self._people = {person.pk: person for person in Person.objects.filter(pk__in=met).with_roles()}

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        match = self._matches.get(-1 if index is None else index)
        return {**self.form_kwargs, "match": match, "people": self._people}

    def clean(self) -> None:
        """Refuse a new person or an address in two lines."""
        met: dict[tuple[str, str], int] = {}
        for number, form in enumerate(self.forms, start=1):
            data = getattr(form, "cleaned_data", {})
            if not data or form.is_left_out:
                continue
            keys = {"who": data.get("who"), "email": (data.get("email") or "").lower()}
            keys["who"] = fold(data.get("name") or "") if keys["who"] == NEW else keys["who"]
            for field, value in keys.items():
                if value and met.setdefault((field, value), number) != number:
                    words = gettext("Row %(number)s is the same: skip one of them.")
                    form.add_error(field, words % {"number": met[field, value]})

    @property
    def numbers(self) -> dict[str, int]:
        """How many lines are of whom, as far as is known now."""
        new, here = pgettext("people of a list", "new"), pgettext("people of a list", "already here")
        to_check = pgettext("people of a list", "to check")
        numbers = {new: 0, here: 0, to_check: 0}
        for form in self.forms:
            if form["who"].value() != LEAVE_OUT:
                numbers[to_check if form.needs_answer else here if form.is_here else new] += 1
        return numbers


PeoplePlan: Any = forms.formset_factory(
    PersonLineForm, formset=PeopleFormSet, extra=0, max_num=MAX_PEOPLE, absolute_max=MAX_PEOPLE
)


def plan_of(people: Sequence[PastedPerson], invites: bool, user: User) -> Any:
    """Return the plan for a list as it was read; with ``invites`` those with an address are ticked to be invited."""
    names = ("line", "family", "honorific", "orcid", "name", "role", "start", "end", "has_left", "went_to", "email")
    initial = []
    for person in people:
        values = {name: getattr(person, name) for name in names}
        is_gone = person.has_left or bool(person.end)
        may_be_invited = bool(person.email) and not is_gone and person.email.casefold() != user.email.casefold()
        initial.append(values | {"unread": "; ".join(person.not_saved), "invite": invites and may_be_invited})
    return PeoplePlan(initial=initial, form_kwargs={"user": user})


def add_people(
    user: Any, lines: Iterable[PersonLineForm], visibility: str
) -> tuple[list[tuple[PersonLineForm, Person]], history.OpenStep]:
    """Save the lines of a valid plan as one step of the history; return the people in the order of the list."""
    saved = []
    with history.step(user) as step:
        changed = 0
        for form in lines:
            if not form.is_left_out:
                person, is_changed = form.save()
                form.save_address(person, visibility)
                form.link_login(person)
                saved.append((form, person))
                changed += is_changed
        step.words = ADDED.format(number=changed)
    return saved, step


def not_invited() -> str:
    """Return the members of today who neither sign in nor are invited, as a list to paste."""
    today = timezone.localdate()
    people = Person.objects.current(today).filter(login=None, invitation=None)
    lines = []
    for person in people.prefetch_related("contact_details", "memberships"):
        role = person.membership(today)
        emails = [each.value for each in person.contact_details.all() if each.kind == "email" and not each.is_former]
        of_role = [role.get_role_display(), f"{role.start}–" if role.start else ""] if role else []
        lines.append("; ".join(filter(None, [person.name, *emails[:1], *of_role])) + "\n")
    return "".join(lines)
