from datetime import date

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from labsite.web.middleware import PolicyMiddleware


def answer(headers=None):
    middleware = PolicyMiddleware(lambda request: HttpResponse(headers=headers))
    return middleware(RequestFactory().get("/"))


class PolicyHeadersTests:
    @pytest.fixture(autouse=True)
    def policies(self, settings):
        settings.SECURE_CSP = {
            "default-src": ["'self'"],
            "img-src": ["'self'", "data:"],
            "sandbox": [],
        }
        settings.PERMISSIONS_POLICY = {"camera": [], "fullscreen": ["self"]}

    def test_content_security_policy_is_sent(self):
        policy = "default-src 'self'; img-src 'self' data:; sandbox"
        assert answer().headers["Content-Security-Policy"] == policy

    def test_permissions_policy_is_sent(self):
        assert answer().headers["Permissions-Policy"] == "camera=(), fullscreen=(self)"

    def test_policy_of_a_view_stays(self):
        headers = {"Content-Security-Policy": "sandbox"}
        assert answer(headers).headers["Content-Security-Policy"] == "sandbox"


class ProjectPolicyTests:
    def test_nothing_unsafe_is_allowed(self):
        assert "unsafe" not in answer().headers["Content-Security-Policy"]

    @pytest.mark.django_db
    def test_every_kind_of_response_has_the_headers(self, client):
        for path in ("/", "/admin/login/", "/no-such-page/", "/robots.txt"):
            headers = client.get(path).headers
            assert headers["Content-Security-Policy"].startswith("default-src 'none';"), path
            assert headers["Permissions-Policy"].startswith("camera=()"), path
            assert headers["X-Content-Type-Options"] == "nosniff", path
            assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin", path
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin", path

    @pytest.mark.django_db
    def test_pages_are_not_taken_in_by_other_sites_and_files_may_be(self, client):
        own = {path: client.get(path).get("Cross-Origin-Resource-Policy") for path in ("/", "/no-page/", "/feed.xml")}
        assert own == {"/": "same-origin", "/no-page/": "same-origin", "/feed.xml": None}

    def test_each_kind_of_source_is_named(self):
        policy = dict(each.split(" ", 1) for each in answer().headers["Content-Security-Policy"].split("; "))
        assert policy.pop("img-src") == "'self' data:"
        own = ("connect-src", "font-src", "manifest-src", "script-src", "style-src", "form-action")
        assert [policy.pop(kind) for kind in own] == ["'self'"] * 6
        assert policy == dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'")


@pytest.mark.django_db
class SecurityTxtTests:
    """https://www.rfc-editor.org/rfc/rfc9116"""

    WHERE = "/.well-known/security.txt"

    def test_there_is_none_without_a_contact(self, client, settings):
        settings.SECURITY_CONTACT = ""
        assert client.get(self.WHERE).status_code == 404

    def test_it_names_the_contact_for_half_a_year(self, client, settings, monkeypatch):
        settings.SECURITY_CONTACT = "mailto:security@lab.example"
        monkeypatch.setattr(timezone, "localdate", lambda *at: date(2026, 3, 2))
        answer = client.get(self.WHERE)
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.content.decode().splitlines() == [
            "Contact: mailto:security@lab.example",
            "Expires: 2026-08-29T00:00:00Z",
            "Preferred-Languages: en",
            "Canonical: http://testserver/.well-known/security.txt",
        ]
