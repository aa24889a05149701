"""BibTeX, with the standard entry types and fields and those that the ACM and IEEE styles add to them.

Entry types and fields: https://ctan.org/pkg/bibtex (btxdoc). ``eprint``: https://info.arxiv.org/help/hypertex/bibstyles/
Reading also knows the types, fields and names of biblatex, and the fields of the sites and programs in use.
"""

from .fields import is_private
from .reading import read
from .writing import render

__all__ = ["is_private", "read", "render"]
