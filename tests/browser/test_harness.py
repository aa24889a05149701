"""What the fixtures of this folder promise."""

import pytest

from publications.models import Publication


class HarnessTests:
    def test_blocked_resource_is_a_complaint(self, visitor, complaints):
        visitor.goto("/admin/login/")
        visitor.evaluate("document.body.setAttribute('style', 'color: red')")
        assert "Content Security Policy" in " ".join(complaints)
        complaints.clear()

    def test_editor_is_signed_in(self, editor):
        editor.goto("/admin/")
        assert editor.url.endswith("/admin/")

    @pytest.mark.parametrize("time", ["first", "second"])
    def test_running_site_shows_the_seeded_rows(self, seeded, editor, time):
        editor.goto("/admin/publications/publication/")
        assert f"{Publication.objects.count()} publication" in editor.locator(".paginator").inner_text()
