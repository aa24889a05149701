"""TeX formulas as MathML that is safe to put into a page, https://www.w3.org/TR/mathml-core/."""

import html
import re
from xml.etree import ElementTree as ET

from latex2mathml.converter import convert_to_element

# Characters. Longer formulas, and macros (which can grow without bound), are shown as they were typed.
MAX_TEX = 2_000
_MACROS = re.compile(r"\\(def|let|newcommand|renewcommand|newenvironment|DeclareMathOperator)\b")

_ELEMENTS = {
    *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mstyle", "merror"),
    *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "none"),
    *("mtable", "mtr", "mtd", "mpadded", "mphantom", "menclose"),
}
_WORDS = re.compile(r"[a-z0-9 -]{1,60}", re.IGNORECASE)
# Two digits at most, so that no formula can be moved over the rest of the page.
_LENGTH = r"[+-]?(\d{1,2}(\.\d+)?|\.\d+)(em|ex|px|pt|cm|mm|in|mu|%)?"
_LENGTHS = re.compile(rf"{_LENGTH}( {_LENGTH})*")
_ATTRIBUTES = dict.fromkeys(("display", "displaystyle", "scriptlevel", "mathvariant", "notation"), _WORDS)
_ATTRIBUTES |= dict.fromkeys(("accent", "accentunder", "fence", "form", "separator", "stretchy", "symmetric"), _WORDS)
_ATTRIBUTES |= dict.fromkeys(("columnalign", "columnlines", "rowlines", "largeop", "movablelimits"), _WORDS)
_ATTRIBUTES |= dict.fromkeys(("width", "height", "depth", "voffset", "lspace", "rspace"), _LENGTHS)
_ATTRIBUTES |= dict.fromkeys(("minsize", "maxsize", "linethickness", "columnspacing", "rowspacing"), _LENGTHS)


def render(tex: str, *, block: bool) -> str:
    """Return one formula as MathML, or as escaped code where it cannot be converted."""
    code = f"<code>{html.escape(tex)}</code>"
    if len(tex) > MAX_TEX or _MACROS.search(tex):
        return code
    try:
        root = convert_to_element(tex, display="block" if block else "inline")
        for element in root.iter():
            if element.tag not in _ELEMENTS:
                return code
            for name, value in list(element.attrib.items()):
                pattern = _ATTRIBUTES.get(name)
                if pattern is None or not pattern.fullmatch(value):
                    del element.attrib[name]
            # The converter writes symbols as character references inside the text.
            element.text = html.unescape(element.text or "")
        root.set("alttext", tex)
        return ET.tostring(root, encoding="unicode", short_empty_elements=False)
    except Exception:  # the converter raises whatever a half-typed formula leads it to, RecursionError included
        return code
