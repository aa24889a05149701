from io import BytesIO

import pytest
from PIL import Image

from tests import cast
from tests.labsite.modelling.test_pictures import upload


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "kind", "sizes"),
    [("/favicon.ico", "ICO", {(16, 16), (32, 32), (48, 48)}), ("/apple-touch-icon.png", "PNG", {(180, 180)})],
)
def test_the_icon_that_browsers_ask_for_unasked_has_the_colour_of_the_lab(client, address, kind, sizes):
    cast.make_lab(accent="#1f4f8a")
    icon = Image.open(BytesIO(client.get(address).content))
    assert (icon.format, icon.info.get("sizes", {icon.size})) == (kind, sizes)
    assert icon.getpixel((icon.width // 2, 4))[:3] == (0x1F, 0x4F, 0x8A)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/favicon.ico", "/apple-touch-icon.png", "/card.png"])
def test_a_logo_is_the_icon_and_stands_on_the_card(client, address):
    cast.make_lab(logo=upload(80, 80, colour="#0000ff"))
    image = Image.open(BytesIO(client.get(address).content)).convert("RGB")
    blue = sum(n for n, (red, green, blue) in image.getcolors(10**6) if blue > 200 and max(red, green) < 40)
    assert blue > 900
