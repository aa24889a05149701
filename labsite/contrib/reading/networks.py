"""Where usernames lead: the addresses of profiles elsewhere, by the names that settings have for their networks."""

import re
from collections.abc import Mapping
from urllib.parse import SplitResult, urljoin, urlsplit

from labsite.contrib.reading.words import WORDS
from people.models import ProfileLink

ADDRESSES: dict[str, str] = WORDS["networks"]
HOSTS: dict[str, str] = WORDS["hosts"]


def split_address(address: str) -> SplitResult:
    """Return an address in its parts; in empty ones if it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def full_address(base: str, path: str) -> str:
    """Return where a path from the top of a site leads; nothing where that is no address."""
    try:
        return urljoin(f"{base.rstrip('/')}/", path.lstrip("/"))
    except ValueError:
        return ""


def profile_address(network: str, username: str, addresses: Mapping[str, str] = ADDRESSES) -> str:
    """Return the URL of a profile that is given as one or by a username; an empty string for anything else."""
    if re.match("https?://", username):
        return username
    return addresses.get(network, "").format(username.strip("@/")) if username else ""


def host_of(url: str) -> str:
    """Return the host of an address, without the “www.” that means nothing."""
    return (split_address(url).hostname or "").removeprefix("www.")


def kind_of(url: str) -> str:
    """Return the kind of profile link for a URL."""
    host = host_of(url)
    for part, kind in HOSTS.items():
        if f".{part}." in f".{host}." if "." in part else part in host:
            return kind
    return ProfileLink.Kind.OTHER
