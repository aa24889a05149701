"""What kind of publication something is, by the words in which homepages say where it appeared."""

import re

# The first that fits tells; values are those of the publication's kind.
PLACES = [
    (kind, re.compile(shape, re.IGNORECASE))
    for kind, shape in (
        ("preprint", r"arxiv|biorxiv|medrxiv|preprint|ssrn|techrxiv|psyarxiv|socarxiv|chemrxiv|openreview"),
        ("thesis", r"\bthesis\b|dissertation"),
        ("workshop", r"workshop"),
        ("poster", r"\bposter"),
        ("report", r"technical report|tech\. report|white\s?paper|working paper"),
        ("chapter", r"\bchapter\b|handbook|encyclop"),
        (
            "journal",
            r"journal|transactions|\btrans\.|letters|magazine|quarterly|annals|bulletin|proceedings of the acm on"
            r"|\bproc\. acm|proceedings of the national academy|proceedings of the ieee$|\breviews?\b|\bnature\b"
            r"|^science$|science advances|\bplos\b|frontiers in|astrophysics$",
        ),
        ("conference", r"proceedings|\bproc\b|conference|symposium|\bconf\b|meeting|congress|advances in neural"),
    )
]
CATEGORIES = {
    **{"conferences": "conference", "conference": "conference", "manuscripts": "journal", "journals": "journal"},
    **{"journal": "journal", "books": "book", "book": "book", "preprints": "preprint", "preprint": "preprint"},
    **{"workshops": "workshop", "workshop": "workshop", "theses": "thesis", "thesis": "thesis", "posters": "poster"},
}
MEETING = re.compile(r"[A-Z][A-Za-z]*[A-Z][A-Za-z+-]*(?:\s*['’]?\d{2,4})?")
TITLE = re.compile(r"\((?:extended abstract and |abstract and )?(poster|workshop)\)$", re.IGNORECASE)


def kind_of(place: str, category: str = "", reference: str = "", title: str = "", has_volume: bool = False) -> str:
    """Return the kind of what appeared at a place; ``category`` is what the site files it under.

    Only journals have volumes and numbers at once.
    """
    named = TITLE.search(title)
    if named:
        return named[1].lower()
    found = next((kind for kind, shape in PLACES if shape.search(place)), "")
    if not found and MEETING.fullmatch(place.strip()):
        found = "conference"
    filed = CATEGORIES.get(category.strip().lower(), "")
    told = next((kind for kind, shape in PLACES if shape.search(reference)), "")
    return found or filed or told or ("journal" if has_volume else "other")
