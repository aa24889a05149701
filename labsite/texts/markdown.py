"""Markdown to HTML that is safe to put into a page; rendered when a text is saved, never when a page is read."""

import logging
import zlib
from typing import Any

from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from markdownx.models import MarkdownxField

logger = logging.getLogger(__name__)

MAX_CHARS = 20_000
TOO_LONG = format_lazy(_("This text is too long: at most {most:,} characters are allowed."), most=MAX_CHARS)


def render(text: str, id_prefix: str = "") -> SafeString:
    """Return the HTML of a Markdown text.

    ``id_prefix`` keeps the footnotes of several texts on one page apart.
    Raises ValueError for more than MAX_CHARS characters, and nothing else.
    """
    if len(text) > MAX_CHARS:
        raise ValueError(TOO_LONG)
    from labsite.texts.markdown_parser import html_of

    text = text.encode("utf-8", "replace").decode()  # a lone surrogate cannot be stored
    try:
        return mark_safe(html_of(text, id_prefix))
    except Exception:
        logger.exception("A Markdown text could not be rendered and is shown as it was typed.")
        return mark_safe(linebreaks(text.replace("\0", ""), autoescape=True))


class MarkdownField(MarkdownxField):
    """A Markdown text with a column ``<name>_html`` beside it that holds its HTML.

    The column follows every save, ``loaddata`` included, and has no part in forms and fixtures.
    ``QuerySet.update`` and ``bulk_update`` write columns, not objects: they leave it as it is.
    """

    default_validators = [MaxLengthValidator(MAX_CHARS, TOO_LONG)]  # more would be refused by render()

    @property
    def html_name(self) -> str:
        return f"{self.name}_html"

    def contribute_to_class(self, cls: type[models.Model], name: str, **kwargs: Any) -> None:
        super().contribute_to_class(cls, name, **kwargs)
        if cls._meta.abstract:
            return
        models.signals.pre_save.connect(self._follow_save, sender=cls)
        # A migration's state lists the column as a field of its own.
        if cls.__module__ != "__fake__":
            column = models.TextField(
                blank=True, default="", db_default=self.db_default, editable=False, serialize=False
            )
            column.contribute_to_class(cls, self.html_name)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        text = getattr(model_instance, self.attname) or ""
        of, html = model_instance.__dict__.get(f"_{self.html_name}_of", (None, ""))
        setattr(model_instance, self.html_name, html if of == text else self.html_of(text))
        return super().pre_save(model_instance, add)

    def html_of(self, text: str) -> str:
        """Return the HTML of a text in this column."""
        # Two texts of one kind can share a page, so the name of the field alone does not tell them apart.
        return render(text, f"{self.name}-{zlib.crc32(text.encode('utf-8', 'replace')):08x}") if text else ""

    def keep_html(self, instance: models.Model, html: str) -> None:
        """Spare a row the rendering of the text that it has now, whose HTML is known from ``html_of``."""
        instance.__dict__[f"_{self.html_name}_of"] = (getattr(instance, self.attname), html)

    def _follow_save(
        self, instance: models.Model, raw: bool, using: str, update_fields: frozenset[str] | None, **kwargs: Any
    ) -> None:
        """Write the HTML where ``pre_save`` of the field is not called or its column is not among those saved."""
        if raw:
            self.pre_save(instance, add=False)
        elif update_fields and self.name in update_fields and self.html_name not in update_fields:
            row = type(instance)._base_manager.using(using).filter(pk=instance.pk)
            self.pre_save(instance, add=False)
            row.update(**{self.html_name: getattr(instance, self.html_name)})


def markdown_fields(model: type[models.Model]) -> list[MarkdownField]:
    """Return the Markdown texts that a row of a model has."""
    return [field for field in model._meta.fields if isinstance(field, MarkdownField)]
