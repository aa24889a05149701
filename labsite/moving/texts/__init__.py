"""Texts as sites have them, with Liquid, shortcodes and HTML in them, made plain Markdown; what is lost is told."""

from .markdown import Plain, plain_markdown
from .references import Reference, references, with_addresses

__all__ = ["Plain", "Reference", "plain_markdown", "references", "with_addresses"]
