"""Titles of what publishers and archives list beside papers: supplements of papers, and front matter of volumes.

Whatever asks whether something is a paper at all, by its title, asks here.
"""

import re

# "Supplementary Table 2 from Quokka", "Additional file 1 of Quokka", "Figure S3 from Quokka", "Data from: Quokka".
NUMBER = r"[A-Z]{0,2}\d+[A-Z]?(?:[–-][A-Z]{0,2}\d+[A-Z]?)?"
SUPPLEMENT = re.compile(
    r"(?:"
    r"Supplement(?:ary|al)? (?:Fig(?:ure|\.)|Table|Data(?:set)?|Material|Information|Method|File|Movie|Video)s?\b.*?"
    rf"|(?:Additional files?|Data ?(?:set|sheet|file)|Fig(?:ure|\.)|Table|Movie|Video)s? {NUMBER}"
    r"|Additional (?:file|material|data)s?|Data(?= from:)"
    r")(?:\s+(?:from|of|for|to)\b:?\s+|\Z)",
    re.IGNORECASE | re.DOTALL,
)
FRONT_MATTER = re.compile(
    r"(?:(?:Front|Back)[ -]?(?:Matter|Cover)|Table of Contents|Contents|(?:Author|Subject|Keyword) Index|Title Pages?"
    r"|Copyright(?: Page| Notice)?|Editorial Board|Masthead|Issue Information)\s*(?:[:;,.(\[–—-].*)?",
    re.IGNORECASE | re.DOTALL,
)


def is_called_like_a_part(title: str) -> bool:
    """Return whether a title is that of a supplement, or of front matter, rather than of a paper."""
    return bool(SUPPLEMENT.match(title) or FRONT_MATTER.fullmatch(title))


def supplemented_title(title: str) -> str:
    """Return the title of the paper that a supplement belongs to, if its own title names it; else the title."""
    return SUPPLEMENT.sub("", title, count=1) or title
