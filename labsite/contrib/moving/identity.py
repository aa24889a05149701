"""What the pages of a site show of its lab beside words: a group picture, and the logos of those who support it."""

import re

from labsite.contrib.moving.site import SiteSponsor

# The lists of this site, by what other sites call the folders or pages of theirs.
LISTS = {
    **dict.fromkeys(("team", "members", "people"), "people:list"),
    **dict.fromkeys(("publications", "papers"), "publications:list"),
    **dict.fromkeys(("news", "blog", "posts"), "news"),
    "projects": "projects",
    "talks": "publications:talks",
}
MAX_INTRODUCTION = 1200  # characters: a page that says more than its list is a page
GROUP_PICTURE = re.compile(
    r"!\[(?P<words>[^\]]*)\]\(\s*(?P<path>[^)\s]*(?<![a-z])(?:group|team|lab|everyone)[-_ ]?(?:photo|pic|portrait)"
    r"[^)\s]*)[^)]*\)",
    re.IGNORECASE,
)
SUPPORT = re.compile(
    r"^#{1,6}\s*(?:our\s+)?(?:fund(?:ing|ers)|sponsors?|support(?:ers|ed by)?|acknowledg\w+)\b[^\n]*\n"
    r"(?P<text>.*?)(?=^#|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
LINKED_LOGO = re.compile(r"\[!\[(?P<name>[^\]]+)\]\((?P<logo>[^)\s]+)[^)]*\)\]\((?P<url>[^)\s]+)\)")


def group_picture_in(text: str) -> tuple[str, str, str]:
    """Return the path and the words of the first group picture in a text, and the text without it."""
    match = GROUP_PICTURE.search(text)
    if not match:
        return "", "", text
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    return match["path"], match["words"], f"{before}\n\n{after}".strip()


def sponsors_in(text: str) -> list[SiteSponsor]:
    """Return whose logos stand, as links to their sites, under a heading such as "Funding"."""
    logos = (logo for part in SUPPORT.finditer(text) for logo in LINKED_LOGO.finditer(part["text"]))
    return [SiteSponsor(logo["name"].strip(), logo["url"], logo["logo"]) for logo in logos]
