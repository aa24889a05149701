"""How projects, openings, pages and news are searched, and what a search shows of them."""

from typing import Any

from django.db.models import OuterRef
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.modelling.periods import PartialDate
from labsite.modelling.rows_as_json import JSONRow, RowsAsJSON
from labsite.models import NewsItem, Opening, Page, Project
from labsite.search.results import Hit, Searched
from labsite.texts.plain_text import lines_of, plain


def project_hit(project: Any, words: list[str]) -> Hit:
    texts = [plain(project.text_html), *lines_of(project.funding), _people_of(project)]
    return Hit.of(project, words, project.title, project.summary, texts, beside=project.years)


def opening_hit(opening: Any, words: list[str]) -> Hit:
    return Hit.of(opening, words, opening.title, opening.get_role_display(), [plain(opening.text_html)])


def page_hit(page: Any, words: list[str]) -> Hit:
    return Hit.of(page, words, page.title, texts=[plain(page.text_html)])


def news_hit(item: Any, words: list[str]) -> Hit:
    texts = [plain(item.text_html), _people_of(item)]
    return Hit.of(item, words, item.title, texts=texts, beside=PartialDate(item.date).words)


def _with_people(rows: Any) -> Any:
    relation = rows.model.people
    people = relation.through.objects.filter(**{relation.field.m2m_field_name(): OuterRef("pk")})
    return rows.annotate(people_named=RowsAsJSON(people.annotate(row=JSONRow(name="person__name")).values("row")))


def _people_of(row: Any) -> str:
    return ", ".join(person["name"] for person in row.people_named)


PROJECTS = Searched("projects", _("Projects"), lambda: _with_people(Project.objects.all()), project_hit, order=30)
OPENINGS = Searched(
    "openings", _("Openings"), lambda: Opening.objects.open(timezone.localdate()), opening_hit, order=40
)
PAGES = Searched("pages", _("Pages"), Page.objects.published, page_hit, order=50)
NEWS = Searched("news", _("News"), lambda: _with_people(NewsItem.objects.published()), news_hit, order=70)
