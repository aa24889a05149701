"""What makes HTML of Markdown: the parser, what it may cost, and what is left of its HTML.

It is loaded with the first text that is rendered, as it takes longer than all else of a command.
"""

import html
import re
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from xml.etree import ElementTree as ET

import nh3
from django.conf import settings
from latex2mathml.converter import convert_to_element
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

# Steps of the parser: five times what the densest honest text of MAX_CHARS takes, and about a second of work.
MAX_STEPS = 1_000_000
MAX_FOOTNOTE_LABEL = 100

_ABSOLUTE_LINK = re.compile(r"(https?://|mailto:)", re.IGNORECASE)
_ANY_SCHEME = re.compile(r"[^/?#]*:")
_PICTURE_PATH = re.compile(r"[\w/-]+\.(jpg|png|webp)", re.ASCII)
_FORMULAS, _STEPS = "formulas", "steps"  # keys of what the parser carries along while it works on one text

_CLASSES = {
    "a": {"footnote-backref"},
    "div": {"formula"},
    "hr": {"footnotes-sep"},
    "li": {"footnote-item"},
    "ol": {"footnotes-list"},
    "section": {"footnotes"},
    "sup": {"footnote-ref"},
    "td": {"align-left", "align-center", "align-right"},
    "th": {"align-left", "align-center", "align-right"},
}
_CLEANER = nh3.Cleaner(
    tags={
        *("p", "br", "hr", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "div", "section"),
        *("em", "strong", "s", "sup", "a", "img"),
        *("ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"),
    },
    attributes={
        "a": {"href", "title", "id", "rel"},
        "img": {"src", "alt", "title", "loading"},
        "li": {"id"},
        "ol": {"start"},
        "th": {"scope"},
    },
    allowed_classes=_CLASSES,
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
)


def html_of(text: str, id_prefix: str) -> str:
    """Return the HTML of a text that isn't too long. Raises TooMuchWork."""
    formulas: list[str] = []
    # An unguessable mark stands for each formula until the HTML is clean.
    mark = f"formula{secrets.token_hex(8)}n"
    env: dict[str, Any] = {_FORMULAS: (mark, formulas)}
    if id_prefix:
        env["docId"] = id_prefix
    cleaned = _CLEANER.clean(_PARSER.render(text, env))
    return re.sub(rf"{mark}(\d+)e", lambda match: formulas[int(match[1])], cleaned)


# What the parser finds is adapted to this site before it becomes HTML.


def _allows_link(url: str) -> bool:
    """Whether an address is of the web, of e-mail or of this site, also where something would decode it once more."""
    url = html.unescape(url)
    if _ABSOLUTE_LINK.match(url):
        return True
    return not _ANY_SCHEME.match(url) and not url.startswith(("//", "/\\"))


def _adapt_heading(token: Token) -> None:
    """Keep h1 and h2 for the page itself."""
    token.tag = f"h{min(int(token.tag[1]) + 2, 6)}"


def _adapt_link(token: Token) -> None:
    if str(token.attrGet("href")).lower().startswith("http"):
        token.attrSet("rel", "noopener")


def _adapt_picture(token: Token) -> None:
    """Leave only the alternative text of a picture that is not one of the site's uploads."""
    source, media = str(token.attrGet("src")), settings.MEDIA_URL
    if source.startswith(media) and _PICTURE_PATH.fullmatch(source.removeprefix(media)):
        token.attrSet("loading", "lazy")
    else:
        words = [child.content for child in token.children or () if child.type in ("text", "code_inline")]
        token.type, token.tag, token.content = "text", "", "".join(words)


def _adapt_cell(token: Token) -> None:
    """Align by class: the Content-Security-Policy allows no style attribute."""
    style = token.attrs.pop("style", None)
    if style:
        token.attrSet("class", str(style).replace("text-align:", "align-"))
    if token.tag == "th":
        token.attrSet("scope", "col")


_ADAPTATIONS: dict[str, Callable[[Token], None]] = {
    "heading_open": _adapt_heading,
    "heading_close": _adapt_heading,
    "link_open": _adapt_link,
    "image": _adapt_picture,
    "th_open": _adapt_cell,
    "td_open": _adapt_cell,
}


def _adapt(state: StateCore) -> None:
    for token in state.tokens:
        for each in (token, *(token.children or ())):
            if each.type in _ADAPTATIONS:
                _ADAPTATIONS[each.type](each)


def _formula(renderer: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    token = tokens[at]
    mark, formulas = env[_FORMULAS]
    formulas.append(formula_html(token.content.strip(), block=token.type != "math_inline"))
    placed = f"{mark}{len(formulas) - 1}e"
    return f'<div class="formula">{placed}</div>\n' if token.block else placed


# TeX formulas as MathML that is safe to put into a page, https://www.w3.org/TR/mathml-core/.

# Characters. Longer formulas, and macros (which can grow without bound), are shown as they were typed.
MAX_TEX = 2_000
_MACROS = re.compile(r"\\(def|let|newcommand|renewcommand|newenvironment|DeclareMathOperator)\b")

MATH_ELEMENTS = {
    *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mstyle", "merror"),
    *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "none"),
    *("mtable", "mtr", "mtd", "mpadded", "mphantom", "menclose"),
}
_MATH_WORDS = re.compile(r"[a-z0-9 -]{1,60}", re.IGNORECASE)
# Two digits at most, so that no formula can be moved over the rest of the page.
_MATH_LENGTH = r"[+-]?(\d{1,2}(\.\d+)?|\.\d+)(em|ex|px|pt|cm|mm|in|mu|%)?"
_MATH_LENGTHS = re.compile(rf"{_MATH_LENGTH}( {_MATH_LENGTH})*")
MATH_ATTRIBUTES = dict.fromkeys(
    (
        *(
            "display",
            "displaystyle",
            "scriptlevel",
            "mathvariant",
            "notation",
            "accent",
            "accentunder",
            "fence",
            "form",
        ),
        *("separator", "stretchy", "symmetric", "columnalign", "columnlines", "rowlines", "largeop", "movablelimits"),
    ),
    _MATH_WORDS,
) | dict.fromkeys(
    (
        *("width", "height", "depth", "voffset", "lspace", "rspace", "minsize", "maxsize", "linethickness"),
        *("columnspacing", "rowspacing"),
    ),
    _MATH_LENGTHS,
)


def formula_html(tex: str, *, block: bool) -> str:
    """Return one formula as MathML, or as escaped code where it cannot be converted."""
    code = f"<code>{html.escape(tex)}</code>"
    if len(tex) > MAX_TEX or _MACROS.search(tex):
        return code
    try:
        root = convert_to_element(tex, display="block" if block else "inline")
        for element in root.iter():
            if element.tag not in MATH_ELEMENTS:
                return code
            for name, value in list(element.attrib.items()):
                pattern = MATH_ATTRIBUTES.get(name)
                if pattern is None or not pattern.fullmatch(value):
                    del element.attrib[name]
            # The converter writes symbols as character references inside the text.
            element.text = html.unescape(element.text or "")
        root.set("alttext", tex)
        return ET.tostring(root, encoding="unicode", short_empty_elements=False)
    except Exception:  # the converter raises whatever a half-typed formula leads it to, RecursionError included
        return code


# Some rules look far ahead at every step, so that a text of MAX_CHARS could keep the parser busy for a minute.


class TooMuchWork(Exception):
    """A text is built to keep the parser busy."""


def _limited(name: str, rule: Callable[..., bool], state: Any, *args: Any) -> bool:
    """Apply a rule of the parser and count its steps: of a block of formulas the lines in which its end may be."""
    steps = 1
    if name == "footnote_ref":  # the end of its label is sought nearby only
        if state.src.find("]", state.pos, state.pos + MAX_FOOTNOTE_LABEL) < 0:
            return False
    elif name == "math_block":
        start, end = args[:2]
        is_formula = state.src.startswith("$$", state.bMarks[start] + state.tShift[start])
        steps = end - start if is_formula else 0
    state.env[_STEPS] = state.env.get(_STEPS, 0) + steps
    if state.env[_STEPS] > MAX_STEPS:
        raise TooMuchWork
    return rule(state, *args)


_PARSER = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False, "maxNesting": 20})
_PARSER.enable(["table", "strikethrough"])
_PARSER.disable(["html_block", "html_inline"])
_PARSER.use(footnote_plugin, inline=False)  # inline notes nest without a limit
_PARSER.use(deflist_plugin)
_PARSER.use(
    dollarmath_plugin,
    allow_blank_lines=False,
    allow_digits=False,
    allow_labels=False,
    allow_space=False,
    double_inline=True,
)
for _name in ("math_inline", "math_inline_double", "math_block"):
    _PARSER.add_render_rule(_name, _formula)
_PARSER.core.ruler.push("adapt", _adapt)
_rulers: tuple[Any, ...] = (_PARSER.block.ruler, _PARSER.inline.ruler)
for _ruler in _rulers:
    for _rule in list(_ruler.__rules__):
        _ruler.at(_rule.name, partial(_limited, _rule.name, _rule.fn), {"alt": _rule.alt})
_PARSER.validateLink = _allows_link  # type: ignore[method-assign]
