"""Addresses of the old site: how pages had them there, and that they lead to what became of these pages."""
