"""Who may do what on the editing side: with rows as each app registers it for its models, and on which other pages.

A role is a Django group. Whatever asks a login for Django's permissions hears of these rights too (User.has_perm).
"""

import logging
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cache, reduce
from operator import or_
from typing import Any, Self, TypeVar

from django.apps import apps
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.modelling.publishing import is_public
from labsite.registry import ContentFacet, SiteFacet

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")

NOTHING = Q(pk__in=[])
LABELS = {"MEMBER": _("Member"), "EDITOR": _("Editor"), "ADMINISTRATOR": _("Administrator")}


class Role(IntEnum):
    """What someone is to the site; a higher one may do all that a lower one may."""

    MEMBER = 1
    EDITOR = 2
    ADMINISTRATOR = 3

    @property
    def group(self) -> str:
        """The name of the Django group."""
        return f"{self.name.capitalize()}s"

    @property
    def label(self) -> Promise:
        """What it is called in the reader's language."""
        return LABELS[self.name]


class Reach(Enum):
    """Which rows of a model a permission is for."""

    NONE = "none"
    OWN = "own"
    ALL = "all"


@dataclass(frozen=True)
class ModelRights(ContentFacet):
    """What each role may do with a model's rows: View, Add, Change, Delete; a small letter is for own rows only.

    ``own`` are lookups that lead from a row to the login whose row it is; ``adder`` leads to who added it, whose row
    it is until it is published, and with ``deletes_drafts_only`` theirs to delete only then; ``correctable`` says what
    is theirs even so. ``shared_by`` is a relation to other rows: nobody's row is theirs who may change all of these,
    or who added it while there are none. ``public`` says which rows anyone may read who may view but their own; with
    ``parts`` also those that nothing names or something that they see, where these relations, of its own form, don't
    count. ``fixed`` are the fields that a role and those below it see and don't edit.
    """

    member: str = ""
    editor: str = ""
    administrator: str = ""
    own: tuple[str, ...] = ()
    shared_by: str = ""
    adder: str = ""
    deletes_drafts_only: bool = False
    correctable: Callable[[], Q] = lambda: NOTHING
    public: Callable[[], Q] = lambda: NOTHING
    parts: tuple[str, ...] | None = None
    fixed: dict[Role, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of_the_lab(cls) -> Self:
        """Rows that members read and editors edit."""
        return cls("V", "VACD", "VACD")

    @classmethod
    def of_the_public(cls) -> Self:
        """Rows that editors edit and members read once they are published."""
        return cls("v", "VACD", "VACD", public=is_public)

    @classmethod
    def of_a_person(cls, *own: str) -> Self:
        """Rows that members edit if a lookup in ``own`` leads to their login."""
        return cls("Vacd", "VACD", "VACD", own=own)


def rights_of(model: Any) -> ModelRights:
    """Return who may do what with the rows of a model: nobody anything with one that isn't registered."""
    return registry.facet(model._meta.model, ModelRights) or ModelRights()


@dataclass(frozen=True)
class AdminPage(SiteFacet):
    """A page of the admin that no ModelAdmin has: its URL name, its address below /admin/, and its view as a dotted
    name, for users with a role or a higher one.

    With a ``label`` it is in the menu among what keeps the site true, with ``own`` among what is the user's, and then
    its address takes their person. One ``for_scripts`` has no *admin:* before its name and answers in plain text.
    """

    name: str
    route: str
    view: str
    role: Role
    label: str | Promise = ""
    own: str | Promise = ""
    for_scripts: bool = False


@cache
def admin_pages() -> dict[str, AdminPage]:
    """Return the pages of the admin that no ModelAdmin has, by their names."""
    return {page.name: page for page in registry.added(AdminPage)}


def role_of(user: Any) -> Role | None:
    """Return someone's role, None for those without one. Asks the database once for each login object."""
    if not (user.is_active and user.is_staff):
        return None
    if not hasattr(user, "_role"):
        user._role = given_to(user)
    return user._role


def given_to(user: Any) -> Role | None:
    """Return the role that a login has, whether or not it can sign in now; a superuser's is the highest."""
    if user.is_superuser:
        return Role.ADMINISTRATOR
    groups = {group.name for group in user.groups.all()} if user.pk else set()
    return max((role for role in Role if role.group in groups), default=None)


def settle(user: Any, is_settled: bool = True) -> None:
    """Let what is asked of a login's rights be asked once, as long as this request has saved nothing yet."""
    user._remembered = {} if is_settled else None


def remembered(user: Any, question: Hashable, answer: Callable[[], Answer]) -> Answer:
    """Return what was answered before, if the rights of this login object are settled."""
    known = getattr(user, "_remembered", None)
    if known is None:
        return answer()
    if question not in known:
        known[question] = answer()
    return known[question]


def at_least(user: Any, role: Role) -> bool:
    """Whether someone has a role or a higher one."""
    own = role_of(user)
    return own is not None and own >= role


def reach(user: Any, action: str, model: Any) -> Reach:
    """Return which rows of a model someone may do something with; none of a model that isn't in the table."""
    role = role_of(user)
    letters = getattr(rights_of(model), role.name.lower()) if role else ""
    if action[0].upper() in letters:
        return Reach.ALL
    return Reach.OWN if action[0] in letters else Reach.NONE


def may(user: Any, action: str, subject: Any) -> bool:
    """Whether someone may do something with a row, or with any row of a model. One query for own rows.

    Nobody may delete their own login.
    """
    if action == "delete" and subject == user:
        return False
    extent = reach(user, action, subject)
    if not isinstance(subject, Model) or extent is not Reach.OWN:
        return extent is not Reach.NONE
    rows = type(subject)._base_manager.filter(pk=subject.pk)
    question = action, type(subject), subject.pk
    return subject.pk is not None and remembered(user, question, lambda: reached(user, action, rows).exists())


def reached(user: Any, action: str, rows: Any) -> Any:
    """Narrow a queryset to the rows that someone may do something with."""
    extent = reach(user, action, rows.model)
    if extent is Reach.ALL:
        return rows
    if extent is Reach.NONE:
        return rows.none()
    model, rights = rows.model, rights_of(rows.model)
    condition = own_rows(user, model, action)
    if action == "view":
        condition |= rights.public()
        if rights.parts is not None:
            # Asked for at once: nested in each other, the questions would be deeper than SQLite reads.
            condition |= ~Q(pk__in=remembered(user, ("hidden", model), lambda: _hidden(user, model)))
    return rows.filter(Exists(model._base_manager.filter(condition, pk=OuterRef("pk"))))


def _hidden(user: Any, model: Any) -> list[int]:
    """Return the keys of the rows that are named by rows that somebody doesn't see and by no other."""
    naming = [_rows_naming(link) for link in _links_to(model)]
    named, seen = Q(*map(Exists, naming), _connector=Q.OR), (reached(user, "view", rows) for rows in naming)
    hidden = model._base_manager.filter(named).exclude(Q(*map(Exists, seen), _connector=Q.OR))
    return list(hidden.values_list("pk", flat=True))


@cache
def _links_to(model: Any) -> tuple[Any, ...]:
    """Return the columns and lists by which rows of content name a row, without those of its own parts."""
    parts = {*(rights_of(model).parts or ()), *(each.relation for each in registry.belonging_to(model))}
    reverse = [each for each in model._meta.get_fields(include_hidden=True) if each.auto_created and not each.concrete]
    links = (each.field for each in reverse if each.name not in parts)
    return tuple(link for link in links if registry.facet(link.model, ModelRights))


def _rows_naming(link: Any) -> Any:
    """Return the rows that name a row by a link, for a subquery."""
    return link.model._base_manager.filter(**{link.name: OuterRef("pk")})


def makes_own(link: Any) -> bool:
    """Whether a row becomes somebody's own by being put into this link of a row of theirs."""
    shared_by = rights_of(link.related_model).shared_by
    return bool(shared_by) and link.remote_field.name == shared_by


def choices(user: Any, link: Any) -> Any:
    """Return the rows that someone may put into a link of a row: those that they see, and what rows of theirs name.

    Where that would make a row theirs, it is one that is theirs already: so nobody gains a right by a link.
    """
    rows, action = link.related_model._default_manager.all(), "change" if makes_own(link) else "view"
    if reach(user, action, rows.model) is Reach.ALL:
        return rows

    def narrowed() -> Any:
        known = reached(user, action, rows.model._base_manager.filter(pk=OuterRef("pk")))
        return rows.filter(Q(Exists(known)) | Q(Exists(reached(user, "change", _rows_naming(link)))))

    return remembered(user, ("choices", link), narrowed).all()


def may_change(request: Any, row: Model) -> bool:
    """Say whether the user may change a row, as inlines and pencils ask many times in a request: a query a model."""
    user, model, known = request.user, row._meta.model, request.__dict__.setdefault("may_change", {})
    if reach(user, "change", model) is not Reach.OWN:
        return may(user, "change", model)
    if model not in known:
        own = model._base_manager.filter(own_rows(user, model))
        known[model] = {*own.values_list("pk", flat=True)}
    return row.pk in known[model]


def row_to_change(user: Any, rows: Any, pk: int) -> Any:
    """Return one of the rows of a queryset, or of a model's; PermissionDenied refuses it to who may not change it."""
    row = get_object_or_404(rows, pk=pk)
    if not may(user, "change", row):
        raise PermissionDenied
    return row


def row_or_404(user: Any, action: str, label: str, pk: int) -> Any:
    """Return a row of the model with a label, such as people.person, with which somebody may do something."""
    try:
        model: Any = apps.get_model(label)
    except (LookupError, ValueError) as error:
        raise Http404 from error
    return get_object_or_404(reached(user, action, model._default_manager.all()), pk=pk)


def own_rows(user: Any, model: Any, action: str = "change") -> Q:
    """Return the condition that a row is somebody's own, to do something with it."""
    rights, added = rights_of(model), NOTHING
    if not user.pk:
        return NOTHING
    if rights.shared_by:
        sharing = _rows_naming(model._meta.get_field(rights.shared_by).field)
        others = sharing.exclude(pk__in=sharing.model._base_manager.filter(own_rows(user, sharing.model)).values("pk"))
        nobodys = Q(**{rights.own[0].partition("__")[0]: None}) & ~Q(Exists(others))
        added = nobodys & (Q(Exists(sharing)) | Q(**{rights.adder: user}))
    elif rights.adder:
        drafts = ~is_public(rights.adder.rpartition("__")[0])
        is_draft_alone = action == "delete" and rights.deletes_drafts_only
        added = Q(**{rights.adder: user}) & (drafts if is_draft_alone else drafts | rights.correctable())
        if is_draft_alone:
            return added
    return reduce(or_, (Q(**{lookup: user}) for lookup in rights.own), added)


def fixed_fields(user: Any, model: Any) -> tuple[str, ...]:
    """Return the fields of a model that someone sees and doesn't edit."""
    fixed, own = rights_of(model).fixed, role_of(user) or Role.MEMBER
    return tuple(dict.fromkeys(name for role, names in fixed.items() if own <= role for name in names))


def may_open(user: Any, page: str) -> bool:
    """Say whether the user may open an AdminPage. Raises KeyError for any other page."""
    return at_least(user, admin_pages()[page].role)


def give(user: Any, role: Role | None) -> None:
    """Make it somebody's only role; None takes every role away, and with it the editing side."""
    with transaction.atomic():
        user.groups.set([Group.objects.get_or_create(name=role.group)[0]] if role else [])
        user.is_staff = role is not None
        user.save(update_fields=["is_staff"])
    logger.info(f"Login {user.pk} has the role: {role.name.capitalize() if role else 'none'}")
    user.__dict__.pop("_role", None)
