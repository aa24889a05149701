"""Notion: its export of Markdown and CSV, where each page and database has 32 digits behind its name.

https://www.notion.com/help/export-your-content
"""

import posixpath
import re

from labsite.contrib.reading.words import columns_of
from labsite.modelling.addresses import slug_of
from labsite.modelling.periods import partial_date

from .markdown_folder import has_settings
from .no_people import OF_PEOPLE
from .outcomes import SiteReading
from .people_tables import Rows, people_in_table, sheets_of
from .site import SiteContent, SiteLab, SiteNews, SitePage
from .source import SiteSource
from .web_site.lines import markdown_table

NUMBER = re.compile(r"[ _-]?[0-9a-f]{32}(?:_all)?(?=[./]|$)")
HEADING = re.compile(r"\A\s*#[ \t]+(?P<title>.+)\n*")
PROPERTIES = re.compile(r"\A(?:[^\W_][^:\n#]{0,40}: .*\n)+\n*")
# To pages and databases of the export, which have other addresses here.
INNER_LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\((?!\w+:)[^()\s]*(?:\([^()\s]*\)[^()\s]*)*\.(?:md|csv)\)")
DATE = re.compile(r"date|published|when|day|日期|날짜", re.IGNORECASE)


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: by the names of its files."""
    return 0.6 if not has_settings(source) and any(map(NUMBER.search, source.files("", ".md", ".csv"))) else 0.0


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file; the page above all others is the front page."""
    site = SiteReading(source)
    content, used = SiteContent(site, SiteLab()), set[str]()
    pages = sorted(source.files("", ".md"), key=lambda path: path.count("/"))
    tables = [path for path in source.files("", ".csv") if not source.exists(f"{path[:-4]}_all.csv")]
    for path in tables:
        below = {_title(page): page for page in pages if _bare(posixpath.dirname(page)) == _bare(path[:-4])}
        with site.reading(path):
            used |= _add_table(content, path, sheets_of(path, source)[0][1], below, source)
    is_single = len(pages) > 1 and "/" not in pages[0] and "/" in pages[1]
    for path in pages:
        title, text = _title(path), _text(source, path)
        if path in used:
            site.brought(path, "a row of a table")
        elif is_single and path == pages[0]:
            content.lab = SiteLab(title, about=text, path=path)
        elif text:
            content.pages.append(SitePage(title[:100], text, slug_of(title), path=path))
        else:
            site.not_needed(path, "only lists other pages")
    site.settle(source.files("", ".csv"), "a part of another table")
    return content


def _bare(path: str) -> str:
    return "/".join(NUMBER.sub("", part) for part in path.split("/"))


def _title(path: str) -> str:
    return NUMBER.sub("", posixpath.splitext(posixpath.basename(path))[0]).strip()


def _text(source: SiteSource, path: str) -> str:
    return INNER_LINK.sub(r"\1", HEADING.sub("", source.glimpse(path))).strip()


def _add_table(content: SiteContent, path: str, rows: Rows, below: dict[str, str], source: SiteSource) -> set[str]:
    """Add a database as what it is here: people, news by their dates, or a page.

    ``below`` are the pages of rows, by their titles; those are returned that need no page of their own.
    """
    headings, entries = (rows or [[]])[0], [row for row in rows[1:] if any(row)]
    texts = {title: PROPERTIES.sub("", _text(source, page)) for title, page in below.items()}
    dated = next((at for at, heading in enumerate(headings) if DATE.search(heading)), None)
    dates = [partial_date(row[dated]) if dated is not None and dated < len(row) else "" for row in entries]
    if OF_PEOPLE.search(_title(path).lower()) or "role" in columns_of(headings):
        people = people_in_table(rows, path, source, content.outcomes)
        for person in people:
            person.biography = person.biography or texts.get(person.name, "")
        content.people += people
        content.outcomes.brought(path, "people")
        return {below[person.name] for person in people if person.name in below}
    if entries and all(dates):
        for row, date in zip(entries, dates, strict=True):
            page = below.get(row[0], path)
            content.news.append(SiteNews(date, texts.get(row[0]) or row[0], row[0], path=page))
        return set(below.values())
    if entries:
        table = markdown_table([cell.replace("\n", " ") for cell in row] for row in (headings, *entries))
        content.pages.append(SitePage(_title(path)[:100], table, slug_of(_title(path)), path=path))
    return set()
