"""What a curriculum vitae would add to a person: nothing over what is there, each fact to be ticked."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.encoding import iri_to_uri
from django.utils.text import capfirst
from django.utils.translation import gettext as _, pgettext

from labsite.contrib.reading.curriculum import Curriculum
from labsite.contrib.reading.wording import without_titles
from labsite.models import Lab
from labsite.texts.folding import fold
from labsite.texts.plain_text import lines_of, shortened
from people.models import ContactDetail, Person, ProfileLink
from people.models.career import TOLD_APART_BY, row_like
from publications.citations.names import in_order
from publications.citations.record import Record
from publications.importing.new_rows import person_of
from publications.matching.people import AuthorMatch, Reason, match_authors
from publications.matching.venues import match_venues
from publications.models import Talk, TalkOccasion, Venue
from services.models import Service

MAX_FACTS = 1000  # of a file, which is one page
MAX_WORDS = 300  # characters of a fact as it is shown
TEXTS = ("headline", "biography", "research_statement", "orcid")


@dataclass
class Fact:
    """Something that a file says. Without ``save`` nothing is to be done about it: ``why`` says the reason."""

    group: str
    words: str
    why: str = ""
    save: Callable[[], Any] | None = None
    number: int = 0  # in the plan

    @property
    def is_new(self) -> bool:
        """Whether it can be taken; for templates, which would call ``save``."""
        return self.save is not None


@dataclass
class CVPlan:
    """All facts of a file in their order; ``left`` are pairs of a heading and words for which there is no place.

    ``other_name`` is whom the file is of, if it is of nobody of the person's names.
    """

    facts: list[Fact]
    left: list[tuple[str, str]]
    other_name: str

    @property
    def is_empty(self) -> bool:
        return not any(fact.is_new for fact in self.facts)


def plan_of(person: Person, curriculum: Curriculum, user: Any, site: str) -> CVPlan:
    """Return what a file would add to a person, by somebody; ``site`` is the address of this one."""
    # Without links to their page here.
    curriculum.links = [link for link in curriculum.links if not f"{link.url}/".startswith(f"{site}/")]
    names = [person.name, person.native_name, person.unspaced_native_name, *map(str, person.name_variants.all())]
    is_known = fold(curriculum.name) in ("", *map(fold, names))
    finders = (_texts, _lines, partial(_rows, user=user), _talks, _services, _links, _contacts)
    facts = [fact for find in finders for fact in find(person, curriculum)]
    for number, fact in enumerate(facts):
        fact.number, fact.words = number, shortened(fact.words, MAX_WORDS)
    return CVPlan(facts, list(curriculum.left), "" if is_known else curriculum.name)


def _label(row: Model, name: str = "") -> str:
    """Return what the rows of a model are called, or one of their fields."""
    options: Any = row._meta
    return capfirst(str(options.get_field(name).verbose_name if name else options.verbose_name_plural))


def _fact(
    row: Model, words: str, values: dict[str, Any], refused: str = "", why: str = "", save: Any = None, field: str = ""
) -> Fact:
    """Return a fact that writes the values that aren't empty into a row, without what a field doesn't take.

    What is left out is named, and so is why nothing can be taken: it is ``refused``, or a field doesn't take it that
    may not be empty. It stands under the name of the rows, or of their one ``field`` that it is about.
    """
    values = {name: value for name, value in values.items() if value}
    fact = Fact(_label(row, field), words, refused or why)
    if refused:
        return fact
    left_out = []
    for name, value in list(values.items()):
        column: Any = row._meta.get_field(name)
        try:
            column.clean(value, row)
        except ValidationError as error:
            if not column.blank or len(values) == 1:
                fact.why = f"{_label(row, name)}: {' '.join(error.messages)}"
                return fact
            setattr(row, name, column.get_default())
            left_out.append(f"{_label(row, name)}: {values.pop(name)}")
    if left_out:
        fact.why = _("Not imported, as it doesn’t fit the field: %(what)s") % {"what": "; ".join(left_out)}
    fact.save = save or partial(_fill, row, values)
    return fact


def _fill(row: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save()


def _texts(person: Person, curriculum: Curriculum) -> Iterator[Fact]:
    """Yield the texts of the person's own row: one that is there stays."""
    for name in TEXTS:
        here, there = getattr(person, name), getattr(curriculum, name)
        stays = _("The site has: %(text)s") % {"text": here} if fold(here) != fold(there) else _("Already here")
        if there:
            yield _fact(person, there, {name: there}, stays if here else "", field=name)


def _lines(person: Person, curriculum: Curriculum) -> Iterator[Fact]:
    def add(name: str, line: str) -> None:
        _fill(person, {name: "\n".join([*lines_of(getattr(person, name)), line])})

    for name in ("interests", "skills"):
        known = {fold(line) for line in lines_of(getattr(person, name))}
        for line in dict.fromkeys(getattr(curriculum, name)):
            refused = _("Already here") if fold(line) in known else ""
            yield _fact(person, line, {}, refused, save=partial(add, name, line), field=name)
            known.add(fold(line))


def _rows(person: Person, curriculum: Curriculum, user: Any) -> Iterator[Fact]:
    """Yield positions, degrees, awards and courses: new ones, and what those here lack."""
    lab, advised = fold(Lab.objects.current().name), _advised(curriculum)
    for relation in TOLD_APART_BY:  # which a curriculum has lists of, with fields of the same names
        model: Any = Person._meta.get_field(relation).related_model
        rows = list(model.objects.filter(person=person))
        for stated in getattr(curriculum, relation):
            values = {name: value for name, value in vars(stated).items() if value and name != "path"}
            new = model(person=person, **values, **({"added_by": user} if relation == "awards" else {}))
            words = ", ".join(filter(None, [str(new), "" if relation == "awards" else getattr(new, "years", "")]))
            advisors = advised.get(id(stated), [])
            if row := row_like(rows, relation, values):
                rows.remove(row)
                yield _with_advisors(_what_it_lacks(row, values, words), row, advisors)
            elif relation == "positions" and fold(values.get("organisation", "")) == lab and not rows:
                yield _fact(new, words, values, _("A role in this lab: ask an editor to add it"))
            else:
                yield _with_advisors(_fact(new, words, values), new, advisors)


def _advised(curriculum: Curriculum) -> dict[int, list[AuthorMatch]]:
    """Return who advised in each position and degree of a file, by its identity."""
    pairs = [(id(step), in_order(without_titles(name)[0])) for step, names in curriculum.advisors for name in names]
    advised = defaultdict(list)
    for (step, _name), [match] in zip(pairs, match_authors([[name] for _step, name in pairs]), strict=True):
        advised[step].append(match)
    return advised


def _with_advisors(fact: Fact, row: Any, advisors: list[AuthorMatch]) -> Fact:
    """Return a fact that also says who advised, people who are new here too; of namesakes none is chosen."""
    sure = [match for match in advisors if match.reason is not Reason.CHOOSE]
    if not advisors or not (fact.save or row.pk) or (row.pk and row.advisors.exists()):
        return fact
    reasons = [fact.why] if fact.why and fact.save else []
    if unsure := ", ".join(str(match.name) for match in advisors if match not in sure):
        reasons.append(_("Several people on the site could be %(names)s: choose by hand") % {"names": unsure})
    save_row = fact.save or row.save
    if sure:
        fact.words += "; " + _("Advised by %(names)s") % {"names": ", ".join(str(match.name) for match in sure)}
        fact.save = lambda: (save_row(), row.advisors.set(map(_advisor, sure)))
    fact.why = "; ".join(reasons)
    return fact


def _advisor(match: AuthorMatch) -> Person:
    lookup: dict[str, Any] = {"pk": match.person} if match.person else {"name": str(match.name)}
    person = Person.objects.filter(**lookup).first() or person_of(match.name)
    if not person.pk:
        person.save()
    return person


def _what_it_lacks(row: Any, values: dict[str, Any], words: str) -> Fact:
    """Return what a file says of a row that is here: it may fill what is empty."""
    missing = {name: value for name, value in values.items() if not getattr(row, name)}
    if row.pk and getattr(row, "ongoing", False):
        missing.pop("end", None)
    if getattr(row, "end", ""):
        missing.pop("ongoing", None)
    labels = ", ".join(str(row._meta.get_field(name).verbose_name) for name in missing)
    why = _("Already here, but without this: %(what)s") % {"what": labels}
    return _fact(row, words, missing, "" if missing else _("Already here"), why)


def _talks(person: Person, curriculum: Curriculum) -> Iterator[Fact]:
    known = {fold(talk.title): talk for talk in Talk.objects.filter(speaker=person).prefetch_related("occasions")}
    for stated in curriculum.talks:
        talk = known.get(fold(stated.title))
        here = {(fold(each.host), each.date[:7]) for each in talk.occasions.all()} if talk else set()
        occasions: list[Any] = [*stated.occasions] or [None]
        for occasion in occasions:
            row = TalkOccasion(**vars(occasion)) if occasion else None
            words = ", ".join(filter(None, [stated.title, str(row or "")]))
            is_here = talk and (not row or (fold(row.host), row.date[:7]) in here)
            save = partial(_save_talk, person, stated.title, row)
            fact = _fact(Talk(), words, {"title": stated.title}, _("Already here") if is_here else "", save=save)
            if row and fact.save:
                fact = replace(_fact(row, words, vars(occasion), save=save), group=fact.group)
            yield fact


def _save_talk(person: Person, title: str, occasion: TalkOccasion | None) -> None:
    talk = next((talk for talk in person.talks.all() if fold(talk.title) == fold(title)), None)
    talk = talk or Talk.objects.create(speaker=person, title=title)
    if occasion:
        occasion.talk = talk
        occasion.save()


def _services(person: Person, curriculum: Curriculum) -> Iterator[Fact]:
    """Yield service of which role and venue are known here; the rest is to be added by hand."""
    if not curriculum.services:
        return
    kinds = {fold(str(label)): kind for kind, label in Service.Kind.choices}
    matches = match_venues([Record(key="", title="", venue=stated.venue) for stated in curriculum.services])
    venues = Venue.objects.in_bulk([match.venue for match in matches if match.venue])
    here = {(row.venue_id, row.role_key, row.year) for row in Service.objects.filter(person=person)}
    for stated, match in zip(curriculum.services, matches, strict=True):
        venue, kind = venues.get(match.venue or 0), kinds.get(fold(stated.role), "")
        values = {"title": "" if kind else stated.role, "note": stated.note}
        for year in range(stated.years[0], stated.years[1] + 1):
            words = " ".join(filter(None, [f"{stated.role},", stated.venue, str(year or "")]))
            row = Service(person=person, venue=venue, year=year or None, kind=kind or Service.Kind.OTHER, **values)
            refused = _("Already here") if (row.venue_id, row.role_key, row.year) in here else ""
            refused = refused if venue else _("This venue isn’t on the site yet: add it by hand")
            yield _fact(row, words, values, refused)


def _links(person: Person, curriculum: Curriculum) -> Iterator[Fact]:
    rows = list(person.links.all())
    known = {iri_to_uri(row.url).rstrip("/") for row in rows}  # as JSON Resume has them
    taken = {(row.kind, row.label) for row in rows}
    for stated in curriculum.links:
        new = ProfileLink(person=person, **vars(stated))
        words = f"{new}: {stated.url}"
        refused = _("There is another link of this kind: %(link)s") % {"link": new}
        if iri_to_uri(stated.url).rstrip("/") in known:
            refused = _("Already here")
        elif (new.kind, new.label) not in taken:
            refused = ""
            taken.add((new.kind, new.label))
        yield _fact(new, words, {"url": stated.url, "label": stated.label or new.label}, refused)


def _contacts(person: Person, curriculum: Curriculum) -> Iterator[Fact]:
    """Yield contact details, which at first only those who edit the page see."""
    known = {fold(row.value) for row in person.contact_details.all()}
    kinds, private = ContactDetail.Kind, ContactDetail.Visibility.PRIVATE
    by_kind = {kinds.EMAIL: curriculum.emails, kinds.PHONE: curriculum.phones, kinds.ADDRESS: curriculum.addresses}
    seen_by = pgettext("a contact detail that is brought in", "visible only to people who can edit this page")
    for kind, values in by_kind.items():
        for value in dict.fromkeys(values):
            new = ContactDetail(person=person, kind=kind, value=value, visibility=private)
            words = f"{new} ({seen_by})"
            yield _fact(new, words, {"value": value}, _("Already here") if fold(value) in known else "")
