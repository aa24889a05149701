"""Places that know papers: what they say of one paper, or of everything that an author wrote.

``recognise`` says which source knows what somebody typed, ``find`` asks it. Each source is one module with ``fetch``,
which alone asks anybody, and ``entries``, which reads the reply and is tested with replies kept in tests/data/sources.
"""

from publications.identifiers import mistyped_orcid, recognise

from .asking import Unavailable
from .finding import Found, find

__all__ = ["Found", "Unavailable", "find", "mistyped_orcid", "recognise"]
