"""Texts that are yet to be written: placeholders, empty headings, pictures without words."""

import re
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.text import capfirst

from labsite.curation.worklist.headings import empty_heading
from labsite.curation.worklist.point import Point, Rule
from labsite.editing.form_anchors import field, numbered, row_field
from labsite.models import Lab, NewsItem, Opening, Page, Project
from labsite.texts.markdown import markdown_fields
from people.models import Award, Education, Membership, Person, Position
from publications.models import Publication, Talk, Venue
from services.models import Service

# Models that have a form of their own, and those whose rows stand in the form of another.
FORMS = (Person, Publication, Venue, Talk, Service, Award, NewsItem, Project, Opening, Page, Lab)
ROWS = ((Membership, "person"), (Position, "person"), (Education, "person"))

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


def placeholders(scope):
    for found in _found(scope, _fields, _placeholder):
        yield found.point(f"“{found.label}” says “{found.what}”.")


def empty_headings(scope):
    for found in _found(scope, _markdown_fields, lambda text: empty_heading(text) if "#" in text else None):
        words = f"heading “{found.what}” with nothing under it" if found.what else "heading without words"
        yield found.point(f"“{found.label}” has a {words}.")


def pictures_without_words(scope):
    for found in _found(scope, _html_fields, BARE_PICTURE.search):
        yield found.point(f"A picture in “{found.label}” has no description.")


def _placeholder(text):
    lower = text.lower()
    match = PLACEHOLDER.search(text) if any(sign in lower for sign in SIGNS) else None
    return match[0].strip() if match else None


@dataclass(frozen=True)
class Found:
    """What was found in a text: in which field of which row, which is the ``number``-th in the form of its owner."""

    row: Any
    name: str
    what: Any
    owner: str = ""
    number: int = 0

    @property
    def label(self):
        return capfirst(str(self.row._meta.get_field(self.name).verbose_name))

    def point(self, words):
        if not self.owner:
            return Point(self.row, words, field(self.name))
        place = row_field(self.row, self.owner, self.number, self.name)
        return Point(self.row, words, place, getattr(self.row, self.owner))


def _found(scope, fields_of, search):
    """Yield the first text of each row in which ``search`` finds something; all texts are read, without their rows."""
    for model in FORMS:
        hits = _hits(scope.rows(model), fields_of(model), search)
        for row in scope.rows(model).filter(pk__in=hits) if hits else ():
            yield Found(row, *hits[row.pk])
    for model, owner in ((model, owner) for model, owner in ROWS if scope.may_change(model)):
        yield from _found_in_rows(scope, model, owner, fields_of(model), search)


def _found_in_rows(scope, model, owner, names, search):
    owners = scope.rows(model._meta.get_field(owner).related_model).order_by().values("pk")
    rows = model.objects.filter(**{f"{owner}__in": owners})
    hits = _hits(rows, names, search)
    concerned = model.objects.filter(pk__in=hits).order_by().values(owner)
    for number, row in numbered(
        rows.filter(**{f"{owner}__in": concerned}).select_related(owner) if hits else (), owner
    ):
        if row.pk in hits:
            yield Found(row, *hits[row.pk], owner, number)


def _hits(rows, names, search):
    """Return by primary key in which field something was found, and what."""
    hits = {}
    for pk, *texts in rows.order_by().values_list("pk", *names) if names else ():
        found = ((name, search(text)) for name, text in zip(names, texts, strict=True))
        hit = next(((name.removesuffix("_html"), what) for name, what in found if what is not None), None)
        if hit:
            hits[pk] = hit
    return hits


def _fields(model):
    """Names of what people write in words."""
    texts = (each for each in model._meta.fields if isinstance(each, (models.CharField, models.TextField)))
    return [each.name for each in texts if each.editable and not each.choices and each.name not in NOT_WORDS]


def _markdown_fields(model):
    return [each.name for each in markdown_fields(model)]


def _html_fields(model):
    return [each.html_name for each in markdown_fields(model)]


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
