"""A kind of content made for a test: an app of its own, of which nothing outside this folder knows."""
