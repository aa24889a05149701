"""The first steps of a new lab. Whether each is done is read from the content; nothing is ticked by hand."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef
from django.urls import reverse

from labsite.models import Invitation, Lab, Section, User
from people.models import Membership, Person
from publications.models import Publication


class StepPart(NamedTuple):
    """Something of a step that is there or isn't; what is optional may be left out."""

    words: str
    is_there: bool
    is_optional: bool = False


class Way(NamedTuple):
    """A link to where a step is done; the first of a step is the one to take."""

    words: str
    address: str


@dataclass(frozen=True)
class FirstStep:
    name: str
    heading: str
    about: str
    parts: list[StepPart]
    ways: list[Way]

    @property
    def is_done(self) -> bool:
        return all(part.is_there for part in self.parts if not part.is_optional)


def first_steps(lab: Any) -> list[FirstStep]:
    """Return the five steps as they stand."""
    return [_the_lab(lab), _people(), _papers(), _menu(lab), _publish(lab)]


def _the_lab(lab: Any) -> FirstStep:
    form = reverse("admin:labsite_lab_changelist")
    return FirstStep(
        "lab",
        "Say what the lab is",
        "The name stands at the head of every page, the sentence opens the home page. Logo, colour and group picture "
        "make it yours; they can wait.",
        [
            StepPart("Name", lab.name != Lab._meta.get_field("name").default),
            StepPart("Sentence", bool(lab.tagline)),
            StepPart("Logo", bool(lab.logo), is_optional=True),
            StepPart("Colour", bool(lab.accent), is_optional=True),
            StepPart("Group picture", bool(lab.picture), is_optional=True),
        ],
        [Way("Describe the lab", form)],
    )


def _people() -> FirstStep:
    members = Person.objects.members().count()
    return FirstStep(
        "people",
        "Say who is in it",
        "Paste the list that you have: names, roles and e-mail addresses, a line for each. You look at it first.",
        [StepPart(counted(members, "person", "people") if members else "People with a role", members > 0)],
        [
            Way("Paste a list of people", reverse("admin:paste-people")),
            Way("Add one", reverse("admin:people_person_add")),
        ],
    )


def _papers() -> FirstStep:
    papers = Publication.objects.count()
    return FirstStep(
        "papers",
        "Bring in the papers",
        "From a .bib file, an ORCID iD, or whatever list you have. A whole site made with al-folio, HugoBlox, "
        "lab-website-template, academicpages or acad-homepage moves in by manage.py import_site.",
        [StepPart(counted(papers, "paper", "papers") if papers else "Papers", papers > 0)],
        [Way("Import papers", reverse("admin:import")), Way("Add one", reverse("admin:add-paper"))],
    )


def _menu(lab: Any) -> FirstStep:
    shown = [each.label for each in lab.sections.values() if each.shown != Section.Shown.HIDDEN and lab.shows(each)]
    shown += [page["title"] for page in lab.navigation_pages]
    return FirstStep(
        "menu",
        "Look at what the menu shows",
        "A list comes into the menu with its first content. Give it another name or place, or hide it; add pages of "
        "your own, such as one about your courses.",
        [StepPart(words, True) for words in shown] or [StepPart("Something to show", False)],
        [
            Way("Arrange the menu", reverse("admin:labsite_section_changelist")),
            Way("Add a page", reverse("admin:labsite_page_add")),
        ],
    )


def _publish(lab: Any) -> FirstStep:
    signs_in = Exists(User.objects.filter(person=OuterRef("person"), is_active=True))
    invited = Membership.objects.filter(signs_in | Exists(Invitation.objects.filter(person=OuterRef("person"))))
    number = invited.values("person").distinct().count()
    words = f"{counted(number, 'member', 'members')} invited or signed in" if number else "Somebody is invited"
    return FirstStep(
        "publish",
        "Invite the others, and publish",
        "Whoever is invited gets an e-mail, and fills their own page. Visitors see the site once you publish it.",
        [StepPart(words, number > 0, is_optional=True), StepPart("Published", lab.is_published)],
        [Way("Invite people", reverse("admin:paste-people") + "?members")],
    )


def counted(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"
