"""What all parts of the writing share: the state of the move, texts and files of the source, and filling rows."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping
from enum import Enum
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db.models import Model

from labsite.drawing.images import BadImage
from labsite.modelling.documents import BadDocument, CheckedDocument
from labsite.modelling.pictures import EncodedPicture
from labsite.models import TextPicture
from labsite.moving.front_matter import BrokenFile
from labsite.moving.site import SiteContent
from labsite.moving.source import SiteSource
from labsite.moving.texts import MarkdownReference, plain_markdown, references, with_addresses
from labsite.texts.folding import fold
from labsite.texts.markdown import MAX_CHARS, MarkdownField
from labsite.texts.plain_text import shortened

from .leftovers import FileNote

LONGER = 60  # characters, by which the address of a picture may be longer here
PICTURE = "/picture-of-the-source/"  # stands before the paths of pictures in texts until these are on the site


class MoveNote(Enum):
    """What the report says besides the outcomes of files; the value is its heading."""

    CHECK = "Please check"
    KEPT = "Stays as it is here, though the old site says otherwise"
    LOST = "Couldn’t be kept"


class MoveContext:
    """The state of one move. Without ``files``, the note of files to write, it is a rehearsal that writes none."""

    def __init__(
        self, site: SiteContent, source: SiteSource, user: Any, today: datetime.date, files: FileNote | None
    ) -> None:
        self.site, self.source, self.user, self.today, self.files = site, source, user, today, files
        self.is_rehearsal = files is None
        self.outcomes = site.outcomes
        self.added: Counter[str] = Counter()
        self.filled: Counter[str] = Counter()
        self.notes: dict[MoveNote, list[str]] = defaultdict(list)
        self.people: dict[str, Any] = {}  # the rows of the site's people, by folded name
        self.papers: dict[str, Any] = {}  # the keys of papers' rows, by citation key

    def note(self, kind: MoveNote, words: str) -> None:
        if words not in self.notes[kind]:
            self.notes[kind].append(words)

    def picture(self, path: str, what: str) -> EncodedPicture | None:
        """Return a picture of the source, encoded for its field; None, reported, if it isn't one."""
        try:
            picture = EncodedPicture(ContentFile(self.source.data(path)))
        except (BadImage, BrokenFile) as error:
            self.outcomes.not_understood(path, f"{what}: {error}")
            return None
        self.outcomes.brought(path, what)
        return self._noted(picture)

    def document(self, path: str, what: str) -> CheckedDocument | None:
        """Return a document of the source, checked for its field; None, reported, if it isn't accepted."""
        try:
            document = CheckedDocument(ContentFile(self.source.data(path), name=path.rpartition("/")[2]))
        except (BadDocument, BrokenFile) as error:
            self.outcomes.not_understood(path, f"{what}: {error}")
            return None
        self.outcomes.brought(path, what)
        return document if self.is_rehearsal else self._noted(document)

    def _noted(self, file: Any) -> Any:
        if self.files:
            self.files.add(file)
            return file
        return None

    def text(self, raw: str, path: str) -> str:
        """Return a text of a source file in plain Markdown; pictures keep their paths in the source."""
        plain = plain_markdown(raw)
        for lost in plain.lost:
            self.outcomes.not_understood(path, f"{lost} is missing from its text")
        return self._cut(with_addresses(plain.text, lambda reference: self._placed(reference, path)), path)

    def _cut(self, text: str, path: str) -> str:
        """Return as many paragraphs of a text as its field can hold."""
        room = MAX_CHARS - LONGER * len(pictures_in(text))
        if len(text) <= room:
            return text
        end = max(text.rfind("\n\n", 0, room), 0) or room
        self.outcomes.not_understood(path, f"the last {len(text) - end:,} characters of its text have no room here")
        return text[:end]

    def with_pictures(self, text: str) -> str:
        """Return a text with the source's pictures saved on this site."""
        return with_addresses(text, self._shown)

    def _placed(self, reference: MarkdownReference, path: str) -> str:
        inner = self.source.resolve(reference.address, path)
        if reference.is_picture and inner:
            return f"![{reference.words}]({PICTURE}{inner.replace(' ', '%20')})"
        address = self._full(reference.address)
        if reference.is_picture:
            self.outcomes.left_out(path, f"the picture {reference.address}: a link in its text leads there instead")
            return f"[{reference.words or 'Picture'}]({address})" if address else reference.words
        if inner:
            self.outcomes.left_out(inner, f"{path or 'a text'} links to it, and texts here have no files")
        return f"[{reference.words}]({address})" if address else reference.words

    def _full(self, address: str) -> str:
        """Return an absolute URL; relative ones lead into the old site."""
        is_full = urlsplit(address).scheme or address.startswith(("#", "//"))
        full = address if is_full else urljoin(f"{self.source.own_address.rstrip('/')}/", address.lstrip("/"))
        shown = full if urlsplit(full).scheme in ("http", "https", "mailto") else ""
        return f"<{shown}>" if any(sign in shown for sign in " ()") else shown

    def _shown(self, reference: MarkdownReference) -> str:
        if not reference.address.startswith(PICTURE):
            return _written(reference)
        path = reference.address.removeprefix(PICTURE).replace("%20", " ")
        picture = self.picture(path, "a picture in a text")
        if self.is_rehearsal or not picture:
            return _written(reference) if self.is_rehearsal else reference.words
        row = TextPicture.objects.create(image=picture, uploaded_by=self.user)
        return f"![{reference.words}]({row.image.url})"


def _written(reference: MarkdownReference) -> str:
    address = f"<{reference.address}>" if any(sign in reference.address for sign in " ()") else reference.address
    return f"{'!' if reference.is_picture else ''}[{reference.words}]({address})"


def without_addresses(text: str) -> str:
    """Return a text for comparison, without picture addresses, which differ each time they are saved."""
    blanked = with_addresses(text, lambda found: "![]" if found.is_picture else _written(found))
    return " ".join(blanked.split())


def pictures_in(text: str) -> list[str]:
    """Return the addresses of the pictures in a text."""
    return [found.address for found in references(text) if found.is_picture]


MAX_SHOWN_LENGTH = 60  # characters of a value in a note


def fill(context: MoveContext, row: Model, values: Mapping[str, Any], called: str) -> bool:
    """Fill a row's empty fields; ``called`` is its name in notes. Return whether anything changed."""
    changed = [_fill(context, row, name, value, called) for name, value in values.items() if value]
    return any(changed)


def put(context: MoveContext, row: Any, values: Mapping[str, Any], called: str, kind: str) -> Any:
    """Fill a row and save it if that changed anything or it is new, counting it as ``kind``."""
    is_new = row.pk is None
    if fill(context, row, values, called) or is_new:
        row.save()
        (context.added if is_new else context.filled)[kind] += 1
    return row


def fits(context: MoveContext, row: Model, name: str, value: Any, called: str) -> bool:
    """Return whether a field accepts a value; note why if it doesn't."""
    field: Any = row._meta.get_field(name)
    try:
        field.clean(value, row)
    except ValidationError as error:
        context.note(MoveNote.LOST, f"{called}, {field.verbose_name} “{_short(value)}”: {' '.join(error.messages)}")
        return False
    return True


def _fill(context: MoveContext, row: Model, name: str, value: Any, called: str) -> bool:
    field: Any = row._meta.get_field(name)
    here = getattr(row, name)
    if here:
        if not _same(here, value):
            words = f"{called}, {field.verbose_name}: “{_short(here)}” here, “{_short(value)}” there"
            context.note(MoveNote.KEPT, words)
        return False
    if isinstance(field, MarkdownField):
        value = context.with_pictures(value)
    if not fits(context, row, name, value, called):
        return False
    setattr(row, name, value)
    return True


def _same(here: Any, there: Any) -> bool:
    one, other = (without_addresses(str(each)) for each in (here, there))
    return one == other or (fold(one) == fold(other) != "")


def _short(value: Any) -> str:
    return shortened(" ".join(str(value).replace(PICTURE, "").split()), MAX_SHOWN_LENGTH)
