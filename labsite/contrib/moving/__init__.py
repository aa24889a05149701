"""Moving in: a family's reader turns a site of another system into plain data (site.py), which writing/ saves."""
