"""What the template comes with, so that nobody's site tells of it."""

from labsite.texts.folding import fold

WHY = "demo content of the template"

LATIN = ("lorem ipsum", "faucibus purus in massa")
PEOPLE = {"jane smith", "john doe", "sarah johnson"}
PAPERS = {
    "doi:10.1371/journal.pcbi.1007128",
    "doi:10.1016/j.csbj.2020.05.017",
    "doi:10.7554/elife.32822",
}
# The one who keeps the template, whose papers it shows.
KEEPERS_ORCID = "0000-0002-4655-3773"


def is_unwritten(text: str) -> bool:
    """Say whether a text is the template's own."""
    folded = fold(text)
    return any(words in folded for words in LATIN)


def is_person(name: str, text: str) -> bool:
    return fold(name) in PEOPLE and (not text.strip() or is_unwritten(text))


def is_lab(title: str) -> bool:
    return title == "Lab Website Template"
