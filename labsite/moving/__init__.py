"""Moving in: a whole site of another system becomes plain data (site.py), and that is written in one step."""
