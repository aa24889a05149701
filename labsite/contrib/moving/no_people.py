"""What stands among the people of a site and is none: samples of templates, courses, groups, the lab itself."""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass

from labsite.contrib.moving.words import SAMPLES, shapes
from labsite.texts.folding import fold
from publications.citations.names import NATIVE, PARTICLES

from .outcomes import FileOutcomes
from .site import SiteLab, SitePerson

SAMPLE = "a sample person of the template"
NO_PEOPLE = shapes("no_people")

# What folders, files and kinds of pages for people are called.
OF_PEOPLE = re.compile(
    r"(?:^|[_-])(?:team|teams|people|persons?|members?|staff|faculty|alumni|students?|researchers?|post-?docs?|undergrads?|visitors?)(?:$|[_-])"
)
FULL_NAME = re.compile(rf"[^\W\d_a-z][\w.'’-]*(?: (?:[^\W\d_a-z][\w.'’-]*|{'|'.join(PARTICLES)})){{1,4}}")


def is_full_name(text: str) -> bool:
    """Return whether a title may be somebody's name: capitalized words, or a name in a script of its own."""
    return bool(FULL_NAME.fullmatch(text) or NATIVE.fullmatch(text))


@dataclass(frozen=True)
class SamplePeople:
    """The people of a template: ``nobodys`` names tell them, ``common`` ones only with ``words`` that it ships."""

    nobodys: Container[str] = ()
    common: Container[str] = ()
    words: Iterable[str] = ()

    @classmethod
    def of(cls, family: str) -> "SamplePeople":
        """Return the people of the template of a family."""
        return cls(*(SAMPLES[family].get(name, ()) for name in ("nobodys", "common", "of_people")))

    def include(self, name: str, description: str) -> bool:
        """Return whether somebody of whom this is said is a sample."""
        folded = fold(name)
        return folded in self.nobodys or (folded in self.common and mentions(self.words, description))


def mentions(words: Iterable[str], text: str) -> bool:
    """Return whether a text has some folded words in it, such as those of a template's placeholders."""
    folded = fold(text)
    return any(each in folded for each in words)


def why_no_person(name: str, role: str, lab: str) -> str:
    """Return what a name that stands among the people is instead; mostly nothing.

    Whoever has a ``role`` that only people have is one, whatever they are called.
    """
    if role not in ("", "researcher", "visitor"):
        return ""
    is_lab, bare = fold(name) == fold(lab), re.split("[,(（]", name)[0]  # behind it may stand where somebody is
    if NO_PEOPLE["course"].search(bare):
        return "a course, not a person"
    if NO_PEOPLE["group"].search(bare) or (is_lab and len(name.split()) == 1 and not NATIVE.search(name)):
        return "the lab itself, not a person" if is_lab else "a group, not a person"
    return ""


def role_said(person: SitePerson) -> str:
    """Return the role that the source names for somebody; nothing for one that is a guess."""
    return next((role.role for role in person.roles if not role.is_guess), "")


def without_groups(people: list[SitePerson], lab: SiteLab, outcomes: FileOutcomes) -> list[SitePerson]:
    """Return those who are people; what a page says of the lab itself fills what is not yet known of that."""
    people_only = []
    for person in people:
        why = why_no_person(person.name, role_said(person), lab.name)
        if not why:
            people_only.append(person)
            continue
        outcomes.left_out(person.path, f"{person.name}: {why}")
        for path in (*(each.path for each in person.talks), *(each.path for each in person.teaching)):
            outcomes.left_out(path, f"of {person.name}, {why}")
        if fold(lab.name) == fold(person.name) or not (lab.name or people[1:]):
            lab.name, lab.about = person.name, lab.about or person.biography
            lab.email = lab.email or next(iter(person.emails), "")
            lab.links = lab.links or [link.url for link in person.links]
    return people_only
