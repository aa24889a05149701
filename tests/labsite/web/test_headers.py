import pytest
from django.http import HttpResponse
from django.test import RequestFactory

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
            assert headers["Content-Security-Policy"].startswith("default-src 'self';"), path
            assert headers["Permissions-Policy"].startswith("camera=()"), path
            assert headers["X-Content-Type-Options"] == "nosniff", path
            assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin", path
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin", path
