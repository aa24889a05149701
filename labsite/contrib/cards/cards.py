"""The picture that stands for a page where somebody shares its address: text in, a PNG out.

https://ogp.me asks for no size; 1200 × 630 is what those who show such pictures cut the least from.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageColor, ImageDraw, ImageOps

from labsite.contrib.cards.content import HEIGHT, SIZE, WIDTH
from labsite.contrib.cards.typesetting import Style, fit, length
from labsite.drawing import colours

PAPER, RULE = colours.PAPER[0], "#ddd8cc"  # as in tokens.css, where it is light
TEXT_COLOURS = ("#1d1b18", "#5f5a51")
MARGIN = 76
BAR = 14  # the accent along the left edge
FOOT = 532  # where the rule above the lab's name is
PORTRAIT = (304, 380)
LOGO = (240, 60)  # at most
EDGE = 12  # from the edge of a tile to the line inside it
PERSON = (MARGIN, (FOOT - PORTRAIT[1]) // 2)  # where the portrait or the initials are
# A card is drawn in numbers of colours: paper, the rule, and steps from paper to each colour, enough for smooth edges
# of letters.
STEPS = 15
INK, MUTED, ACCENT, TONE = ((0, *range(first, first + STEPS)) for first in range(2, 2 + 4 * STEPS, STEPS))
TILE, TILE_EDGE = TONE[2], TONE[5]
ON_TILE, ON_ACCENT = tuple(max(TILE, step) for step in TONE), ACCENT[::-1]
COLOURS = TONE[-1] + 1
COLOURS_WITH_PHOTO = 256


@dataclass(frozen=True)
class Card:
    """What a card says. A portrait and a logo are encoded pictures; initials stand in for a portrait.

    The accent can be read on paper, and paper on it. The tone is that of the initials.
    """

    lab: str
    title: str
    badge: str = ""
    subtitle: str = ""
    byline: str = ""
    accent: str = "#8a2c1c"
    portrait: bytes = b""
    initials: str = ""
    tone: str = "#8a2c1c"
    logo: bytes = b""


def draw(card: Card) -> bytes:
    """Return the card as a PNG with few colours."""
    canvas = _empty(card.lab, card.logo).copy()
    left = MARGIN
    if card.portrait or card.initials:
        left += PORTRAIT[0] + 56
        if not card.portrait:
            _draw_tile(canvas, card.initials)
    _draw_text(canvas, card, left)
    canvas.putpalette(_palette(card.accent, card.tone) + (_logo(card.logo)[1] if card.logo else []))
    if card.portrait:
        with Image.open(BytesIO(card.portrait)) as opened:
            # A little above the middle is where a face is.
            photo = ImageOps.fit(opened.convert("RGB"), PORTRAIT, Image.Resampling.LANCZOS, centering=(0.5, 0.35))
        coloured = canvas.convert("RGB")
        coloured.paste(photo, PERSON)
        canvas = coloured.quantize(COLOURS_WITH_PHOTO)
    out = BytesIO()
    canvas.save(out, "PNG", compress_level=3)  # takes half the time of the usual, and is not much larger
    return out.getvalue()


@lru_cache(1)
def _empty(lab: str, logo: bytes) -> Image.Image:
    """Return what is the same on all cards of a lab."""
    canvas = Image.new("L", SIZE)
    draw = ImageDraw.Draw(canvas)
    draw.rectangle((0, 0, BAR, HEIGHT), fill=ACCENT[-1])
    draw.line((MARGIN, FOOT, WIDTH - MARGIN, FOOT), fill=1, width=2)
    left = MARGIN
    if logo:
        drawn = _logo(logo)[0]
        canvas.paste(drawn, (left, (FOOT + HEIGHT - drawn.height) // 2))
        left += drawn.width + 24
    fit(lab, Style(32, 600, ACCENT), WIDTH - MARGIN - left, height=40, smallest=26).draw(canvas, left, FOOT + 28)
    return canvas


@lru_cache(1)
def _logo(content: bytes) -> tuple[Image.Image, list[int]]:
    """Return a logo in numbers of colours, which follow those of all cards, and these colours."""
    ground = Image.new("RGBA", LOGO, PAPER)
    with Image.open(BytesIO(content)) as opened:
        logo = ImageOps.contain(opened.convert("RGBA"), LOGO, Image.Resampling.LANCZOS)
    ground.paste(logo, mask=logo)
    few = ground.crop((0, 0, *logo.size)).convert("RGB").quantize(256 - COLOURS)
    numbers = Image.new("L", few.size)
    numbers.putdata([number + COLOURS for number in few.tobytes()])
    return numbers, few.getpalette() or []


@lru_cache(1)
def _palette(accent: str, tone: str) -> list[int]:
    paper, rule = ImageColor.getrgb(PAPER), ImageColor.getrgb(RULE)
    palette = [*paper, *rule]
    for ink in map(ImageColor.getrgb, (*TEXT_COLOURS, accent, tone)):
        for share in (step / STEPS for step in range(1, STEPS + 1)):
            palette += [
                round(share * of_ink + (1 - share) * of_paper) for of_ink, of_paper in zip(ink, paper, strict=True)
            ]
    return palette


def _draw_text(canvas: Image.Image, card: Card, left: int) -> None:
    """Set badge, title, subtitle and byline as one group in the middle of the room above the foot."""
    width, is_person = WIDTH - MARGIN - left, left > MARGIN
    blocks = [
        fit(card.title, Style(66, 600, INK), width, height=250, smallest=42),
        fit(card.subtitle, Style(40, 400, INK), width, height=50, smallest=28),
        fit(card.byline, Style(32, 400, MUTED), width, height=120 if is_person else 80, smallest=26),
    ]
    blocks = [block for block in blocks if block.lines]
    badge = fit(card.badge, Style(30, 600, ON_ACCENT), 700, height=40, smallest=30)
    room = FOOT - MARGIN // 2
    height = sum(block.height for block in blocks) + 20 * (len(blocks) - 1) + (84 if badge.lines else 0)
    top = max(MARGIN // 2, MARGIN // 2 + (room - height) // 2)
    if badge.lines:
        right = left + length(badge.lines[0], badge.style) + 33
        canvas.paste(ACCENT[-1], (left, top, right, top + 53))
        badge.draw(canvas, left + 16, top + 8)
        top += 84
    for block in blocks:
        block.draw(canvas, left, top)
        top += block.height + 20


def _draw_tile(canvas: Image.Image, initials: str) -> None:
    """Draw a person's initials where a portrait would be."""
    (left, top), (width, height) = PERSON, PORTRAIT
    canvas.paste(TILE, (left, top, left + width + 1, top + height + 1))
    inside = (left + EDGE, top + EDGE, left + width - EDGE, top + height - EDGE)
    ImageDraw.Draw(canvas).rectangle(inside, outline=TILE_EDGE, width=2)
    text = fit(initials, Style(130, 400, ON_TILE), width - 40, height=170, smallest=60)
    for line in text.lines:
        middle = left + (width - length(line, text.style)) // 2
        text.draw(canvas, middle, top + height // 2 - round(text.style.size * 0.62))
