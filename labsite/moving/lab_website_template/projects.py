"""Projects and tools: lists in data files, shown as cards."""

from collections.abc import Iterator
from typing import Any

from labsite.moving.fates import Fates
from labsite.moving.plain_values import line_of, mappings_in, text_of
from labsite.moving.site import SiteProject
from labsite.moving.source import Source

from . import demo

# Data files that hold something else: papers, and what the template needs itself.
OTHER = ("citations", "sources", "orcid", "pubmed", "google-scholar", "types", "members", "support", "funding", "navi")


def read_projects(source: Source, fates: Fates) -> Iterator[SiteProject]:
    """Yield what the data files list, whatever they are called."""
    for path in source.files("_data", ".yaml", ".yml"):
        name = path.removeprefix("_data/")
        with fates.reading(path):
            if name.startswith(OTHER):
                continue
            cards = mappings_in(source.yaml(path))
            if not name.startswith("project"):
                fates.left_out(path, "a list of other things than projects and papers")
                continue
            own = [card for card in cards if not _is_demo(card)]
            if len(own) < len(cards):
                fates.left_out(path, demo.WHY)
            yield from (_project(source, fates, path, card) for card in own if line_of(card.get("title")))


def _project(source: Source, fates: Fates, path: str, card: dict[str, Any]) -> SiteProject:
    picture = source.resolve(line_of(card.get("image")), base=path)
    if line_of(card.get("image")) and not picture:
        fates.left_out(path, f"the picture {card['image']}, which is elsewhere")
    return SiteProject(
        line_of(card.get("title")),
        summary=line_of(card.get("subtitle")),
        text="\n\n".join(filter(None, (text_of(card.get("description")), *_links(card)))),
        picture=picture,
        path=path,
    )


def _links(card: dict[str, Any]) -> Iterator[str]:
    link, repo = line_of(card.get("link")), line_of(card.get("repo"))
    if "://" in link:
        yield f"[{link.partition('://')[2].strip('/')}]({link})"
    if repo and repo not in link:
        yield f"[Code](https://github.com/{repo})"


def _is_demo(card: dict[str, Any]) -> bool:
    return demo.is_unwritten(text_of(card.get("description")))
