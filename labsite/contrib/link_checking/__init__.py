"""Addresses outside that the site links to: where they are, and whether they still answer."""
