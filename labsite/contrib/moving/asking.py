"""Asks editors whether papers under other names are a member's: those taken for theirs on moving in, and others."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite import history
from labsite.curation.duplicates.candidates import KINDS, settle_as_different, settle_as_one
from labsite.curation.duplicates.merging import Decision, objection
from labsite.editing.inbox import Action, InboxKind, InboxRow, KindPart, Waiting, settles, to_inbox
from labsite.editing.model_admin import offer_undo
from labsite.texts.plain_text import number_in
from labsite.texts.stored import gettext_noop
from people.models import Person
from publications.citations.names import in_order
from publications.importing.new_rows import person_of
from publications.models import Authorship

from .models import NameOfMember

TAKEN, QUESTIONS = "taken-papers", "papers-of-members"
PARTED = gettext_noop("Gave {name} the papers that were listed under {member}")


class PapersOfMembers(InboxKind):
    """The names under which papers are taken for a member's, and the authors who may be one: one row a question."""

    name, page = "names-of-members", "names-of-members"
    title = _("Members’ papers under other names")

    def parts(self) -> list[KindPart]:
        part_again = _(
            "These papers are on the member’s page, as the names look like the member’s. If one isn’t, its papers "
            "get a separate author."
        )
        merge = _("If a name is the member’s, its papers move to the member’s page.")
        return [
            KindPart(TAKEN, _("Listed under a member: is that right?"), part_again),
            KindPart(QUESTIONS, _("Is this the member?"), merge),
        ]

    def open(self, user: Any) -> list[Waiting]:
        rows = NameOfMember.objects.select_related("member")
        taken = [Waiting(TAKEN, (row.member_id,), [row]) for row in rows if not row.author]
        questions: dict[int, list[NameOfMember]] = defaultdict(list)
        authors = Person.objects.exclude(pk__in=Person.objects.members().order_by().values("pk"))
        names = dict(authors.filter(pk__in=[row.author for row in rows if row.author]).values_list("pk", "name"))
        for row in rows:
            if row.author in names:
                row.name = names[row.author]
                questions[row.member_id].append(row)
        return [*taken, *(Waiting(QUESTIONS, (member,), names) for member, names in questions.items())]

    def rows(self, waiting: Sequence[Waiting], query: str, is_settled: bool) -> list[InboxRow]:
        post, rows = reverse("admin:names-of-members") + (f"?{query}" if query else ""), list[InboxRow]()
        for names in (each.item for each in waiting):
            member, is_one, words = names[0].member, len(names) == 1, "; ".join(row.name for row in names)
            actions = [
                Action(_("The same") if is_one else _("All are the same"), "same"),
                Action(_("Not the same") if is_one else _("None is the same"), "different"),
            ]
            for row in names:
                if row.author:
                    address = reverse("admin:compare", args=[KINDS["people"].name, member.pk, row.author])
                    actions.append(Action(gettext("Compare with %(name)s") % {"name": row.name}, address=address))
                else:
                    number = len(row.authorships)
                    words = ngettext("%(number)d paper of %(name)s", "%(number)d papers of %(name)s", number)
                    words %= {"number": number, "name": row.name}
            hidden, address = [("name", row.pk) for row in names], member.get_absolute_url()
            rows.append(InboxRow(str(member), address, words, post=post, hidden=hidden, actions=actions))
        return rows


@settles("names-of-members")
def names_of_members(request: Any) -> HttpResponse:
    """Settle whether the names of one row are the member's, all alike."""
    keys = [key for key in request.POST.getlist("name") if number_in(key) is not None]
    rows = list(NameOfMember.objects.select_related("member").filter(pk__in=keys))
    if not rows or not {"same", "different"} & request.POST.keys():
        messages.info(request, gettext("This is no longer on the list."))
        return to_inbox(request)
    for row in rows:
        settle(request, row, "same" in request.POST)
    messages.success(request, gettext("Saved."))
    return to_inbox(request)


def settle(request: Any, row: NameOfMember, is_same: bool) -> None:
    """Do what an editor says of a name, as a step of the history if it changes something, and ask no more."""
    author = Person.objects.filter(pk=row.author).first() if row.author else None
    if not (row.author or is_same):
        with history.step(request.user, PARTED.format(name=row.name, member=row.member)) as step:
            author = part_again(row)
        offer_undo(request, step)
    elif author and is_same and not objection(row.member, author):
        settle_as_one(request.user, Decision(row.member, author))
    if author and not is_same:
        settle_as_different(request.user, KINDS["people"], row.member, author)
    row.delete()


def part_again(row: NameOfMember) -> Person:
    """Give the papers that were taken for a member's back to an author of that name."""
    author = person_of(in_order(row.name))
    author.save()
    for authorship in Authorship.objects.filter(person=row.member, pk__in=row.authorships):
        authorship.printed_name = "" if authorship.printed_name == author.name else authorship.printed_name
        authorship.person = author
        authorship.save()
    for variant in row.member.name_variants.filter(name=row.name):
        variant.delete()
    return author
