"""RIS, which most reference managers read and write.

Tags and types: the RIS format specification of Research Information Systems (2001) and its tables of 2011, kept at
https://en.wikipedia.org/wiki/RIS_(file_format); where these leave a choice, tags are used as Zotero and EndNote do.
"""

from .reading import parse, read
from .tags import PAGE_RANGE
from .writing import render

__all__ = ["PAGE_RANGE", "parse", "read", "render"]
