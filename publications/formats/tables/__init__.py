"""Tables of papers, one a row under a row of headers: CSV, TSV and what spreadsheets make of them.

Which column holds what is told by its header, in the words of Google Scholar, Zotero, Scopus, Web of Science, IEEE
Xplore, PubMed, academicpages and people; whoever knows better gives a mapping. Quoting: RFC 4180.
"""

from .headers import FIELDS
from .reading import Column, columns, is_table, read

__all__ = ["FIELDS", "Column", "columns", "is_table", "read"]
