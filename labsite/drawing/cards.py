"""The picture that stands for a page where somebody shares its address: text in, a PNG out.

https://ogp.me asks for no size; 1200 × 630 is what those who show such pictures cut the least from.
"""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageColor, ImageDraw, ImageOps

from labsite.drawing import colours
from labsite.drawing.typesetting import Block, Style, fit, length

SIZE = WIDTH, HEIGHT = 1200, 630  # pixels
PAPER, INK, MUTED, RULE = colours.PAPER[0], "#1d1b18", "#5f5a51", "#ddd8cc"  # as in tokens.css, where it is light
MARGIN = 76
BAR = 14  # the accent along the left edge
FOOT = 532  # where the rule above the lab's name is
PORTRAIT = (304, 380)
COLOURS = 48  # enough for text with smooth edges in four colours
COLOURS_WITH_PHOTO = 256


@dataclass(frozen=True)
class Card:
    """What a card says. A portrait is an encoded picture; initials stand in for it.

    The accent can be read on paper, and paper on it.
    """

    lab: str
    title: str
    badge: str = ""
    subtitle: str = ""
    byline: str = ""
    accent: str = "#8a2c1c"
    portrait: bytes = b""
    initials: str = ""


def draw(card: Card) -> bytes:
    """Return the card as a PNG with few colours."""
    image = Image.new("RGB", SIZE, PAPER)
    canvas = ImageDraw.Draw(image)
    canvas.rectangle((0, 0, BAR, HEIGHT), fill=card.accent)
    left = _draw_person(image, canvas, card) if card.portrait or card.initials else MARGIN
    _draw_text(canvas, card, left)
    _draw_foot(canvas, card)
    out = BytesIO()
    most_colours = COLOURS_WITH_PHOTO if card.portrait else COLOURS
    image.quantize(most_colours, dither=Image.Dither.FLOYDSTEINBERG).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_text(canvas: ImageDraw.ImageDraw, card: Card, left: int) -> None:
    """Set badge, title, subtitle and byline as one group in the middle of the room above the foot."""
    width, is_person = WIDTH - MARGIN - left, left > MARGIN
    blocks = [
        fit(card.title, Style(66, 600, INK), width, height=250, smallest=42),
        fit(card.subtitle, Style(40, 400, INK), width, height=50, smallest=28),
        fit(card.byline, Style(32, 400, MUTED), width, height=120 if is_person else 80, smallest=26),
    ]
    blocks = [block for block in blocks if block.lines]
    badge = fit(card.badge, Style(30, 600, PAPER), 700, height=40, smallest=30)
    room = FOOT - MARGIN // 2
    height = sum(block.height for block in blocks) + 20 * (len(blocks) - 1) + (84 if badge.lines else 0)
    top = max(MARGIN // 2, MARGIN // 2 + (room - height) // 2)
    if badge.lines:
        _draw_badge(canvas, badge, card.accent, left, top)
        top += 84
    for block in blocks:
        block.draw(canvas, left, top)
        top += block.height + 20


def _draw_badge(canvas: ImageDraw.ImageDraw, badge: Block, accent: str, left: int, top: int) -> None:
    width = length(badge.lines[0], badge.style)
    canvas.rectangle((left, top, left + width + 32, top + 52), fill=accent)
    badge.draw(canvas, left + 16, top + 8)


def _draw_foot(canvas: ImageDraw.ImageDraw, card: Card) -> None:
    canvas.line((MARGIN, FOOT, WIDTH - MARGIN, FOOT), fill=RULE, width=2)
    lab = fit(card.lab, Style(32, 600, card.accent), WIDTH - 2 * MARGIN, height=40, smallest=26)
    lab.draw(canvas, MARGIN, FOOT + 28)


def _draw_person(image: Image.Image, canvas: ImageDraw.ImageDraw, card: Card) -> int:
    """Draw the portrait, or the initials on a tile; return where the text beside it begins."""
    top = (FOOT - PORTRAIT[1]) // 2
    if card.portrait:
        image.paste(_portrait(card.portrait), (MARGIN, top))
    else:
        _draw_tile(canvas, card, top)
    return MARGIN + PORTRAIT[0] + 56


def _portrait(content: bytes) -> Image.Image:
    with Image.open(BytesIO(content)) as photo:
        # A little above the middle is where a face is.
        return ImageOps.fit(photo.convert("RGB"), PORTRAIT, Image.Resampling.LANCZOS, centering=(0.5, 0.35))


def _draw_tile(canvas: ImageDraw.ImageDraw, card: Card, top: int) -> None:
    width, height = PORTRAIT
    canvas.rectangle((MARGIN, top, MARGIN + width, top + height), fill=_mixed(card.accent, PAPER, 0.13))
    initials = fit(card.initials, Style(130, 400, card.accent), width - 40, height=170, smallest=60)
    for line in initials.lines:
        left = MARGIN + (width - length(line, initials.style)) / 2
        initials.draw(canvas, left, top + height / 2 - initials.style.size * 0.62)


def _mixed(colour: str, other: str, share: float) -> tuple[int, ...]:
    """Return a colour of which ``share`` is the first and the rest is the second."""
    pairs = zip(ImageColor.getrgb(colour), ImageColor.getrgb(other), strict=True)
    return tuple(round(share * first + (1 - share) * second) for first, second in pairs)
