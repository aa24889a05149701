"""Licences of content by the short names that people write."""

import re

CREATIVE_COMMONS = re.compile(r"CC[ -](?P<terms>BY(?:-(?:NC|SA|ND))*)[ -](?P<version>\d\.\d)", re.IGNORECASE)
ZERO = re.compile(r"CC0(?:[ -]1\.0)?", re.IGNORECASE)


def licence_url(name: str) -> str:
    """Return where a Creative Commons licence is written, https://creativecommons.org/licenses/; "" for others."""
    if ZERO.fullmatch(name):
        return "https://creativecommons.org/publicdomain/zero/1.0/"
    match = CREATIVE_COMMONS.fullmatch(name)
    return f"https://creativecommons.org/licenses/{match['terms'].lower()}/{match['version']}/" if match else ""
