"""The signs beside links: one file of symbols, drawn here or free for everyone."""

import re
from pathlib import Path

from django.conf import settings

from labsite.templatetags.site import icon
from people.models import ContactDetail, ProfileLink
from publications.models import Link

SPRITE = (Path(settings.BASE_DIR) / "labsite/static/labsite/img/icons.svg").read_text(encoding="utf-8")
NAMES = re.findall(r'<symbol id="([^"]+)"', SPRITE)


def test_every_kind_of_link_has_an_icon():
    assert [kind for kind in [*ProfileLink.Kind, *ContactDetail.Kind, *Link.Kind, "orcid"] if kind not in NAMES] == []


def test_an_icon_has_one_shape():
    assert len(NAMES) == len(set(NAMES))


def test_the_icons_are_within_what_the_content_security_policy_allows():
    assert re.findall(r"style=|<style|<script|href=", SPRITE) == []


def test_an_icon_is_silent_and_takes_its_room_before_it_is_there():
    html = icon("github")
    assert 'aria-hidden="true" width="16" height="16"' in html
    assert 'icons.svg#github"' in html
