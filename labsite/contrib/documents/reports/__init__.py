"""Reports of the lab, a project, a funder or a member: what they did in a period, as a document and as a table."""
