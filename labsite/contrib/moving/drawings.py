"""A drawing (SVG) as a picture of pixels: set by Typst in a process of its own, in a folder that has nothing else."""

import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from labsite.drawing.images import BadImage

MAX_BYTES = 1024 * 1024
MAX_SECONDS = 10
# What shows something from elsewhere, or letters, whose fonts aren't there: that would be another drawing.
ELSEWHERE = re.compile(
    rb"<(?:\w+:)?(?:text|image|foreignObject|feImage)\b|<!ENTITY|@import|href\s*=\s*[\"'](?!#)|url\([\s\"']*(?![\s\"'#])",
    re.IGNORECASE,
)
PAGE = """#set page(width: 512pt, height: 512pt, margin: 0pt, fill: none)
#image("drawing.svg", width: 100%, height: 100%, fit: "contain")"""
DRAW = """import typst
typst.compile("page.typ", output="drawing.png", root=".", format="png", ppi=144, ignore_system_fonts=True)"""


def in_pixels(drawing: bytes) -> bytes:
    """Return a drawing as a PNG of at most 1024 pixels a side, without empty edges. Raises BadImage."""
    if len(drawing) > MAX_BYTES or ELSEWHERE.search(drawing):
        raise BadImage("an SVG with letters or with parts from elsewhere: save it as a PNG, and upload that")
    with TemporaryDirectory() as folder:
        Path(folder, "drawing.svg").write_bytes(drawing)
        Path(folder, "page.typ").write_text(PAGE)
        command, png = [sys.executable, "-I", "-c", DRAW], Path(folder, "drawing.png")
        try:
            subprocess.run(command, cwd=folder, timeout=MAX_SECONDS, check=True, capture_output=True)
            with Image.open(png) as picture:
                box = picture.convert("RGBA").getchannel("A").getbbox()
                if not box:
                    raise ValueError("nothing is drawn")
                out = BytesIO()
                picture.crop(box).save(out, "PNG")
        except (subprocess.SubprocessError, OSError, ValueError) as error:
            raise BadImage("an SVG that can’t be read: save it as a PNG, and upload that") from error
    return out.getvalue()
