"""BibTeX, with the standard entry types and fields and those that the ACM and IEEE styles add to them.

Entry types and fields: https://ctan.org/pkg/bibtex (btxdoc). ``eprint``: https://info.arxiv.org/help/hypertex/bibstyles/
Reading also knows the fields that biblatex renamed.
"""

from .reading import parse, read
from .words import KEY
from .writing import render

__all__ = ["KEY", "parse", "read", "render"]
