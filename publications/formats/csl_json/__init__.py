"""CSL-JSON, which citeproc, Pandoc and Zotero read.

Schema: https://github.com/citation-style-language/schema/blob/master/schemas/input/csl-data.json; types and variables:
https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
"""

from .reading import parse, read
from .writing import render

__all__ = ["parse", "read", "render"]
