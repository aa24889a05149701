"""What would become of each item of a site, as plain data, before anything is written; and what is ticked of it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from labsite.contrib.moving.mistaken import called, without_shared_contacts
from labsite.contrib.moving.no_people import without_groups
from labsite.contrib.moving.outcomes import FileOutcome, FileOutcomes
from labsite.contrib.moving.site import (
    SiteContent,
    SiteNews,
    SitePage,
    SitePaper,
    SitePerson,
    SiteProject,
    SiteRole,
    SiteVenue,
)
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.writing import source_of_site
from labsite.contrib.moving.writing.context import MoveContext
from labsite.contrib.moving.writing.lab import (
    bring_lab,
    bring_news,
    bring_pages,
    bring_projects,
    bring_venues,
    titled_news,
)
from labsite.contrib.moving.writing.members import bring_careers, bring_people
from labsite.contrib.moving.writing.papers import entries_of, plan_of_papers
from labsite.modelling.pictures import PictureField
from labsite.models import Lab, NewsItem, Page, Project, Section, Sponsor
from labsite.texts.folding import fold
from labsite.texts.markdown import render
from labsite.texts.plain_text import plain, shortened
from labsite.texts.stored import gettext_noop
from people.models import Person
from publications.citations.names import in_order, parts_of
from publications.citations.record import Name
from publications.importing.plan import UNSURE, Fate, Item, Plan
from publications.models import Venue

NEW, FILLS, SAME, ASKS, BROKEN = "new", "fills", "same", "asks", "broken"
BECOMES = {Fate.CREATE: NEW, Fate.UPDATE: FILLS, Fate.MATCH: SAME, Fate.DECIDE: ASKS}
LISTS = ("people", "papers", "news", "projects", "pages", "venues")
NAMES, LAB = "names", "lab"
MAX_NAMES, MIN_PAPERS = 40, 2  # names of authors that are shown, and of how many papers each is at least
MAX_DETAIL, MAX_RENDERED = 160, 1000  # characters
SPONSORS, INTRODUCTIONS = gettext_noop("sponsors"), gettext_noop("introductions of lists")
MODELS: dict[str, Any] = {
    "people": Person,
    "news": NewsItem,
    "projects": Project,
    "pages": (Page, Section),
    "venues": Venue,
}
NOT_TICKED = gettext_noop("not ticked")
PlannedItem = dict[str, Any]


def plan_of_site(site: SiteContent, source: SiteSource, family: str, user: Any) -> dict[str, list[PlannedItem]]:
    """Return the items of a site by the lists that they are in; asks the database and writes nothing."""
    context = MoveContext(site, source, user, is_plan=True)
    papers, _ = plan_of_papers(context, entries_of(site.papers), source_of_site(family, site, source))
    site.people = without_groups(site.people, site.lab, site.outcomes)
    without_shared_contacts(site.people, site.outcomes)
    planned = {
        "people": list(_planned(context, "people", zip(bring_people(context), bring_careers(context), strict=True))),
        NAMES: list(_names(site, papers)),
        "papers": [_paper(site.papers[item.index], item) for item in papers.items],
        "news": list(_planned(context, "news", bring_news(context))),
        "projects": list(_planned(context, "projects", bring_projects(context))),
        "pages": list(_planned(context, "pages", bring_pages(context))),
        "venues": list(_planned(context, "venues", bring_venues(context))),
        LAB: list(_lab(context)),
    }
    return {name: items for name, items in planned.items() if items}


def _planned(context: MoveContext, name: str, pieces: Iterator[Any]) -> Iterator[PlannedItem]:
    """Yield the items of a list, each with what the piece that writes it would add."""
    for number, each in enumerate(getattr(context.site, name)):
        context.outcomes, context.details = FileOutcomes([]), []
        next(pieces)
        outcomes = {outcome for _, _, notes in context.outcomes for outcome, _ in notes}
        is_new = any(isinstance(row, MODELS[name]) and not detail for row, detail in context.details)
        is_lost = FileOutcome.NOT_UNDERSTOOD in outcomes and FileOutcome.BROUGHT not in outcomes
        becomes = BROKEN if is_lost else NEW if is_new else FILLS if context.details else SAME
        key, details = f"{name}-{number}", len(context.details)
        shown, more = ("", ""), dict[str, Any]()
        match each:
            case SitePerson():
                roles = [[role.role, role.start, role.end, role.went_to] for role in each.roles]
                shown, more = (each.name, each.headline or each.biography), {"roles": roles, "picture": each.photo}
                more |= {"native": each.native_name, "links": len(each.links)}
            case SiteNews():
                shown, more = titled_news(context, each), {"date": each.date}
            case SiteProject():
                shown, more = (each.title, each.summary or each.text), {"picture": each.picture}
            case SitePage():
                shown = each.title, each.text
            case SiteVenue():
                shown = each.acronym, each.url
        yield _item(key, shown[0], each.path, shown[1], becomes, details, **more)


def _item(
    key: str, name: str, path: str = "", detail: str = "", becomes: str = NEW, number: int = 0, **more: Any
) -> PlannedItem:
    """Return an item; ``number`` is of the details that it adds to what is here, or of papers."""
    detail = shortened(plain(render(str(detail)[:MAX_RENDERED])), MAX_DETAIL)
    known: PlannedItem = {"key": key, "name": name, "path": path, "detail": detail, "becomes": becomes}
    known["is_ticked"] = becomes not in (ASKS, BROKEN)
    return known | {each: value for each, value in (more | {"number": number}).items() if value}


def _names(site: SiteContent, plan: Plan) -> Iterator[PlannedItem]:
    """Yield the authors of most papers who are nobody of the lab, as far as is known: an editor says who is."""
    members = dict(Person.objects.members().values_list("pk", "name"))
    known = {_short(in_order(name)) for name in (*members.values(), *(person.name for person in site.people))}
    known |= {(name, "") for person in site.people for name in called(person)}
    written: Counter[str] = Counter()
    printed: dict[str, tuple[str, str]] = {}
    for item in plan.items:
        for author in item.authors:
            name = str(author.match.name)
            is_known = (fold(name), "") in known or _short(author.match.name) in known
            if not is_known and author.match.person not in members:
                printed.setdefault(fold(name), (name, item.place))
                written[fold(name)] += 1
    for folded, number in written.most_common(MAX_NAMES):
        if number >= MIN_PAPERS:
            name, path = printed[folded]
            yield _item(f"{NAMES}-{folded}", name, path, number=number) | {"is_ticked": False}


def _short(name: Name) -> tuple[str, str]:
    """Return a family name and an initial: an author whose name agrees in both may be that member."""
    parts = parts_of(name)
    return parts.family, parts.given[0][0] if parts.given else ""


def _paper(paper: SitePaper, item: Item) -> PlannedItem:
    record, key = item.entry.record, f"papers-{item.index}"
    becomes = BECOMES.get(item.fate, BROKEN)
    names = ", ".join(str(author) for author in record.authors[:4]) if record else ""
    detail = "; ".join(filter(None, [names, record.venue, str(record.year or "")])) if record else ""
    why = "" if becomes in (NEW, SAME) else item.reason or item.entry.problem or item.entry.no_paper
    why = why or (UNSURE.format(parts=item.entry.unsure) if item.entry.unsure else "")
    title = item.title or item.place
    return _item(key, title, item.place, detail, becomes, len(item.taken), why=why, picture=paper.teaser)


def _lab(context: MoveContext) -> Iterator[PlannedItem]:
    lab, context.details = context.site.lab, []
    for _ in bring_lab(context):
        pass
    new = {(type(row), name) for row, name in context.details}
    for name in ("name", "tagline", "about", "address", "email", "contact", "links", "logo", "picture"):
        if value := getattr(lab, name):
            field = Lab._meta.get_field(name)
            words = value if isinstance(value, str) else ", ".join(value)
            shown: PlannedItem = {"picture": words} if isinstance(field, PictureField) else {"detail": words}
            becomes = NEW if {(Lab, name), (Lab, "")} & new else SAME
            yield _item(f"{LAB}-{name}", str(getattr(field, "verbose_name", name)), lab.path, becomes=becomes, **shown)
    for name, label, model in (("sponsors", SPONSORS, Sponsor), ("introductions", INTRODUCTIONS, Section)):
        if held := getattr(lab, name):
            rows = (row for row, detail in context.details if detail in ("", "introduction"))
            added = [str(row) for row in rows if isinstance(row, model)]
            names = ", ".join(added or [each.name for each in held]) if model is Sponsor else ""
            yield _item(f"{LAB}-{name}", label, lab.path, names, NEW if added else SAME)


def items_in(plan: dict[str, list[PlannedItem]]) -> Iterator[PlannedItem]:
    for items in plan.values():
        yield from items


def ticked(plan: dict[str, list[PlannedItem]], choices: dict[str, Any]) -> set[str]:
    """Return the keys of the items that are to be imported."""
    proposed = {item["key"] for item in items_in(plan) if item["is_ticked"]}
    return (proposed | set(choices.get("on", ()))) - set(choices.get("off", ()))


def choices_of(plan: dict[str, list[PlannedItem]], keys: Iterable[str]) -> dict[str, list[str]]:
    """Return what is chosen otherwise than proposed, if the items with these keys are ticked."""
    wanted = set(keys)
    may = {item["key"]: item["is_ticked"] for item in items_in(plan) if item["becomes"] != BROKEN}
    return {
        "on": [key for key, is_ticked in may.items() if key in wanted and not is_ticked],
        "off": [key for key, is_ticked in may.items() if is_ticked and key not in wanted],
    }


def keep_ticked(site: SiteContent, plan: dict[str, list[PlannedItem]], keys: set[str]) -> None:
    """Leave out of a site what isn't ticked, noting that; what an editor has answered becomes part of it."""
    planned = {item["key"]: item for item in items_in(plan)}
    for name in LISTS:
        held: list[Any] = getattr(site, name)
        wanted = []
        for number, each in enumerate(held):
            key = f"{name}-{number}"
            if key in keys or planned.get(key, {}).get("becomes", BROKEN) == BROKEN:
                wanted.append(each)
                if name == "papers":
                    each.is_separate = key in keys
            else:
                site.outcomes.left_out(each.path, f"{planned[key]['name']}: {NOT_TICKED}")
        setattr(site, name, wanted)
    for key, item in planned.items():
        kind, _, field = key.partition("-")
        if kind == LAB and key not in keys:
            setattr(site.lab, field, type(getattr(site.lab, field))())
        elif kind == NAMES and key in keys:
            site.people.append(SitePerson(item["name"], roles=[SiteRole()], path=item["path"]))
