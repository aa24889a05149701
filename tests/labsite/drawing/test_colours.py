"""A lab may pick any accent that can be read; what follows from it can be read too."""

import re
from itertools import product
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from labsite.drawing import colours
from labsite.models import Lab
from tests import cast

CSS = Path(colours.__file__).parents[1] / "static" / "labsite" / "css"
TOKENS = CSS / "tokens.css"
LOOKS = {"journal": TOKENS, **{look: CSS / "looks" / f"{look}.css" for look in Lab.Look.values[1:]}}
LIGHT, DARK = 0, 1
PICKED = ["#" + "".join(channels) for channels in product(("00", "66", "cc"), ("00", "66", "cc"), ("00", "88"))]


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.478), ("#8a2c1c", "#8a2c1c", 1)],
)
def test_contrast_is_the_one_that_wcag_defines(one, other, ratio):
    assert colours.contrast(one, other) == pytest.approx(ratio, abs=0.001)
    assert colours.contrast(other, one) == colours.contrast(one, other)


def each(tokens):
    """Return the tokens of a style sheet that are colours, for each its name and the two colours of it."""
    return {name: pair for name, *pair in re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", tokens.read_text())}


EACH = pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
EVERY_LOOK = pytest.mark.parametrize("look", LOOKS)
PALETTES = {accent: colours.palette(accent) for accent in (*PICKED, "#ffffff", "#ffff00")}


def weak(pairs, ratio):
    """Return the accents of pairs of colours whose contrast is less than it must be."""
    return {accent for accent, one, other in pairs if colours.contrast(one, other) < ratio}


@EVERY_LOOK
@EACH
def test_every_look_can_be_read(look, scheme):
    shown = {name: pair[scheme] for name, pair in each(LOOKS[look]).items()}
    texts = ("ink", "muted", "accent", "visited", *(f"tone-{n}" for n in range(1, 7)))
    pairs = [(text, ground, 4.5) for text in texts for ground in ("paper", "raised")]
    pairs += [(text, "accent-soft", 4.5) for text in ("ink", "accent", "visited")]
    pairs += [("on-fill", "fill", 4.5), ("fill", "paper", 3), ("fill", "raised", 3), ("edge", "paper", 3)]
    assert [pair for *pair, ratio in pairs if colours.contrast(*(shown[name] for name in pair)) < ratio] == []


@EVERY_LOOK
@EACH
def test_text_in_the_accent_can_be_read_on_every_ground(scheme, look):
    texts = [(accent, name, palette) for accent, palette in PALETTES.items() for name in ("accent", "visited")]
    grounds = each(LOOKS[look])
    for ground in (grounds["paper"][scheme], grounds["raised"][scheme]):
        assert weak(((accent, palette[name][scheme], ground) for accent, name, palette in texts), 4.5) == set()
    on_soft = ((accent, palette[name][scheme], palette["accent-soft"][scheme]) for accent, name, palette in texts)
    assert weak(on_soft, 4.5) == set()


@EVERY_LOOK
@EACH
def test_a_filled_badge_can_be_read_and_stands_out(scheme, look):
    for ground, ratio in (("on-fill", 4.5), ("paper", 3), ("raised", 3)):
        colour = each(LOOKS[look])[ground][scheme]
        fills = ((accent, palette["fill"][scheme], colour) for accent, palette in PALETTES.items())
        assert weak(fills, ratio) == set()


@EVERY_LOOK
@EACH
def test_initials_can_be_read_on_their_tile(scheme, look):
    tones = [
        (accent, pair[scheme], each(LOOKS[look])["raised"][scheme])
        for accent in PICKED
        for name, pair in PALETTES[accent].items()
        if name.startswith("tone-")
    ]
    assert weak(tones, 4.5) == set()


def test_a_colour_that_serves_is_used_as_it_is():
    assert colours.palette("#8a2c1c")["accent"][LIGHT] == "#8a2c1c"
    assert colours.near("#8a2c1c") == "#8a2c1c"


def test_one_that_is_too_bright_has_a_near_one_of_its_hue_that_serves():
    assert colours.near("#ffff00") == "#6e6e08"
    assert colours.near("#6e6e08") == "#6e6e08"


def test_the_paper_is_that_of_the_sites_tokens():
    assert each(TOKENS)["paper"] == [*colours.PAPER]


def test_the_tones_are_those_of_the_sites_accent():
    for name, pair in colours.palette("#8a2c1c").items():
        if name.startswith("tone-"):
            assert f"--{name}: light-dark({pair[LIGHT]}, {pair[DARK]});" in TOKENS.read_text()


def test_only_tokens_that_the_site_has_follow_from_an_accent():
    assert [name for name in colours.palette("#8a2c1c") if f"--{name}: light-dark" not in TOKENS.read_text()] == []


class StyleSheetTests:
    def test_it_puts_the_labs_colours_in_the_place_of_the_sites(self, client, db):
        answer = client.get("/accent-0055aa.css")
        assert answer["Content-Type"] == "text/css; charset=utf-8"
        assert answer.content.decode().startswith("html:root{--accent:light-dark(#0055aa,#81b4f6);--accent-soft:")

    def test_it_is_kept_for_ever(self, client, db):
        assert client.get("/accent-0055aa.css")["Cache-Control"] == "public, max-age=31536000, immutable"

    @pytest.mark.parametrize("address", ["/accent-0055AA.css", "/accent-05a.css", "/accent-red.css"])
    def test_it_has_one_address_for_each_colour(self, client, db, address):
        assert client.get(address).status_code == 404

    def test_no_page_asks_for_it_unless_the_lab_has_an_accent(self, client, db):
        lab = cast.make_lab()
        assert self.links(client, "/") == []
        lab.accent = "#0055AA"
        lab.save()
        for address in ("/", "/account/sign-in/"):
            assert self.links(client, address) == ["/accent-0055aa.css"]

    def links(self, client, address):
        return re.findall(r'href="(/accent-[^"]*)"', client.get(address).content.decode())


class AccentOfTheLabTests:
    def test_a_colour_that_cannot_be_read_is_refused_with_a_near_one_that_can(self):
        with pytest.raises(ValidationError) as refusal:
            Lab(name="Leisure Lab", accent="#ffff00").full_clean()
        (words,) = refusal.value.message_dict["accent"]
        assert words == (
            "This colour is too bright to read as text: its contrast with the page is 1.0. "
            "A similar one that works is #6e6e08."
        )

    @pytest.mark.parametrize("accent", ["#0055AA", ""])
    def test_one_that_can_is_taken_and_so_is_none(self, accent):
        lab = Lab(name="Leisure Lab", accent=accent)
        lab.full_clean(validate_unique=False)
        assert lab.accent == accent.lower()

    def test_one_that_is_no_colour_is_refused_as_such(self):
        with pytest.raises(ValidationError, match="six hexadecimal digits"):
            Lab(name="Leisure Lab", accent="#gggggg").full_clean()
