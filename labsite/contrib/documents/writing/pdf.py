"""Documents as PDF, set by Typst (https://typst.app/docs): tagged for those who hear it (PDF/UA-1), fit to be kept
(PDF/A-2a), with live links and bookmarks.

What a document says goes to the template as JSON and is set as text, so that none of it is read as markup. Its letters
are those of the site's serif, in this folder; what that lacks, such as Chinese, comes from the system's fonts. Typst
itself says which letters no font has: those stand as □, and the document says so at its end.
"""

import json
import logging
import re
import subprocess
import sys
import unicodedata
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.utils.translation import gettext as _, override

from labsite.contrib.documents.formats import DocumentError
from labsite.contrib.documents.parts import UNPRINTABLE, Document, Span, mapped
from labsite.drawing import colours, icons
from labsite.models import Lab
from labsite.web.fragments import Fragments

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
HOUSE = HERE / "typst/house.typ"
OWN = settings.SITE_FOLDER / "templates/documents/house.typ"  # the lab's own template, where it has one

MAX_LENGTH = 4 * 2**20  # characters of a document as JSON: some 2,000 papers, for which Typst takes 500 MB
MAX_SECONDS = 30  # of setting one
MAX_LACKING = 0.05  # of the letters of a document may have no font
MAX_LISTED = 12  # letters

PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")  # letters that each font may draw as it likes
SIGN = "□"  # in the place of letters without a font
LACKED = re.compile(r'the text `"(.*?)"` could not be displayed')
ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")

fragments: Fragments[bytes] = Fragments(12 * 2**20)  # bytes: some hundred CVs
_one_at_a_time = Lock()


def write(document: Document) -> bytes:
    """Return the document as a file; the same document gives the same bytes.

    One is set at a time in this process. What was set is kept under all that it was made of, so that a CV which
    nothing changed isn't set again when something else of the lab did. The colour of its rules is the lab's.
    """
    accent, paper = Lab.objects.current().accent, "us-letter" if document.language == "en-us" else "a4"
    look = {"accent": colours.near(accent) if accent else icons.ACCENT, "paper": paper}
    document = mapped(document, _settable)
    data = json.dumps(asdict(document), ensure_ascii=False)
    if len(data) > MAX_LENGTH:
        raise DocumentError(_("This is too long for a PDF. Choose fewer parts, or another format."))
    template = OWN if OWN.exists() else HOUSE
    key = json.dumps([data, look, str(template), template.stat().st_mtime_ns]).encode()
    with _one_at_a_time:
        return fragments.get((sha256(key).hexdigest(),), lambda: _set(document, look, template))


def letters_without_a_font(words: str) -> str:
    """Return those letters of some words that no font here has; a DocumentError says why nothing can be set."""
    document = Document(words or "A", language="en", date="2000-01-01", lines=((Span(words),),))
    look = {"accent": icons.ACCENT, "paper": "a4"}
    return _typeset(mapped(document, _settable), look, OWN if OWN.exists() else HOUSE)[1]


def _settable(text: str) -> str:
    """Return a text without characters that can't be set."""
    return PRIVATE.sub("\ufffd", UNPRINTABLE.sub("", text).replace("\t", " ").replace("\ufeff", ""))


def _set(document: Document, look: dict[str, str], template: Path) -> bytes:
    """Return the PDF; letters without a font are replaced and named in it, unless it would hardly be read so."""
    pdf, letters = _typeset(document, look, template)
    if not letters:
        return pdf
    logger.warning("No font has these letters of “%s”: %s", document.title, letters)
    words = json.dumps(asdict(document), ensure_ascii=False)
    listed, more = letters[:MAX_LISTED], "…" * (len(letters) > MAX_LISTED)
    if sum(map(words.count, letters)) > MAX_LACKING * len(words):
        raise DocumentError(
            _(
                "No font on the server has the letters of this document (%(letters)s). Ask the person who runs the "
                "site to install one, such as the package fonts-noto-cjk for Chinese; the other formats don’t need "
                "one."
            )
            % {"letters": listed + more}
        )
    codes = ", ".join(f"U+{ord(letter):04X}" for letter in listed) + more
    with override(document.language):
        note = _("%(sign)s stands for letters that no font on the server has: %(codes)s.")
        note %= {"sign": SIGN, "codes": codes}
    runs = re.compile(f"[{re.escape(letters)}]+")

    def sign(match: re.Match[str]) -> str:  # nothing for what only joins or marks others
        return SIGN if any(unicodedata.category(letter) not in ("Mn", "Me", "Cf") for letter in match[0]) else ""

    return _typeset(mapped(document, lambda text: runs.sub(sign, text)), look, template, note=note)[0]


def _typeset(document: Document, look: dict[str, str], template: Path, **more: str) -> tuple[bytes, str]:
    """Return what Typst makes of a document in a process of its own, or else the letters that no font has."""
    job = {
        "document": json.dumps(asdict(document) | more, ensure_ascii=False),
        "look": look,
        "template": str(template),
        "root": str(template.parent),
        "fonts": [str(HERE / "fonts"), *([str(OWN.parent)] if template == OWN else ())],
        "packages": str(HERE / "typst/packages"),
    }
    command = [sys.executable, "-P", str(HERE / "typesetting.py")]
    try:
        done = subprocess.run(command, input=json.dumps(job).encode(), capture_output=True, timeout=MAX_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise DocumentError(_("Making the PDF took too long. Choose fewer parts, or another format.")) from error
    if done.returncode == 0:
        return done.stdout, ""
    errors = done.stderr.decode(errors="replace")
    lacked = ESCAPED.sub(lambda match: chr(int(match[1], 16)), "".join(LACKED.findall(errors)))
    if lacked:
        return b"", "".join(sorted(set(lacked)))
    logger.error("“%s” can’t be set by %s: %s", document.title, template, errors)
    if template != OWN:
        raise DocumentError(_("The PDF can’t be made; the site’s log says why. The other formats are available."))
    why = re.sub("┌─ .*/", "┌─ ", errors.strip().partition("\n\n")[0])  # no folders of the server
    raise DocumentError(_("The lab’s own document template can’t be used: %(why)s") % {"why": why})
