"""Duplicates: people, papers and venues that look like one are found, compared, and settled by a person."""
