"""Texts that are yet to be written: placeholders, empty headings, pictures without words."""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from django.db import models
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry
from labsite.editing.form_anchors import EditedRow, numbered
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


def _text_fields(model: type[models.Model]) -> list[str]:
    """Names of what people write in words."""
    texts = (each for each in model._meta.fields if isinstance(each, (models.CharField, models.TextField)))
    return [each.name for each in texts if each.editable and not each.choices and each.name not in NOT_WORDS]


def _heading_in_words(label: str, text: str) -> str:
    words = gettext("“%(label)s” has a heading without words.")
    if text:
        words = gettext("“%(label)s” has a heading “%(text)s” with nothing under it.")
    return words % {"label": label, "text": text}


def rules() -> tuple[IssueRule, ...]:
    return (
        _text_rule(
            "placeholder",
            _("Text that is yet to be written"),
            _("Write what is meant, or take it out."),
            _text_fields,
            _placeholder,
            lambda label, text: gettext("“%(label)s” says “%(text)s”.") % {"label": label, "text": text},
        ),
        _text_rule(
            "empty-heading",
            _("Headings with nothing under them"),
            _("Write the text, or delete the heading."),
            lambda model: [each.name for each in markdown_fields(model)],
            lambda text: empty_heading(text) if "#" in text else None,
            _heading_in_words,
        ),
        _text_rule(
            "text-picture-words",
            _("Pictures in texts without a description"),
            _("Write what the picture shows between the square brackets: ![a fox in the snow](…)."),
            lambda model: [each.html_name for each in markdown_fields(model)],
            BARE_PICTURE.search,
            lambda label, found: gettext("A picture in “%(label)s” has no description.") % {"label": label},
        ),
    )


def _text_rule(
    kind: str, title: Any, advice: Any, fields_of: FieldNames, search: Search, sentence: Callable[[str, Any], str]
) -> IssueRule:
    """Return the rule about the first text of each row in which ``search`` finds something; all texts are read."""

    def find(scope: Scope) -> Iterator[Issue]:
        for place, name, found in chain(_in_forms(scope, fields_of, search), _in_rows(scope, fields_of, search)):
            label = capfirst(str(place.row._meta.get_field(name).verbose_name))
            yield Issue(place.row, sentence(label, found), place.anchor(name), place.form_of)

    return IssueRule(kind, title, advice, tuple(registry.facets(Curated)), find, order=4)


def _in_forms(scope: Scope, fields_of: FieldNames, search: Search) -> Iterator[tuple[EditedRow, str, Any]]:
    for model in registry.facets(Curated):
        hits = _hits(scope.rows(model), fields_of(model), search)
        for row in scope.rows(model).filter(pk__in=hits) if hits else ():
            yield EditedRow(row), *hits[row.pk]


def _in_rows(scope: Scope, fields_of: FieldNames, search: Search) -> Iterator[tuple[EditedRow, str, Any]]:
    """Search the rows that are edited in a form of another, if their texts are looked over too."""
    kinds = registry.facets(Curated).items()
    relations: Any = (model._meta.get_field(name) for model, kind in kinds for name in kind.texts_of)
    for relation in relations:
        model, owner = relation.related_model, relation.field.name
        if not scope.may_change(model):
            continue
        rows = model.objects.filter(**{f"{owner}__in": scope.rows(relation.model).order_by().values("pk")})
        hits = _hits(rows, fields_of(model), search)
        if hits:
            owners = model.objects.filter(pk__in=hits).order_by().values(owner)
            for number, row in numbered(rows.filter(**{f"{owner}__in": owners}).select_related(owner), owner):
                if row.pk in hits:
                    yield EditedRow(row, owner, number), *hits[row.pk]


def _hits(rows: QuerySet[Any], names: list[str], search: Search) -> dict[int, tuple[str, Any]]:
    """Return by primary key in which field something was found, and what; the rows themselves aren't read."""
    hits: dict[int, tuple[str, Any]] = {}
    for pk, *texts in rows.order_by().values_list("pk", *names) if names else ():
        found = ((name, search(text)) for name, text in zip(names, texts, strict=True) if text)
        hit = next(((name.removesuffix("_html"), what) for name, what in found if what is not None), None)
        if hit:
            hits[pk] = hit
    return hits
