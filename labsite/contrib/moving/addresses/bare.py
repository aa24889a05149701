"""One form for the addresses that one page of an old site answered at."""

import posixpath
import re
from urllib.parse import unquote, urlsplit

ENDING = re.compile(r"(?:/index)?\.(?:html?|php)$|/index$", re.IGNORECASE)
NUMBER = re.compile(r"(?:p|page_id)=\d{1,12}")  # a page of WordPress


def bare_address(address: str) -> str:
    """Return the path of an address from its first slash on, without ``index``, ``.html`` or a slash at its end.

    Of a query only the number of a page of WordPress stays. "/" is the home page, and what no address is.
    """
    address = address.strip()
    try:
        parts = urlsplit(address if "://" in address.partition("?")[0] else f"//old.example/{address}")
    except ValueError:
        return "/"
    path = posixpath.normpath(re.sub(r"[/\\]+", "/", f"/{unquote(parts.path)}"))
    number = NUMBER.search(parts.query)
    return (ENDING.sub("", path).rstrip("/") or "/") + (f"?{number[0]}" if number else "")
