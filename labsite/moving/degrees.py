"""Degrees as people write them: "PhD in Systems" is a PhD, and its field is Systems."""

import re

SHAPES = [
    re.compile(rf"(?P<degree>{degree}){parted}(?P<field>\S.*)", re.IGNORECASE)
    for degree, parted in (
        (r".*?", r"\s+in\s+"),
        (r"(?:master|bachelor|doctor)s?\s+of\s+\w+", r"\s*(?:[-–—,:]|\s)\s*"),
        (
            r"ph\.?\s?d\.?|d\.?phil\.?|[bm]\.?\s?(?:sc|s|a|eng|tech|phil)\.?|mba|m\.?d\.?",
            r"\s*(?:[-–—,:]|\s|\sof\s)\s*",
        ),
    )
]


def degree_and_field(said: str) -> tuple[str, str]:
    """Part the name of a degree from what it is in; all of it is the degree where nothing parts them."""
    found = next(filter(None, (shape.fullmatch(said) for shape in SHAPES)), None)
    return (found["degree"].strip(), found["field"].strip()) if found else (said, "")
