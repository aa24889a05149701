"""What a copy was made of, in notes beside it: of each address what it asked the database, and how that was answered.

A file follows from its address, what all files share, and these answers alone. As long as the database answers the
same, the file stands whatever else was edited, and nothing that it depends on has to be declared.
"""

import json
import os
import re
import sys
from collections import defaultdict
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
from labsite.modelling.publishing import as_of
from labsite.pages.moments import Moment

NOTES = "questions.json"
NOW, UNKNOWN = "\0now", "\0"  # stand for the present time, and for no text or number, among parameters
CLOCK = "clock"  # the question what time it is, which is answered the same until a day ends or a row appears
CHANGED = ("ALLOWED_HOSTS", "MEDIA_BY_PROXY")  # settings that are others while a copy is made

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
        self.present = connection.ops.adapt_datetimefield_value(moment.time)
        self.questions: dict[str, Question] = {}
        self.before: dict[str, str] = {}
        self.answers: dict[str, str] = {}
        noted = files.read(NOTES)
        if noted.get("shared") != shared:
            noted = {"until": 0, "versions": {}, "statements": {}, "copied": {}}
        versions, is_past = noted["versions"], noted["until"] <= moment.seen_at
        groups = moment.versions.keys() | versions
        changed = {each for each in groups if is_past or moment.versions.get(each) != versions.get(each)}
        for sql, asked in noted["statements"].items():
            stands = changed.isdisjoint(content_version.groups_in(sql))
            for name, (parameters, answer) in asked.items():
                if name in (CLOCK, _digest(sql, parameters)):
                    self.questions[name], self.before[name] = (sql, parameters), answer
                    self.answers |= {name: answer} if stands else {}
        self.answers[CLOCK] = str(moment.until)
        self.earlier = {address: CopiedAddress(*each) for address, each in noted["copied"].items()}
        self.addresses: dict[str, CopiedAddress] = {}

    def standing(self, address: str) -> CopiedAddress | None:
        """Return what an address was answered, if it would be answered the same now."""
        earlier = self.earlier.get(address)
        try:
            asked = earlier.questions or () if earlier else ()
            stands = all(each in self.before and self.answer(each) == self.before[each] for each in asked)
        except Error:  # as when a table has changed
            connection.close()
            return None
        return earlier if stands else None

    def answer(self, name: str) -> str:
        """Return a digest of what the database answers now."""
        if name not in self.answers:
            sql, parameters = self.questions[name]
            with connection.cursor() as cursor:
                cursor.execute(sql, [self.present if each == NOW else each for each in json.loads(parameters)])
                self.answers[name] = _digest(*cursor.fetchall())
        return self.answers[name]

    @contextmanager
    def noted(self) -> Iterator[dict[str, Question]]:
        """Collect the questions that are put meanwhile; what only writes is none."""
        questions: dict[str, Question] = {}

        def note(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: dict[str, Any]) -> Any:
            if sql.startswith(("SELECT", "WITH")):
                values = [NOW if each == self.present else each for each in parameters or ()]
                question = sys.intern(sql), json.dumps(values, default=lambda _value: UNKNOWN)
                questions[_digest(*question)] = question
            return execute(sql, parameters, many, context)

        def clock() -> Any:  # whoever asks it, other than in a query: nobody has to declare that they do
            questions[CLOCK] = "", "[]"
            return now()

        timezone.now = clock
        try:
            with connection.execute_wrapper(note), as_of(self.moment.time):
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
        answers, statements = self.before | self.answers, defaultdict[str, dict[str, Any]](dict)
        for name in {name for each in copied.values() for name in each.questions or ()}:
            sql, parameters = self.questions[name]
            statements[sql][name] = parameters, answers[name]
        versions = self.moment.versions if is_complete else {}
        content = {"shared": self.shared, "until": self.moment.until, "versions": versions}
        self.files.note(NOTES, content | {"statements": statements, "copied": copied})


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
    own_settings = {name: getattr(settings, name) for name in dir(settings) if name.isupper() and name not in CHANGED}

    def in_words(value: Any) -> Any:  # what isn't text or a number, as each process writes it
        return sorted(map(str, value)) if isinstance(value, set) else re.sub(" at 0x[0-9a-f]+", "", repr(value))

    return _digest(seen, json.dumps(own_settings, default=in_words, skipkeys=True, sort_keys=True))
