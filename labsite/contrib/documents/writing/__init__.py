"""Documents in formats of files: each module writes one, and knows nothing of what a document is about."""
