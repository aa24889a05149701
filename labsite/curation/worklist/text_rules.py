"""Texts that are yet to be written: placeholders, empty headings, pictures without words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import QuerySet
from django.utils.text import capfirst

from labsite import registry
from labsite.editing.form_anchors import field, numbered, row_field
from labsite.editing.issues import Curated, Issue, IssueRule, Scope
from labsite.texts.markdown import markdown_fields

Search = Callable[[str], Any]  # returns what it found in a text, None where there is nothing
FieldNames = Callable[[type[models.Model]], list[str]]

NOT_WORDS = {"slug", "doi", "arxiv_id", "orcid", "citation_key", "start", "end", "date", "url", "email", "accent"}

PLACEHOLDER = re.compile(
    r"\b(?:lorem ipsum|dolor sit amet|coming soon|under construction|asdf\w*|placeholder (?:text|for)"
    r"|(?:insert|add|your) (?:\w+ ){1,4}here|to be (?:written|added|filled in|completed))\b"
    r"|[\[<(](?:placeholder|insert [^\])>]{1,40}|your name|name|title|year|todo)[\])>]"
    r"|\A\s*placeholder\s*\Z|\byour name here\b"
    r"|(?-i:\b(?:TODO|FIXME|TBD|TBA|XXX+)\b)",
    re.IGNORECASE,
)
# Of these there is one in whatever the expression finds, and they are found faster.
SIGNS = (
    *("lorem", "dolor sit", "coming soon", "under construction", "asdf", "placeholder", "insert ", " here"),
    *("to be ", "your ", "name", "[title", "[year", "(title", "(year", "<title", "<year"),
    *("todo", "fixme", "tbd", "tba", "xxx"),
)
BARE_PICTURE = re.compile('<img[^>]* alt=""')
HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*")
FENCE = re.compile(r" {0,3}(```|~~~)")


def placeholders(scope: Scope) -> Iterator[Issue]:
    for found in _found(scope, _text_fields, _placeholder):
        yield found.issue(f"“{found.label}” says “{found.what}”.")


def empty_headings(scope: Scope) -> Iterator[Issue]:
    for found in _found(scope, _markdown_fields, lambda text: empty_heading(text) if "#" in text else None):
        words = f"heading “{found.what}” with nothing under it" if found.what else "heading without words"
        yield found.issue(f"“{found.label}” has a {words}.")


def pictures_without_words(scope: Scope) -> Iterator[Issue]:
    for found in _found(scope, _html_fields, BARE_PICTURE.search):
        yield found.issue(f"A picture in “{found.label}” has no description.")


def empty_heading(text: str) -> str | None:
    """Return the words of the first heading without words or without a text, None where there is none such."""
    above: tuple[int, str] | None = None  # the heading that is still to get its text
    for line in _outside_code(text):
        heading = HEADING.fullmatch(line)
        if not heading:
            above = None if line.strip() else above
            continue
        level, words = len(heading[1]), heading[2] or ""
        if not words or (above and level <= above[0]):
            return above[1] if words and above else words
        above = level, words
    return above[1] if above else None


def _outside_code(text: str) -> list[str]:
    """Return the lines of a text; those of a block of code as its first line only."""
    lines, fence = [], ""
    for line in text.splitlines():
        mark = FENCE.match(line)
        if not fence:
            lines.append(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
    return lines


def _placeholder(text: str) -> str | None:
    lower = text.lower()
    match = PLACEHOLDER.search(text) if any(sign in lower for sign in SIGNS) else None
    return match[0].strip() if match else None


@dataclass(frozen=True)
class TextMatch:
    """What was found in a text: in which field of which row, which is the ``number``-th in the form of its owner."""

    row: Any
    name: str
    what: Any
    owner: str = ""
    number: int = 0

    @property
    def label(self) -> str:
        return capfirst(str(self.row._meta.get_field(self.name).verbose_name))

    def issue(self, words: str) -> Issue:
        if not self.owner:
            return Issue(self.row, words, field(self.name))
        anchor = row_field(self.row, self.owner, self.number, self.name)
        return Issue(self.row, words, anchor, getattr(self.row, self.owner))


def _found(scope: Scope, fields_of: FieldNames, search: Search) -> Iterator[TextMatch]:
    """Yield the first text of each row in which ``search`` finds something; all texts are read, without their rows."""
    kinds = registry.facets(Curated)
    for model in kinds:
        hits = _hits(scope.rows(model), fields_of(model), search)
        for row in scope.rows(model).filter(pk__in=hits) if hits else ():
            yield TextMatch(row, *hits[row.pk])
    relations: Any = (model._meta.get_field(name) for model, kind in kinds.items() for name in kind.texts_of)
    for relation in relations:
        if scope.may_change(relation.related_model):
            rows, owner = relation.related_model, relation.field.name
            yield from _found_in_rows(scope, rows, owner, fields_of(rows), search)


def _found_in_rows(scope: Scope, model: Any, owner: str, names: list[str], search: Search) -> Iterator[TextMatch]:
    owners = scope.rows(model._meta.get_field(owner).related_model).order_by().values("pk")
    rows = model.objects.filter(**{f"{owner}__in": owners})
    hits = _hits(rows, names, search)
    concerned = model.objects.filter(pk__in=hits).order_by().values(owner)
    for number, row in numbered(
        rows.filter(**{f"{owner}__in": concerned}).select_related(owner) if hits else (), owner
    ):
        if row.pk in hits:
            yield TextMatch(row, *hits[row.pk], owner, number)


def _hits(rows: QuerySet[Any], names: list[str], search: Search) -> dict[int, tuple[str, Any]]:
    """Return by primary key in which field something was found, and what."""
    hits: dict[int, tuple[str, Any]] = {}
    for pk, *texts in rows.order_by().values_list("pk", *names) if names else ():
        found = ((name, search(text)) for name, text in zip(names, texts, strict=True))
        hit = next(((name.removesuffix("_html"), what) for name, what in found if what is not None), None)
        if hit:
            hits[pk] = hit
    return hits


def _text_fields(model: type[models.Model]) -> list[str]:
    """Names of what people write in words."""
    texts = (each for each in model._meta.fields if isinstance(each, (models.CharField, models.TextField)))
    return [each.name for each in texts if each.editable and not each.choices and each.name not in NOT_WORDS]


def _markdown_fields(model: type[models.Model]) -> list[str]:
    return [each.name for each in markdown_fields(model)]


def _html_fields(model: type[models.Model]) -> list[str]:
    return [each.html_name for each in markdown_fields(model)]


def rules() -> tuple[IssueRule, ...]:
    forms = tuple(registry.facets(Curated))
    return (
        IssueRule(
            "placeholder",
            "Text that is yet to be written",
            "Write what is meant, or take it out.",
            forms,
            placeholders,
            order=4,
        ),
        IssueRule(
            "empty-heading",
            "Headings with nothing under them",
            "Write the text, or delete the heading.",
            forms,
            empty_headings,
            order=4,
        ),
        IssueRule(
            "text-picture-words",
            "Pictures in texts without a description",
            "Write what the picture shows between the square brackets: ![a fox in the snow](…).",
            forms,
            pictures_without_words,
            order=4,
        ),
    )
