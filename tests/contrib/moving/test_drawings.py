"""A drawing becomes a picture of pixels; one that shows letters or something from elsewhere stays out."""

from io import BytesIO

import pytest
from PIL import Image

from labsite.contrib.moving.drawings import in_pixels
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.site import SiteContent, SiteLab
from labsite.contrib.moving.source import FolderSource
from labsite.contrib.moving.writing import bring
from labsite.drawing.images import BadImage
from labsite.models import Lab

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{}</svg>'
BOX = SVG.format('<rect id="a" width="20" height="20" fill="#c00000"/><use href="#a" x="20"/>')


@pytest.mark.django_db
def test_a_drawn_logo_is_the_labs_in_pixels(tmp_path):
    (tmp_path / "logo.svg").write_text(BOX)
    site = SiteContent(FileOutcomes(["logo.svg"]), SiteLab(name="Quokka Lab", logo="logo.svg"))
    bring(site, FolderSource(tmp_path), "al-folio")
    with Lab.objects.get().logo.open() as file, Image.open(file) as logo:
        assert (logo.size, logo.convert("RGB").getpixel((512, 256))) == ((1024, 512), (192, 0, 0))


@pytest.mark.parametrize(
    "parts",
    [
        "<text>Quokka</text>",
        '<image href="data:image/png;base64,"/>',
        '<use href="other.svg#a"/>',
        '<rect width="9" height="9" fill="url( \'other.svg#a\')"/>',
        "<style>@import 'x.css'</style>",
        "",
        "<rect",
    ],
)
def test_letters_parts_from_elsewhere_and_what_cannot_be_read_are_refused(parts):
    with pytest.raises(BadImage, match="save it as a PNG"):
        in_pixels(SVG.format(parts).encode())


def test_a_colour_may_be_one_that_the_drawing_names():
    fill = '<linearGradient id="a"><stop stop-color="red"/></linearGradient><rect width="9" height="9" fill="{}"/>'
    for of in ("url(#a)", "url('#a')"):
        assert Image.open(BytesIO(in_pixels(SVG.format(fill.format(of)).encode()))).format == "PNG"
