"""Add a paper: a text box, then one page with the paper that it says; nothing is saved until that is confirmed.

What was typed travels from page to page in the form itself.
"""

from dataclasses import dataclass, field, replace

from django.contrib import admin, messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from labsite.editing.edit_conflicts import BACK
from labsite.editing.menu import lead_to_page
from labsite.texts.plain_text import number_in
from labsite.web.requests import EditorRequest
from publications.matching.candidates import find_duplicates

from .forms import TextForm
from .proposal import Typed, look_again, more_authors, propose
from .reading import MAX_TEXT_LENGTH, Pasted, read, read_authors
from .sheet import Overtaken, Sheet, save, saved_before

MORE = _("The authors you listed have been added to the others. Check them, then add the paper.")
SAID = {
    "published": _("“{}” has been added and is on the site."),
    "draft": _("“{}” has been added as a draft."),
    "waiting": _("“{}” has been added. An editor has been asked to publish it."),
}


@dataclass
class Pile:
    """The papers of a text, and which of them is on the table."""

    text: str
    index: int = 0
    papers: tuple[Pasted, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, post: QueryDict) -> "Pile":
        text = post.get("text", "")
        return cls(text, number_in(post.get("index")) or 0, read(text).papers)

    @property
    def pasted(self) -> Pasted | None:
        return self.papers[self.index] if self.index < len(self.papers) else None

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def overview(self) -> list[tuple[str, bool, bool]]:
        """Return of each paper its title, whether it is on the page, and whether it is likely on the site."""
        records = [pasted.record for pasted in self.papers]
        known = map(bool, find_duplicates(records))
        return [
            (record.title, index == self.index, here)
            for index, (record, here) in enumerate(zip(records, known, strict=True))
        ]

    @property
    def is_last(self) -> bool:
        return self.number >= len(self.papers)


@require_http_methods(["GET", "HEAD", "POST"])
def add_paper(request: EditorRequest) -> HttpResponse:
    """Ask for a text, show the paper that it says, save it once it is confirmed."""
    if request.method != "POST":
        return _ask(request, TextForm())
    if len(request.POST.get("text", "")) > MAX_TEXT_LENGTH:
        return _read(request)
    if BACK in request.POST and "index" not in request.POST:  # what a browser kept: the text before it was read
        return _ask_again(request)
    action = next((name for name in ACTIONS if name in request.POST), "read")
    return ACTIONS[action](request)


def _ask(request: EditorRequest, form: TextForm) -> HttpResponse:
    context = {"title": gettext("Add a paper"), "form": form, "readable": len(form.reading.papers)}
    return render(request, "admin/publications/add_paper.html", admin.site.each_context(request) | context)


def _read(request: EditorRequest) -> HttpResponse:
    """Go on with what the text says, unless something in it has to be put right."""
    form = TextForm(request.POST)
    goes_on = form.is_valid() or ("go-on" in request.POST and form.reading.papers)
    if not goes_on:
        return _ask(request, form)
    text = form.cleaned_data.get("text", request.POST["text"])
    return _propose(request, Pile(text, papers=form.reading.papers))


def _propose(request: EditorRequest, pile: Pile) -> HttpResponse:
    sheet = Sheet(propose(pile.papers[pile.index], _me(request)), request.user)
    return _show(request, pile, sheet, request.POST.get("more", ""))


def _show(request: EditorRequest, pile: Pile, sheet: Sheet, more: str = "") -> HttpResponse:
    """Show the forms for a paper; ``more`` is a list of authors that hasn't joined the others yet."""
    title = gettext("Check the paper")
    if len(pile.papers) > 1:
        numbers = {"number": pile.number, "total": len(pile.papers)}
        title = gettext("Check paper %(number)s of %(total)s") % numbers
    context = {"title": title, "pile": pile, "sheet": sheet, "more": more}
    return render(request, "admin/publications/check_paper.html", admin.site.each_context(request) | context)


def _look(request: EditorRequest) -> HttpResponse:
    """Show the paper as it was typed, with the authors that were listed; nothing is refused yet."""
    typed = Typed.of(request.POST)
    more = more_authors(read_authors(request.POST.get("more", "")), _me(request))
    typed = replace(typed, authors=[*typed.authors, *more])
    return _show(request, Pile.of(request.POST), Sheet(typed, request.user))


def _add(request: EditorRequest) -> HttpResponse:
    """Save the paper and go on; or show what is wrong with it, and what it is likely the same as."""
    if request.POST.get("more", "").strip():
        messages.info(request, MORE)
        return _look(request)
    typed, pile = Typed.of(request.POST), Pile.of(request.POST)
    sheet = Sheet(look_again(typed), request.user, bound=True)
    is_ready = sheet.is_valid() and (typed.paper.get("told") or not sheet.is_nobodys)
    # Asked after the sheet, in whose way may stand what another click on the same button has just saved.
    paper = None if is_ready else saved_before(typed, request.user)
    if not (is_ready or paper):
        return _show(request, pile, sheet)
    try:
        paper = paper or save(sheet)
    except Overtaken:
        return _show(request, pile, Sheet(sheet.typed, request.user, bound=True))
    link = format_html('<a href="{}">{}</a>', paper.get_absolute_url(), paper)
    message = format_html(str(SAID[paper.state]), link)
    if pile.is_last:
        return lead_to_page(request, paper, paper.get_absolute_url(), message)
    messages.success(request, message)
    return _go_on(request, pile)


def _go_on(request: EditorRequest, pile: Pile) -> HttpResponse:
    """Show the next paper of the text; after the last one, the papers."""
    if not pile.is_last:
        return _propose(request, Pile(pile.text, pile.index + 1, pile.papers))
    return redirect("admin:publications_publication_changelist")


def _ask_again(request: EditorRequest) -> HttpResponse:
    return _ask(request, TextForm(initial={"text": request.POST.get("text", "")}))


def _me(request: EditorRequest) -> int | None:
    """Return the key of the person whose login this is."""
    person = getattr(request.user, "person", None)
    return person.pk if person else None


# By the names of the buttons.
ACTIONS = {
    BACK: _look,
    "add": _add,
    "look": _look,
    "skip": lambda request: _go_on(request, Pile.of(request.POST)),
    "back": _ask_again,
    "go-on": _read,
    "read": _read,
}
