"""Readers of lists of papers as people type them, which apps add by the paths of their functions: few need them.

Each takes a file or a text, and its name, and returns a list of entries, empty where it is none of these lists.
"""

READERS: list[str] = []
