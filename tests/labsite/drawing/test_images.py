import struct
import zlib
from io import BytesIO

import pillow_heif
import pytest
from PIL import Image, ImageChops, ImageCms, ImageStat
from PIL.PngImagePlugin import PngInfo

from labsite.drawing import images
from labsite.drawing.images import BadImage, Crop, reencode, rendition_widths, renditions
from tests import corpora

RED, WHITE = (254, 0, 0), (255, 255, 255)  # as JPEG gives a pure red back
CANARIES = (
    b"Canary",
    b"Exif\0",
    b"ns.adobe.com",
    b"ICC_PROFILE",
    b"iCCP",
    b"tEXt",
    b"iTXt",
    b"eXIf",
    b"EXIF",
    b"XMP ",
)


def encoded(image, format="PNG", **options):
    out = BytesIO()
    image.save(out, format, **options)
    out.seek(0)
    return out


def decoded(picture):
    return Image.open(BytesIO(picture.content)).convert("RGBA")


def plain(mode="RGB", size=(40, 20), colour="red"):
    return Image.new(mode, size, colour)


def png_claiming(width, height):
    """Return a PNG whose header promises more than the file holds."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\0" * 100)), chunk(b"IEND", b"")
    return BytesIO(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def heic(image, **options):
    """Return a picture as an iPhone makes it."""
    out = BytesIO()
    pillow_heif.from_pillow(image).save(out, **options)
    out.seek(0)
    return out


def heic_claiming(width, height):
    """Return a HEIC file of 128 by 64 pixels whose header says otherwise."""
    size = struct.pack(">II", 128, 64)
    content = heic(plain(size=(128, 64))).read()
    assert content.count(b"ispe\0\0\0\0" + size) == 1
    return BytesIO(content.replace(size, struct.pack(">II", width, height)))


def refusal(file):
    with pytest.raises(BadImage) as error:
        reencode(file)
    return str(error.value)


class ReencodeTests:
    @pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
    def test_opaque_picture_becomes_a_jpeg(self, format):
        picture = reencode(encoded(plain(), format))
        assert (picture.extension, picture.width, picture.height) == ("jpg", 40, 20)
        assert picture.content.startswith(b"\xff\xd8\xff")

    def test_transparent_picture_becomes_a_png(self):
        picture = reencode(encoded(plain("RGBA", colour=(255, 0, 0, 100))))
        assert picture.extension == "png"
        assert decoded(picture).getpixel((0, 0)) == (255, 0, 0, 100)

    def test_alpha_that_hides_nothing_is_dropped(self):
        assert reencode(encoded(plain("RGBA", colour=(255, 0, 0, 255)))).extension == "jpg"

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
    def test_white_stays_white_in_every_mode_of_png(self, mode):
        image = plain(colour="white").convert(mode)
        assert decoded(reencode(encoded(image))).getpixel((5, 5)) == (*WHITE, 255)

    def test_cmyk_keeps_its_colours(self):
        pixel = decoded(reencode(encoded(plain("CMYK", colour=(0, 0, 0, 0)), "JPEG"))).getpixel((5, 5))
        assert pixel == (*WHITE, 255)

    def test_sixteen_bits_a_sample_are_scaled_not_clipped(self):
        image = Image.new("I;16", (20, 20), 32768)
        assert decoded(reencode(encoded(image))).getpixel((5, 5)) == (128, 128, 128, 255)

    def test_transparent_colour_of_a_palette_stays_transparent(self):
        image = plain("P", colour=0)
        assert decoded(reencode(encoded(image, transparency=0))).getpixel((5, 5))[3] == 0

    def test_long_side_is_brought_to_the_limit(self):
        picture = reencode(encoded(plain(size=(4000, 1000)), "JPEG"))
        assert (picture.width, picture.height) == (2000, 500)

    def test_small_picture_is_not_enlarged(self):
        assert reencode(encoded(plain(size=(3, 2)))).width == 3

    def test_picture_is_turned_as_its_camera_says(self):
        exif = Image.Exif()
        exif[0x0112] = 6
        picture = reencode(encoded(plain(), "JPEG", exif=exif))
        assert (picture.width, picture.height) == (20, 40)

    def test_first_frame_of_an_animation_is_kept(self):
        frames = [plain(), plain(colour="blue")]
        picture = reencode(encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True))
        assert decoded(picture).getpixel((5, 5)) == (*RED, 255)

    def test_all_metadata_is_dropped(self):
        exif = Image.Exif()
        exif[0x010E] = "Canary"
        text = PngInfo()
        text.add_text("Comment", "Canary")
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        translucent = plain("RGBA", colour=(255, 0, 0, 100))
        picture = reencode(encoded(translucent, exif=exif, pnginfo=text, icc_profile=profile))
        assert [canary for canary in CANARIES if canary in picture.content] == []

    def test_unusable_colour_profile_is_ignored(self):
        picture = reencode(encoded(plain(), icc_profile=b"not a profile"))
        assert decoded(picture).getpixel((5, 5)) == (*RED, 255)

    def test_what_is_appended_to_a_picture_is_dropped(self):
        file = BytesIO(encoded(plain(), "JPEG").read() + b"<script>alert(1)</script>")
        assert b"script" not in reencode(file).content

    @pytest.mark.parametrize("content", [b"", b"x", b"<svg/>", b"GIF89a" + b"\0" * 50])
    def test_file_that_is_no_picture_is_refused(self, content):
        assert refusal(BytesIO(content)) == "This file is not a readable JPEG, PNG or WebP picture."

    @pytest.mark.parametrize("format", ["GIF", "BMP", "TIFF"])
    def test_picture_of_another_format_is_refused(self, format):
        assert refusal(encoded(plain(), format)) == images.UNREADABLE

    def test_truncated_picture_is_refused(self):
        content = encoded(Image.effect_noise((200, 200), 90), "JPEG").read()
        assert refusal(BytesIO(content[:-200])) == images.DAMAGED

    @pytest.mark.parametrize("side", [6325, 13_000, 60_000])
    def test_too_many_pixels_are_refused_before_decoding(self, side):
        assert refusal(png_claiming(side, side)) == "This picture has too many pixels: at most 40 million are allowed."

    def test_too_many_bytes_are_refused(self):
        assert refusal(BytesIO(b"x" * (images.MAX_BYTES + 1))) == "This file is too large: at most 8 MB are allowed."


class HeicTests:
    def test_it_becomes_a_jpeg(self):
        picture = reencode(heic(plain(size=(80, 40))))
        assert (picture.extension, picture.width, picture.height) == ("jpg", 80, 40)
        assert picture.content.startswith(b"\xff\xd8\xff")

    def test_it_is_turned_as_its_camera_says_once(self):
        exif = Image.Exif()
        exif[0x0112] = 6
        upright = decoded(reencode(heic(quarters().rotate(90, expand=True), exif=exif.tobytes())))
        assert upright.size == (80, 40)
        red, green, blue, _ = upright.getpixel((60, 10))
        assert green > 100 > max(red, blue)

    def test_a_part_of_it_is_cut_out(self):
        red, _, blue, _ = decoded(reencode(heic(quarters()), Crop.parse("0,0.5,0.5,0.5"))).getpixel((20, 10))
        assert blue > 200 > 60 > red

    def test_where_and_with_what_it_was_taken_is_dropped(self):
        exif = Image.Exif()
        exif[0x010E] = "Canary"
        sent = heic(plain(size=(80, 40)), exif=exif.tobytes())
        assert b"Canary" in sent.read()
        assert [canary for canary in CANARIES if canary in reencode(sent).content] == []

    def test_too_many_pixels_are_refused_before_decoding(self):
        assert refusal(heic_claiming(7000, 7000)) == images.TOO_MANY_PIXELS

    @pytest.mark.parametrize("size", [(8, 8), (256, 128)])
    def test_one_that_lies_about_its_size_is_refused(self, size):
        assert refusal(heic_claiming(*size)) == images.DAMAGED

    def test_where_nothing_reads_it_a_way_out_is_said(self, monkeypatch):
        monkeypatch.setattr(images, "READS_HEIC", False)
        words = "Choose it in Safari, which sends a JPEG, or save it as a JPEG first."
        told = refusal(heic(plain(size=(80, 40))))
        assert told == f"This is a HEIC picture, which this site can’t read. {words}"


class RenditionTests:
    def test_copies_have_both_formats_and_keep_the_proportions(self):
        picture = reencode(encoded(plain(size=(1200, 600))))
        assert [(copy.width, copy.height, copy.extension) for copy in renditions(picture.content)] == [
            (160, 80, "webp"),
            (160, 80, "jpg"),
            (480, 240, "webp"),
            (480, 240, "jpg"),
            (960, 480, "webp"),
            (960, 480, "jpg"),
        ]

    @pytest.mark.parametrize(
        ("width", "widths"),
        [(100, [100]), (160, [160]), (300, [160, 300]), (960, [160, 480, 960]), (961, [160, 480, 960])],
    )
    def test_no_copy_is_wider_than_the_picture(self, width, widths):
        assert rendition_widths(width) == widths

    def test_copy_of_a_line_is_a_pixel_high(self):
        picture = reencode(encoded(plain(size=(1000, 1))))
        assert {copy.height for copy in renditions(picture.content)} == {1}

    def test_webp_copy_stays_transparent_and_jpeg_copy_lies_on_white(self):
        picture = reencode(encoded(plain("RGBA", colour=(255, 0, 0, 0))))
        webp, jpeg = renditions(picture.content)
        assert decoded(webp).getpixel((5, 5))[3] == 0
        assert decoded(jpeg).getpixel((5, 5)) == (*WHITE, 255)


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.once
class CorporaTests:
    def test_nothing_raises_but_bad_image_or_is_kept_as_sent(self):
        for path in corpora.files("images"):
            sent = path.read_bytes()
            try:
                picture = reencode(BytesIO(sent))
            except BadImage:
                continue
            for each in (picture, *renditions(picture.content)):
                assert each.content != sent
                assert [canary for canary in CANARIES if canary in each.content] == [], path.name

    def test_every_orientation_of_a_photograph_is_turned_upright(self):
        paths = [path for path in corpora.files("images/exif_samples") if "__landscape_" in path.name]
        upright = [decoded(reencode(BytesIO(path.read_bytes()))).convert("RGB") for path in paths]
        assert [image.size for image in upright] == [(600, 450)] * 8
        assert max(difference(image, upright[0]) for image in upright) < 8

    def test_marked_corner_goes_where_the_orientation_says(self):
        paths = [path for path in corpora.files("images/own") if path.name.startswith("orient_")]
        upright = [decoded(reencode(BytesIO(path.read_bytes()))).convert("RGB") for path in paths]
        assert [image.size for image in upright] == [(120, 60)] * 4 + [(60, 120)] * 4
        assert [red_corner(image) for image in upright] == [(0, 0), (1, 0), (1, 1), (0, 1)] * 2


def difference(one, other):
    """Return the mean difference of a sample, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def red_corner(image):
    quarters = image.resize((2, 2), Image.Resampling.BOX)
    return min(((x, y) for x in (0, 1) for y in (0, 1)), key=lambda at: quarters.getpixel(at)[1])


def quarters():
    """Return a picture of four colours: red and green above, blue and white below."""
    image = Image.new("RGB", (80, 40), "white")
    for colour, corner in (("red", (0, 0)), ("green", (40, 0)), ("blue", (0, 20))):
        image.paste(colour, (*corner, corner[0] + 40, corner[1] + 20))
    return image


class CropTests:
    @pytest.mark.parametrize(
        ("part", "colour"), [("0,0,.5,.5", "red"), ("0.5,0,0.5,0.5", "green"), ("0,0.5,0.5,0.5", "blue")]
    )
    def test_part_is_cut_out(self, part, colour):
        picture = reencode(encoded(quarters()), Crop.parse(part))
        assert (picture.width, picture.height) == (40, 20)
        expected = Image.new("RGB", (1, 1), colour).getpixel((0, 0))
        difference = [abs(a - b) for a, b in zip(decoded(picture).getpixel((20, 10)), expected, strict=False)]
        assert max(difference) < 6

    def test_part_is_of_the_picture_as_it_is_seen(self):
        turned = quarters().rotate(90, expand=True)  # as a camera stores what is to be turned clockwise
        exif = Image.Exif()
        exif[0x0112] = 6
        picture = reencode(encoded(turned, "JPEG", exif=exif, quality=95), Crop.parse("0.5,0,0.5,0.5"))
        assert (picture.width, picture.height) == (40, 20)
        red, green, blue, _ = decoded(picture).getpixel((20, 10))
        assert green > 100 > max(red, blue)

    def test_part_of_a_large_picture_keeps_its_pixels(self):
        picture = reencode(encoded(Image.new("RGB", (5000, 1000)), "JPEG"), Crop.parse("0,0,0.4,1"))
        assert (picture.width, picture.height) == (2000, 1000)

    def test_smallest_part_has_a_pixel(self):
        picture = reencode(encoded(plain(size=(3, 3))), Crop.parse("0.98,0.98,0.02,0.02"))
        assert (picture.width, picture.height) == (1, 1)

    @pytest.mark.parametrize(
        "part", ["", "1", "a,b,c,d", "0,0,0,0", "-1,0,1,1", "0,0,2,1", "nan,0,1,1", "0,0,inf,1", "0,0,1,1,1"]
    )
    def test_part_that_is_none_is_refused(self, part):
        with pytest.raises(BadImage):
            Crop.parse(part)

    def test_parts_of_real_photographs(self):
        for file in corpora.files("images/exif_samples"):
            if "orientation" in file.name and file.suffix == ".jpg":
                picture = reencode(BytesIO(file.read_bytes()), Crop.parse("0.25,0.25,0.5,0.5"))
                assert (picture.width > picture.height) is ("landscape" in file.name)
