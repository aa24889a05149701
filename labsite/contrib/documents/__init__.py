"""Documents made of what the site knows: CVs, biosketches, reports and lists of papers, in every format."""
