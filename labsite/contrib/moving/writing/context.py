"""What all parts of the writing share: the state of the move, texts and files of the source, and filling rows."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from os.path import commonprefix
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db.models import Model
from django.db.models.fields.files import FieldFile

from labsite.contrib.moving.drawings import in_pixels
from labsite.contrib.moving.site import SiteContent
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts import MarkdownReference, plain_markdown, references, with_addresses
from labsite.contrib.moving.texts.liquid import link_target
from labsite.contrib.reading.front_matter import BrokenFile
from labsite.contrib.reading.networks import full_address, split_address
from labsite.drawing.images import BadImage
from labsite.modelling.documents import BadDocument, CheckedDocument
from labsite.modelling.pictures import EncodedPicture
from labsite.modelling.publishing import Publishable
from labsite.models import TextPicture
from labsite.texts.folding import fold
from labsite.texts.markdown import MAX_CHARS, MarkdownField
from labsite.texts.plain_text import shortened
from labsite.texts.stored import gettext_noop
from publications.importing.applying import Applied

# What is written piece by piece; a function is called between them, while others may write.
Pieces = Iterator[Callable[[], Any] | None]

LONGER = 60  # characters, by which the address of a picture may be longer here
PICTURE = "/picture-of-the-source/"  # stands before the paths of pictures in texts until these are on the site
MAX_SHOWN_LENGTH = 60  # characters of a value in a note


class MoveNote(Enum):
    """What the report says besides the outcomes of files; the value is its heading."""

    CHECK = gettext_noop("Please check")
    SET_ASIDE = gettext_noop("Imported as drafts: publish those that visitors should see")
    TAKEN = gettext_noop("Papers assigned to members under another name: the inbox lists them, in case one is wrong")
    ALIKE = gettext_noop("Authors who may be members: the inbox asks about them")
    KEPT = gettext_noop("Left as it is here, although the source says something else")
    LOST = gettext_noop("Couldn’t be imported")
    NOWHERE = gettext_noop("Old addresses that lead nowhere")


class MoveContext:
    """The state of one move, and in the end its result.

    A rehearsal writes no files, and what is only planned isn't written at all.
    """

    def __init__(
        self, site: SiteContent, source: SiteSource, user: Any, is_rehearsal: bool = False, is_plan: bool = False
    ) -> None:
        self.site, self.source, self.user = site, source, user
        self.is_rehearsal, self.is_plan = is_rehearsal or is_plan, is_plan
        self.outcomes = site.outcomes
        self.added: Counter[str] = Counter()
        self.filled: Counter[str] = Counter()
        self.details: list[tuple[Any, str]] = []  # the rows that are new, and those that changed with each field
        self.planned: list[Any] = []  # rows that aren't written
        self.notes: dict[MoveNote, list[str]] = defaultdict(list)
        self.rows: list[Any] = []  # the rows of the site's people, in their order
        self.people: dict[str, Any] = {}  # those by folded name that only one of them has
        self.papers: dict[str, Any] = {}  # the keys of papers' rows, by citation key
        self.pages: dict[str, Any] = {}  # by the path in the source, the row that a page became, or an address here
        self.applied: Applied | None = None  # what became of the papers
        self.step: int | None = None  # of the history, by which it is undone
        self.makes_drafts = False  # of new pages and news

    @property
    def changes_nothing(self) -> bool:
        return not (self.added or self.filled)

    def note(self, kind: MoveNote, words: str) -> None:
        if words not in self.notes[kind]:
            self.notes[kind].append(words)

    def put(self, row: Any, values: Mapping[str, Any], called: str, kind: str) -> Any:
        """Fill a row's empty fields and save it if that changed anything or it is new, counting it as ``kind``.

        ``called`` is the row's name in notes.
        """
        is_new = row.pk is None and row not in self.planned
        changed = [name for name, value in values.items() if value and self._fill(row, name, value, called)]
        if is_new and self.makes_drafts and isinstance(row, Publishable):
            row.state = Publishable.State.DRAFT
        if is_new or changed:
            self.save(row, *changed)
            (self.added if is_new else self.filled)[kind] += 1
        return row

    def save(self, row: Any, *changed: str) -> None:
        """Save a row that is new, or some fields of which have changed."""
        if row not in self.planned:
            self.details += [(row, name) for name in changed] if row.pk else [(row, "")]
        if self.is_plan:
            self.planned.append(row)
        else:
            row.save()

    def fits(self, row: Model, name: str, value: Any, called: str) -> bool:
        """Return whether a field accepts a value; note why if it doesn't."""
        field: Any = row._meta.get_field(name)
        try:
            field.clean(value, row)
        except ValidationError as error:
            self.note(MoveNote.LOST, f"{called}, {field.verbose_name} “{_short(value)}”: {' '.join(error.messages)}")
            return False
        return True

    def _fill(self, row: Model, name: str, value: Any, called: str) -> bool:
        field: Any = row._meta.get_field(name)
        here = getattr(row, name)
        if here:
            one, other = _comparable(here), _comparable(value)
            if one != other and not fold(one) == fold(other) != "":
                self.note_kept(f"{called}, {field.verbose_name}", here, value)
            return False
        if isinstance(field, MarkdownField):
            value = with_addresses(value, self._shown)
        if not self.fits(row, name, value, called):
            return False
        setattr(row, name, value)
        return True

    def note_kept(self, called: str, here: Any, there: Any) -> None:
        """Note that a value stays; of two long ones what both begin with is left out."""
        one, other = (" ".join(str(value).replace(PICTURE, "").split()) for value in (here, there))
        start = commonprefix([one, other])[: -MAX_SHOWN_LENGTH // 2].rfind(" ") + 1
        shown = [f"{'… ' if start else ''}{_short(text[start:])}" for text in (one, other)]
        self.note(MoveNote.KEPT, f"{called}: “{shown[0]}” here, “{shown[1]}” there")

    def put_picture(self, row: Any, name: str, path: str, what: str, **words: str) -> None:
        """Save a picture of the source, with its words, in a row unless that has one, which is noted."""
        if path and getattr(row, name):
            self.outcomes.left_out(path, f"{what}: there is one here already")
        elif path and self.is_plan:
            self.details.append((row, name))
        elif path and (picture := self.picture(path, what)):
            for field, value in {name: picture, **words}.items():
                setattr(row, field, value)
            row.save()

    def picture(self, path: str, what: str) -> EncodedPicture | None:
        """Return a picture of the source, encoded for its field; None in a rehearsal, and, noted, for no picture."""
        picture = self._checked(path, what, EncodedPicture)
        return None if self.is_rehearsal else picture

    def document(self, path: str, what: str) -> CheckedDocument | None:
        """Return a document of the source, checked for its field; None, reported, if it isn't accepted."""
        return self._checked(path, what, CheckedDocument)

    def _checked(self, path: str, what: str, kind: type[Any]) -> Any:
        name = path.rpartition("/")[2]
        if self.is_plan:
            return None
        try:
            data = self.source.data(path)
            if kind is EncodedPicture and name.lower().endswith(".svg"):
                data, name = in_pixels(data), f"{name[:-4]}.png"
            file = kind(ContentFile(data, name=name))
        except (BadImage, BadDocument, BrokenFile) as error:
            self.outcomes.not_understood(path, f"{what}: {error}")
            return None
        self.outcomes.brought(path, what)
        return file

    def text(self, raw: str, path: str) -> str:
        """Return a text of a source file in plain Markdown, cut to what its field can hold.

        Pictures keep their paths in the source.
        """
        plain = plain_markdown(raw)
        for lost in plain.lost:
            self.outcomes.not_understood(path, f"{lost} is missing from its text")
        text = with_addresses(plain.text, lambda reference: self._placed(reference, path))
        room = MAX_CHARS - LONGER * sum(match.is_picture for match in references(text))
        if len(text) <= room:
            return text
        end = max(text.rfind("\n\n", 0, room), 0) or room
        self.outcomes.not_understood(path, f"the last {len(text) - end:,} characters of its text, which is too long")
        return text[:end]

    def _placed(self, reference: MarkdownReference, path: str) -> str:
        """Return a picture with its path in the source, and a link with its absolute URL, maybe into the old site."""
        inner = self.source.resolve(reference.address, path)
        if reference.is_picture and inner:
            return f"![{reference.words}]({PICTURE}{inner.replace(' ', '%20')})"
        if inner and not reference.is_picture and (there := self.site.addresses(inner)):
            return f"[{reference.words}]({link_target(there[0])})"  # which leads on to what became of that page
        is_full = split_address(reference.address).scheme or reference.address.startswith(("#", "//"))
        full = reference.address if is_full else full_address(self.source.own_address, reference.address)
        address = link_target(full) if split_address(full).scheme in ("http", "https", "mailto") else ""
        if reference.is_picture:
            words = f"the picture {reference.address}: its text has a link instead"
            self.outcomes.left_out(path, words)
            return f"[{reference.words or 'Picture'}]({address})" if address else reference.words
        if inner:
            self.outcomes.left_out(inner, f"{path or 'a text'} links to it, but texts can’t have files here")
        return f"[{reference.words}]({address})" if address else reference.words

    def _shown(self, reference: MarkdownReference) -> str:
        """Return a picture of the source as one that is saved on this site, and anything else as it is."""
        if not reference.address.startswith(PICTURE):
            return str(reference)
        picture = self.picture(reference.address.removeprefix(PICTURE).replace("%20", " "), "a picture in a text")
        if self.is_rehearsal or not picture:
            return str(reference) if self.is_rehearsal else reference.words
        row = TextPicture.objects.create(image=picture, uploaded_by=self.user)
        return f"![{reference.words}]({row.image.url})"


class NamesakeRows:
    """The rows of a model by what they are called; of several each is taken once, for what it says most of."""

    def __init__(self, model: Any, called: Callable[[Any], Any]) -> None:
        self.rows: dict[Any, list[Any]] = defaultdict(list)
        for row in model.objects.order_by("pk"):
            self.rows[called(row)].append(row)

    def take(self, name: Any, values: Mapping[str, Any]) -> Any:
        """Return the row of this name that agrees with most values, as it is now, or None."""

        def agrees(here: Any, there: Any) -> bool:  # of a picture, whether there is one
            is_file = isinstance(here, FieldFile)
            return bool(here) is bool(there) if is_file else _comparable(here) == _comparable(there)

        rows = self.rows[name]
        row = max(rows, key=lambda each: sum(agrees(getattr(each, key), values[key]) for key in values), default=None)
        if row:
            rows.remove(row)
        return as_now(row)


def as_now(row: Any) -> Any:
    """Return a row as it is now, if any: since it was found, others may have changed it or deleted it."""
    return type(row)._base_manager.filter(pk=row.pk).first() if row and row.pk else row


def _comparable(value: Any) -> str:
    """Return a value as text without the addresses of pictures, which differ each time they are saved."""
    text = with_addresses(str(value), lambda match: "![]" if match.is_picture else str(match))
    return " ".join(text.split())


def _short(value: Any) -> str:
    return shortened(" ".join(str(value).replace(PICTURE, "").split()), MAX_SHOWN_LENGTH)
