"""What became of each file of a source: none is passed over in silence."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from fnmatch import fnmatchcase

from .front_matter import BrokenFile

DEMO_CONTENT = "demo content of the template"


class FileOutcome(Enum):
    """What became of a file; the value is shown to people. A file with several counts as the first in this order."""

    BROUGHT = "brought over"
    NOT_UNDERSTOOD = "not understood"
    LEFT_OUT = "left out"
    NOT_NEEDED = "not needed"


# What no site takes along, whoever made it: programs, styles and what a generator makes itself.
NOT_NEEDED = {
    "style": ("*.scss", "*.sass", "*.less", "*.css", "*.css.map"),
    "program": ("*.js", "*.mjs", "*.ts", "*.js.map", "*.rb", "*.py", "*.sh", "*.ipynb", "*.lua"),
    "font": ("*.woff", "*.woff2", "*.ttf", "*.otf", "*.eot"),
    "template": ("_layouts/*", "_includes/*", "layouts/*", "themes/*", "*.liquid", "archetypes/*", "i18n/*"),
    "settings of programs": (
        *("Gemfile*", "*.gemspec", "Rakefile", "package*.json", "yarn.lock", "pnpm-lock.yaml", "go.mod", "go.sum"),
        *("Dockerfile*", "docker-compose*", "netlify.toml", "Makefile", "requirements*.txt", ".*", "*/.*"),
        *("robots.txt", "CNAME", "sitemap.xml", "feed.xml", "*manifest*.json", "browserconfig.xml"),
    ),
    "about the template": ("README*", "LICENSE*", "LICENCE*", "CONTRIBUTING*", "CHANGELOG*", "CODE_OF_CONDUCT*"),
    "icon": ("*favicon*", "*apple-touch-icon*", "*android-chrome*", "*mstile*", "*.ico"),
}


class FileOutcomes:
    """The notes on what became of each file; a file may have several."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._notes: dict[str, list[tuple[FileOutcome, str]]] = {path: [] for path in paths}

    def brought(self, path: str, what: str) -> None:
        """Record what a file gave to the site, such as "a talk"."""
        self._note(path, FileOutcome.BROUGHT, what)

    def not_understood(self, path: str, why: str) -> None:
        """Record what in a file can't be read and so is lost."""
        self._note(path, FileOutcome.NOT_UNDERSTOOD, why)

    def left_out(self, path: str, why: str) -> None:
        """Record that part of a file was read but left out, such as demo content of the template."""
        self._note(path, FileOutcome.LEFT_OUT, why)

    def not_needed(self, path: str, why: str) -> None:
        """Record that a file serves a purpose that this site fulfils in another way."""
        self._note(path, FileOutcome.NOT_NEEDED, why)

    @contextmanager
    def reading(self, path: str) -> Iterator[None]:
        """Record a BrokenFile raised in the block, and go on after it."""
        try:
            yield
        except BrokenFile as error:
            self.not_understood(error.path or path, str(error))

    def is_settled(self, path: str) -> bool:
        return bool(self._notes.get(path))

    def settle_rest(self) -> None:
        """Record an outcome for every file that has none yet."""
        for path, notes in self._notes.items():
            if not notes:
                why = _not_needed(path)
                outcome = FileOutcome.NOT_NEEDED if why else FileOutcome.LEFT_OUT
                notes.append((outcome, why or "nothing that comes over refers to it"))

    def __iter__(self) -> Iterator[tuple[str, FileOutcome, list[tuple[FileOutcome, str]]]]:
        """Yield each file with its overall outcome and all of its notes."""
        for path, notes in self._notes.items():
            yield (
                path,
                min((outcome for outcome, _ in notes), key=list(FileOutcome).index, default=FileOutcome.LEFT_OUT),
                notes,
            )

    def _note(self, path: str, outcome: FileOutcome, words: str) -> None:
        notes = self._notes.setdefault(path, []) if path else []
        if (outcome, words) not in notes:
            notes.append((outcome, words))


def _not_needed(path: str) -> str:
    name = path.rpartition("/")[2]
    return next(
        (
            why
            for why, patterns in NOT_NEEDED.items()
            if any(fnmatchcase(each, pattern) for each in (path, name) for pattern in patterns)
        ),
        "",
    )
