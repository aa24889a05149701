"""Which machines may be asked."""

import socket

import pytest

from labsite.contrib.http.public_hosts import NotPublic, addresses_of, is_public


def test_what_is_not_public():
    table = [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0"),
        *("fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
        *("2001:db8::1", "::127.0.0.1"),
        *("192.0.0.8", "192.0.0.255", "192.88.99.0", "192.88.99.255", "192.31.196.1", "192.52.193.1", "192.175.48.1"),
        *("::ffff:192.88.99.1", "64:ff9b::192.0.0.8", "64:ff9b:1::1.1.1.1", "fec0::1", "feff::1", "100::1", "5f00::1"),
        *("2001::1", "2001:1ff:ffff::1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "1fff::1", "4000::1"),
    ]
    assert [address for address in table if is_public(address)] == []


def test_what_is_public():
    table = [
        *("1.1.1.1", "2606:4700::1", "::ffff:1.1.1.1", "64:ff9b::101:101"),
        *("192.0.1.0", "192.88.98.255", "192.88.100.0", "2001:200::1", "2000::1", "3fff:1000::1"),
    ]
    assert [address for address in table if not is_public(address)] == []


def test_of_several_machines_only_the_public_ones_are_asked(monkeypatch):
    several = [(0, 0, 0, "", (address, 80)) for address in ("10.0.0.1", "1.1.1.1", "1.1.1.1", "::1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: several)
    assert addresses_of("lab.example", 80) == ["1.1.1.1"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: several[:1])
    with pytest.raises(NotPublic):
        addresses_of("lab.example", 80)
