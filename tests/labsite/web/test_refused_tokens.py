"""A form with a token that doesn't hold is sent again as it is, by one button, and only if it is the site's own."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from people.models import Person
from tests import cast
from tests.editing import address

SENT = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
OWN = {"Origin": "http://testserver"}


@pytest.fixture
def ada(db):
    cast.make_lab()
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.make_administrator(email="ada@lab.example"))
    return client


def refused(client, where, data, headers=OWN):
    answer = client.post(where, data | {"csrfmiddlewaretoken": "x" * 64}, headers=headers)
    assert answer.status_code == 403
    return answer.content.decode()


def sent_again(page):
    return {unescape(name): unescape(value) for name, value in SENT.findall(page)}


def test_what_was_sent_is_sent_again_with_a_token_that_holds(ada):
    where = address(Person, "add")
    page = refused(ada, where, {"name": 'Zoë "Z" <Quill>', "kept_form": "1-2"})
    fields = sent_again(page)
    token = fields.pop("csrfmiddlewaretoken")
    assert fields == {"name": 'Zoë "Z" <Quill>', "kept_form": "1-2"}
    assert ada.post(where, fields | {"csrfmiddlewaretoken": token}, headers=OWN).status_code == 200


def test_nobody_is_led_to_send_what_another_site_wrote(ada):
    where = address(Person, "add")
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {}):
        assert "Send it again" not in refused(ada, where, {"name": "Zoë Quill"}, headers)


def test_it_says_in_whose_name_it_would_be_saved(ada):
    assert "and are now ada@lab.example" in refused(ada, address(Person, "add"), {"name": "Zoë Quill"})


def test_whoever_is_signed_out_is_led_to_sign_in_first(ada):
    ada.logout()
    page = refused(ada, address(Person, "add"), {"name": "Zoë Quill"})
    assert 'href="/account/sign-in/?next=/account/signed-in/" target="_blank"' in page


def test_it_says_which_files_have_to_be_chosen_again(ada):
    photo = SimpleUploadedFile("zoe.jpg", b"a picture")
    page = refused(ada, address(Person, "add"), {"name": "Zoë Quill", "photo": photo})
    assert "Files aren’t kept and have to be chosen again: zoe.jpg" in page


def test_passwords_are_not_written_into_a_page(ada):
    page = refused(ada, "/account/sign-in/", {"login": "ada@lab.example", "password": "quokka-12345"})
    assert "quokka-12345" not in page
