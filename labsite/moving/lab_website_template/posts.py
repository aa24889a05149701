"""News: the posts of a lab's blog, dated by the names of their files."""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.dates import partial_date
from labsite.moving.fates import Fates
from labsite.moving.plain_values import line_of, lines_in
from labsite.moving.site import SiteNews
from labsite.moving.source import Source

from . import demo

DATED = re.compile(r"(?:.*/)?(\d{4}-\d{1,2}-\d{1,2})-[^/]*")


def read_news(source: Source, fates: Fates) -> Iterator[SiteNews]:
    """Yield each post, by its date."""
    for path in source.files("_posts"):
        if not DATED.fullmatch(path) or not path.endswith((".md", ".markdown", ".html")):
            continue
        with fates.reading(path):
            fields, body = source.front_matter(path)
            if demo.is_unwritten(body) or re.fullmatch(r"Example post \d", line_of(fields.get("title"))):
                fates.left_out(path, demo.WHY)
            else:
                yield _news(source, path, fields, body)


def _news(source: Source, path: str, fields: dict[str, Any], body: str) -> SiteNews:
    found = DATED.fullmatch(path)
    date = partial_date(fields.get("date")) or partial_date(found[1] if found else "")
    authors = lines_in(fields.get("author"))
    return SiteNews(
        date,
        text=body.strip(),
        title=line_of(fields.get("title")) or _title_of(path),
        people=list(filter(None, (_name_of(source, author) for author in authors))),
        path=path,
    )


def _title_of(path: str) -> str:
    """Return the title that Jekyll makes of a file's name."""
    words = re.sub(r"^\d{4}-\d{1,2}-\d{1,2}-|\.\w+$", "", posixpath.basename(path)).replace("-", " ")
    return words[:1].upper() + words[1:]


def _name_of(source: Source, slug: str) -> str:
    """Return the name of the member whose page has this name, else what stands there."""
    path = f"_members/{slug}.md"
    if not source.exists(path):
        return slug
    return line_of(source.front_matter(path)[0].get("name"))
