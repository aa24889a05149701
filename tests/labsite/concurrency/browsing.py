"""Somebody at a browser without JavaScript: opens pages, fills in forms and sends them."""

from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart


class Forms(HTMLParser):
    """The forms of a page, each the names and values that it would send; and the marked texts of its radio buttons."""

    def __init__(self, page):
        super().__init__()
        self.forms, self.select, self.text = [], None, None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        if tag == "form":
            self.forms.append({})
        elif tag == "input" and self.forms:
            self._take_input(told)
        elif tag == "textarea":
            self.text = (told.get("name"), [])
        elif tag == "select":
            self.select = told.get("name")
        elif tag == "option" and self.select and "selected" in told:
            self._take(self.select, told.get("value", ""))

    def _take_input(self, told):
        kind = told.get("type", "text")
        if kind in ("submit", "file") or (kind in ("checkbox", "radio") and "checked" not in told):
            return
        self._take(told.get("name"), told.get("value", "on" if kind == "checkbox" else ""))

    def _take(self, name, value):
        if name and self.forms:
            self.forms[-1].setdefault(name, []).append(value)

    def handle_data(self, data):
        if self.text:
            self.text[1].append(data)

    def handle_endtag(self, tag):
        if tag == "textarea" and self.text:
            name, parts = self.text
            self._take(name, "".join(parts).removeprefix("\n"))
            self.text = None
        elif tag == "select":
            self.select = None


def _sent(data):
    """Return the body of a form, in parts where it has a file, and what its headers say of it."""
    if any(hasattr(value, "read") for value in data.values()):
        return encode_multipart(BOUNDARY, data), {"Content-Type": MULTIPART_CONTENT}
    return urlencode(data, doseq=True).encode(), {}


class Browser:
    """Keeps cookies, and notes the status of every answer."""

    def __init__(self, site, **headers):
        self.site, self.statuses, self.headers = site, [], headers
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.address, self.page = site, ""

    def open(self, path, data=None):
        """Open a page, or send a form to it; an error page is a page too."""
        body, headers = _sent(data) if data is not None else (None, {})
        request = Request(urljoin(self.address, path), body, {"Referer": self.address, **self.headers, **headers})
        try:
            answer = self.opener.open(request, timeout=300)
        except HTTPError as error:
            answer = error
        with answer:
            self.page, self.address = answer.read().decode(errors="replace"), answer.url
        self.statuses.append(answer.status)
        return self.page

    def form(self, having):
        """Return what the form of the page that has a field of this name would send."""
        found = [form for form in Forms(self.page).forms if having in form]
        assert found, f"{self.address} has no form with {having}: {self.page}"
        return found[0]

    def sign_in(self, email, password):
        self.open("/admin/")
        self.open("", self.form("login") | {"login": email, "password": password})
