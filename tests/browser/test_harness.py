"""What the fixtures of this folder promise."""

import pytest

from publications.models import Publication

# The colour of words in light and in dark, of which one can hardly be told from the page.
ALIKE = '<div class="alike"><p>One.</p><p>Two.</p><p>Three.</p></div>'
GREYS = {"light": "#ccc, #fff", "dark": "#000, #333"}


class HarnessTests:
    def test_blocked_resource_is_a_complaint(self, visitor, complaints):
        visitor.goto("/admin/login/")
        visitor.evaluate("document.body.setAttribute('style', 'color: red')")
        assert "Content Security Policy" in " ".join(complaints)
        complaints.clear()

    def test_resource_from_elsewhere_is_a_complaint(self, visitor, complaints):
        visitor.goto("/")
        with visitor.expect_console_message():
            visitor.evaluate("new Image().src = '//img.example/a.png'")
        assert "img.example" in " ".join(complaints)
        complaints.clear()

    def test_axe_objects_to_a_picture_without_words(self, visitor, axe):
        visitor.goto("/")
        visitor.evaluate("document.querySelector('main').append(new Image(20, 20))")
        with pytest.raises(pytest.fail.Exception, match="in light:\nimage-alt"):
            axe(visitor)

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("words", ["h1", ".alike p:nth-child(2)"])
    def test_axe_objects_to_words_that_can_hardly_be_read(self, visitor, axe, words, scheme):
        visitor.goto("/")
        visitor.evaluate(f"document.querySelector('main').insertAdjacentHTML('beforeend', '{ALIKE}')")
        visitor.evaluate(f"document.querySelector('{words}').style.color = 'light-dark({GREYS[scheme]})'")
        with pytest.raises(pytest.fail.Exception, match=f"in {scheme}:\ncolor-contrast"):
            axe(visitor)

    def test_editor_is_signed_in(self, editor):
        editor.goto("/admin/")
        assert editor.url.endswith("/admin/")

    @pytest.mark.parametrize("time", ["first", "second"])
    def test_running_site_shows_the_seeded_rows(self, seeded, editor, time):
        editor.goto("/admin/publications/publication/")
        assert f"{Publication.objects.count()} publication" in editor.locator(".paginator").inner_text()
