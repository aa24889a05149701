"""What all workers must know, in the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache.backends import db
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.db import DatabaseError, IntegrityError, connections, router, transaction


class DatabaseCache(db.DatabaseCache):
    """Django's, which says where it can't be written.

    Django's own returns False then, as it does where somebody else was quicker: so whoever counts tries of signing in
    took it for too many.
    """

    def _base_set(self, mode: str, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> bool:
        errors: list[DatabaseError] = []

        def note(execute: Callable[..., Any], *arguments: Any) -> Any:
            try:
                return execute(*arguments)
            except DatabaseError as error:
                if not isinstance(error, IntegrityError):
                    errors.append(error)
                raise

        # The transaction outside of Django's raises what that makes of its beginning and its end.
        with transaction.atomic(self._alias), connections[self._alias].execute_wrapper(note):
            is_set: bool = super()._base_set(mode, key, value, timeout)  # type: ignore[misc]
            if errors:
                raise errors[0]
        return is_set

    @contextmanager
    def lock(self, key: str) -> Iterator[None]:
        """Let one thread at a time count under a key, in one transaction: on SQLite that is itself the lock."""
        with transaction.atomic(self._alias):
            connection = connections[self._alias]
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [key])
            yield

    @property
    def _alias(self) -> str:
        return router.db_for_write(self.cache_model_class)
