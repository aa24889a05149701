"""Files and pasted text without a site around them: lists of papers and of people, photos, and texts as pages.

As what a text is read is chosen by which reader understands most of it, unless an editor says otherwise; ``kinds`` of
the source says it of each file.
"""

import re
from collections.abc import Callable
from fnmatch import fnmatchcase

from labsite.contrib.moving.words import WORDS
from labsite.contrib.reading.front_matter import BrokenFile
from labsite.contrib.reading.pasted_people import people_in
from labsite.contrib.reading.typed_papers import typed_entries
from labsite.contrib.reading.typed_papers.files import UNREADABLE, lines_of_page, lines_of_word
from publications import formats
from publications.formats.tables import is_table

from .outcomes import SiteReading
from .people_tables import TABLES, people_in_file, people_of
from .site import SiteContent, SitePage, SitePaper
from .source import LOOSE_FILES, SiteSource

BIBLIOGRAPHIES = (".bib", ".bibtex", ".ris", ".nbib", ".json", ".xml")
HEADING = re.compile(r"\A\s*#+[ \t]+(.+?)[ \t#]*$", re.MULTILINE)


def recognise(source: SiteSource) -> float:
    return 0.05 if _texts(source) else 0.0


def _texts(source: SiteSource) -> list[str]:
    """Return the files that are read, which those about files aren't."""
    about = WORDS["not_needed"]["about the template"]
    return [
        path
        for path in source.files("", *LOOSE_FILES)
        if not any(fnmatchcase(path.rpartition("/")[2], each) for each in about)
    ]


def read(source: SiteSource) -> SiteContent:
    source.is_site = False
    reading = SiteReading(source)
    site = SiteContent(outcomes=reading)
    for path in _texts(source):
        with reading.reading(path):
            kind = source.kinds.setdefault(path, kind_of(path, source))
            READERS[kind](path, source, site)
    return site


def kind_of(path: str, source: SiteSource) -> str:
    """Return as what a file is read, by what it holds. Raises BrokenFile."""
    ending = f".{path.rpartition('.')[2].lower()}"
    if ending in BIBLIOGRAPHIES:
        return "papers"
    if ending in TABLES:
        return "papers" if ending != ".xlsx" and is_table(source.text(path)) else "people"
    text = text_of(path, source)
    lines = len([line for line in text.splitlines() if line.strip()])
    understood = (
        person.name and not person.unread and (person.role or person.email or person.start or person.orcid)
        for person in people_in(text)
    )
    if not formats.detect(text) and 2 * sum(map(bool, understood)) > lines:
        return "people"
    return "papers" if formats.detect(text) or typed_entries(text) else "page"


def text_of(path: str, source: SiteSource) -> str:
    """Return what a text says, in Markdown where it is a document. Raises BrokenFile."""
    if path.lower().endswith(".docx"):
        try:
            return "\n".join(lines_of_word(source.data(path)))
        except UNREADABLE as error:
            raise BrokenFile(path, "it is no Word document, or a damaged one") from error
    if path.lower().endswith((".html", ".htm")):
        return lines_of_page(source.text(path))
    return source.front_matter(path)[1] if path.lower().endswith(".md") else source.text(path)


def _papers(path: str, source: SiteSource, site: SiteContent) -> None:
    entries = formats.read(source.data(path), name=path)
    site.papers += [SitePaper(entry, path=path) for entry in entries]
    if not entries:
        site.outcomes.not_understood(path, "no papers were found in it")


def _people(path: str, source: SiteSource, site: SiteContent) -> None:
    if path.lower().endswith(TABLES):
        people = people_in_file(path, source, site.outcomes)
    else:
        pasted = [each for each in people_in(text_of(path, source)) if each.name]
        people = people_of(pasted, path, source, site.outcomes)
    site.people += people
    if not people:
        site.outcomes.not_understood(path, "no people were found in it")


def _page(path: str, source: SiteSource, site: SiteContent) -> None:
    text, stem = text_of(path, source).strip(), path.rpartition("/")[2].rpartition(".")[0]
    title = str(source.front_matter(path)[0].get("title", "")) if path.lower().endswith(".md") else ""
    if not title and (heading := HEADING.match(text)):
        title, text = heading[1], text[heading.end() :].strip()
    first, _, rest = text.partition("\n")
    if not title and len(first) <= 80 and rest.strip():
        title, text = first.strip(), rest.strip()
    site.pages.append(SitePage(title or stem.replace("-", " ").replace("_", " ").capitalize(), text, path=path))


READERS: dict[str, Callable[[str, SiteSource, SiteContent], None]] = {
    "papers": _papers,
    "people": _people,
    "page": _page,
    "nothing": lambda path, source, site: site.outcomes.left_out(path, "skipped, as chosen"),
}
