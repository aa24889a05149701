"""What a search shows of each row it found: a name to follow, who or what goes with it, and where the words stand."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Prefetch
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, pgettext

from labsite.modelling.periods import PartialDate
from labsite.modelling.rows_as_json import JSONRow, RowsAsJSON, unpack_rows, with_rows
from labsite.models import NewsItem, Project
from labsite.search.snippets import begun, excerpt, mark, missing
from labsite.texts.plain_text import plain, shortened
from people.models import Award, Person, has_page
from publications.models import Authorship, Publication, Venue

OF_A_PERSON = ("name_variants", "positions", "education", "teaching")


@dataclass(frozen=True)
class Hit:
    """One row found; the words of the query are marked in all that is shown of it."""

    row: Any
    url: str
    title: SafeString
    byline: SafeString
    excerpts: tuple[SafeString, ...]
    beside: str = ""
    native: SafeString = SafeString("")

    @classmethod
    def of(cls, row: Any, words: list[str], title: str, byline: str = "", texts: Iterable[str] = (), **more: Any):
        """Make a hit; of the ``texts`` it shows what explains the words that title and byline don't have."""
        url = more.pop("url", None) or row.get_absolute_url()
        native, texts = more.pop("native", ""), list(texts)
        words = begun([title, native, byline, *texts], words)
        line = excerpt(byline, words) or mark(shortened(byline), [])
        excerpts = tuple(_explaining(texts, missing(f"{title} {native} {byline}", words), words))
        return cls(row, url, mark(title, words), line, excerpts, native=mark(native, words), **more)


def people():
    return with_rows(Person.objects.members(), *OF_A_PERSON)


def person(row, words):
    unpack_rows(row, *OF_A_PERSON)
    texts = [
        *(_("Also published as {name}").format(name=variant.name) for variant in row.name_variants.all()),
        " · ".join(row.interest_list),
        plain(row.biography_html),
        plain(row.research_statement_html),
        " · ".join(row.skill_list),
        *map(_step, row.positions.all()),
        *map(_step, row.education.all()),
        *(_joined(course.role, course.course, course.place, course.term) for course in row.teaching.all()),
    ]
    return Hit.of(row, words, row.name, row.headline, texts, native=row.native_name)


def _step(step):
    where = _joined(step.title, step.organisation, step.unit, step.place)
    return f"{where}. {plain(getattr(step, 'text_html', ''))}".strip()


def papers():
    authors = Prefetch("authorships", Authorship.objects.select_related("person"))
    papers = Publication.objects.select_related("venue").prefetch_related(authors)
    return with_rows(papers, "earlier_versions")


def publication(row, words):
    unpack_rows(row, "earlier_versions")
    authors = ", ".join(authorship.display_name for authorship in row.authorships.all())
    texts = [
        *(_("Earlier title: {title}").format(title=version.title) for version in row.earlier_versions.all()),
        *(_named_otherwise(authorship) for authorship in row.authorships.all()),
        row.proceedings,
        str(row.venue or ""),
        *row.note_list,
        plain(row.abstract_html),
        row.doi,
        row.arxiv_id,
    ]
    return Hit.of(row, words, row.title, authors, texts=texts)


def venues():
    return with_rows(Venue.objects.public(), "aliases")


def venue(row, words):
    unpack_rows(row, "aliases")
    texts = [*(alias.name for alias in row.aliases.all()), row.publisher]
    return Hit.of(row, words, row.acronym, row.name, texts=texts, beside=row.get_kind_display())


def projects():
    return _with_people(Project.objects.all())


def project(row, words):
    texts = [plain(row.text_html), *row.funding_list, _people_of(row)]
    return Hit.of(row, words, row.title, row.summary, texts=texts, beside=row.years)


def news():
    return _with_people(NewsItem.objects.published())


def news_item(row, words):
    texts = [plain(row.text_html), _people_of(row)]
    return Hit.of(row, words, row.title, texts=texts, beside=PartialDate(row.date).words)


def page(row, words):
    return Hit.of(row, words, row.title, texts=[plain(row.text_html)])


def opening(row, words):
    return Hit.of(row, words, row.title, row.get_role_display(), texts=[plain(row.text_html)])


def talk(row, words):
    page = row.paper or (row.speaker if row.has_page else None)
    url = page.get_absolute_url() if page else reverse("publications:talks")
    texts = map(str, row.occasions.all())
    return Hit.of(row, words, row.title, row.speaker.name, texts=texts, beside=row.years, url=url)


def service(row, words):
    texts = [str(row.venue), row.note, row.earlier_wording]
    comma = ", " if row.title else pgettext("between the parts of a reference", ", ")
    title = f"{row.role}{comma}{row.edition}"
    url = row.venue.get_absolute_url()
    return Hit.of(row, words, title=title, byline=row.person.name, texts=texts, beside=str(row.year or ""), url=url)


def awards():
    return Award.objects.public().select_related("person").annotate(has_page=has_page("person"))


def award(row, words):
    byline = _joined(row.person.name if row.person else "", row.organisation)
    url = row.person.get_absolute_url() if row.person and row.has_page else reverse("people:awards")
    texts = [row.note, row.earlier_wording]
    return Hit.of(row, words, row.title, byline, texts=texts, beside=row.years, url=url)


def _explaining(texts: Iterable[str], lacking: list[str], words: list[str]) -> Iterable[SafeString]:
    """Yield excerpts of the texts that have words which nothing before them has."""
    for text in texts:
        still_lacking = missing(text, lacking) if lacking else []
        if len(still_lacking) < len(lacking):
            yield excerpt(text, words)
        lacking = still_lacking


def _named_otherwise(authorship: Authorship) -> str:
    """Return the author's other names beside the printed one."""
    person = authorship.person
    others = {person.name, person.native_name} - {authorship.display_name, ""}
    return f"{authorship.display_name} ({', '.join(sorted(others))})" if others else ""


def _with_people(rows: Any) -> Any:
    relation = rows.model.people
    people = relation.through.objects.filter(**{relation.field.m2m_field_name(): OuterRef("pk")})
    return rows.annotate(people_named=RowsAsJSON(people.annotate(row=JSONRow(name="person__name")).values("row")))


def _people_of(row: Any) -> str:
    return ", ".join(person["name"] for person in row.people_named)


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))
