"""The site as files, for any web space: what visitors are answered, and a script that searches it without a server."""
