"""Texts that are yet to be written: placeholders, empty headings, pictures without words."""

import re

from django.db import models
from django.db.models import Q

from labsite.editing.places import field, numbered, row_field
from labsite.markdown import MarkdownField
from labsite.models import Lab, NewsItem, Opening, Page, Project
from labsite.worklist.headings import empty_heading
from labsite.worklist.point import Point, Rule
from people.models import Award, Education, Membership, Person, Position
from publications.models import Publication, Talk, Venue
from services.models import Service

FORMS = (Person, Publication, Venue, Talk, Service, Award, NewsItem, Project, Opening, Page, Lab)
ROWS = ((Membership, "person"), (Position, "person"), (Education, "person"))

PLACEHOLDER = re.compile(
    r"\b(?:lorem ipsum|dolor sit amet|coming soon|under construction|asdf\w*|placeholder (?:text|for)"
    r"|(?:insert|add|your) (?:\w+ ){1,4}here|to be (?:written|added|filled in|completed))\b"
    r"|[\[<(](?:placeholder|insert [^\])>]{1,40}|your name|name|title|year|todo)[\])>]"
    r"|\A\s*placeholder\s*\Z|\byour name here\b"
    r"|(?-i:\b(?:TODO|FIXME|TBD|TBA|XXX+)\b)",
    re.IGNORECASE,
)
# What the database looks for; the expression above decides.
SIGNS = (
    *("lorem", "dolor sit", "coming soon", "under construction", "asdf", "placeholder", "insert ", " here"),
    *("to be ", "your ", "name", "[title", "[year", "todo", "fixme", "tbd", "tba", "xxx"),
)


def placeholders(scope):
    for owner, rows in _texts(scope, _fields, lambda name: _any(name, SIGNS)):
        for number, row in rows:
            found = _first(row, _fields(type(row)), PLACEHOLDER.search)
            if found:
                name, match = found
                yield _point(owner, number, row, name, f"“{_label(row, name)}” says “{match[0].strip()}”.")


def empty_headings(scope):
    for owner, rows in _texts(scope, _markdown_fields, lambda name: Q(**{f"{name}__contains": "#"})):
        for number, row in rows:
            found = _first(row, _markdown_fields(type(row)), empty_heading)
            if found:
                name, heading = found
                words = f"heading “{heading}” with nothing under it" if heading else "heading without words"
                yield _point(owner, number, row, name, f"“{_label(row, name)}” has a {words}.")


def pictures_without_words(scope):
    for owner, rows in _texts(scope, _html_fields, lambda name: Q(**{f"{name}__contains": 'alt=""'})):
        for number, row in rows:
            found = _first(row, _html_fields(type(row)), re.compile('<img[^>]* alt=""').search)
            if found:
                name = found[0].removesuffix("_html")
                words = f"A picture in “{_label(row, name)}” has no description."
                yield _point(owner, number, row, name, words)


def _texts(scope, fields_of, has):
    """Yield the owner's key and the numbered rows of each model that has such texts; for a form itself no key."""
    for model in FORMS:
        if fields_of(model):
            yield "", ((0, row) for row in scope.rows(model).filter(_or(map(has, fields_of(model)))))
    for model, owner in ROWS:
        if fields_of(model):
            owners = scope.rows(model._meta.get_field(owner).related_model).values("pk")
            rows = model.objects.filter(**{f"{owner}__in": owners}).select_related(owner)
            yield owner, numbered(rows, owner)


def _point(owner, number, row, name, words):
    if owner:
        return Point(row, words, row_field(row, owner, number, name), getattr(row, owner))
    return Point(row, words, field(name))


def _first(row, names, search):
    """Return the first field in which there is something to find, and what; None where there is nothing."""
    found = ((name, search(getattr(row, name))) for name in names)
    return next(((name, what) for name, what in found if what not in (None, False)), None)


def _label(row, name):
    label = str(row._meta.get_field(name).verbose_name)
    return label[:1].upper() + label[1:]


def _fields(model):
    """Names of what people write in words."""
    texts = (each for each in model._meta.fields if isinstance(each, (models.CharField, models.TextField)))
    return [each.name for each in texts if each.editable and not each.choices and each.name not in NOT_WORDS]


NOT_WORDS = {"slug", "doi", "arxiv_id", "orcid", "citation_key", "start", "end", "date", "url", "email", "accent"}


def _markdown_fields(model):
    return [each.name for each in model._meta.fields if isinstance(each, MarkdownField)]


def _html_fields(model):
    return [each.html_name for each in model._meta.fields if isinstance(each, MarkdownField)]


def _any(name, signs):
    return _or(Q(**{f"{name}__icontains": sign}) for sign in signs)


def _or(conditions):
    either = Q(pk=None)
    for condition in conditions:
        either |= condition
    return either


RULES = (
    Rule(
        "placeholder",
        "Text that is yet to be written",
        "Write what is meant, or take it out.",
        FORMS,
        placeholders,
    ),
    Rule(
        "empty-heading",
        "Headings with nothing under them",
        "Write the text, or delete the heading.",
        FORMS,
        empty_headings,
    ),
    Rule(
        "text-picture-words",
        "Pictures in texts without a description",
        "Write what the picture shows between the square brackets: ![a fox in the snow](…).",
        FORMS,
        pictures_without_words,
    ),
)
