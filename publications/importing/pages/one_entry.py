"""One entry of a plan on a page of its own: what it is, who its authors are, and all that it says."""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.dates import MONTHS
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _

from labsite.texts.stored import translated
from labsite.web.requests import EditorRequest
from publications.choosing import HIDDEN, NEW, ChoosingForm, candidate_keys, paper_cards, person_cards
from publications.citations.record import UNSTATED, Record
from publications.importing.plan import Decisions, Fate, Item, Plan, PlannedAuthor
from publications.models import Identifier, Import, Link, Publication, Talk

from .base import get_import, page, page_methods
from .item_lines import CREATE, SAME, SAME_ENTRY, SKIP, ItemLines, fate_of, gets_authors, without_fate
from .new_names import PersonChoiceForm
from .plan_page import current_plan, save_decisions

KEPT = _("Kept. This is what it leads to.")
MAX_AUTHORS = 200  # of one page: of a longer list the rest is taken as it is proposed

PLAIN_FIELDS = ("proceedings", "volume", "number", "article", "pages", "publisher", "doi", "arxiv_id", "url", "note")
LABELS = {
    **{"proceedings": _("Proceedings"), "volume": _("Volume"), "number": _("Number"), "article": _("Article")},
    **{"pages": _("Pages"), "publisher": _("Publisher"), "doi": "DOI", "arxiv_id": "arXiv", "url": _("Address")},
    "note": _("Note"),
}
KINDS = dict(Publication.Kind.choices) | {UNSTATED: ""}
STATUSES = dict(Publication.Status.choices)
SCHEMES = dict(Identifier.Scheme.choices)
LINK_KINDS = dict(Link.Kind.choices)


@page_methods
def one_entry(request: EditorRequest, pk: int, index: int) -> HttpResponse:
    """Show one entry; a POST keeps what was chosen about it and leads back to the plan."""
    row = get_import(request, pk)
    plan = current_plan(row, request.user).plan if row.state == Import.State.WAITING else None
    if plan is None or index >= len(plan.items) or not plan.items[index].identity:
        raise Http404
    item, post = plan.items[index], request.POST if request.method == "POST" else None
    what, authors = what_form(item, plan, request.user, post), author_forms(item, row.decisions, request.user, post)
    valid = [form.is_valid() for form in (what, *authors)]
    if post is not None and all(valid):
        return _keep(request, row, item, what.decision(item, plan), authors)
    shown = ItemLines(plan, [item], row.decisions, request.user).line(item)
    context = {"title": item.title, "row": row, "shown": shown, "what": what, "authors": authors}
    context |= {
        "facts": [fact for fact in facts(item.entry.record) if fact[1]] if item.entry.record else [],
        "names_authors": gets_authors(item),
    }
    return page(request, "entry", context)


def _keep(
    request: EditorRequest, row: Import, item: Item, what: dict[str, Any] | None, authors: Sequence["AuthorChoiceForm"]
) -> HttpResponse:
    items = row.decisions.get("items", {})
    decided = items.get(item.identity, {})
    if what is not None:
        decided = without_fate(decided) | what
    if chosen := {str(form.number): form.decision() for form in authors if form.has_changed()}:
        decided = decided | {"authors": decided.get("authors", {}) | chosen}
    save_decisions(row, {**row.decisions, "items": {**items, item.identity: decided}})
    messages.success(request, KEPT)
    return HttpResponseRedirect(f"{reverse('admin:import-plan', args=[row.pk])}#entry-{item.index}")


class WhatForm(ChoosingForm):
    """What an entry is: a new paper, one that is on the site, the same as another entry, or nothing to take in."""

    asks: Any = _("Say what it is.")
    new_words: Any = _("A new paper")
    other_words: Any = _("Another paper on the site")
    looked_up_by = Talk._meta.get_field("publication")

    def __init__(self, *args: Any, others: Sequence[Item], **kwargs: Any) -> None:
        same = [(f"{SAME_ENTRY}:{item.index}", _same(item)) for item in others]
        self.more_choices = (*same, (SKIP, gettext("Nothing: leave it out")))
        super().__init__(*args, prefix="what", **kwargs)
        self.fields["who"].label = _("What is it?")

    def decision(self, item: Item, plan: Plan) -> dict[str, Any] | None:
        """Return what was chosen as a decision about the entry; None where all stays as it is."""
        if not self.has_changed():
            return None
        if self.chosen == NEW:
            return {"fate": CREATE}
        return {"fate": SAME, "publication": self.key} if self.key else fate_of(self.chosen, item, plan)


def _same(item: Item) -> str:
    values = {"title": item.title, "place": translated(item.place)}
    return gettext("The same as “%(title)s”, %(place)s") % values


def what_form(item: Item, plan: Plan, user: AbstractUser, post: QueryDict | None = None) -> WhatForm:
    """Return the form for an entry: what the plan says of it is chosen, or nothing while that isn't decided."""
    keys = dict.fromkeys([item.publication, *(each.publication for each in item.candidates)])
    offered = ",".join(str(key) for key in keys if key)
    indices = dict.fromkeys([item.same_as, *item.same_candidates])
    others = [plan.items[index] for index in indices if index is not None]
    named = [offered, *(post.get(f"what-{name}") for name in ("candidates", "who", "other"))] if post else [offered]
    shown = paper_cards([key for each in named for key in candidate_keys(each)], user)
    known = {key: card for key, card in shown.items() if card is not HIDDEN or key in keys}
    planned = NEW if item.same_as is None else f"{SAME_ENTRY}:{item.same_as}"
    chosen = SKIP if item.fate is Fate.SKIP else "" if item.asks_which else str(item.publication or planned)
    return WhatForm(post, initial={"who": chosen, "candidates": offered}, others=others, cards=known)


class AuthorChoiceForm(PersonChoiceForm):
    """Who one author of an entry is, where that is otherwise than in the rest of the import."""

    def __init__(self, *args: Any, number: int, author: PlannedAuthor, **kwargs: Any) -> None:
        super().__init__(*args, prefix=f"author-{number}", **kwargs)
        self.number, self.author, self.may_stay_open = number, author, bool(author.may_be)
        self.new = author.new or author.match.name
        del self.fields["family"]  # which is said once for the whole import


def author_forms(
    item: Item, decisions: Decisions, user: AbstractUser, post: QueryDict | None = None
) -> list[AuthorChoiceForm]:
    """Return a form for each author of an entry: who it will be is chosen."""
    decided = decisions.get("items", {}).get(item.identity, {}).get("authors", {})
    authors = list(enumerate(item.authors[:MAX_AUTHORS]))
    initial = []
    for number, author in authors:
        match = author.match
        offered = dict.fromkeys(key for key in (match.person, *match.candidates) if key)
        chosen = str(decided.get(str(number)) or match.person or ("" if author.may_be else NEW))
        initial.append({"who": chosen, "candidates": ",".join(map(str, offered))})
    names = ("who", "other", "candidates")
    sent = [post.get(f"author-{number}-{name}") for number, _ in authors for name in names] if post else []
    texts = [*sent, *(text for values in initial for text in values.values())]
    people = person_cards((key for text in texts for key in candidate_keys(text)), user)
    return [
        AuthorChoiceForm(post, initial=values, cards=people, number=number, author=author)
        for (number, author), values in zip(authors, initial, strict=True)
    ]


def _date(record: Record) -> str:
    if record.year and record.month:
        return date_format(datetime.date(record.year, record.month, 1), "YEAR_MONTH_FORMAT")
    return " ".join(filter(None, [str(MONTHS[record.month]) if record.month else "", str(record.year or "")]))


def facts(record: Record) -> Iterator[tuple[str, str]]:
    """Yield all that a record says beside its title and its authors, as labels with words, some empty."""
    yield gettext("Kind"), str(KINDS.get(record.kind, record.kind))
    yield gettext("Status"), str(STATUSES.get(record.status, record.status))
    yield gettext("Date"), _date(record)
    yield gettext("Venue"), " – ".join(dict.fromkeys(filter(None, [record.acronym, record.venue])))
    for name in PLAIN_FIELDS:
        yield str(LABELS[name]), getattr(record, name)
    for scheme, value in record.ids:
        yield str(SCHEMES.get(scheme, scheme)), value
    for link in record.links:
        yield link.label or str(LINK_KINDS.get(link.kind, link.kind)), link.url
    yield gettext("Kind of entry"), record.entry_type
    yield from record.extra
    yield gettext("Abstract"), record.abstract
