"""What the site says to machines: files of its rows, citations, feeds, a calendar and site maps."""
