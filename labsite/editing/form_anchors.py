"""The address of an admin form: the fragments of its fields, sections and errors, and where its user came from."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.contrib import admin
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from labsite.texts.folding import FoldedField
from labsite.texts.markdown import markdown_fields

PART = "part"  # a parameter of a form's address: the name of the part that it is opened for (parts.py)
FROM_WORKLIST = "worklist"  # a parameter of the address: the query by which the worklist was narrowed


def form_address(row: Model, query: Mapping[str, str] | None = None, fragment: str = "") -> str:
    """Return the address of the form of a row, of which some are edited in parts: then of that with the fragment."""
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
    model_admin: Any = admin.site.get_model_admin(row._meta.model)
    part = model_admin.part_at(fragment) if fragment else ""
    query = {PART: part, **(query or {})} if part else query
    return reverse(name, args=[row.pk], query=query, fragment=fragment or None)


def field(name: str) -> str:
    """Return the fragment of a field of the form itself."""
    return f"id_{name}"


def section(model: type[Model], owner: str) -> str:
    """Return the fragment of an inline section."""
    key: Any = model._meta.get_field(owner)
    return f"{key.remote_field.get_accessor_name()}-group"


def defer_long_texts(rows: QuerySet[Any], *through: str, own: bool = True) -> QuerySet[Any]:
    """Defer the long texts of a queryset, and of the rows that the foreign keys ``through`` select with it.

    These are Markdown fields, with their HTML, and folded search texts. Without ``own`` the queryset keeps its own.
    """
    models: dict[str, Any] = {"": rows.model} if own else {}
    models |= {f"{name}__": rows.model._meta.get_field(name).related_model for name in through}
    names = []
    for prefix, model in models.items():
        long = [each.name for each in model._meta.fields if isinstance(each, FoldedField) and each.sources]
        long += [name for each in markdown_fields(model) for name in (each.name, each.html_name)]
        names += [prefix + name for name in long]
    return rows.select_related(*through).defer(*names) if through else rows.defer(*names)


class NamedError(NamedTuple):
    """What is wrong with a field, a row or a section, and the fragment of its place in the form."""

    name: str
    words: str
    anchor: str


def named_errors(form: Any, sections: Iterable[Any]) -> list[NamedError]:
    """Return what is wrong with a form and the inline rows in its sections, in their order."""
    errors = list(_of_form(form, "", ""))
    for section in sections:
        formset = section.formset
        heading = capfirst(str(section.opts.verbose_name_plural))
        group = f"{formset.prefix}-group"
        errors += [NamedError(heading, words, group) for words in formset.non_form_errors()]
        for number, row in enumerate(formset.forms, start=1):
            name = gettext("%(what)s %(number)s") % {"what": section.opts.verbose_name, "number": number}
            errors += _of_form(row, name, row.prefix)
    return errors


def _of_form(form: Any, row: str, anchor: str) -> Iterator[NamedError]:
    """Name the errors of a form; of that of a ``row`` with its name, which stands at ``anchor``."""
    for field, errors in form.errors.items():
        words = " ".join(map(str, errors))
        if field == NON_FIELD_ERRORS or field not in form.fields:
            yield NamedError(capfirst(row), words, anchor)
            continue
        name = capfirst(str(form[field].label))
        if row:
            name = gettext("%(field)s of %(row)s") % {"field": name, "row": row}
        yield NamedError(name, words, form[field].id_for_label or anchor)
