"""Duplicates: people, papers and venues that look like one are found, compared, and settled by a person."""

from .finding import candidates_of, number_open

__all__ = ["candidates_of", "number_open"]
