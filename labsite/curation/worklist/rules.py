"""The rules of the worklist: texts that are yet to be written, forgotten drafts, and what the apps registered."""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry, roles
from labsite.editing.form_anchors import defer_long_texts, field
from labsite.editing.issues import AddedToWorklist, Curated, EditedRow, Issue, IssueRule, Scope
from labsite.modelling.publishing import Publishable
from labsite.roles import Role
from labsite.texts.markdown import markdown_fields

Search = Callable[[str], Any]  # returns what it found in a text, None where there is nothing
FieldNames = Callable[[type[models.Model]], list[str]]
Hits = dict[str, tuple[str, Any]]  # by the kind of the rule, in which field what was found

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


@dataclass(frozen=True)
class TextRule:
    """What is searched for in which texts of a model, and the sentence about the first text in which it is found."""

    kind: str
    title: str | Promise
    advice: str | Promise
    fields_of: FieldNames
    search: Search
    sentence: Callable[[str, Any], str]

    def find(self, scope: Scope) -> Iterator[Issue]:
        for row, hits in scope.once(TextRule, lambda: list(_found(scope))):
            if self.kind in hits:
                name, hit = hits[self.kind]
                label = capfirst(row.row._meta.get_field(name).verbose_name)
                yield row.issue(self.sentence(label, hit), name)


TEXT_RULES = (
    TextRule(
        "placeholder",
        _("Placeholder text"),
        _("Write the actual text, or delete it."),
        lambda model: [
            each.name
            for each in model._meta.fields
            if isinstance(each, models.CharField | models.TextField)
            and (each.editable and not each.choices and each.name not in NOT_WORDS)
        ],
        lambda text: PLACEHOLDER.search(text) if any(map(text.lower().__contains__, SIGNS)) else None,
        lambda label, found: gettext("“%(label)s” says “%(text)s”.") % {"label": label, "text": found[0].strip()},
    ),
    TextRule(
        "empty-heading",
        _("Headings with nothing under them"),
        _("Write the text, or delete the heading."),
        lambda model: [each.name for each in markdown_fields(model)],
        lambda text: empty_heading(text) if "#" in text else None,
        lambda label, text: (
            (
                gettext("“%(label)s” has a heading “%(text)s” with nothing under it.")
                if text
                else gettext("“%(label)s” has an empty heading.")
            )
            % {"label": label, "text": text}
        ),
    ),
    TextRule(
        "text-picture-words",
        _("Pictures in texts without a description"),
        _("Describe the picture between the square brackets: ![a fox in the snow](…)."),
        lambda model: [each.html_name for each in markdown_fields(model)],
        lambda text: True if BARE_PICTURE.search(text) else None,
        lambda label, found: gettext("A picture in “%(label)s” has no description.") % {"label": label},
    ),
)


def _found(scope: Scope) -> Iterator[tuple[EditedRow, Hits]]:
    """Read every text once, also of rows in the forms of others, and yield those in which a rule finds something."""
    for model, kind in registry.facets(Curated).items():
        known, of_model = scope.loaded.get(model), scope.rows(model)
        hits = _hits(model, known or of_model)
        for row in known or of_model.filter(pk__in=hits) if hits else ():
            if row.pk in hits:
                yield EditedRow(row), hits[row.pk]
        relations: list[Any] = [model._meta.get_field(name) for name in kind.texts_of]
        for inline, owner in ((each.related_model, each.field.name) for each in relations):
            if scope.user is None or roles.may(scope.user, "change", inline):  # those of a form may be the lab's
                rows = scope.inline_rows(inline, owner)
                hits = _hits(inline, [each.row for each in rows])
                yield from ((each, hits[each.row.pk]) for each in rows if each.row.pk in hits)


def _hits(model: type[models.Model], rows: models.QuerySet[Any] | Sequence[Any]) -> dict[int, Hits]:
    """Return by primary key and rule in which field something was found, and what; of a queryset read the texts."""
    fields = {rule.kind: rule.fields_of(model) for rule in TEXT_RULES}
    names, hits = list(dict.fromkeys(name for each in fields.values() for name in each)), dict[int, Hits]()
    if not names:
        return hits
    texts: Iterable[tuple[Any, ...]] = ((row.pk, *(getattr(row, name) for name in names)) for row in rows)
    if isinstance(rows, models.QuerySet):
        texts = rows.order_by().values_list("pk", *names)
    for pk, *values in texts:
        for name, text in zip(names, values, strict=True):
            for rule in TEXT_RULES if text else ():
                if name in fields[rule.kind] and rule.kind not in hits.get(pk, ()):
                    match = rule.search(text)
                    if match is not None:
                        hits.setdefault(pk, {})[rule.kind] = name.removesuffix("_html"), match
    return hits


WAITING = "waiting"  # the rule about what waits for approval, which the inbox shows as a kind of its own
FORGOTTEN_AFTER = datetime.timedelta(days=30)


@cache
def _drafted() -> tuple[Any, ...]:
    return tuple(model for model in registry.facets(Curated) if issubclass(model, Publishable))


def _drafts(scope: Scope) -> list[Any]:
    """Return what waits for approval, and what has been a draft for long."""
    drafts: list[Any] = []
    for model in _drafted():
        forgotten = Q(state=model.State.DRAFT, changed_at__lt=timezone.now() - FORGOTTEN_AFTER)
        drafts += defer_long_texts(scope.rows(model)).filter(forgotten | Q(state=model.State.WAITING))
    return drafts


def _rule_of_drafts(state: str, kind: str, title: Any, advice: Any, sentence: Any, lowest: Role) -> IssueRule:
    def find(scope: Scope) -> Iterator[Issue]:
        for row in scope.once("drafts", lambda: _drafts(scope)):
            if row.state == state:
                yield Issue(row, sentence, field("state"))

    return IssueRule(kind, title, advice, _drafted(), find, lowest, order=2)


@cache
def all_rules() -> tuple[IssueRule, ...]:
    """Return what is asked of somebody first, then what is wrong, then what is missing."""
    waiting = _rule_of_drafts(
        Publishable.State.WAITING,
        WAITING,
        _("Awaiting approval"),
        _("Read it, then publish it or return it with a comment."),
        _("It is awaiting an editor’s approval."),
        Role.EDITOR,
    )
    forgotten = _rule_of_drafts(
        Publishable.State.DRAFT,
        "forgotten-draft",
        _("Forgotten drafts"),
        _("Only you can see it: publish it, or delete it."),
        _("It has been a draft for over a month."),
        Role.MEMBER,
    )
    of_apps = [rule for each in registry.added(AddedToWorklist) for rule in import_string(each.rules)()]
    forms = tuple(registry.facets(Curated))
    of_texts = [IssueRule(each.kind, each.title, each.advice, forms, each.find, order=4) for each in TEXT_RULES]
    registered = [rule for kind in registry.facets(Curated).values() for rule in kind.rules]
    return tuple(sorted([waiting, forgotten, *of_apps, *of_texts, *registered], key=lambda rule: rule.order))
