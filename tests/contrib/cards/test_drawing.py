from io import BytesIO

import pytest
from PIL import Image, ImageChops

from labsite.contrib.cards import typesetting
from labsite.contrib.cards.cards import COLOURS, FOOT, MARGIN, SIZE, Card, draw
from labsite.contrib.cards.typesetting import Style, fit, length

LONG = "Towards a Practical and Verifiable Approach to the Scheduling of Everything " * 5


def opened(**fields):
    content = draw(Card(**{"lab": "Leisure Lab", "title": "Quokka: Scheduling at Leisure", **fields}))
    return Image.open(BytesIO(content))


def is_alike(one, other):
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is None


def photo(colour="blue"):
    out = BytesIO()
    Image.new("RGB", (800, 600), colour).save(out, "JPEG")
    return out.getvalue()


@pytest.fixture
def no_companions(monkeypatch):
    """A system that has none of the fonts that go with the serif."""
    monkeypatch.setattr(typesetting, "companions", tuple)
    typesetting._font_number.cache_clear()
    yield
    typesetting._font_number.cache_clear()


class CardTests:
    def test_it_is_a_png_of_the_size_that_is_announced(self):
        card = opened()
        assert (card.format, card.size, card.mode) == ("PNG", SIZE, "P")

    def test_it_has_few_colours_and_so_few_bytes(self):
        card = Card("Leisure Lab", LONG, badge="SYSCON 2024", byline="Zoë Lindqvist, Ada Quill, " * 20)
        assert len(draw(card)) < 40_000
        assert len(opened().convert("RGB").getcolors()) <= COLOURS

    def test_the_same_words_make_the_same_bytes(self):
        card = Card("Leisure Lab", "Quokka", badge="SYSCON", byline="Ada Quill")
        assert draw(card) == draw(card)

    @pytest.mark.parametrize("field", ["lab", "title", "badge", "subtitle", "byline", "initials"])
    def test_every_text_shows(self, field):
        assert not is_alike(opened(**{field: "Wombat"}), opened(**{field: ""}))

    def test_the_labs_accent_colours_it(self):
        assert opened(accent="#0b5d4e").convert("RGB").getpixel((2, 300)) == pytest.approx((11, 93, 78), abs=2)

    def test_a_portrait_stands_beside_the_name(self):
        card = opened(portrait=photo()).convert("RGB")
        assert card.getpixel((MARGIN + 100, FOOT // 2)) == pytest.approx((0, 0, 254), abs=4)

    @pytest.mark.parametrize(
        "text", ["", " ", "x" * 400, "一" * 400, "a\tb\nc\x00", "🦘", "\u200b", LONG, "שלום", "%s"]
    )
    def test_any_text_makes_a_card(self, text):
        card = opened(lab=text, title=text, badge=text[:30], subtitle=text, byline=text, initials=text[:2])
        assert card.size == SIZE


class TypesettingTests:
    def test_a_line_that_is_too_long_is_broken_between_words(self):
        block = fit("Quokka: Scheduling at Leisure", Style(60), 600, height=150, smallest=60)
        assert block.lines == ("Quokka: Scheduling", "at Leisure")

    def test_a_long_text_is_set_smaller(self):
        block = fit(LONG[:150], Style(66), 900, height=250, smallest=30)
        assert 30 <= block.style.size < 66
        assert block.height <= 250

    def test_what_does_not_fit_at_the_smallest_size_is_cut_where_a_word_ends(self):
        block = fit(LONG, Style(66), 900, height=150, smallest=60)
        assert len(block.lines) == 2
        assert block.lines[-1] == "Verifiable Approach to the…"
        assert all(length(line, block.style) <= 900 for line in block.lines)

    def test_a_word_wider_than_the_line_is_cut(self):
        (line,) = fit("x" * 100, Style(40), 300, height=150, smallest=40).lines
        assert line.endswith("x…")
        assert length(line, Style(40)) <= 300

    def test_a_tied_name_is_not_broken(self):
        names = "Zoë\u00a0Lindqvist, Ada\u00a0Quill"
        assert fit(names, Style(40), 300, 100, 40).lines == ("Zoë\u00a0Lindqvist,", "Ada\u00a0Quill")

    def test_no_line_begins_with_a_closing_mark(self):
        assert typesetting._breakable("大模型，LSTM的") == ["大", "模", "型，", "LSTM", "的 "]

    @pytest.mark.usefixtures("no_companions")
    def test_latin_letters_that_no_font_has_are_spelled_in_ascii(self):
        assert fit("Łukasz Kovačević", Style(40), 900, 50, 40).lines == ("Lukasz Kovacevic",)

    @pytest.mark.usefixtures("no_companions")
    def test_signs_that_no_font_has_are_left_out(self):
        assert fit("Quokka 🦘", Style(40), 900, 50, 40).lines == ("Quokka",)

    @pytest.mark.usefixtures("no_companions")
    def test_a_text_in_a_script_that_no_font_has_is_left_out(self):
        assert fit("林 佐伊", Style(40), 900, 50, 40).lines == ()

    @pytest.mark.skipif(not typesetting.companions(), reason="none of the fonts that go with the serif is installed")
    def test_letters_that_the_serif_lacks_come_from_the_systems_fonts(self):
        assert fit("Łukasz", Style(40), 900, 50, 40).lines == ("Łukasz",)
