"""From a member's rows to the parts of a CV."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _, ngettext, npgettext, override, pgettext

from labsite.contrib.documents.facts import (
    NBSP,
    PAPER_KINDS,
    PREPRINTS,
    UNSTATED,
    CVFacts,
    Numbered,
    lines_in_style,
    marks_legend,
    paper_lines,
    papers_at,
)
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.models import HEADINGS, CVSettings
from labsite.contrib.documents.parts import (
    Block,
    Bullets,
    Document,
    DocumentEntry,
    DocumentSection,
    Entries,
    Paragraph,
    Span,
    Text,
    blocks_of,
    filled,
    joined,
    text,
    words,
)
from labsite.modelling.publishing import is_public
from labsite.texts.plain_text import lines_of, plain
from people.models import ContactDetail, Education, Membership, Person, Position, ProfileLink, has_page
from people.profile import present_positions
from publications.models import Authorship
from publications.models.publication import IN_PROGRESS, group_of
from services.models import ServiceRole

# What fits two pages, beside the head.
IN_SHORT = ("interests", "positions", "education", "awards", "publications", "service")
MAX_TOP_AWARDS, MAX_TOP_POSITIONS = 5, 6  # in a short CV
MAX_TOP_VENUES = 8  # of a role, in a short CV
MAX_UNPARTED, MAX_UNPARTED_LETTERS = 12, 1500  # awards that are on one page
MIN_SELECTED, MAX_SELECTED = 6, 10  # papers in a short CV, unless the person chose them
OWN_ADDRESS = (ProfileLink.Kind.HOMEPAGE, ProfileLink.Kind.GITHUB)  # which says more than the word for it

strong = partial(Span, is_strong=True)


def cv_of(person: Person, site: str, choices: CVSettings, language: str = "") -> Document:
    """Return a member's CV in a language, else in the present one; ``site`` completes addresses within the site.

    It holds nothing that isn't public but, in a private one, contact details. The number of queries is fixed.
    """
    with override(language or get_language()):
        data = CVFacts.of(person, site, choices)
        owner = data.person
        first, other = owner.both_names
        about = _("Short curriculum vitae of %(name)s") if choices.is_short else _("Curriculum vitae of %(name)s")
        return Document(
            title=first,
            native_title=other,
            subtitle=owner.headline or next(iter(present_positions(owner, timezone.localdate())), ""),
            language=get_language() or "",
            date=timezone.localdate().isoformat(),
            lines=tuple(filter(None, _contact(data))),
            sections=tuple(filter(None, _sections(data))),
            author=owner.name,
            about=about % {"name": first},
            running_title=first,
            keywords=tuple(lines_of(owner.interests)),
        )


def _contact(data: CVFacts) -> Iterator[Text]:
    """Yield where to reach them, as far as the reader may know it: where they are, how to write, their pages."""
    public, kinds = ContactDetail.Visibility.PUBLIC, ContactDetail.Kind
    others = lines_of(data.choices.private_kinds) if data.choices.is_private else ()
    details = (row for row in data.person.contact_details.all() if not row.is_former)
    shown = [row for row in details if row.visibility == public or row.kind in others]
    yield from (text(row.value) for row in shown if row.kind == kinds.ADDRESS)
    ways = []
    for row in shown:
        if row.kind == kinds.EMAIL:
            ways.append(text(Span(row.value, f"mailto:{row.value}")))
        elif row.kind == kinds.PHONE:
            number = "".join(sign for sign in row.value if sign in "+0123456789")
            ways.append(text(Span(row.value, f"tel:{number}")))
    yield joined(ways, " · ")
    pages = [address_in_words(f"{data.site}{reverse('people:detail', args=[data.person.slug])}")]
    if orcid := data.person.orcid:
        pages.append(text(Span(f"ORCID {orcid}", f"https://orcid.org/{orcid}")))
    for link in data.person.shown_links:
        says_more = link.kind in OWN_ADDRESS and not link.label
        pages.append(address_in_words(link.url) if says_more else text(Span(str(link), link.url)))
    yield joined(pages, " · ")


def _sections(data: CVFacts) -> Iterator[DocumentSection]:
    """Yield the sections that were chosen, in their order."""
    for name in data.choices.shown:
        heading = str(HEADINGS[name])
        if data.choices.is_short and name not in IN_SHORT:
            continue
        match name:
            case "interests":
                yield DocumentSection(name, heading, interests(data))
            case "about":
                yield DocumentSection(name, heading, blocks_of(data.person.biography_html, data.site))
            case "publications":
                yield publications(data)
            case "service":
                yield service(data, heading)
            case "skills":
                listed = ", ".join(lines_of(data.person.skills))
                yield DocumentSection(name, heading, (Paragraph(text(listed)),) if listed else ())
            case _:
                yield DocumentSection(name, heading, entries(*ROWS[name](data), is_unparted=name == "awards"))


def period(words: str) -> str:
    """Return a period that breaks behind its dash alone, as it stands in the column of labels."""
    return capfirst(words.replace(" ", NBSP).replace(f"–{NBSP}", "– "))


def address_in_words(url: str) -> Text:
    """Return an address elsewhere, written out as a reader of paper needs it."""
    return text(Span(url.partition("://")[2].removeprefix("www.").rstrip("/"), url))


def entries(*rows: DocumentEntry, is_unparted: bool = False) -> tuple[Block, ...]:
    """Return rows as a block, none without any; where each is but a line, they are a plain list."""
    if any(row.label or row.points or len(row.lines) > 1 for row in rows):
        letters = sum(len(words(line)) for row in rows for line in row.lines)
        return (Entries(rows, is_unparted and len(rows) <= MAX_UNPARTED and letters <= MAX_UNPARTED_LETTERS),)
    items = tuple(joined(row.lines) for row in rows)
    return (Bullets(items),) if items else ()


def entry(label: str, *lines: Text, points: tuple[Text, ...] = ()) -> DocumentEntry:
    """Return something with its period, without lines that say nothing."""
    return DocumentEntry(period(label), tuple(filter(None, lines)), points)


def interests(data: CVFacts) -> tuple[Block, ...]:
    """Return what they study: in their words too in a full CV, without what these say again."""
    statement = "" if data.choices.is_short else data.person.research_statement_html
    stated = plain(statement).casefold()
    named = [line for line in lines_of(data.person.interests) if line.casefold() not in stated]
    listed = (Paragraph(text(" · ".join(named))),) if named else ()
    return *listed, *blocks_of(statement, data.site)


def positions(data: CVFacts) -> Iterator[DocumentEntry]:
    """Yield their positions and times in the lab; in a short CV the latest."""
    for step in data.steps[: MAX_TOP_POSITIONS if data.choices.is_short else None]:
        if isinstance(step, Membership):
            lab, role = joined((text(data.lab.name), text(data.lab.parent))), step.get_role_display()
            yield entry(step.years, *((text(strong(role)), lab) if role else (text(strong(words(lab))),)))
        else:
            yield _step(data, step, *(() if data.choices.is_short else blocks_of(step.text_html, data.site)))


def education(data: CVFacts) -> Iterator[DocumentEntry]:
    for step in data.person.education.all():
        gpa = _("GPA %(gpa)s") % {"gpa": step.gpa} if step.gpa else ""
        yield _step(data, step, Paragraph(joined((text(step.honours), text(gpa)), " · ")))


def _step(data: CVFacts, step: Any, *blocks: Block) -> DocumentEntry:
    """Return a position or a degree with more that is said of it: paragraphs, and a list with all that follows it."""
    advisors = joined(data.named(advisor) for advisor in step.advised_by)
    lines = [filled(_("Advised by %(names)s"), names=advisors) if advisors else ()]
    points: list[Text] = []
    for block in blocks:
        if isinstance(block, Bullets):
            points += block.items
        elif isinstance(block, Paragraph):
            (points or lines).append(block.text)  # behind a list nothing can stand but more of it
    lines.append(text(step.remark))
    where = (step.unit, step.organisation if step.title else "", step.place)
    title = text(strong(step.title or step.organisation))
    shown = [joined(lines, " · ")] if data.choices.is_short else lines
    return entry(step.years, title, joined(map(text, where)), *shown, points=tuple(points))


def awards(data: CVFacts) -> Iterator[DocumentEntry]:
    """Yield their own awards and those of their papers, the newest first; in a short CV the first of them."""
    for award in data.awards[: MAX_TOP_AWARDS if data.choices.is_short else None]:
        papers = joined(text(data.link(paper.title, paper.get_absolute_url())) for paper in award.publications.all())
        won = joined((text(strong(award.title)), text(award.organisation)))
        line = filled(_("%(award)s (%(note)s)"), award=won, note=award.remark) if award.remark else won
        yield entry(award.years, line, filled(_("for %(title)s"), title=papers) if papers else ())


def teaching(data: CVFacts) -> Iterator[DocumentEntry]:
    for row in data.person.teaching.all():
        yield DocumentEntry(row.term, (joined((text(strong(row.course)), text(row.role), text(row.place))),))


def references(data: CVFacts) -> Iterator[DocumentEntry]:
    """Yield who speaks for them; their addresses are written out, as a reader of paper needs them."""
    for row in data.person.references.all():
        name = text(*(strong(span.text) for span in data.named(row.referee)))
        lines = (text(row.title), *map(text, lines_of(row.affiliation)), address_in_words(row.url))
        yield DocumentEntry("", (joined((name, *lines)),))


def talks(data: CVFacts) -> Iterator[DocumentEntry]:
    """Yield their talks, each with the occasions on which it was given."""
    for talk in data.person.talks.with_occasions():
        page = talk.paper.get_absolute_url() if talk.paper else ""
        title = data.link(talk.title, page, is_strong=True) if page else strong(talk.title)
        yield entry(talk.years, text(title), *(text(str(occasion)) for occasion in talk.occasions.all()))


def projects(data: CVFacts) -> Iterator[DocumentEntry]:
    """Yield the projects that they work on, with who pays for them."""
    for project in data.person.projects.all():
        title = data.link(project.title, project.get_absolute_url(), is_strong=True)
        funding = ", ".join(lines_of(project.funding))
        funded = filled(_("Funded by %(funding)s"), funding=funding) if funding else ()
        yield entry(project.years, text(title), text(project.summary), funded)


def service(data: CVFacts, heading: str) -> DocumentSection:
    """Return their service by role, each venue with its years; in a short CV a paragraph a role."""
    roles = data.person.services.by_role()
    if data.choices.is_short:
        return DocumentSection("service", heading, tuple(map(_in_short, roles)))
    parts = []
    for number, role in enumerate(roles, 1):
        rows = []
        for stint in role.stints:
            venue, host = stint.service.venue, stint.service.host
            name = text(strong(venue.short_name), " " if venue.longer_name else "", venue.longer_name)
            at_host = _("at %(host)s") % {"host": host.short_name} if host else ""
            rows.append(DocumentEntry(stint.when, (joined((name, text(at_host), text(stint.service.remark))),)))
        parts.append(DocumentSection(f"service-{number}", role.name, entries(*rows)))
    return DocumentSection("service", heading, parts=tuple(parts))


def _in_short(role: ServiceRole) -> Block:
    comma = pgettext("between things in a list", ", ")
    left_out = len(role.stints) - MAX_TOP_VENUES
    shown = role.stints[: MAX_TOP_VENUES if left_out > 1 else None]
    editions = (NBSP.join(filter(None, (stint.service.venue.short_name, stint.when))) for stint in shown)
    more = npgettext("venues", "and %(n)s more", "and %(n)s more", left_out) % {"n": left_out} if left_out > 1 else ""
    venues = joined((*map(text, editions), text(more)), comma)
    return Paragraph(filled(_("%(role)s: %(venues)s"), role=strong(role.name), venues=venues))


def mentees(data: CVFacts) -> Iterator[DocumentEntry]:
    """Yield those whom they advise or advised, and those whom they mentored on a paper, with what for and when."""
    people: dict[int, Any] = {}
    steps, papers = defaultdict(list), defaultdict(set)
    members = Person.objects.members().order_by().values("pk")
    for model in (Education, Position):
        advised: Any = model.objects.filter(advisors=data.person, person__in=members).select_related("person")
        for step in advised.order_by("-ongoing", "-start", "-end", "person__sort_key"):
            step.person.has_page = True
            people.setdefault(step.person_id, step.person)
            steps[step.person_id].append(step)
    mentored: Any = Authorship.objects.filter(is_public("publication"), mentor=data.person).select_related("person")
    for row in mentored.annotate(has_page=has_page("person")).order_by("person__sort_key", "publication"):
        row.person.has_page = row.has_page
        people.setdefault(row.person_id, row.person)
        papers[row.person_id].add(row.publication_id)
    for key, person in people.items():
        name = text(*(replace(span, is_strong=True) for span in data.named(person)))
        years = [period(step.years) for step in steps[key]]
        lines = [
            joined(map(text, (step.title, step.organisation, when)))
            for step, when in zip(steps[key], ["", *years[1:]], strict=False)  # the first period is the label
        ]
        numbers = ", ".join(paper.label for paper in data.numbered if paper.key in papers[key])
        on_papers = filled(_("Mentored on %(papers)s"), papers=numbers) if numbers else ()
        yield entry(years[0] if years else "", name, *lines, on_papers)


def publications(data: CVFacts) -> DocumentSection:
    """Their papers by kind or by year; in a short CV those selected, and how many there are."""
    choices, papers, note = data.choices, data.numbered, text()
    shown = _selected(papers, choices.papers) if choices.is_short else papers
    by_pk = papers_at(each.key for each in shown)
    if choices.style in STYLES:
        lines = lines_in_style([*by_pk.values()], data.site, data.person, choices.style)
    else:
        options = (data.site, data.person, choices.max_authors, not choices.is_short)
        lines = [paper_lines(paper, *options) for paper in by_pk.values()]
        note = marks_legend(by_pk.values(), data.person)
    by_key = dict(zip(by_pk, lines, strict=True))
    rows = [(each, DocumentEntry(each.label, by_key[each.key])) for each in shown if each.key in by_key]
    if len(shown) == len(papers):
        return DocumentSection("publications", _("Publications"), *_grouped(rows, choices), note)
    total = ngettext("%(n)s publication in all", "%(n)s publications in all", len(papers)) % {"n": len(papers)}
    block = Entries(tuple(entry for _each, entry in rows))
    return DocumentSection(
        "publications", _("Selected publications"), (block,), note=joined((text(total), note), " · ")
    )


def _selected(papers: list[Numbered], chosen: Collection[int]) -> list[Numbered]:
    """Return the papers that a person chose, else those that editors selected, filled up with the newest."""
    if own := [each for each in papers if each.key in chosen]:
        return own
    selected = [each for each in papers if each.is_selected][:MAX_SELECTED]
    others = [each for each in papers if not each.is_selected and each.kind is not PREPRINTS]
    shown = [*selected, *others[: max(0, MIN_SELECTED - len(selected))]]
    return [each for each in papers if each in shown]


Rows = list[tuple[Numbered, DocumentEntry]]


def _grouped(rows: Rows, choices: CVSettings) -> tuple[tuple[Block, ...], tuple[DocumentSection, ...]]:
    """Return the papers under headings by year or by kind, of articles and conference papers first the chosen kind,
    else that of which there are more; without any where nothing would be told apart by them.
    """
    counts = Counter(each.kind.letter for each, _entry in rows)
    main = sorted(PAPER_KINDS[:2], key=lambda kind: (choices.first_kind not in kind.kinds, -counts[kind.letter]))
    letters = [kind.letter for kind in (*main, *PAPER_KINDS[2:])]
    groups: dict[tuple[int, str, str], list[DocumentEntry]] = defaultdict(list)
    for each, entry in rows:
        rank, name, heading = letters.index(each.kind.letter), each.kind.letter, str(each.kind.heading)
        if choices.by_year:
            year = group_of(each.year, each.status) or 0
            heading = _("In progress") if year == IN_PROGRESS else str(year or _("Undated"))
            rank, name = -year, str(year)
        groups[rank, name, heading].append(entry)
    parts = tuple(
        DocumentSection(f"publications-{name}", heading, (Entries(tuple(listed)),))
        for (_rank, name, heading), listed in sorted(groups.items())
    )
    if len(parts) == 1 and parts[0].name == f"publications-{UNSTATED.letter}":
        return parts[0].blocks, ()
    return (), parts


# The sections that are lists of entries.
ROWS: dict[str, Callable[[CVFacts], Iterable[DocumentEntry]]] = {
    each.__name__: each for each in (positions, education, awards, talks, teaching, mentees, projects, references)
}
