"""What the template shows by way of example, which nobody wants on their site."""

import re
from typing import Any

WORDS = "demo content of the template"

TITLE = re.compile(
    r"paper title number \d.*|(?:talk|tutorial|conference proceeding talk) \d+ on relevant topic in your field"
    r"|teaching experience \d+|portfolio item number \d+|(?:future )?blog post(?: number \d+)?|post: .*",
    re.IGNORECASE,
)
OWNER = re.compile(
    r"your (?:sidebar )?name|short biography for the left-hand sidebar|red brick university|earth|none@example\.org"
    r"|first name last name|.*(?:profile-link|yourorcidurl|yourname|arxiv\.org/a/lastname|impactstory\.org/profile).*"
    r"|https?://(?:orcid\.org/0000-0000-0000-0000|scholar\.google\.com/citations\?user=ps_cx0aaaaaj"
    r"|scholar\.google\.com/citations\?user=zchqivwaaaaj|www\.academia\.edu/|scholar\.google\.com/?)",
    re.IGNORECASE,
)
TEXT = re.compile(
    r"front page of a website that is powered by the|Version Control Theory, GitHub University"
    r"|This is a description of (?:your|a) (?:talk|tutorial|teaching)|short description of portfolio item",
    re.IGNORECASE,
)
FILE = re.compile(
    r"files/(?:paper|slides|bibtex)\d\.(?:pdf|bib)|_drafts/post-draft\.md"
    r"|_data/comments/(?:layout-comments|markup-syntax-highlighting|welcome-to-jekyll)/.*"
    r"|images/(?:(?:foo-bar-identity|image-alignment|bio-photo|3953273590_|500x300|editing-talk|paragraph-)[\w.-]*"
    r"|(?:homepage|themes/|archive-)\S*)"
)


def is_demo_title(title: Any) -> bool:
    return bool(TITLE.fullmatch(str(title or "").strip()))


def is_demo_value(value: Any) -> bool:
    """Say whether a setting of the site's owner is the template's."""
    return bool(OWNER.fullmatch(str(value or "").strip()))


def is_demo_text(text: str) -> bool:
    return bool(TEXT.search(text))


def is_demo_file(path: str) -> bool:
    return bool(FILE.fullmatch(path))
