"""A member's way through adding a paper: what a browser would send from page to page."""

from html.parser import HTMLParser

from django.urls import reverse

QUOKKA = """@inproceedings{quokka,
  title = {Quokka: Scheduling at Leisure},
  author = {Quill, Ada and Lindqvist, Zo{\\"e}},
  booktitle = {Proceedings of the 28th Symposium on Systems (SYSCON '24)},
  year = {2024}, month = jun, pages = {12--34}, doi = {10.5555/quokka}
}"""


def address():
    return reverse("admin:add-paper")


def read(client, text=QUOKKA, **more):
    """Send the text; return the page that follows."""
    return client.post(address(), {"text": text, "read": "1", **more})


def send(client, page, button="add", **changes):
    """Send the form of a page with changes by one of its buttons; a value None leaves a field out."""
    values = form_values(page) | {button: "1"} | {name.replace("__", "-"): value for name, value in changes.items()}
    return client.post(address(), {name: value for name, value in values.items() if value is not None})


def add(client, text=QUOKKA, **changes):
    """Go all the way from a text to the saved paper; return the last answer."""
    return send(client, read(client, text), **changes)


def form_values(page):
    """Return what the browser would send if the form of the page were sent as it is."""
    reader = FormReader()
    reader.feed(page.content.decode())
    return reader.values


class FormReader(HTMLParser):
    """Collects the fields inside of ``<form class="adding">`` with their values."""

    def __init__(self):
        super().__init__()
        self.values, self.inside, self.textarea, self.select = {}, False, None, None

    def handle_starttag(self, tag, attrs):
        fields = dict(attrs)
        if tag == "form":
            self.inside = "adding" in (fields.get("class") or "")
        elif not self.inside:
            return
        elif tag == "input":
            self._input(fields)
        elif tag == "textarea":
            self.textarea, self.values[fields["name"]] = fields["name"], ""
        elif tag == "select":
            self.select = fields["name"]
        elif tag == "option" and self.select and ("selected" in fields or self.select not in self.values):
            self.values[self.select] = fields.get("value", "")

    def _input(self, fields):
        kind = fields.get("type", "text")
        is_box = kind in ("checkbox", "radio")
        if kind != "submit" and (not is_box or "checked" in fields):
            self.values[fields["name"]] = fields.get("value") or ("on" if is_box else "")

    def handle_data(self, data):
        if self.textarea:
            self.values[self.textarea] += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.values[self.textarea] = self.values[self.textarea].removeprefix("\n")
            self.textarea = None
        elif tag == "select":
            self.select = None
        elif tag == "form":
            self.inside = False
