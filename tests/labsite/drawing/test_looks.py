"""A look is a set of tokens: nothing of it is in a template, and the first costs nothing."""

import re

import pytest
from django.template.loader import render_to_string

from labsite.models import Lab
from tests import cast
from tests.labsite.drawing.test_colours import LOOKS, TOKENS, each

OTHERS = Lab.Look.values[1:]


def rules(look):
    """Return the rules of a look, for each its selector and what it declares."""
    text = re.sub(r"/\*.*?\*/", "", LOOKS[look].read_text(), flags=re.DOTALL)
    return re.findall(r"([^{}]+)\{([^{}]*)\}", text)


@pytest.mark.parametrize("look", OTHERS)
class LookTests:
    def test_it_names_no_component(self, look):
        selectors = {selector.strip() for selector, _ in rules(look)}
        assert selectors <= {":root", "html:root", ':root:not([data-typefaces="serif"])'}

    def test_it_sets_only_tokens_that_the_site_has(self, look):
        known = set(re.findall(r"^\s+(--[\w-]+):", TOKENS.read_text(), re.MULTILINE))
        declared = {
            line.partition(":")[0].strip() for _, body in rules(look) for line in body.split(";") if line.strip()
        }
        assert declared - known == set()

    def test_it_has_every_colour_of_the_site_and_keeps_those_of_text_and_ground_off_paper(self, look):
        assert each(LOOKS[look]).keys() == each(TOKENS).keys()
        printed, _, _ = LOOKS[look].read_text().partition("@media screen")
        assert "--accent:" in printed
        assert set(re.findall(r"--(paper|raised|ink|muted|rule|edge):", printed)) == set()

    def test_a_browser_is_told_its_paper(self, look):
        metas = render_to_string("includes/_theme_colours.html", {"look": look})
        assert re.findall(r'content="(#\w+)"', metas) == each(LOOKS[look])["paper"]

    @pytest.mark.django_db
    def test_every_page_has_it_errors_too(self, client, look):
        cast.make_lab(look=look, shows_privacy=True)
        for address in ("/", "/zh-hans/", "/people/", "/privacy/", "/search/", "/nowhere/", "/account/sign-in/"):
            assert sheets(client, address) == [f"/static/labsite/css/looks/{look}.css"], address
        Lab.objects.update(is_published=False)
        assert sheets(client, "/") == [f"/static/labsite/css/looks/{look}.css"]


def sheets(client, address):
    """Return the addresses of the style sheets of looks that a page asks for."""
    return re.findall(r'href="([^"]*/looks/[^"]*)"', client.get(address, follow=True).content.decode())


@pytest.mark.django_db
def test_no_page_of_the_first_look_or_of_one_that_is_unknown_asks_for_a_sheet(client):
    lab = cast.make_lab()
    for lab.look in ("journal", "baroque"):
        lab.save()
        assert sheets(client, "/") == sheets(client, "/account/sign-in/") == []
