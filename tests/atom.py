"""What RFC 4287 asks of a feed, as a list of what is wrong with one: https://www.rfc-editor.org/rfc/rfc4287"""

import re
from collections import Counter
from xml.etree import ElementTree

NS = "{http://www.w3.org/2005/Atom}"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
IRI = re.compile(r"[a-z][a-z0-9+.-]*:\S+")
ONCE = {"id", "title", "updated"}
AT_MOST_ONCE = {"subtitle", "summary", "content", "rights", "published", "icon", "logo", "generator"}
KNOWN = ONCE | AT_MOST_ONCE | {"author", "contributor", "category", "link", "entry", "source"}


def faults(text):
    """Return what a strict reader would complain about."""
    feed = ElementTree.fromstring(text)
    found = [] if feed.tag == f"{NS}feed" else [f"root is {feed.tag}"]
    entries = feed.findall(f"{NS}entry")
    for element in (feed, *entries):
        found += _of_element(element)
    found += [f"{len(links)} self links" for links in [_links(feed, "self")] if len(links) != 1]
    found += [f"id {text} twice" for text, count in Counter(map(_id, entries)).items() if count > 1]
    if not feed.findall(f"{NS}author"):
        found += [f"{_id(entry)} has no author" for entry in entries if not entry.findall(f"{NS}author")]
    return found


def _of_element(element):
    counts = Counter(child.tag.removeprefix(NS) for child in element)
    yield from (f"{name} is no element of Atom" for name in counts.keys() - KNOWN)
    yield from (f"{counts[name]} elements {name}" for name in sorted(ONCE) if counts[name] != 1)
    yield from (f"{counts[name]} elements {name}" for name in sorted(AT_MOST_ONCE) if counts[name] > 1)
    if not IRI.fullmatch(_id(element)):
        yield f"id {_id(element)!r} is no IRI"
    for time in element.findall(f"{NS}updated") + element.findall(f"{NS}published"):
        if not TIME.fullmatch(time.text or ""):
            yield f"{time.text!r} is no time"
    for link in element.findall(f"{NS}link"):
        if not IRI.fullmatch(link.get("href", "")):
            yield f"link to {link.get('href')!r}"
    if len(_links(element, "alternate")) != 1:
        yield f"{len(_links(element, 'alternate'))} alternate links"
    yield from ("an author without a name" for name in element.findall(f"{NS}author/{NS}name") if not name.text)


def _links(element, relation):
    return [link for link in element.findall(f"{NS}link") if link.get("rel", "alternate") == relation]


def _id(element):
    return element.findtext(f"{NS}id") or ""
