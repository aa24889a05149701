"""Somebody who uses a site by its pages alone, without JavaScript, whatever code answers."""

import re
from html import unescape

from django.conf import settings
from django.test import Client

from tests.labsite.concurrency.browsing import Forms

PASSWORD = "a long pass phrase"
REFUSED = re.compile('class="(?:errornote|errorlist[^"]*)"[^>]*>(.*?)</(?:p|ul)>', re.DOTALL)
SAID = re.compile('<li class="(?:success|info|warning|error)">(.*?)</li>', re.DOTALL)


class Somebody:
    """``email`` signs in with the password; ``cookie`` is of somebody who has signed in before."""

    def __init__(self, email="", cookie=""):
        self.email, self.client = email, Client(SERVER_NAME="localhost")
        if cookie:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = cookie
        elif email:
            self.send("/account/sign-in/", login=email, password=PASSWORD)

    @property
    def cookie(self):
        return self.client.cookies[settings.SESSION_COOKIE_NAME].value

    def open(self, path, status=200):
        """Return what a page or file says, as bytes, wherever its address leads to."""
        answer = self.client.get(path, follow=True)
        assert answer.status_code == status, f"{path}: {answer.status_code}"
        return b"".join(answer.streaming_content) if answer.streaming else answer.content

    def page(self, path, status=200):
        return self.open(path, status).decode()

    def send(self, path, button="", is_refused=False, **values):
        """Fill in the form of a page that most likely has these fields, send it by a button; return the page after it.

        Without a path it is the page that was seen last; what is None is sent as the form has it.
        """
        self.path, filled = path or self.path, {name: value for name, value in values.items() if value is not None}
        form = {}
        if values:
            page = self.page(path) if path else self.last
            form = max(Forms(page).forms, key=lambda form: (len(form.keys() & values.keys()), len(form)))
        data = {**form, **filled, **({button: "1"} if button else {})}
        answer = self.client.post(self.path, data, follow=True)
        self.last, self.path = answer.content.decode(), answer.request["PATH_INFO"]
        errors = words(" ".join(REFUSED.findall(self.last)))
        assert (answer.status_code, bool(errors)) == (200, is_refused), f"{self.path}: {answer.status_code} {errors}"
        return self.last


def field(page, name):
    """Return what a page has in the field of a form."""
    return next((form[name] for form in Forms(page).forms if name in form), [])


def words(page):
    """Return what a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def messages(page):
    """Return the messages at the head of a page of the admin."""
    return [words(each) for each in SAID.findall(page)]


def path_in(letter, part):
    """Return the path of a link in an e-mail that has some part."""
    return re.search(rf"https?://[^/\s]+(/\S*{part}\S*)", letter)[1]
