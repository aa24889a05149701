"""What a person is and was: interests, positions, degrees, awards, courses, skills, and who speaks for them."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from labsite.contrib.documents.cv.made_of import MadeOf, entries, period, strong
from labsite.contrib.documents.from_html import blocks_of
from labsite.contrib.documents.parts import (
    Bullets,
    DocumentEntry,
    DocumentSection,
    Paragraph,
    Text,
    filled,
    joined,
    text,
    words,
)
from labsite.texts.plain_text import lines_of, plain
from people.models import Award, Membership, Person, Reference
from people.models.career import latest_first, may_begin_alike
from people.profile import awards_of, names_all

MAX_TOP_AWARDS, MAX_TOP_POSITIONS = 5, 6  # in a short CV


def interests(data: MadeOf) -> DocumentSection:
    """What they study: in their words too in a full CV, without what these say again."""
    person, heading = data.person, _("Research interests")
    statement = "" if data.choices.is_short else person.research_statement_html
    stated = plain(statement).casefold()
    named = [line for line in lines_of(person.interests) if line.casefold() not in stated]
    listed = (Paragraph(text(" · ".join(named))),) if named else ()
    return DocumentSection("interests", heading, (*listed, *blocks_of(statement, data.site)))


def about(data: MadeOf) -> DocumentSection:
    """Who they are, in sentences."""
    return DocumentSection("about", _("About"), blocks_of(data.person.biography_html, data.site))


def positions(data: MadeOf) -> DocumentSection:
    """Their positions and times in the lab; in a short CV the latest."""
    steps = positions_and_stays(data)[: MAX_TOP_POSITIONS if data.choices.is_short else None]
    rows = (_stay(data, step) if isinstance(step, Membership) else _position(data, step) for step in steps)
    return DocumentSection("positions", _("Positions"), entries(*rows))


def positions_and_stays(data: MadeOf) -> list[Any]:
    """Return their positions, and in their places their times in the lab that these don't say."""
    steps = list(data.person.positions.all())
    for stay in other_stays(data.person, data.lab.name):
        behind = (index for index, step in enumerate(steps) if _rank(step) > _rank(stay))
        steps.insert(next(behind, len(steps)), stay)
    return steps


def _rank(step: Any) -> tuple[bool, tuple[int, ...]]:
    """Return what puts steps that last before others, and each of them by its start, the latest first."""
    lasts = _lasts(step) if isinstance(step, Membership) else step.ongoing
    return not lasts, latest_first(step.start)


def _lasts(stay: Membership) -> bool:
    return bool(stay.start) and not stay.end and stay.is_current(timezone.localdate())


def _position(data: MadeOf, step: Any) -> DocumentEntry:
    lines: list[Text] = []
    points: list[Text] = []
    for block in () if data.choices.is_short else blocks_of(step.text_html, data.site):
        if isinstance(block, Bullets):
            points += block.items
        elif isinstance(block, Paragraph):
            (points or lines).append(block.text)  # behind a list nothing can stand but more of it
    return _step(data, step, lines, tuple(points))


def _step(data: MadeOf, step: Any, more: list[Text], points: tuple[Text, ...] = ()) -> DocumentEntry:
    places = (step.unit, step.organisation if step.title else "", step.place)
    advisors = joined(data.named(advisor) for advisor in step.advised_by)
    lines = [text(strong(step.title or step.organisation)), joined(map(text, places))]
    more = [*more, text(step.remark)]
    others = [filled(_("Advised by %(names)s"), names=advisors) if advisors else (), *more]
    lines += [joined(others, " · ")] if data.choices.is_short else others
    return DocumentEntry(period(step.years), tuple(filter(None, lines)), points)


def other_stays(person: Person, lab: str) -> list[Membership]:
    """Return the times in the lab with a date, without those that a position or a degree tells of."""
    dated = [stay for stay in person.memberships.all() if stay.start or stay.end]
    steps = [*person.positions.all(), *person.education.all()]
    return [stay for stay in dated if not any(_tells_of(step, stay, lab) for step in steps)]


def _tells_of(step: Any, stay: Membership, lab: str) -> bool:
    """Say whether a step of a career is a time in the lab: it names the lab or the role, and is of that time."""
    is_named = names_all(f"{step.organisation} {step.unit}", lab) or any(
        names_all(step.title, role) for role in stay.role_names
    )
    return is_named and may_begin_alike(step.start, stay.start)


def _stay(data: MadeOf, stay: Membership) -> DocumentEntry:
    lab = joined((text(data.lab.name), text(data.lab.parent)))
    role = stay.get_role_display()
    lines = (text(strong(role)), lab) if role else (text(strong(words(lab))),)
    years = f"{stay.years} – {_('present')}" if _lasts(stay) else stay.years
    return DocumentEntry(period(years), lines)


def education(data: MadeOf) -> DocumentSection:
    rows = (_degree(data, step) for step in data.person.education.all())
    return DocumentSection("education", _("Education"), entries(*rows))


def _degree(data: MadeOf, step: Any) -> DocumentEntry:
    gpa = _("GPA %(gpa)s") % {"gpa": step.gpa} if step.gpa else ""
    return _step(data, step, [joined((text(step.honours), text(gpa)), " · ")])


def awards(data: MadeOf) -> DocumentSection:
    """Their own awards and those of their papers, the newest first; in a short CV the first of them."""
    won = awards_of(data.person.pk)
    rows = (_award(data, award) for award in won[: MAX_TOP_AWARDS if data.choices.is_short else None])
    return DocumentSection("awards", _("Awards"), entries(*rows))


def _award(data: MadeOf, award: Award) -> DocumentEntry:
    papers = joined(text(data.link(paper.title, paper.get_absolute_url())) for paper in award.publications.all())
    won = joined((text(strong(award.title)), text(award.organisation)))
    words = filled(_("%(award)s (%(note)s)"), award=won, note=award.remark) if award.remark else won
    lines = (words, filled(_("for %(title)s"), title=papers) if papers else ())
    return DocumentEntry(period(award.years), tuple(filter(None, lines)))


def teaching(data: MadeOf) -> DocumentSection:
    rows = (
        DocumentEntry(course.term, (joined((text(strong(course.course)), text(course.role), text(course.place))),))
        for course in data.person.teaching.all()
    )
    return DocumentSection("teaching", _("Teaching"), entries(*rows))


def skills(data: MadeOf) -> DocumentSection:
    listed = ", ".join(lines_of(data.person.skills))
    return DocumentSection("skills", _("Skills"), (Paragraph(text(listed)),) if listed else ())


def references(data: MadeOf) -> DocumentSection:
    rows = (_reference(data, reference) for reference in data.person.references.all())
    return DocumentSection("references", _("References"), entries(*rows))


def _reference(data: MadeOf, reference: Reference) -> DocumentEntry:
    """Return who speaks for them; their address is written out, as a reader of paper needs it."""
    name = text(*(strong(span.text) for span in data.named(reference.referee)))
    lines = (text(reference.title), *map(text, lines_of(reference.affiliation)))
    return DocumentEntry("", (joined((name, *lines, data.address(reference.url))),))
