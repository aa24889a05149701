"""The first edit on a new site, by hand of plain Python, which is all that a new server has.

``first_edit.py ORIGIN LOGIN PASSWORD``: signs in, sets up an app, which administrators need, publishes a piece of
news, and prints the home page as a visitor sees it then.
"""

import base64
import hmac
import re
import struct
import sys
import time
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

PATIENCE = 300  # seconds for an answer, for the site to start, and for a visitor to see what is new
TITLE = "The quokkas are here"


class Fields(HTMLParser):
    """What a browser would send of the forms of a page, if nothing was filled in."""

    def __init__(self, page):
        super().__init__()
        self.values, self.text_of = {}, None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        ticked = attrs.get("type") not in {"checkbox", "radio"} or "checked" in attrs
        if tag == "input" and attrs.get("type") not in {"submit", "file"} and ticked:
            self.values[attrs.get("name")] = attrs.get("value") or ""
        if tag == "select":
            self.select = attrs.get("name")
        if tag == "option" and "selected" in attrs:
            self.values[self.select] = attrs.get("value") or ""


class Browser:
    """Keeps cookies, and the page that it shows."""

    def __init__(self):
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.address = self.page = ""

    def open(self, address, body=None):
        with self.opener.open(Request(address, body, {"Referer": address}), timeout=PATIENCE) as answer:
            self.address, self.page = answer.url, answer.read().decode()

    def send(self, **typed):
        """Fill in the form of the page and send it."""
        self.open(self.address, urlencode(Fields(self.page).values | typed).encode())


def digits(key):
    """What an authenticator app shows now."""
    mac = hmac.digest(base64.b32decode(key), struct.pack(">Q", int(time.time()) // 30), "sha1")
    start = mac[-1] & 15
    return f"{(int.from_bytes(mac[start : start + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


def wait_for(address):
    """Wait until a site that was started just now answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return urlopen(address, timeout=PATIENCE).close()
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{address} doesn't answer.")


def main(origin, login, password):
    wait_for(origin)
    browser = Browser()
    browser.open(f"{origin}/account/sign-in/")
    browser.send(login=login, password=password)
    browser.open(f"{origin}/account/security/totp/activate/")
    browser.send(password=password)
    browser.send(code=digits(re.search(r'class="key">(\w+)<', browser.page)[1]))
    browser.open(f"{origin}/admin/labsite/newsitem/add/")
    browser.send(title=TITLE, date="2026-01-02", text="All of them.")
    visitor, end = Browser(), time.monotonic() + PATIENCE
    while TITLE not in visitor.page and time.monotonic() < end:  # for a second it may be the page of before
        visitor.open(f"{origin}/")
    print(visitor.page)


if __name__ == "__main__":
    main(*sys.argv[1:])
