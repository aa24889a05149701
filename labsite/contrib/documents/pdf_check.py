"""Whether the lab's documents can be set as PDF: its template works, and fonts have the letters of names."""

from django.db import Error
from django.utils import timezone
from django.utils.translation import gettext as _

from labsite.contrib.documents.formats import DocumentError
from labsite.contrib.documents.parts import Document, DocumentSection
from labsite.web.health import Check
from people.models import Person

LATIN = 0x24F  # the last of the letters that the fonts of the package have in any case


def what_is_wrong() -> str:
    """Return what keeps documents from being set, in a sentence; nothing where all is well."""
    from labsite.contrib.documents.writing import pdf  # which loads Typst

    sample = Document("A", language="en", date=str(timezone.localdate()), sections=(DocumentSection("a", "A"),))
    try:
        names = Person.objects.values_list("name", "native_name")
        letters = {letter for pair in names for name in pair for letter in name if ord(letter) > LATIN}
        pdf.write(sample)
        lacking = pdf.letters_without_a_font("".join(sorted(letters))) if letters else ""
    except DocumentError as error:
        return str(error)
    except Error:  # other checks say so
        return ""
    shown = {"letters": lacking[: pdf.MAX_LISTED]}
    words = _("No font has %(letters)s, which are letters of names: install one, for Chinese such as fonts-noto-cjk.")
    return words % shown if lacking else ""


def check() -> Check:
    """Say on the page *The site* whether documents can be set."""
    wrong = what_is_wrong()
    return Check(_("Documents as PDF"), not wrong, wrong or _("They can be set, with every letter of names."))
