"""What a page asked the database. As long as it is answered the same, the page stands, whatever has been edited.

A page follows from its address, the lab's row and these answers alone. So none of what it depends on has to be
declared, and asking again costs a small part of making it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from sys import getsizeof, intern
from typing import Any, NamedTuple

from django.db import Error, connection
from django.utils import timezone

from labsite.modelling import publishing


def digest(rows: Any) -> bytes:
    return blake2b(repr(rows).encode(), digest_size=16).digest()


class AskedQuery(NamedTuple):
    """A statement with its parameters, and the digest of the rows that it was answered with."""

    sql: str
    parameters: Any
    answer: bytes


class Questions:
    """Notes what is asked while a page is made; ``time`` is that for which it is made."""

    def __init__(self) -> None:
        self.asked: list[AskedQuery] = []
        self.can_be_repeated = True
        self.time = timezone.now()

    @contextmanager
    def noted(self) -> Iterator[None]:
        with publishing.shown_at(self.time), connection.execute_wrapper(self._note):
            yield

    def _note(self, execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any) -> Any:
        cursor = context["cursor"]
        if isinstance(cursor.cursor, _Answered):  # by the question before
            cursor.cursor = cursor.cursor.cursor
        result = execute(sql, parameters, many, context)
        if cursor.description:
            rows = cursor.fetchall()
            self.asked.append(AskedQuery(intern(sql), parameters, digest(rows)))
            cursor.cursor = _Answered(cursor.cursor, rows)
        else:  # it wrote
            self.can_be_repeated = False
        return result

    def are_answered_the_same(self, answers: "Answers | None" = None) -> bool:
        """Ask again, for the present time or that of ``answers``, until an answer differs."""
        answers = answers or Answers()
        then = connection.ops.adapt_datetimefield_value(self.time)
        try:
            return self.can_be_repeated and all(
                answers.to(sql, tuple(answers.time if each == then else each for each in parameters or ())) == answer
                for sql, parameters, answer in self.asked
            )
        except Error:
            return False

    @property
    def size(self) -> int:
        """How many bytes they take, but for the statements, which pages of a kind share."""
        held = (part for each in self.asked for part in (each, each.parameters, each.answer, *(each.parameters or ())))
        return sum(map(getsizeof, held))


class Answers:
    """What the database answers at one time; many pages that are looked at together ask the same."""

    def __init__(self) -> None:
        self.time = connection.ops.adapt_datetimefield_value(timezone.now())
        self._digests: dict[Any, bytes] = {}
        self._are_the_same: dict[Questions, bool] = {}

    @cached_property
    def _cursor(self) -> Any:
        return connection.cursor()

    def are_the_same(self, questions: Questions) -> bool:
        """Say whether all questions are answered as they were, which pages that were made together ask once."""
        if questions not in self._are_the_same:
            self._are_the_same[questions] = questions.are_answered_the_same(self)
        return self._are_the_same[questions]

    def to(self, sql: str, parameters: tuple[Any, ...]) -> bytes:
        """Return the digest of the rows that answer a question."""
        if (sql, parameters) not in self._digests:
            self._cursor.execute(sql, parameters)
            self._digests[sql, parameters] = digest(self._cursor.fetchall())
        return self._digests[sql, parameters]


class _Answered:
    """A cursor whose rows have been fetched."""

    def __init__(self, cursor: Any, rows: Iterable[Any]) -> None:
        self.cursor, self.rows = cursor, iter(rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cursor, name)

    def __iter__(self) -> Iterator[Any]:
        return self.rows

    def fetchone(self) -> Any:
        return next(self.rows, None)

    def fetchmany(self, size: int) -> list[Any]:
        return list(islice(self.rows, size))

    def fetchall(self) -> list[Any]:
        return list(self.rows)
