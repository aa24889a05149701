"""Uploaded pictures: decoded, turned upright, stripped of everything but their pixels and encoded anew."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from typing import IO, TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from PIL import Image  # loaded where a picture is looked at, as no command needs it before

FORMATS: tuple[str, ...] = ("JPEG", "PNG", "WEBP")
READS_HEIC = find_spec("pillow_heif") is not None  # by the extra heic
MEDIA_TYPES = "image/jpeg,image/png,image/webp" + (",image/heic,image/heif,.heic,.heif" if READS_HEIC else "")
MAX_BYTES = 8 * 1024 * 1024
MAX_PIXELS = 40_000_000
MAX_SIDE = 2000  # pixels
WIDTHS = (160, 480, 960)  # pixels, of the smaller copies
RENDITION_EXTENSIONS = ("webp", "jpg")
MIN_PART = 0.02  # of a side, that a crop keeps
TINY = 1e-4  # by which fractions that a browser rounded may exceed the whole

UNREADABLE = "This file is not a readable JPEG, PNG or WebP picture."
HEIC_UNREAD = _(
    "This is a HEIC picture, which this site can’t read. Choose it in Safari, which sends a JPEG, or save it as a "
    "JPEG first."
)
DAMAGED = "This picture is damaged or incomplete, so it cannot be used."
TOO_MANY_BYTES = f"This file is too large: at most {MAX_BYTES // 1024**2} MB are allowed."
TOO_MANY_PIXELS = f"This picture has too many pixels: at most {MAX_PIXELS // 10**6} million are allowed."
BAD_CROP = "The part of the picture wasn't understood: choose it again, or use the whole picture."

_HEIC = {b"heic", b"heim", b"heis", b"heix", b"hevc", b"hevx", b"mif1", b"msf1"}  # brands of files of that kind
_PAPER = (255, 255, 255)  # what shows through a transparent picture where a copy must be opaque
_ENCODERS: dict[str, tuple[str, dict[str, int | bool]]] = {
    "jpg": ("JPEG", {"quality": 85, "optimize": True, "progressive": True}),
    "png": ("PNG", {"optimize": True}),
    "webp": ("WEBP", {"quality": 72, "method": 6, "alpha_quality": 20}),
}


class BadImage(ValueError):
    """A file that cannot be used as a picture; the message is for the person who sent it."""


@dataclass(frozen=True)
class Crop:
    """The part of an upright picture that is kept: its corner and its size, as fractions of the whole."""

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        inside = min(self.x, self.y) >= 0 and max(self.x + self.width, self.y + self.height) <= 1 + TINY
        if not (inside and min(self.width, self.height) >= MIN_PART):
            raise BadImage(BAD_CROP)

    @classmethod
    def parse(cls, text: str) -> "Crop":
        """Return the part that ``x,y,width,height`` names. Raises BadImage."""
        try:
            return cls(*map(float, text.split(",")))
        except (TypeError, ValueError) as error:
            raise BadImage(BAD_CROP) from error

    def box(self, width: int, height: int) -> tuple[int, int, int, int]:
        """Return the part in pixels of a picture of this size: left, top, right, bottom; one pixel at least."""
        left, top = min(int(self.x * width), width - 1), min(int(self.y * height), height - 1)
        right, bottom = round((self.x + self.width) * width), round((self.y + self.height) * height)
        return left, top, min(max(right, left + 1), width), min(max(bottom, top + 1), height)


@dataclass(frozen=True)
class Picture:
    """An encoded picture that carries no metadata; its size is in pixels."""

    content: bytes
    extension: str
    width: int
    height: int


def reencode(file: IO[bytes], crop: Crop | None = None) -> Picture:
    """Return the first frame of a JPEG, PNG or WebP file, or a part of it, as an upright sRGB picture.

    With the extra heic, also of a HEIC file. Its sides have MAX_SIDE pixels at most.

    Raises BadImage for every other file, for too many bytes or pixels and for damaged files.
    """
    file.seek(0)
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadImage(TOO_MANY_BYTES)
    with _explained():
        image = _decoded(content, crop)
        return _encoded(image, "png" if image.mode == "RGBA" else "jpg")


def renditions(content: bytes, widths: Sequence[int] = WIDTHS) -> list[Picture]:
    """Return smaller copies of an encoded picture, each as WebP and as JPEG."""
    from PIL import Image

    with _explained():
        image = _decoded(content)
        copies = []
        for width in rendition_widths(image.width, widths):
            height = max(1, round(image.height * width / image.width))
            copies.append(image.resize((width, height), Image.Resampling.LANCZOS))
        return [_encoded(copy, extension) for copy in copies for extension in RENDITION_EXTENSIONS]


def rendition_widths(width: int, widths: Sequence[int] = WIDTHS) -> list[int]:
    """Return the widths of a picture's copies: those below its own, then its own or the widest, whichever is less."""
    largest = min(width, max(widths))
    return [*(each for each in widths if each < largest), largest]


@contextmanager
def _explained() -> Iterator[None]:
    """Turn whatever Pillow raises into BadImage."""
    try:
        yield
    except BadImage:
        raise
    except Exception as error:  # decoders raise nearly anything: OSError, SyntaxError, struct.error, IndexError …
        raise BadImage(DAMAGED) from error


def _decoded(content: bytes, crop: Crop | None = None) -> "Image.Image":
    """Return the picture upright and small enough, in RGB, or in RGBA where anything shows through."""
    from PIL import Image, ImageOps

    image = _opened(content)
    if not crop:
        image.draft(None, (MAX_SIDE, MAX_SIDE))  # a large JPEG need not be decoded at its full size
    image.load()
    image = _resizable(image)
    if crop:
        image = ImageOps.exif_transpose(image)
        image = image.crop(crop.box(*image.size))
    image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS)
    image = ImageOps.exif_transpose(image)
    image = _in_srgb(image)
    if image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    image.info.clear()
    return image


def _opened(content: bytes) -> "Image.Image":
    """Read the header only; whatever is too large is refused before it is decoded."""
    from PIL import Image

    formats = FORMATS
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC:
        if not READS_HEIC:
            raise BadImage(HEIC_UNREAD)
        from pillow_heif import register_heif_opener  # with the first such file

        register_heif_opener(thumbnails=False, depth_images=False, aux_images=False)
        formats = ("HEIF",)
    try:
        image = Image.open(BytesIO(content), formats=formats)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise BadImage(TOO_MANY_PIXELS) from error
    except Exception as error:
        raise BadImage(UNREADABLE) from error
    if image.width * image.height > MAX_PIXELS:
        raise BadImage(TOO_MANY_PIXELS)
    return image


def _resizable(image: "Image.Image") -> "Image.Image":
    """Bring palettes, transparent colours and samples of 1 or 16 bits to a mode that can be scaled smoothly."""
    if image.has_transparency_data:
        return image.convert("RGBA")
    if image.mode.startswith("I"):
        # A plain conversion would clip 16 bits a sample instead of scaling them.
        return image.convert("I").point(lambda sample: sample / 256).convert("L")
    return image if image.mode in ("RGB", "L", "CMYK") else image.convert("RGB")


def _in_srgb(image: "Image.Image") -> "Image.Image":
    """Convert by the embedded colour profile, or plainly where there is none or it does not fit the picture."""
    from PIL import ImageCms

    mode = "RGBA" if image.mode == "RGBA" else "RGB"
    profile = image.info.get("icc_profile")
    if profile:
        with suppress(ImageCms.PyCMSError, OSError, TypeError, ValueError):
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode=mode)
            return converted or image.convert(mode)
    return image.convert(mode)


def _encoded(image: "Image.Image", extension: str) -> Picture:
    from PIL import Image

    if extension == "jpg" and image.mode == "RGBA":
        paper = Image.new("RGB", image.size, _PAPER)
        paper.paste(image, mask=image.getchannel("A"))
        image = paper
    out = BytesIO()
    name, options = _ENCODERS[extension]
    # What shows through is a logo or a graphic, of few tones.
    image.save(out, name, **(options | {"quality": 45} if image.mode == "RGBA" else options))
    return Picture(out.getvalue(), extension, image.width, image.height)
