"""One entry of a plan on a page of its own: what it is, who its authors are, and all that it says."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from labsite.modelling.values_in_words import in_words
from labsite.texts.stored import translated
from labsite.web.requests import EditorRequest
from publications.choosing import (
    HIDDEN,
    NEW,
    ChoosingForm,
    candidate_keys,
    choosing_forms,
    paper_cards,
    person_cards,
    written_keys,
)
from publications.citations.record import UNSTATED, Record
from publications.importing.plan import Decisions, Fate, Item, Plan, PlannedAuthor
from publications.models import Identifier, Import, Link, Publication, Talk

from .base import get_import, page, page_methods
from .item_lines import CREATE, SAME, SAME_ENTRY, SKIP, ItemLines, fate_of, gets_authors, without_fate
from .new_names import PersonChoiceForm
from .plan_page import current_plan, save_decisions

KEPT = _("Saved. Here is what would happen now.")
MAX_AUTHORS = 200  # of one page: of a longer list the rest is taken as it is proposed

LABELS = {
    **{"proceedings": _("Proceedings"), "volume": _("Volume"), "number": _("Number"), "article": _("Article")},
    **{"pages": pgettext_lazy("publication", "Pages"), "publisher": _("Publisher"), "note": _("Note")},
    **{"doi": "DOI", "arxiv_id": "arXiv", "url": _("Address")},
}


@page_methods
def one_entry(request: EditorRequest, pk: int, index: int) -> HttpResponse:
    """Show one entry; a POST keeps what was chosen about it and leads back to the plan."""
    row = get_import(request, pk)
    plan = current_plan(row, request.user) if row.state == Import.State.WAITING else None
    if plan is None or index >= len(plan.items) or not plan.items[index].identity:
        raise Http404
    item, post = plan.items[index], request.POST if request.method == "POST" else None
    what, authors = what_form(item, plan, request.user, post), author_forms(item, row.decisions, request.user, post)
    valid = [form.is_valid() for form in (what, *authors)]
    if post is None or not all(valid):
        shown = ItemLines(plan, [item], row.decisions, request.user).line(item)
        context = {"title": item.title, "row": row, "shown": shown, "what": what, "authors": authors}
        known = facts(item.entry.record) if item.entry.record else ()
        context |= {"facts": [fact for fact in known if fact[1]], "names_authors": gets_authors(item)}
        return page(request, "entry", context)
    items = row.decisions.get("items", {})
    decided = items.get(item.identity, {})
    chosen_fate = what.decision(item, plan)
    if chosen_fate is not None:
        decided = without_fate(decided) | chosen_fate
    if chosen := {str(number): form.decision() for number, form in enumerate(authors) if form.has_changed()}:
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
        same = gettext("The same as “%(title)s”, %(place)s")
        named = [(each.index, same % {"title": each.title, "place": translated(each.place)}) for each in others]
        entries = ((f"{SAME_ENTRY}:{index}", words) for index, words in named)
        self.more_choices = (*entries, (SKIP, gettext("Nothing: skip it")))
        super().__init__(*args, prefix="what", **kwargs)
        self.fields["who"].label = _("What is it?")

    def decision(self, item: Item, plan: Plan) -> dict[str, Any] | None:
        """Return what was chosen as a decision about the entry; None where all stays as it is."""
        if not self.has_changed():
            return None
        if self.chosen == NEW:
            return {"fate": CREATE}
        return {"fate": SAME, "publication": self.key} if self.key else fate_of(self.chosen, item, plan)


def what_form(item: Item, plan: Plan, user: AbstractUser, post: QueryDict | None = None) -> WhatForm:
    """Return the form for an entry: what the plan says of it is chosen, or nothing while that isn't decided."""
    keys = dict.fromkeys([item.publication, *(each.publication for each in item.candidates)])
    offered = written_keys(keys)
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

    def __init__(self, *args: Any, author: PlannedAuthor, **kwargs: Any) -> None:
        super().__init__(*args, new=author.new or author.match.name, **kwargs)
        self.author, self.may_stay_open = author, bool(author.may_be)
        del self.fields["family"]  # which is said once for the whole import


def author_forms(
    item: Item, decisions: Decisions, user: AbstractUser, post: QueryDict | None = None
) -> list[AuthorChoiceForm]:
    """Return a form for each author of an entry: who it will be is chosen."""
    decided = decisions.get("items", {}).get(item.identity, {}).get("authors", {})
    asked = []
    for number, author in enumerate(item.authors[:MAX_AUTHORS]):
        match = author.match
        who = str(decided.get(str(number)) or match.person or ("" if author.may_be else NEW))
        initial = {"who": who, "candidates": written_keys([match.person, *match.candidates])}
        asked.append((f"author-{number}", initial, {"author": author}))
    return choosing_forms(AuthorChoiceForm, asked, person_cards, user, post)


def facts(record: Record) -> Iterator[tuple[str, str]]:
    """Yield all that a record says beside its title and its authors, as labels with words, some empty."""
    yield gettext("Kind"), "" if record.kind == UNSTATED else in_words(record.kind, Publication.Kind.choices)
    yield gettext("Status"), in_words(record.status, Publication.Status.choices)
    yield gettext("Date"), Publication(year=record.year, month=record.month).date
    yield gettext("Venue"), " – ".join(dict.fromkeys(filter(None, [record.acronym, record.venue])))
    for name, label in LABELS.items():
        yield str(label), getattr(record, name)
    for scheme, value in record.ids:
        yield in_words(scheme, Identifier.Scheme.choices), value
    for link in record.links:
        yield link.label or in_words(link.kind, Link.Kind.choices), link.url
    yield gettext("Kind of entry"), record.entry_type
    yield from record.extra
    yield gettext("Abstract"), record.abstract
