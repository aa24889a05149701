import pytest
from django.test import Client, RequestFactory

FORM = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na..b\r\n--x--\r\n'


@pytest.fixture
def browser():
    """A browser that has been given a token, so that the form is read in search of it."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    return client


@pytest.mark.parametrize("charset", ["utf-16", "rot13", "idna", "punycode"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_in_another_charset_is_refused_in_words(browser, kind, charset):
    response = browser.generic("POST", "/nowhere/", FORM, content_type=f"{kind}; charset={charset}")
    assert (response.status_code, response.content) == (400, b"Send forms in UTF-8.")


@pytest.mark.parametrize("charset", ["", "; charset=UTF-8", "; charset=utf8"])
@pytest.mark.django_db
def test_a_form_in_utf_8_is_read(client, charset):
    typed = f"multipart/form-data; boundary=x{charset}"
    response = client.generic("POST", "/account/password/forgotten/", FORM, content_type=typed)
    assert response.context["form"].errors == {"email": ["Enter a valid email address."]}


@pytest.mark.django_db
def test_the_charset_of_a_request_without_a_form_does_not_matter(client):
    assert client.get("/robots.txt", headers={"content-type": "text/plain; charset=latin-1"}).status_code == 200


def test_a_content_type_that_cannot_be_read_counts_as_none():
    from labsite.wsgi import application  # it starts nothing without collected files, which a test needn't have

    environ = RequestFactory().generic("POST", "/robots.txt", "x").environ
    environ |= {"CONTENT_TYPE": "multipart/form-data; boundary*=nope''x"}
    assert application.django.request_class(environ).content_type == ""
