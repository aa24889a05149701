"""The head of a curriculum vitae: who it is of, how to reach them, and their pages elsewhere."""

import json
import re
from typing import Any

from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.curriculum import Curriculum, add_sections, clean
from labsite.contrib.reading.front_matter import PageFields, mapping_in, text_of
from labsite.contrib.reading.networks import ADDRESSES, host_of, kind_of, profile_address
from labsite.texts.folding import fold
from people.models import ProfileLink
from publications.citations.identifiers import find_orcid

KINDS = {fold(str(label)).strip(): str(kind) for kind, label in ProfileLink.Kind.choices}
PLAIN_ADDRESSES = {re.sub(r"[\s_-]+", "", name): address for name, address in ADDRESSES.items()}
FEDIVERSE = re.compile(r"@?([^@\s]+)@([^@\s/]+)")


def curriculum_in(held: Any) -> Curriculum:
    """Return what the values of a file say of a person.

    Where each date is a 1 January, a program made days of years.
    """
    text = json.dumps(held)
    if set(re.findall(r'"\d{4}-(\d\d-\d\d)"', text)) == {"01-01"}:
        held = json.loads(re.sub(r'"(\d{4})-01-01"', r'"\1"', text))
    curriculum = Curriculum()
    for name in ("basics", "cv"):
        _add_head(curriculum, mapping_in(held).mapping(name))
    add_sections(curriculum, held)
    return curriculum


def _add_head(curriculum: Curriculum, head: PageFields) -> None:
    curriculum.name = curriculum.name or clean(head.line("name"))
    curriculum.headline = curriculum.headline or clean(head.line("label", "headline"))
    curriculum.biography = curriculum.biography or head.text("summary")
    curriculum.emails += [email for email in head.lines("email") if "@" in email]
    curriculum.phones += [clean(phone).removeprefix("tel:") for phone in head.lines("phone")]
    location = head.mapping("location")
    parts = ("address", "city", "region", "postalCode", "countryCode")
    address = clean(head.line("location")) or ", ".join(filter(None, (clean(location.line(part)) for part in parts)))
    curriculum.addresses += [address] if address else []
    for url in head.lines("url") + head.lines("website"):
        _add_link(curriculum, url, ProfileLink.Kind.HOMEPAGE, "")
    for each in head.mappings("profiles") + head.mappings("social_networks"):
        network = each.line("network")
        url, username, name = each.line("url"), each.line("username"), re.sub(r"[\s_-]+", "", network.lower())
        if not url and name == "mastodon" and (fediverse := FEDIVERSE.fullmatch(username)):
            url = f"https://{fediverse[2]}/@{fediverse[1]}"
        url = url or profile_address(name, username, PLAIN_ADDRESSES) or username
        _add_link(curriculum, url, each.line("kind"), network)
    for each in head.mappings("custom_connections"):
        words, icon = each.line("placeholder"), each.line("fontawesome_icon")
        if icon == "phone":
            curriculum.phones.append(clean(words))
        else:
            _add_link(curriculum, text_of(each.get("url")), "", words)


def _add_link(curriculum: Curriculum, url: str, kind: str, label: str) -> None:
    """Add a page elsewhere, under the name that it has there unless that says what its kind says."""
    name = fold(label).strip()
    orcid = find_orcid(url) if "orcid.org" in url or name == "orcid" else ""
    if orcid:
        curriculum.orcid = curriculum.orcid or orcid
    elif re.match("https?://[^/]", url):
        kind = kind if kind in ProfileLink.Kind else KINDS.get(name, "") or kind_of(url)
        is_said = name in KINDS or (name in ADDRESSES and kind != ProfileLink.Kind.OTHER)
        label = "" if is_said else label or (host_of(url) if kind == ProfileLink.Kind.OTHER else "")
        if url.rstrip("/") not in [link.url.rstrip("/") for link in curriculum.links]:
            curriculum.links.append(StatedLink(url, kind, label))
    elif url:
        curriculum.left.append((label, url))
