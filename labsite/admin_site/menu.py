"""The menu of the admin: one's own, then the rest in human order."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.urls import reverse
from django.utils.translation import gettext_lazy as _, override

from labsite import registry, roles
from labsite.editing.form_anchors import form_address
from labsite.editing.menu import MenuEntry, MenuGroup, address_to_add
from labsite.editing.parts import PartsAdmin
from labsite.models import User
from labsite.roles import AdminPage
from people.models import page_of

Entry = dict[str, Any]  # as Django lists an app or a model

OWN = MenuGroup(_("Yours"), _("Your page and its contents."), 0)
UPKEEP = MenuGroup(
    _("Keeping it up to date"),
    _("Things waiting for you, recent changes and deleted items."),
    500,
)


def groups(user: User | AnonymousUser, models: dict[type[Model], Entry], path: str) -> list[Entry]:
    """Return the groups that someone is offered; ``models`` are those they may see, as Django lists them.

    Each list is there once: for members as what is theirs of it, for editors with everybody's. Members find the
    ``rest`` behind one word, open where ``path`` is in it.
    """
    is_editor = roles.at_least(user, roles.Role.EDITOR)
    pages = [page for page in roles.admin_pages().values() if roles.at_least(user, page.role)]
    upkeep = [_entry(page.label, reverse(f"admin:{page.name}")) for page in pages if page.label]
    entries = {OWN: _own(user, pages, is_editor), UPKEEP: upkeep}
    has_own_lists = bool(entries[OWN]) and not is_editor
    for model, menu in registry.facets(MenuEntry).items():
        if model in models and menu.group and not (menu.own and has_own_lists):
            entry = models[model]
            if menu.add_page and entry["add_url"]:  # a page for adding such rows, rather than the empty form
                entry = entry | {"add_url": reverse(menu.add_page)}
            entries.setdefault(menu.group, []).append(entry)
    own = [entry["admin_url"].partition("?")[0] for entry in entries[OWN]]
    others = [entry["admin_url"] for group in entries for entry in entries[group] if group is not OWN]
    is_elsewhere = any(map(path.startswith, filter(None, others))) and not any(map(path.startswith, own))
    rest = "" if not has_own_lists else "open" if is_elsewhere else "closed"
    return [
        {
            "rest": "" if group is OWN else rest,
            "name": group.name,
            "about": group.about,
            "app_label": _token(group.name).lower(),
            "app_url": "",
            "models": entries[group],
        }
        for group in sorted(entries, key=lambda group: group.order)
        if entries[group]
    ]


def ways_of(user: Any, here: str) -> dict[str, list[tuple[str, Any]]]:
    """Return where those who edit get from a page of the site: to their own, to what they add, to what waits."""
    page, admins = page_of(getattr(user, "person", None)), admin.site._registry
    added = [
        (cast(PartsAdmin, admins[model]).panel_to_add(here), menu.add)
        for model, menu in registry.facets(MenuEntry).items()
        if menu.add and roles.may(user, "add", model)
    ]
    ends = [(reverse("admin:inbox"), _("Inbox")), (reverse("admin:index"), _("Everything else"))]
    return {"own": [(page, _("My page"))] if page else [], "added": added, "ends": ends}


def _own(user: Any, pages: list[AdminPage], is_editor: bool) -> list[Entry]:
    """Return what is somebody's own: nothing for those who have no page."""
    person = getattr(user, "person", None)
    if person is None:
        return []
    own = [_entry(_("My profile"), form_address(person))]
    own += [_entry(page.own, reverse(f"admin:{page.name}", args=[person.pk])) for page in pages if page.own]
    for model, menu in registry.facets(MenuEntry).items():
        if menu.own and not is_editor:
            rows = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist", query={"whose": "mine"})
            own.append(_entry(menu.own, rows, address_to_add(model) if roles.may(user, "add", model) else ""))
    return own


def _entry(name: Any, address: str, add: str = "") -> Entry:
    return {"name": name, "object_name": _token(name), "admin_url": address, "add_url": add}


def _token(name: Any) -> str:
    """Return a name as an attribute of the page has it: the same in every language."""
    with override("en"):
        return str(name).replace(" ", "-")
