"""NIH's and NSF's biographical sketches: what a member carries over into SciENcv, in the order of the forms.

Nothing is written for anybody: what no row says is marked, and so is what is more than a form takes. The headings are
those of the forms, which are in English alone.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.utils.translation import override

from labsite.contrib.documents.facts import address_of, other_stays, papers_at
from labsite.contrib.documents.parts import (
    Block,
    Bullets,
    Document,
    DocumentEntry,
    DocumentSection,
    DocumentTable,
    Entries,
    Paragraph,
    Span,
    Text,
    blocks_of,
    joined,
    text,
    words,
)
from labsite.contrib.reading.wording import is_postdoctoral
from labsite.models import Lab
from people.models import Award, Education, Membership, Person, Position

MAX_PRODUCTS = 5  # of each of the two kinds
MAX_STATEMENT = 3500  # characters
MAX_HONORS = 15
MAX_CONTRIBUTIONS = 5
MAX_ACTIVITIES = 5

SCIENCV = "https://www.ncbi.nlm.nih.gov/sciencv/"
STATEMENTS = ("research_statement", "biography")  # what may stand as a personal statement, if the member says so
FORMS_LANGUAGE = "en-us"
STUDENTS = (Membership.Role.PHD_STUDENT, Membership.Role.MASTER_STUDENT, Membership.Role.UNDERGRADUATE)
FORMS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
TITLES, SECTIONS = FORMS["titles"], FORMS["sections"]


@dataclass(frozen=True)
class FormChoices:
    """What a member chose for a working paper, and the day that it is as of.

    ``related`` and ``other`` are the keys of published papers of theirs, ``statement`` is one of STATEMENTS or none;
    ``in_days`` says that dates that aren't known to the day stand as their last day.
    """

    at: date
    related: tuple[int, ...] = ()
    other: tuple[int, ...] = ()
    statement: str = ""
    in_days: bool = False


def biosketch(form: str, person: Person, site: str, choices: FormChoices) -> Document:
    """Return what one of the forms in TITLES asks for."""
    certified = Paragraph(text(FORMS["certified"]))
    certification = DocumentSection("certification", SECTIONS["certification"]["heading"], (certified,))
    contributions = _asked("contributions", Entries, (), MAX_CONTRIBUTIONS)
    with override(FORMS_LANGUAGE):
        if form == "nsf-activities":
            sections: tuple[DocumentSection, ...] = (_activities(person),)
        elif form == "nsf":  # neither honors nor synergistic activities belong into it
            sections = (*_common_form(form, person, site, choices), certification)
        else:
            narrative = (_statement(person, choices), _honors(person), contributions)
            supplement = DocumentSection("supplement", SECTIONS["supplement"]["heading"], parts=narrative)
            sections = (*_common_form(form, person, site, choices), supplement, certification)
    as_of = f"Working paper as of {choices.at:%B} {choices.at.day}, {choices.at.year}"
    made_there = Span("SciENcv", SCIENCV)
    as_draft = text(f"{as_of}, not certified: biographical sketches are prepared and certified in ", made_there, ".")
    return Document(
        title=person.name,
        subtitle=TITLES[form],
        language="en",
        date=choices.at.isoformat(),
        lines=(text(f"{as_of}."),) if form == "nsf-activities" else (as_draft,),
        sections=sections,
        author=person.name,
        about=f"{TITLES[form]} of {person.name}: content to carry over",
        running_title=f"{person.name}: {TITLES[form]}",
    )


def missing(what: str) -> Text:
    """Return the mark of what a form asks for and no row says."""
    return text(Span(f"[not given: {what}]", is_emphasised=True))


def counted(number: int, limit: int, what: str) -> Text:
    """Return how much of what a form takes there is; more than that is said strongly."""
    words = f"{number:,} of {limit:,} {what}"
    return text(Span(f"{words}: {number - limit:,} too many", is_strong=True) if number > limit else words)


def _asked(
    name: str, block: Callable[[Any], Block], rows: Iterable[Any], limit: int = 0, form: str = "heading"
) -> DocumentSection:
    """Return a section with a block of what is known, else with the mark that it is asked for."""
    section, known = SECTIONS[name], tuple(rows)
    shown = block(known) if known else Paragraph(missing(section["question"].format(limit=limit)))
    note = counted(len(known), limit, section["counted"]) if limit else ()
    return DocumentSection(name, section[form], (shown,), note=note)


def _common_form(form: str, person: Person, site: str, choices: FormChoices) -> tuple[DocumentSection, ...]:
    """Return the sections of the Common Form, which both funders use."""
    prefetch_related_objects([person], "positions", "education", "memberships")
    lab = Lab.objects.current()
    training = [row for row in person.positions.all() if is_postdoctoral(row.title)]
    steps: list[Education | Position] = [*person.education.all(), *training]
    preparation = []
    for step in sorted(steps, key=attrgetter("start"), reverse=True):
        # Of a time as a postdoc no field of study is known.
        degree, field = (step.degree, step.field) if isinstance(step, Education) else (step.title, "")
        months = _month(step.start, "start"), _month(step.end, "expected completion" if step.ongoing else "completion")
        studied = text(field) or missing("field of study")
        preparation.append((_at(step.organisation, step.place), text(degree) or missing("degree"), *months, studied))
    appointments = _appointments(person, lab, choices.at)
    identity, table = _identity(person, lab, choices.at), partial(DocumentTable, tuple(FORMS["preparation"]))
    products = (_products("related", form, choices.related, site), _products("other", form, choices.other, site))
    return (
        DocumentSection("identity", SECTIONS["identity"]["heading"], (identity,)),
        _asked("preparation", table, preparation),
        _asked("appointments", Entries, appointments),
        DocumentSection("products", SECTIONS["products"]["heading"], parts=products),
    )


def _identity(person: Person, lab: Lab, at: date) -> Block:
    held = next((row for row in person.positions.all() if row.is_held(at)), None)
    stay = None if held else person.membership(at)
    role = stay if stay and stay.is_current(at) else None
    title = held.title if held else role.get_role_display() if role else ""
    where = _at(held.organisation, held.place) if held else text(lab_in_words(lab) if role else "")
    orcid = text(f"https://orcid.org/{person.orcid}") if person.orcid else missing("ORCID iD")
    rows = {
        "Name": text(person.name),
        "Persistent identifier (PID)": orcid,
        "Position title": text(title) or missing("position title"),
        "Organization and location": where or missing("primary organization and its location"),
    }
    return DocumentTable(("Field", "Content"), tuple((text(field), content) for field, content in rows.items()))


def lab_in_words(lab: Lab) -> str:
    """Return the lab as an affiliation: its name, and what it belongs to."""
    return ", ".join(filter(None, [lab.name, lab.parent]))


def _at(organisation: str, city: str) -> Text:
    return joined((text(organisation), text(city) or missing("location")))


def _month(when: str, what: str) -> Text:
    """Return a date as the forms write it, MM/YYYY; what isn't known of it is marked."""
    if not when:
        return missing(what)
    return text(f"{when[5:7]}/{when[:4]}") if len(when) > len("YYYY") else text(f"{when} ", missing("month"))


def _appointments(person: Person, lab: Lab, at: date) -> Iterator[DocumentEntry]:
    """Yield all positions, and the times in the lab that these don't say, those that began last first."""
    stays = [stay for stay in other_stays(person, lab.name) if stay.role and stay.role not in STUDENTS]
    steps: list[Any] = [*person.positions.all(), *stays]
    for step in sorted(steps, key=attrgetter("start"), reverse=True):
        if isinstance(step, Membership):
            end = step.end[:4] or ("Present" if step.is_current(at) else "")
            title, organisation = step.get_role_display(), text(lab_in_words(lab))
        else:
            end, title = "Present" if step.ongoing else step.end[:4], step.title
            organisation = joined((text(step.unit), _at(step.organisation, step.place)))
        label = " – ".join(dict.fromkeys(filter(None, [step.start[:4], end])))
        dates = () if step.start and end else (missing("start or end"),)
        yield DocumentEntry(label, (text(Span(title, is_strong=True)), organisation, *dates))


def _products(name: str, form: str, keys: tuple[int, ...], site: str) -> DocumentSection:
    """Return what makes each product citable: all authors, the title, where and when, and an address."""
    rows = []
    for number, paper in enumerate(papers_at(keys).values(), 1):
        names = ", ".join(row.display_name for row in paper.authorships.all())
        appeared = joined(map(text, (paper.printed_in, paper.issue, paper.standing)))
        with override(settings.LANGUAGE_CODE):  # the site has no pages in American English
            address = address_of(paper, site)
        when = text(paper.date) or missing("date of publication")
        lines = text(names), text(paper.title), joined((appeared, when)), text(address)
        rows.append(DocumentEntry(f"{number}", lines))
    return _asked(name, Entries, rows, MAX_PRODUCTS, form)


def _statement(person: Person, choices: FormChoices) -> DocumentSection:
    html = getattr(person, f"{choices.statement}_html") if choices.statement in STATEMENTS else ""
    blocks = [block for block in blocks_of(html) if isinstance(block, Bullets | Paragraph)]
    texts = [each for block in blocks for each in (block.items if isinstance(block, Bullets) else (block.text,))]
    stated = tuple(Paragraph(text(words(each))) for each in texts)
    section = _asked("statement", Entries, (), MAX_STATEMENT)
    note = counted(len("\n".join(map(words, texts))), MAX_STATEMENT, SECTIONS["statement"]["counted"])
    return replace(section, blocks=stated or section.blocks, note=note)


def _honors(person: Person) -> DocumentSection:
    """Return a person's awards, those of their papers, and the honors of their degrees, the latest first."""
    honors = [(award.years, award.title, award.organisation) for award in Award.objects.won_by(person)]
    honors += [(step.end[:4], step.honours, step.organisation) for step in person.education.all() if step.honours]
    rows = []
    for years, title, organisation in sorted(honors, key=lambda honor: honor[0][:4], reverse=True):
        dates = () if years else (missing("year"),)
        given_by = text(organisation) or missing("organization")
        rows.append(DocumentEntry(years, (text(Span(title, is_strong=True)), given_by, *dates)))
    return _asked("honors", Entries, rows, MAX_HONORS)


def _activities(person: Any) -> DocumentSection:
    items = [
        text(
            f"{role.name}: ", "; ".join(f"{each.service.venue.short_name} {each.when}".strip() for each in role.stints)
        )
        for role in person.services.by_role()
    ]
    return _asked("activities", Bullets, items, MAX_ACTIVITIES)
