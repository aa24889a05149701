"""Colours by number: contrast as WCAG counts it, and the palette that follows from a lab's accent.

Contrast: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. OKLCH: https://www.w3.org/TR/css-color-4/#color-conversion-code
"""

import math
from dataclasses import dataclass

Triple = tuple[float, float, float]

PAPER = ("#fbfaf6", "#171614")  # light and dark, as tokens.css has it (a test compares them)

TEXT_CONTRAST = 4.5

# The tones of initials in place of a photo: the accent, and its neighbours by how strong and how far along the circle.
TONES = ((1, 0), (0.6, 40), (0.5, 85), (0.45, 160), (0.55, -90), (0.6, -45))  # degrees

# How bright each token is, light and dark: its relative luminance. The lab's own colour is the light accent.
SOFT = (0.84, 0.022)
VISITED = (0.06, 0.46)
TONE = (0.075, 0.45)
DARK_ACCENT = 0.44
DARK_FILL = 0.153  # holds nearly white text, and stands out from nearly black paper
BRIGHTEST = (SOFT[0] + 0.05) / (TEXT_CONTRAST + 0.05) - 0.05  # that can still be read on every light ground


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted(luminance(colour) + 0.05 for colour in (one, other))
    return lighter / darker


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def near(accent: str) -> str:
    """Return the colour itself if it can be read on every light ground, else the brightest of its hue that can."""
    return accent if luminance(accent) <= BRIGHTEST else Hue.of(accent).at(BRIGHTEST)


def palette(accent: str) -> dict[str, tuple[str, str]]:
    """Return the tokens that follow from an accent: for each its colour in light and in dark."""
    hue, light = Hue.of(accent), near(accent)
    return {
        "accent": (light, hue.at(DARK_ACCENT, most=0.11)),
        "accent-soft": (hue.at(SOFT[0], most=0.03), hue.at(SOFT[1], most=0.03)),
        "fill": (light, hue.at(DARK_FILL, most=0.13)),
        "visited": (hue.at(VISITED[0], most=0.04), hue.at(VISITED[1], most=0.04)),
        **{f"tone-{n}": tone(accent, n) for n in range(1, len(TONES) + 1)},
    }


def tone(accent: str, number: int) -> tuple[str, str]:
    """Return one of the TONES, the first of which is 1: its colour in light and in dark."""
    hue = Hue.of(accent).turned(*TONES[number - 1])
    return hue.at(TONE[0]), hue.at(TONE[1], most=0.11)


def stylesheet(accent: str) -> str:
    """Return the palette as the style sheet that puts it in the place of the site's own."""
    tokens = (f"--{name}:light-dark({light},{dark})" for name, (light, dark) in palette(accent).items())
    return f"html:root{{{';'.join(tokens)}}}\n"


@dataclass(frozen=True)
class Hue:
    """The hue and strength of a colour, to be had at any brightness."""

    chroma: float
    angle: float

    @classmethod
    def of(cls, colour: str) -> "Hue":
        red, green, blue = _linear(colour)
        long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
        return cls(math.hypot(a, b), math.atan2(b, a))

    def turned(self, strength: float, degrees: float) -> "Hue":
        """Return another hue with a part of this one's strength."""
        return Hue(self.chroma * strength, self.angle + math.radians(degrees))

    def at(self, brightness: float, most: float = 1) -> str:
        """Return this hue just under a luminance of ``brightness``, with no more chroma than ``most``."""
        low, high = 0.0, 1.0
        for _ in range(20):
            middle = (low + high) / 2
            fits = luminance(self._colour(middle, min(self.chroma, most))) <= brightness
            low, high = (middle, high) if fits else (low, middle)
        return self._colour(low, min(self.chroma, most))

    def _colour(self, lightness: float, chroma: float) -> str:
        """Return the colour as hexadecimal digits, of less chroma where a screen can't show that much."""
        while True:
            channels = _from_oklab(lightness, chroma * math.cos(self.angle), chroma * math.sin(self.angle))
            if chroma < 0.001 or all(-0.0005 <= channel <= 1.0005 for channel in channels):
                shown = (min(max(each, 0), 1) for each in channels)
                encoded = (each * 12.92 if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055 for each in shown)
                return "#" + "".join(f"{round(255 * each):02x}" for each in encoded)
            chroma *= 0.97


def _linear(colour: str) -> Triple:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return red, green, blue


def _from_oklab(lightness: float, a: float, b: float) -> Triple:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
