"""Lists of papers as references in the usual styles of citations: pages to copy from, and files."""
