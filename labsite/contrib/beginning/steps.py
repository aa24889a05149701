"""The first steps of a new lab. Whether each is done is read from the content; nothing is ticked by hand."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext

from labsite import registry
from labsite.editing.form_anchors import field, form_address
from labsite.models import Invitation, Lab, Section, User
from people.models import Membership, Person
from publications.elsewhere import WayToMoveIn
from publications.models import Publication


class StepPart(NamedTuple):
    """Something of a step that is there or isn't; what is optional may be left out."""

    words: str
    is_there: bool
    is_optional: bool = False


@dataclass(frozen=True)
class FirstStep:
    name: str
    heading: str
    about: str
    parts: list[StepPart]
    ways: list[tuple[str, str]]  # words and addresses of where it is done, first the one to take

    @property
    def is_done(self) -> bool:
        return all(part.is_there for part in self.parts if not part.is_optional)


def first_steps(lab: Any) -> list[FirstStep]:
    """Return the five steps as they stand."""
    return [_the_lab(lab), _people(), _papers(), _menu(lab), _publish(lab)]


def _the_lab(lab: Any) -> FirstStep:
    def part_with(name: str) -> str:
        return form_address(lab, fragment=field(name)) if lab.pk else reverse("admin:labsite_lab_add")

    return FirstStep(
        "lab",
        gettext("Introduce the lab"),
        gettext(
            "The name is at the top of every page, and the tagline opens the home page. Logo, colour and group "
            "picture make the site yours; they can wait."
        ),
        [
            StepPart(pgettext("lab", "Name"), lab.name != Lab._meta.get_field("name").default),
            StepPart(gettext("Tagline"), bool(lab.tagline)),
            StepPart(gettext("Logo"), bool(lab.logo), is_optional=True),
            StepPart(gettext("Colour"), bool(lab.accent), is_optional=True),
            StepPart(gettext("Group picture"), bool(lab.picture), is_optional=True),
        ],
        [(gettext("Describe the lab"), part_with("tagline")), (gettext("Choose logo and colour"), part_with("logo"))],
    )


def _people() -> FirstStep:
    members = Person.objects.members().count()
    return FirstStep(
        "people",
        gettext("Add its people"),
        gettext(
            "Paste the list you have: names, roles and e-mail addresses, one person per line. You see a preview "
            "before anything is saved."
        ),
        [StepPart(people_in_words(members) if members else gettext("People with a role"), members > 0)],
        [
            (gettext("Paste a list of people"), reverse("admin:paste-people")),
            (gettext("Add one"), reverse("admin:people_person_add")),
        ],
    )


def _papers() -> FirstStep:
    papers = Publication.objects.count()
    papers_in_words = ngettext("%(n)s paper", "%(n)s papers", papers) % {"n": f"{papers:,}"}
    return FirstStep(
        "papers",
        gettext("Import the papers"),
        " ".join(
            [
                gettext("From a .bib file, an ORCID iD, or any list you have."),
                *(str(each.words) for each in registry.added(WayToMoveIn)),
            ]
        ),
        [StepPart(papers_in_words if papers else gettext("Papers"), papers > 0)],
        [
            (gettext("Import papers"), reverse("admin:import")),
            (gettext("Add one"), reverse("admin:add-paper")),
            *((str(each.label), reverse(f"admin:{each.page}")) for each in registry.added(WayToMoveIn)),
        ],
    )


def _menu(lab: Any) -> FirstStep:
    shown = [each.label for each in lab.sections.values() if each.shown != Section.Shown.HIDDEN and lab.shows(each)]
    shown += [page.title for page in lab.navigation_pages]
    return FirstStep(
        "menu",
        gettext("Check the menu"),
        gettext(
            "A list appears in the menu once it has content. You can rename, move or hide it, and add pages of "
            "your own, such as one about your courses."
        ),
        [StepPart(words, True) for words in shown] or [StepPart(gettext("A list with content"), False)],
        [
            (gettext("Arrange the menu"), reverse("admin:labsite_section_changelist")),
            (gettext("Add a page"), reverse("admin:labsite_page_add")),
        ],
    )


def _publish(lab: Any) -> FirstStep:
    signs_in = Exists(User.objects.filter(person=OuterRef("person"), is_active=True))
    invited = Membership.objects.filter(signs_in | Exists(Invitation.objects.filter(person=OuterRef("person"))))
    number = invited.values("person").distinct().count()
    words = ngettext("%(n)s member invited or signed in", "%(n)s members invited or signed in", number)
    words = words % {"n": f"{number:,}"} if number else gettext("Someone is invited")
    return FirstStep(
        "publish",
        gettext("Invite the others, and publish"),
        gettext(
            "The people you invite get an e-mail and fill in their own pages. Visitors see the site once you "
            "publish it."
        ),
        [StepPart(words, number > 0, is_optional=True), StepPart(pgettext("the site", "Published"), lab.is_published)],
        [(gettext("Invite people"), reverse("admin:paste-people") + "?members")],
    )


def people_in_words(number: int) -> str:
    return ngettext("%(n)s person", "%(n)s people", number) % {"n": f"{number:,}"}
