"""What models and columns are called whose classes don't say: by their names in English, translated here.

Django makes these names itself, and no migration tells of them. A text with the name of a model before it says what a
column is called there alone.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_noop as _, pgettext, pgettext_lazy

called = lazy(lambda name, model: there if (there := pgettext(model, name)) != name else gettext(name), str)


def translate_names(models: Iterable[type[Model]]) -> None:
    """Let the names that Django made for models and their columns be in the reader's language."""
    for model in models:
        meta: Any = model._meta
        for name in ("verbose_name_plural", "verbose_name"):
            if name not in meta.original_attrs:
                setattr(meta, name, called(str(getattr(meta, name)), meta.model_name))
        for field in (*meta.local_fields, *meta.local_many_to_many):
            if field._verbose_name is None:
                field.verbose_name = called(str(field.verbose_name), meta.model_name)


# For those who collect the texts.
MODELS = (
    *(_("award"), _("awards"), _("contact detail"), _("contact details"), _("membership"), _("memberships")),
    *(_("name variant"), _("name variants"), _("person"), _("position"), _("positions"), _("profile link")),
    *(_("profile links"), _("reference"), _("references"), _("teaching"), _("education")),
    *(_("publication"), _("publications"), _("authorship"), _("authorships"), _("link"), _("links")),
    *(_("identifier"), _("identifiers"), _("extra field"), _("extra fields"), _("earlier version")),
    *(_("earlier versions"), _("talk"), _("talks"), _("talk occasion"), _("talk occasions")),
    *(_("venue"), _("venues"), _("venue alias"), _("import"), _("imports"), _("imported entry"), _("service roles")),
)
COLUMNS = (
    *(_("abstract"), _("acronym"), _("advisors"), _("affiliation"), _("authors")),
    *(_("biography"), _("course"), _("date"), _("degree"), _("end")),
    *(_("family name"), _("given name"), _("headline"), _("honorific")),
    *(_("honours"), _("host"), _("kind"), _("label"), _("login")),
    *(_("month"), _("name"), _("native name"), _("note"), _("notes"), _("order")),
    *(_("organisation"), _("photo"), _("publisher"), _("referee")),
    *(_("research statement"), _("role"), _("skills"), _("short name"), _("speaker"), _("start"), _("state")),
    *(_("status"), _("term"), _("title")),
    *(_("unit"), _("until"), _("value"), _("visibility"), _("volume"), _("year")),
)
THERE = (
    *(pgettext_lazy("award", "title"), pgettext_lazy("position", "title"), pgettext_lazy("reference", "title")),
    *(pgettext_lazy("position", "place"), pgettext_lazy("education", "place"), pgettext_lazy("teaching", "place")),
    *(pgettext_lazy("talkoccasion", "place"), pgettext_lazy("person", "name")),
    *(pgettext_lazy("publication", "pages"), pgettext_lazy("publication", "number"), pgettext_lazy("lab", "address")),
    *(pgettext_lazy("membership", "role"), pgettext_lazy("opening", "role")),
)
