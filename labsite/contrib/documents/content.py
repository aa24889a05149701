"""What the site needs to know of what members choose and keep of their documents, and whether these can be set."""

from django.db import Error
from django.utils.translation import gettext, gettext_lazy as _

from labsite import registry
from labsite.contrib.documents.formats import DocumentError
from labsite.contrib.documents.models import CVSettings, FrozenCV, Report
from labsite.editing.menu import MenuEntry, MenuGroup
from labsite.history.tracked import Tracked
from labsite.registry import Addition, BelongsTo, PublicPages
from labsite.roles import AdminPage, ModelRights, Role
from labsite.web.health import Check, SiteCheck
from people.models import Person

VIEWS = "labsite.contrib.documents.cv.views"
LATIN = 0x24F  # the last of the letters that the fonts of the package have in any case
DOCUMENTS = MenuGroup(_("Documents"), _("Reports of the lab, a project, a funder or a member, and saved CVs."), 60)


def check() -> Check:
    """Say whether documents can be set, with all letters of names."""
    from labsite.contrib.documents.writing import pdf  # which loads Typst

    wrong = ""
    try:
        names = Person.objects.values_list("name", "native_name")
        letters = {letter for pair in names for name in pair for letter in name if ord(letter) > LATIN}
        if lacking := pdf.letters_without_a_font("".join(sorted(letters))):
            wrong = gettext(
                "No font has the letters %(letters)s of some names: install one, such as fonts-noto-cjk for Chinese."
            ) % {"letters": lacking[: pdf.MAX_LISTED]}
    except DocumentError as error:
        wrong = str(error)
    except Error:  # other checks say so
        pass
    return Check(gettext("Documents as PDF"), not wrong, wrong or gettext("PDFs show every letter of every name."))


registry.register(
    CVSettings,
    ModelRights("vacd", "VACD", "VACD", own=("person__login",)),
    BelongsTo(Person, "cv_settings", _("choices for the CV")),
)
registry.register(
    FrozenCV,
    ModelRights("vacd", "VACD", "VACD", own=("person__login",)),
    Tracked(order=35),
    BelongsTo(Person, "frozen_cvs"),
    MenuEntry(beside=(Person,), order=20),
)
# What is kept of reports is the lab's even where it makes none: labsite.contrib.documents.reports shows them.
registry.register(
    Report,
    ModelRights("VAcd", "VACD", "VACD", own=("added_by",), fixed={Role.MEMBER: ("is_public", "slug")}),
    Tracked(order=130),
)
registry.add(
    PublicPages("labsite.contrib.documents.urls", order=40),
    AdminPage("cv", "cv/<int:pk>/", f"{VIEWS}.own_cv", Role.MEMBER, own=_("My CV")),
    AdminPage("frozen-cv", "frozen-cv/<int:pk>.<slug:extension>", f"{VIEWS}.own_frozen_cv", Role.MEMBER),
    Addition("profile head", "documents/_profile_head.html"),
    Addition("profile contacts", "documents/_profile_contact.html"),
    Addition("tools for a person", "documents/_cv_tool.html", order=10),
    Addition("files of papers", "documents/_references_of_a_list.html"),
    Addition("files of a project's papers", "documents/_references_of_a_project.html"),
    SiteCheck(check),
)
