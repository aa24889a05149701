"""Text set in the site's serif for a picture; what that face lacks comes from the system's fonts, where it has any."""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont

from labsite.site_folder import PACKAGE

SERIF = PACKAGE / "static" / "labsite" / "fonts" / "source-serif-4-latin.woff2"
# Where systems keep their fonts, and those that go with the serif: the first that has a character draws it.
FONT_FOLDERS = tuple(
    Path(folder).expanduser()
    for folder in (
        *("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts"),
        *("/System/Library/Fonts", "/Library/Fonts", "C:/Windows/Fonts"),
    )
)
COMPANIONS = (  # regular and bold
    ("NotoSerif-Regular.ttf", "NotoSerif-Bold.ttf"),
    ("DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf"),
    ("LiberationSerif-Regular.ttf", "LiberationSerif-Bold.ttf"),
    ("NotoSerifCJK-Regular.ttc", "NotoSerifCJK-Bold.ttc"),
    ("SourceHanSerifSC-Regular.otf", "SourceHanSerifSC-Bold.otf"),
    ("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc"),
    ("PingFang.ttc", "PingFang.ttc"),
    ("wqy-zenhei.ttc", "wqy-zenhei.ttc"),
    ("simsun.ttc", "simhei.ttf"),
)
BOLD = 600  # the serif's weight from which on its companions are bold
FACES_IN_A_FILE = 5  # at most, that are looked at for the simplified Chinese one
ELLIPSIS = "…"
MAX_CHARACTERS = 800  # more never fit a picture
MAX_GLYPHS = 1024  # that are kept, of about 2 KB each
CONTROLS = re.compile(r"[\x00-\x1f\x7f]+")
NO_CHARACTER = "\uffff"  # no font has it, so it is drawn as everything else that a font lacks
LATIN = "\u0250"  # characters below it can be spelled in ASCII
# Scripts without spaces: a line may end after each character, but not before a mark that closes something.
SPACELESS = re.compile("[\u2e80-\uffef][、。，．：；！？）》」』】”’]*|[^\u2e80-\uffef]+")


Shades = tuple[int, ...]  # numbers of colours, from that of the ground to that of the text


@dataclass(frozen=True)
class Style:
    """How a text is set: the size in pixels, the serif's weight, and the shades that its edges go through."""

    size: int
    weight: int = 400
    shades: Shades = (0, 255)

    @property
    def leading(self) -> int:
        return round(self.size * 1.24)


@dataclass(frozen=True)
class Block:
    """Lines of text in one style."""

    lines: tuple[str, ...]
    style: Style

    @property
    def height(self) -> int:
        return len(self.lines) * self.style.leading

    def draw(self, canvas: Image.Image, left: int, top: int) -> None:
        """Draw the lines on an image whose pixels are numbers of colours."""
        baseline = top + round(self.style.size * 0.95)
        for line in self.lines:
            x = left
            for character in line:
                glyph = _glyph(character, self.style)
                if glyph.stencil:
                    canvas.paste(glyph.shape, (x + glyph.left, baseline + glyph.top), glyph.stencil)
                x += _advance(character, self.style.size, self.style.weight)
            baseline += self.style.leading


def fit(text: str, style: Style, width: int, height: int, smallest: int) -> Block:
    """Set ``text`` in a room of ``width`` and ``height``; too long, it shrinks to the size ``smallest``, then is cut.

    A text in a script for which this system has no font is left out: the block has no lines.
    """
    words = _breakable(_spelled(CONTROLS.sub(" ", text[:MAX_CHARACTERS])))
    for size in range(style.size, smallest - 1, -2):
        smaller = replace(style, size=size)
        lines = _wrap(words, smaller, width)
        if len(lines) * smaller.leading <= height and all(length(line, smaller) <= width for line in lines):
            return Block(tuple(lines), smaller)
    most = max(1, height // smaller.leading)
    *complete, last = lines[:most]
    cut = [*(_cut_line(line, smaller, width) for line in complete), _cut_line(last, smaller, width, len(lines) > most)]
    return Block(tuple(cut), smaller)


def length(text: str, style: Style) -> int:
    """Return how many pixels wide a line is."""
    return sum(_advance(character, style.size, style.weight) for character in text)


def _wrap(words: list[str], style: Style, width: int) -> list[str]:
    lines, end = [""], 0
    for word in words:
        if lines[-1] and end + length(word.rstrip(), style) > width:
            lines.append("")
            end = 0
        lines[-1] += word
        end += length(word, style)
    return [line.rstrip() for line in lines if line.strip()]


def _cut_line(line: str, style: Style, width: int, goes_on: bool = False) -> str:
    """Return a line as far as there is room, with an ellipsis where something is missing."""
    if not goes_on and length(line, style) <= width:
        return line
    words = _breakable(line)
    while len(words) > 1 and length(_shortened("".join(words)), style) > width:
        words.pop()
    shown = "".join(words)
    while shown and length(_shortened(shown), style) > width:
        shown = shown[:-1]
    return _shortened(shown)


def _shortened(text: str) -> str:
    return text.rstrip(" ,;:") + ELLIPSIS


def _breakable(text: str) -> list[str]:
    """Split a text where a line may end: after a space, and between characters of scripts that write none."""
    words = (SPACELESS.findall(word) for word in text.split(" ") if word)
    return list(chain.from_iterable([*word[:-1], word[-1] + " "] for word in words))


def _spelled(text: str) -> str:
    """Return the text as the fonts can draw it, nothing if they lack its script.

    Latin letters that no font has are spelled in ASCII; signs that no font has are left out.
    """
    missing = {character for character in text if _font_number(character) is None}
    if any(character >= LATIN and character.isalpha() for character in missing):
        return ""
    spelled = {character: anyascii(character) if character < LATIN else "" for character in missing}
    return "".join(spelled.get(character, character) for character in text)


@dataclass(frozen=True)
class Glyph:
    """A character in its shades, where it has any, beside the point of the baseline where it begins."""

    shape: Image.Image
    stencil: Image.Image | None
    left: int
    top: int


@lru_cache(MAX_GLYPHS)
def _glyph(character: str, style: Style) -> Glyph:
    font, last = _font(_font_number(character) or 0, style.size, style.weight), len(style.shades) - 1
    left, top, right, bottom = (round(edge) for edge in font.getbbox(character, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), character, fill=255, font=font, anchor="ls")
    shape = mask.point([style.shades[round(each * last / 255)] for each in range(256)])
    return Glyph(shape, mask.point([0] + [255] * 255).convert("1") if mask.getbbox() else None, left, top)


@cache
def _advance(character: str, size: int, weight: int) -> int:
    return round(_font(_font_number(character) or 0, size, weight).getlength(character))


@cache
def _font_number(character: str) -> int | None:
    """Return which font draws the character: 0 is the serif, then come its companions; None if no font has it."""
    for index in range(len(companions()) + 1):
        font = _font(index, 16, 400)
        mask, missing = font.getmask(character), font.getmask(NO_CHARACTER)
        if (mask.size, bytes(mask)) != (missing.size, bytes(missing)):
            return index
    return None


@cache
def _font(index: int, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Open the serif or one of its companions; of a collection, the face for simplified Chinese or else the first."""
    if not index:
        serif = ImageFont.truetype(str(SERIF), size, layout_engine=ImageFont.Layout.BASIC)
        serif.set_variation_by_axes([weight])
        return serif
    path, faces = companions()[index - 1][weight >= BOLD], []
    for face in range(FACES_IN_A_FILE if path.suffix == ".ttc" else 1):
        try:
            faces.append(ImageFont.truetype(str(path), size, face, layout_engine=ImageFont.Layout.BASIC))
        except OSError:
            break
    return next((face for face in faces if (face.getname()[0] or "").endswith("SC")), faces[0])


@cache
def companions() -> tuple[tuple[Path, Path], ...]:
    """Return the font files of this system that go with the serif, regular and bold, in the order they are asked."""
    fonts = {path.name: path for folder in FONT_FOLDERS for path in folder.glob("**/*.[ot]t[fc]")}
    return tuple((fonts[regular], fonts.get(bold, fonts[regular])) for regular, bold in COMPANIONS if regular in fonts)
