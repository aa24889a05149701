"""The visitors' menu, put in order on one page: the lists of the site, and the lab's own pages among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from labsite.editing.form_anchors import form_address
from labsite.editing.inlines import by_order, order_field
from labsite.models import Lab, Page, Section
from labsite.models.pages import JOIN
from labsite.texts.plain_text import number_in

STEP = 10  # between the places of two entries, so that one that is added later can stand between them
HIDDEN = Section.Shown.HIDDEN
OF_PAGES = [(Section.Shown.IN_LINE, Section.Shown.IN_LINE.label), (HIDDEN, HIDDEN.label)]


@dataclass
class MenuItem:
    """What can be in the menu: a list of the site, of which the lab may have decided nothing yet, or a page."""

    row: Any
    has_content: bool = True

    @property
    def is_page(self) -> bool:
        return isinstance(self.row, Page)

    @property
    def key(self) -> str:
        return f"page-{self.row.pk}" if self.is_page else self.row.page

    @property
    def label(self) -> str:
        return self.row.title if self.is_page else self.row.label

    @property
    def shown(self) -> str:
        """Where it stands: a page without a place isn't in the menu."""
        if self.is_page:
            return HIDDEN if self.row.place is None else Section.Shown.IN_LINE
        return str(self.row.shown)

    @property
    def choices(self) -> Any:
        return OF_PAGES if self.is_page else Section.Shown.choices

    @property
    def form(self) -> str:
        """The address of its form: of a list of which nothing is decided, the form that begins its row."""
        if self.row.pk:
            return form_address(self.row)
        return f"{reverse('admin:labsite_section_add')}?{urlencode({'page': self.row.page})}"

    def wanted(self, sent: Mapping[str, str]) -> str:
        """Return where it is to stand by what was sent: where it stands, if that says nothing of it."""
        wanted = sent.get(f"shown-{self.key}", "")
        return wanted if wanted in dict(self.choices) else self.shown

    def inputs(self, number: int, shown: str) -> dict[str, str]:
        """Return its inputs in the form of the menu, in which it is the ``number``-th."""
        name = format_html(gettext("Menu: {}"), self.label)
        select = forms.Select({"aria-label": name}, self.choices).render(f"shown-{self.key}", shown)
        return {"order": order_field(_("entry")).widget.render(f"place-{self.key}", number), "shown": select}

    def move(self, position: int, shown: str) -> None:
        """Give the entry its position, and save its row if that changes anything."""
        before = self.row.pk, self.row.place, self.shown
        if self.is_page:
            self.row.place = None if shown == HIDDEN else position
        else:
            self.row.place, self.row.shown = position, shown
        if before != (self.row.pk, self.row.place, self.shown) or not self.row.pk:
            self.row.save()


def entries(lab: Lab) -> list[MenuItem]:
    """Return all that can be in the menu, in its order; pages that are in none come last."""
    rows = {row.page: row for row in Section.objects.all()}
    lists = [MenuItem(rows.get(page, section), lab.shows(section)) for page, section in lab.sections.items()]
    pages = [MenuItem(page) for page in Page.objects.published().exclude(slug=JOIN).order_by("place", "title")]
    return sorted([*lists, *pages], key=lambda entry: (entry.row.place is None, entry.row.place))


def version(shown: list[MenuItem]) -> str:
    """Return what the menu is now, so that a form knows whether it was changed since it was opened."""
    return " ".join(f"{entry.key}:{entry.shown}" for entry in shown)


def in_order(shown: list[MenuItem], sent: Mapping[str, str]) -> list[MenuItem]:
    """Return the menu in the order of a form that was sent: an entry without a number follows the one before it."""
    return by_order((number_in(sent.get(f"place-{entry.key}")), entry) for entry in shown)


def rows(shown: list[MenuItem], sent: Mapping[str, str]) -> list[tuple[MenuItem, dict[str, str]]]:
    """Return the rows of the form: as changed in one that was sent after somebody else saved, and else as saved."""
    before = dict(each.rpartition(":")[::2] for each in sent.get("seen", "").split())
    ordered = in_order(shown, sent)
    if [entry.key for entry in ordered if entry.key in before] == [*before]:
        ordered = shown
    rows = []
    for position, entry in enumerate(ordered, 1):
        seen, wanted = before.get(entry.key, entry.shown), entry.wanted(sent)
        inputs = entry.inputs(position, entry.shown if wanted == seen else wanted)
        rows.append((entry, inputs | {"theirs": dict(entry.choices)[entry.shown] if entry.shown != seen else ""}))
    return rows


def save(shown: list[MenuItem], sent: Mapping[str, str]) -> None:
    """Save the menu as a form sent it."""
    for position, entry in enumerate(in_order(shown, sent), 1):
        entry.move(position * STEP, entry.wanted(sent))
