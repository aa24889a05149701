"""Choices in an order: ticked, and dragged or numbered into their places, as the rows of forms are."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms import Script
from django.forms.renderers import TemplatesSetting
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.editing.inlines import by_order, order_field
from labsite.texts.plain_text import lines_of


class OrderedChoicesInput(forms.CheckboxSelectMultiple):
    """Boxes to tick with their places; what is ticked comes first, then the others in their usual order."""

    template_name = "admin/widgets/ordered_choices.html"

    class Media:
        js = [Script("labsite/admin/ordered-rows.js", type="module")]

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        chosen, labels = list(value or ()), dict(self.choices)
        keys = [*(key for key in chosen if key in labels), *(key for key in labels if key not in chosen)]
        noun = order_field(_("part")).widget
        rows = [
            (noun.render(f"{name}-place-{key}", number), key, labels[key], key in chosen)
            for number, key in enumerate(keys, 1)
        ]
        return super().get_context(name, value, attrs) | {"rows": rows, "name": name}

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> Any:
        """Use the project's own templates."""
        return super().render(name, value, attrs, TemplatesSetting())

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return what is ticked in the order of its numbers; without any, as it was sent."""
        ticked = dict.fromkeys(data.getlist(name) if hasattr(data, "getlist") else data.get(name, []))
        return by_order(list(ticked), lambda key: _number(data.get(f"{name}-place-{key}")))


def _number(typed: Any) -> int:
    return int(typed) if str(typed).isascii() and str(typed).isdecimal() else 0


class OrderedChoicesField(forms.MultipleChoiceField):
    """Several choices in an order, kept as a text of a line each."""

    widget = OrderedChoicesInput

    def __init__(self, *, choices: Iterable[tuple[str, str | Promise]], **kwargs: Any) -> None:
        super().__init__(choices=choices, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return lines_of(value) if isinstance(value, str) else value

    def clean(self, value: Any) -> str:
        return "\n".join(super().clean(value))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(self.prepare_value(initial or "")) != list(self.prepare_value(data or ""))
