"""What labs call the roles of their members, in the words of this site."""

import re

# In this order, because "postdoctoral" holds "doctoral" and "undergraduate" holds "graduate". The roles are values of
# Membership.Role.
ROLES = [
    (role, re.compile(rf"\b(?:{words})", re.IGNORECASE))
    for role, words in (
        ("lead", r"principal investigator|pis?\b|(?:lab|group|team)[\s-](?:lead|head)|director\b|head\sof\b"),
        ("visitor", r"visit|guest"),
        ("postdoc", r"post[\s-]?doc"),
        ("undergraduate", r"undergrad|bachelor|b\.?sc?\b|high[\s-]?school|intern(?:s|ship)?\b|summer"),
        ("phd", r"ph\.?\s?d|doctoral|doctorate|doctorand|(?:post)?grad(?:uate)?\b|grads\b"),
        ("master", r"master|m\.?sc\b|m\.?s\b|m\.?eng\b"),
        ("faculty", r"(?:prof(?:essor)?s?|faculty|lecturer|docent|reader)\b|affil"),
        ("engineer", r"engineer|developer|programmer|technician"),
        ("staff", r"admin|staff|manager|secretar|coordinator|assistant\sto"),
        ("researcher", r"research|scientist|fellow|member|student|associate|people|team"),
    )
]
ENDED = re.compile(r"\b(?:alum|former|past\b|previous|ex-|graduated|left\b)", re.IGNORECASE)


def role_in(words: str) -> str:
    """Return the role that words such as "PhD students" name, of several the first; nothing where they name none."""
    first = words.replace("_", " ").partition(" or ")[0]
    return next((role for role, shape in ROLES if shape.search(first)), "")


def has_ended(words: str) -> bool:
    """Say whether words such as "Alumni" or "Former members" tell of those who have left."""
    return bool(ENDED.search(words.replace("_", " ")))


DEGREES = [
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
    found = next(filter(None, (shape.fullmatch(said) for shape in DEGREES)), None)
    return (found["degree"].strip(), found["field"].strip()) if found else (said, "")
