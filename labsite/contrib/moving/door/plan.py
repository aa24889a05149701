"""What would become of each item of a site, as plain data, before anything is written; and what is ticked of it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from labsite.contrib.moving.mistaken import called, is_one, without_shared_contacts
from labsite.contrib.moving.no_people import without_groups
from labsite.contrib.moving.site import LISTS as LISTS_HERE, SiteContent, SiteLab, SitePaper, SitePerson, SiteRole
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.writing import source_of_site
from labsite.contrib.moving.writing.context import MoveContext
from labsite.contrib.moving.writing.lab import JOINING, slug_of_page, titled_news
from labsite.contrib.moving.writing.members import rows_of
from labsite.contrib.moving.writing.papers import entries_of, plan_of_papers
from labsite.modelling.pictures import PictureField
from labsite.models import Lab, NewsItem, Page, Project, Section, Sponsor
from labsite.models.pages import JOIN
from labsite.texts.folding import fold
from labsite.texts.markdown import render
from labsite.texts.plain_text import plain, shortened
from labsite.texts.stored import gettext_noop
from people.models import Person
from people.models.career import TOLD_APART_BY, row_like
from publications.citations.names import in_order, parts_of
from publications.citations.record import Name, Record
from publications.importing.plan import UNSURE, Fate, Item, Plan
from publications.matching.venues import match_venues

NEW, FILLS, SAME, ASKS, BROKEN = "new", "fills", "same", "asks", "broken"
BECOMES = {Fate.CREATE: NEW, Fate.UPDATE: FILLS, Fate.MATCH: SAME, Fate.DECIDE: ASKS}
LISTS = ("people", "papers", "news", "projects", "pages", "venues")
NAMES, LAB = "names", "lab"
MAX_NAMES, MIN_PAPERS = 40, 2  # names of authors that are shown, and of how many papers each is at least
MAX_DETAIL, MAX_RENDERED = 160, 1000  # characters
ALONE = ("given_name", "family_name", "native_name", "honorific", "headline", "orcid", "biography")
NOT_TICKED = gettext_noop("not ticked")
PlannedItem = dict[str, Any]


def plan_of_site(site: SiteContent, source: SiteSource, family: str, user: Any) -> dict[str, list[PlannedItem]]:
    """Return the items of a site by the lists that they are in; asks the database and writes nothing."""
    context = MoveContext(site, source, user, None)
    papers, _ = plan_of_papers(context, entries_of(site.papers), source_of_site(family, site, source))
    planned = {
        "people": list(_people(site)),
        NAMES: list(_names(site, papers)),
        "papers": [_paper(site.papers[item.index], item) for item in papers.items],
        "news": list(_news(context)),
        "projects": list(_projects(site)),
        "pages": list(_pages(site)),
        "venues": list(_venues(site)),
        LAB: list(_lab(site.lab)),
    }
    return {name: items for name, items in planned.items() if items}


def _item(key: str, name: str, path: str = "", detail: str = "", becomes: str = NEW, **more: Any) -> PlannedItem:
    detail = shortened(plain(render(str(detail)[:MAX_RENDERED])), MAX_DETAIL)
    known = {"key": key, "name": name, "path": path, "detail": detail, "becomes": becomes}
    return (
        known | {"is_ticked": becomes not in (ASKS, BROKEN)} | {each: value for each, value in more.items() if value}
    )


def _people(site: SiteContent) -> Iterator[PlannedItem]:
    people = without_groups(list(site.people), site.lab, site.outcomes)
    without_shared_contacts(people, site.outcomes)
    rows = {id(person): row for person, row in zip(people, rows_of(people), strict=True)}
    for number, person in enumerate(site.people):
        if id(person) not in rows:
            continue
        row, is_again = rows[id(person)], any(is_one(other, person) for other in site.people[:number])
        new = _filled(person, row) if row else 0
        yield _item(
            f"people-{number}",
            person.name,
            person.path,
            person.headline or person.biography,
            SAME if is_again else NEW if not row else FILLS if new else SAME,
            number=new,
            picture=person.photo,
            roles=[[role.role, role.start, role.end, role.went_to] for role in person.roles],
            native=person.native_name,
            links=len(person.links),
        )


def _filled(person: SitePerson, row: Person) -> int:
    """Return how much a person's row has not yet of what the source says."""
    details = {value.casefold() for value in row.contact_details.values_list("value", flat=True)}
    links = {url.rstrip("/") for url in row.links.values_list("url", flat=True)}
    new = [bool(getattr(person, name) and not getattr(row, name)) for name in ALONE]
    new += [bool(person.photo and not row.photo), bool(person.roles and not row.memberships.exists())]
    new += [value.casefold() not in details for value in {*person.emails, *person.phones, *person.addresses}]
    new += [link.url.rstrip("/") not in links for link in person.links]
    for relation in TOLD_APART_BY:
        here = list(getattr(row, relation).all())
        new += [not row_like(here, relation, vars(step)) for step in getattr(person, relation)]
    return sum(new)


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
    more = {"number": len(item.taken), "why": why, "picture": paper.teaser}
    return _item(key, item.title or item.place, item.place, detail, becomes, **more)


def _news(context: MoveContext) -> Iterator[PlannedItem]:
    here = {(fold(title), date) for title, date in NewsItem.objects.values_list("title", "date")}
    for number, each in enumerate(context.site.news):
        title, text = titled_news(context, each)
        becomes = BROKEN if not each.date else SAME if (fold(title), each.date) in here else NEW
        yield _item(f"news-{number}", title, each.path, text, becomes, date=each.date)


def _projects(site: SiteContent) -> Iterator[PlannedItem]:
    here = {fold(title) for title in Project.objects.values_list("title", flat=True)}
    for number, each in enumerate(site.projects):
        becomes = SAME if fold(each.title) in here else NEW
        yield _item(
            f"projects-{number}", each.title, each.path, each.summary or each.text, becomes, picture=each.picture
        )


def _pages(site: SiteContent) -> Iterator[PlannedItem]:
    here, introduced = set(Page.objects.values_list("slug", flat=True)), _introduced()
    for number, each in enumerate(site.pages):
        slug = JOIN if JOINING.fullmatch(each.slug) else slug_of_page(each)
        becomes = SAME if slug in here or LISTS_HERE.get(each.slug) in introduced else NEW
        yield _item(f"pages-{number}", each.title, each.path, each.text, becomes)


def _introduced() -> set[str]:
    return set(Section.objects.exclude(introduction="").values_list("page", flat=True))


def _venues(site: SiteContent) -> Iterator[PlannedItem]:
    matches = match_venues([Record(key="", title="", venue=each.acronym) for each in site.venues])
    for number, (each, match) in enumerate(zip(site.venues, matches, strict=True)):
        becomes = SAME if match.venue else NEW
        yield _item(f"venues-{number}", each.acronym, each.path, each.url, becomes)


def _lab(lab: SiteLab) -> Iterator[PlannedItem]:
    row = Lab.objects.first() or Lab()
    neutral = Lab._meta.get_field("name").default
    for name in ("name", "tagline", "about", "address", "email", "contact", "links", "logo", "picture"):
        value = getattr(lab, name)
        if value:
            here, field = getattr(row, name), Lab._meta.get_field(name)
            is_picture = isinstance(field, PictureField)
            words = value if isinstance(value, str) else ", ".join(value)
            label = str(getattr(field, "verbose_name", name))
            detail = "" if is_picture else words
            becomes = SAME if here and here != neutral else NEW
            yield _item(f"{LAB}-{name}", label, lab.path, detail, becomes, picture=words if is_picture else "")
    sponsors = {fold(name) for name in Sponsor.objects.values_list("name", flat=True)}
    new = [each.name for each in lab.sponsors if fold(each.name) not in sponsors]
    names = [each.name for each in lab.sponsors]
    if names:
        yield _item(
            f"{LAB}-sponsors", gettext_noop("sponsors"), lab.path, ", ".join(new or names), NEW if new else SAME
        )
    pages = [each.page for each in lab.introductions]
    if pages:
        becomes = NEW if {*pages} - _introduced() else SAME
        yield _item(f"{LAB}-introductions", gettext_noop("introductions of lists"), lab.path, "", becomes)


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
