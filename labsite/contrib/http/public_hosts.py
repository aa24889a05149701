"""Which machines may be asked: those of the public internet, by the address that a request really goes to."""

import ipaddress
import socket
from collections.abc import Callable

TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 behind a gateway of IPv6: the last four bytes
UNICAST = ipaddress.ip_network("2000::/3")  # all that IPv6 has given out for the public internet
# What IANA's registries of special purposes keep of it, and versions of Python differ about: protocols, relays of IPv6
# through IPv4, AS112, AMT, examples. https://www.iana.org/assignments/iana-ipv4-special-registry
SPECIAL = [
    ipaddress.ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
        *("2001::/23", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
]
MAX_ADDRESSES = 3  # of a host that has several: so many are tried


class NotPublic(Exception):
    """A host that is no part of the public internet."""


def is_public(address: str) -> bool:
    """Whether a numeric address is of the public internet, in whichever disguise."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return is_public(str(ip.ipv4_mapped))
        if ip in TRANSLATED:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip not in UNICAST:
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or any(ip in network for network in SPECIAL))


def addresses_of(host: str, port: int, may_ask: Callable[[str], bool] = is_public) -> list[str]:
    """Return the numeric addresses of a host that may be asked; a request goes there and resolves nothing again.

    Raises NotPublic if there are none such, and OSError or UnicodeError if the host isn't known.
    """
    resolved = socket.getaddrinfo(host.encode("idna").decode(), port, type=socket.SOCK_STREAM)
    addresses = dict.fromkeys(str(each[0]) for *_, each in resolved)
    allowed = [address for address in addresses if may_ask(address)]
    if not allowed:
        raise NotPublic(host)
    return allowed[:MAX_ADDRESSES]
