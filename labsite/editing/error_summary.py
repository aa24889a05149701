"""The fields of a refused form that have to be put right, each by its name and with the way to it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.text import capfirst
from django.utils.translation import gettext


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
