"""Documents in formats of files: each module writes one, and knows nothing of what a document is about.

What a format looks like is a template, and what the texts of a document are in it are filters of the module.
"""
