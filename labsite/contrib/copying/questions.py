"""What a copy was made of, in notes beside it: of each address what it asked the database, and how that was answered.

A file follows from its address, what all files share, and these answers alone. As long as the database answers the
same, the file stands whatever else was edited, and nothing that it depends on has to be declared.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import Error, connection
from django.utils import timezone
from django.utils.timezone import now

from labsite.contrib.copying.folder import CopyFolder
from labsite.modelling import content_version
from labsite.modelling.publishing import RIGHT_NOW
from labsite.pages.moments import Moment

NOTES = "questions.json"
NOW, UNKNOWN = "\0now", "\0"  # stand for the present time, and for no text or number, among parameters
CLOCK = "clock"  # the question what time it is, which is answered the same until a day ends or a row appears

Question = tuple[str, str]  # a statement, and its parameters as JSON


class CopiedAddress(NamedTuple):
    """What an address was answered: a status, the digest of its file or "", and the addresses that the file names.

    Of these it says whether a reader may follow them. ``questions`` are all that it follows from, None if unknown.
    """

    status: int
    digest: str
    named: dict[str, bool]
    questions: list[str] | None


class CopyNotes:
    """What addresses of a copy were answered before, and what the database answers at this moment.

    ``shared`` is the digest of what else all files follow from. Questions are named by digests that nobody else makes.
    """

    def __init__(self, files: CopyFolder, moment: Moment, shared: str) -> None:
        self.files, self.moment, self.shared = files, moment, shared
        noted = files.read(NOTES)
        if noted.get("shared") != shared:
            noted = {"until": 0, "versions": {}, "statements": {}, "questions": {}, "copied": {}}
        statements, questions, versions = (noted[name] for name in ("statements", "questions", "versions"))
        groups, is_past = moment.versions.keys() | versions, noted["until"] <= moment.seen_at
        changed = {each for each in groups if is_past or moment.versions.get(each) != versions.get(each)}
        stands = {name for name, sql in statements.items() if changed.isdisjoint(content_version.groups_in(sql))}
        asked = {name: (statements[sql], parameters) for name, (sql, parameters, _answer) in questions.items()}
        self.questions = {name: each for name, each in asked.items() if name in (CLOCK, _digest(*each))}
        self.before: dict[str, str] = {name: answer for name, (*_question, answer) in questions.items()}
        self.answers = {name: answer for name, answer in self.before.items() if questions[name][0] in stands}
        self.answers[CLOCK] = str(moment.until)
        self.earlier = {address: CopiedAddress(*each) for address, each in noted["copied"].items()}
        self.addresses: dict[str, CopiedAddress] = {}

    def standing(self, address: str) -> CopiedAddress | None:
        """Return what an address was answered, if it would be answered the same now."""
        earlier = self.earlier.get(address)
        try:
            asked = earlier.questions or () if earlier else ()
            stands = all(each in self.questions and self.answer(each) == self.before[each] for each in asked)
        except Error:  # as when a table has changed
            connection.close()
            return None
        return earlier if stands else None

    def answer(self, name: str) -> str:
        """Return a digest of what the database answers now."""
        if name not in self.answers:
            sql, parameters = self.questions[name]
            present = connection.ops.adapt_datetimefield_value(now())
            with connection.cursor() as cursor:
                cursor.execute(sql, [present if each == NOW else each for each in json.loads(parameters)])
                self.answers[name] = _digest(*cursor.fetchall())
        return self.answers[name]

    @contextmanager
    def noted(self) -> Iterator[dict[str, Question]]:
        """Collect the questions that are put meanwhile; what only writes is none."""
        questions: dict[str, Question] = {}
        begun = str(connection.ops.adapt_datetimefield_value(now()))

        def note(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: dict[str, Any]) -> Any:
            if sql.startswith(("SELECT", "WITH")):
                end = str(connection.ops.adapt_datetimefield_value(now()))
                values = [NOW if begun <= str(each) <= end else each for each in parameters or ()]
                question = sys.intern(sql), json.dumps(values, default=lambda _value: UNKNOWN)
                questions[_digest(*question)] = question
            return execute(sql, parameters, many, context)

        def clock() -> Any:
            if sys._getframe(1).f_code is not RIGHT_NOW.ask.__code__:  # whose time is a parameter
                questions[CLOCK] = "", "[]"
            return now()

        timezone.now = clock
        try:
            with connection.execute_wrapper(note):
                yield questions
        finally:
            timezone.now = now

    def answered(self, questions: dict[str, Question]) -> dict[str, str] | None:
        """Return the answers to questions; None if they can't be put again, or content has changed meanwhile."""
        if any(json.dumps(UNKNOWN) in parameters for _sql, parameters in questions.values()):
            return None
        self.questions |= questions
        answers = {name: self.answer(name) for name in questions}
        return answers if content_version.read() == self.moment.versions else None

    def save(self, is_complete: bool) -> None:
        """Note what is known; as long as the copy isn't complete, so that the next one asks all questions again."""
        known = ({} if is_complete else self.earlier) | self.addresses
        copied = {address: each for address, each in known.items() if each.questions is not None}
        answers = self.before | self.answers
        questions = {name: self.questions[name] for each in copied.values() for name in each.questions or ()}
        statements = {sql: _digest(sql) for sql in {sql for sql, _parameters in questions.values()}}
        content = {
            **{"shared": self.shared, "until": self.moment.until},
            "versions": self.moment.versions if is_complete else {},
            "statements": {name: sql for sql, name in statements.items()},
            "questions": {name: (statements[sql], values, answers[name]) for name, (sql, values) in questions.items()},
            "copied": copied,
        }
        self.files.note(NOTES, content)


def _digest(*content: Any) -> str:
    """Return a digest by which nobody else can guess at the content, wherever the folder is put."""
    return blake2b(repr(content).encode(), digest_size=8, key=settings.SECRET_KEY.encode()[:64]).hexdigest()


@cache
def software() -> str:
    """Return a digest of the settings, and of the code, templates, translations and static files by their times."""
    folders = {config.path for config in apps.get_app_configs() if "-packages" not in config.path}
    templates: Any = settings.TEMPLATES[0]["DIRS"]
    folders |= {str(each) for each in [*templates, *settings.LOCALE_PATHS, settings.STATIC_ROOT]}
    own = [each for each in folders if not each.startswith(tuple(f"{other}/" for other in folders))]
    walks = ((folder, name) for each in own for folder, _folders, names in os.walk(each) for name in names)
    files = [f"{folder}/{name}" for folder, name in walks if not name.endswith(".pyc")]
    packages = [each for each in sys.path if each.endswith("-packages")]
    seen = [(each, os.stat(each).st_mtime_ns) for each in sorted(files + packages)]
    names = sorted({name for name in dir(settings) if name.isupper()} - {"ALLOWED_HOSTS", "MEDIA_BY_PROXY"})
    return _digest(seen, [json.dumps(getattr(settings, each), default=_in_words, skipkeys=True) for each in names])


def _in_words(value: Any) -> Any:
    """Return a value of the settings that isn't text or a number as each process writes it."""
    return sorted(map(str, value)) if isinstance(value, set) else re.sub(" at 0x[0-9a-f]+", "", repr(value))
