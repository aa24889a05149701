"""Nobody goes back further than they may edit: what their form shows and doesn't let them change stays as it is."""

from typing import Any

from labsite import roles

from .documents import Document
from .kept import Key, kept_fields, silent_models, stays

# Whether something is public is for editors to say, whatever a member's own earlier version said.
PUBLISHING = ("state", "publish_from")


def within_limits(user: Any, now: Document, then: Document) -> Document:
    """Return what a thing will hold if someone takes it from one document to another. Without a user, all of it."""
    if user is None:
        return then
    keys = [key for key in {**then.rows, **now.rows} if _stays_or_comes(user, key, now, then)]
    rows = {key: _row(user, key, now.rows.get(key), then.rows.get(key)) for key in keys}
    return Document(rows, then.name)


def may_undo(user: Any, kind: str, key: Key) -> bool:
    """Whether someone may take back that a thing was added, changed or removed."""
    needed = {"added": "delete", "removed": "add"}.get(kind, "change")
    if needed == "add" or roles.reach(user, needed, key.model) is not roles.Reach.OWN:
        return roles.may(user, needed, key.model)
    row = key.model._base_manager.filter(pk=key.pk).first()
    return row is not None and roles.may(user, needed, row)


def _stays_or_comes(user: Any, key: Key, now: Document, then: Document) -> bool:
    if key in now.rows and key in then.rows:
        return True
    if key in then.rows:
        return _may(user, "add", key)
    return not _may(user, "delete", key)


def _row(user: Any, key: Key, now: Any, then: Any) -> Any:
    if now is None or then is None:
        return then if now is None else now
    if not _may(user, "change", key):
        return now
    if key.model in silent_models():
        return then
    return then | {name: now[name] for name in _fixed(user, key) if name in now}


def _fixed(user: Any, key: Key) -> tuple[str, ...]:
    publishing = () if roles.at_least(user, roles.Role.EDITOR) else PUBLISHING
    staying = (field.name for field in kept_fields(key.model) if stays(field))
    return (*staying, *roles.fixed_fields(user, key.model), *publishing)


def _may(user: Any, action: str, key: Key) -> bool:
    return key.model in silent_models() or roles.reach(user, action, key.model) is not roles.Reach.NONE
