"""BibTeX files that lie beside a site's papers: they say more exactly what the pages say in words."""

from pathlib import PurePath

from labsite.moving.fates import Fates
from labsite.moving.site import SitePaper
from labsite.moving.source import Source
from labsite.texts.folding import fold
from publications import formats
from publications.citations.entry import Entry

from . import demo


class Bibliography:
    """All entries of the site's BibTeX files, found by their titles; ``used`` are the files that said something."""

    def __init__(self, source: Source, fates: Fates) -> None:
        self.fates = fates
        self.entries: dict[str, list[Entry]] = {}
        self.used: dict[str, int] = {}
        for path in source.files("", ".bib"):
            if demo.is_demo_file(path) or "/." in path:
                continue
            with fates.reading(path):
                self.entries[path] = formats.read(source.data(path), form="bib", name=PurePath(path).name)
        self.by_title = {
            fold(entry.record.title): (path, entry)
            for path, entries in self.entries.items()
            for entry in entries
            if entry.record and not demo.is_demo_title(entry.record.title)
        }

    def told_of(self, title: str, path: str = "") -> Entry | None:
        """Return what is told of a paper, by its title or by the file that its page names."""
        own = [entry for entry in self.entries.get(path, []) if entry.record]
        found = self.by_title.get(fold(title)) or ((path, own[0]) if len(own) == 1 else None)
        if not found:
            return None
        self.used[found[0]] = self.used.get(found[0], 0) + 1
        return found[1]

    def papers(self) -> list[SitePaper]:
        """Return all entries as papers, for a site that has no others."""
        self.used |= {path: len(entries) for path, entries in self.entries.items()}
        return [SitePaper(entry, path=path) for path, entries in self.entries.items() for entry in entries]

    def settle(self) -> None:
        """Say what became of the files."""
        for path, entries in self.entries.items():
            count = self.used.get(path, 0)
            if count:
                self.fates.brought(path, f"what it says more of papers, {count} of them")
            if len(entries) > count:
                self.fates.left_out(path, f"papers that the site doesn’t show, {len(entries) - count} of them")
