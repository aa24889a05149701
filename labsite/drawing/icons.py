"""The icon of a lab's site, for bookmarks and telephones' screens: its logo, else the site's own in its colour."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageOps

ACCENT, ON_ACCENT = "#8a2c1c", "#fffdf9"
FAVICON_SIZES = (16, 32, 48)  # pixels
TOUCH_SIZE, TOUCH_MARGIN = 180, 18  # pixels
UNITS = 32  # across static/labsite/img/icon.svg, which this draws
CORNER, LINE = 4, 2.4
LINES = ((9, 23, 9.5), (9, 23, 16), (9, 17, 22.5))  # from, to, how far down
FINENESS = 8  # pixels drawn across one of the icon, for smooth edges


@lru_cache(4)
def favicon(accent: str, logo: bytes = b"") -> bytes:
    """Return the icon as an ICO of three sizes."""
    *smaller, largest = (_fitted(logo, size) if logo else _drawn(size, accent, CORNER) for size in FAVICON_SIZES)
    return _encoded(largest, "ICO", append_images=smaller, sizes=[(size, size) for size in FAVICON_SIZES])


@lru_cache(4)
def touch_icon(accent: str, logo: bytes = b"") -> bytes:
    """Return the icon as a PNG of 180 pixels with square corners, which telephones round themselves."""
    if not logo:
        return _encoded(_drawn(TOUCH_SIZE, accent, 0).convert("RGB"), "PNG")
    ground, image = Image.new("RGB", (TOUCH_SIZE, TOUCH_SIZE), "white"), _fitted(logo, TOUCH_SIZE - 2 * TOUCH_MARGIN)
    ground.paste(image, (TOUCH_MARGIN, TOUCH_MARGIN), image)
    return _encoded(ground, "PNG")


def _fitted(logo: bytes, size: int) -> Image.Image:
    """Return a logo, whole, in the middle of a transparent square."""
    with Image.open(BytesIO(logo)) as image:
        return ImageOps.pad(image.convert("RGBA"), (size, size), Image.Resampling.LANCZOS, color=(0, 0, 0, 0))


def _drawn(size: int, accent: str, corner: float) -> Image.Image:
    unit = size * FINENESS / UNITS
    canvas = Image.new("RGBA", (size * FINENESS, size * FINENESS))
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((0, 0, canvas.width, canvas.height), corner * unit, accent or ACCENT)
    half = LINE / 2
    for start, end, down in LINES:
        ends = (start - half, down - half, end + half, down + half)
        draw.rounded_rectangle([each * unit for each in ends], half * unit, ON_ACCENT)
    return canvas.resize((size, size), Image.Resampling.BOX)


def _encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()
