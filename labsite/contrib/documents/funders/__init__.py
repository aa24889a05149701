"""What funders ask for of a person: NIH's and NSF's biographical sketches, and NSF's table of collaborators.

The forms are American, so what stands in them is English in every language of the site. What the forms ask for, and
where that is written, stands in docs/documents.md.
"""
