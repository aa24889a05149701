"""What a paper links to: files of the source, addresses elsewhere and identifiers."""

from dataclasses import dataclass, field

from labsite.moving.plain_values import line_of, mappings_in
from labsite.moving.site import SiteFile
from publications.citations.record import RecordLink

from .content import Content, Page

KINDS = {
    "pdf": "pdf",
    "preprint": "pdf",
    "code": "code",
    "dataset": "data",
    "data": "data",
    "poster": "poster",
    "project": "project",
    "slides": "slides",
    "video": "video",
    "url": "page",
    "website": "project",
    "site": "project",
    "publisher": "page",
}
LABELS = {"source": "Source", "preprint": "Preprint"}
FIELDS = ("pdf", "preprint", "code", "dataset", "poster", "project", "slides", "source", "video")
IDENTIFIERS = ("doi", "arxiv", "pmid", "isbn", "dblp", "openalex")
MAX_IN_ADDRESS = 500  # characters


@dataclass
class Links:
    """Where a paper's links lead; ``ids`` by their schemes."""

    elsewhere: tuple[RecordLink, ...] = ()
    files: list[SiteFile] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)


def links_of(content: Content, page: Page) -> Links:
    """Return where the links of a page lead, with a word for each that leads nowhere."""
    found = Links()
    addresses = [(name, line_of(page.fields.get(f"url_{name}")), "") for name in FIELDS]
    for held in mappings_in(page.fields.get("links")) + mappings_in(page.fields.get("url_custom")):
        label = line_of(held.get("label") or held.get("name"))
        kind = line_of(held.get("type")).casefold() or label.casefold()
        address = line_of(held.get("url") or held.get("link"))
        if identifier := _identifier(kind, held.get("provider"), held.get("id"), address):
            found.ids.setdefault(*identifier)
        else:
            addresses.append((kind, address, label))
    for kind, address, label in addresses:
        _add(found, content, page, kind, address, label)
    return found


def _identifier(kind: str, provider: object, value: object, address: str) -> tuple[str, str] | None:
    """Return the scheme and the value that a link holds in place of an address."""
    scheme = next((each for each in (line_of(provider).casefold(), kind) if each in IDENTIFIERS), "")
    held = line_of(value) or address
    return (scheme, held) if scheme and held else None


def _add(found: Links, content: Content, page: Page, name: str, address: str, label: str) -> None:
    if not address.strip("#"):
        return
    kind = KINDS.get(name, "other")
    label = LABELS.get(name, "") or (label if kind == "other" else "")
    if path := content.resolve(address, page):
        found.files.append(SiteFile(kind, path, label))
    elif (full := _full(content, address)) and len(full) <= MAX_IN_ADDRESS:
        found.elsewhere = (*found.elsewhere, RecordLink(kind, full, label))
    else:
        content.fates.not_understood(page.path, f"a link to “{address[:100]}”, which is not in the source")


def _full(content: Content, address: str) -> str:
    """Return an address in full: from the top of the old site it leads there still."""
    own = content.source.own_address.rstrip("/")
    full = f"{own}{address}" if own and address.startswith("/") else address
    return full if full.startswith(("http://", "https://")) else ""
