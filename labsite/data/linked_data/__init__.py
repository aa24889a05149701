"""What the site says to machines as linked data: https://schema.org, written as JSON-LD.

One module per kind of thing; each turns rows that a page has fetched anyway into plain dicts.
"""
