"""What the signs behind authors' names mean, said once for a list of papers."""

MEANINGS = {"*": "equal contribution", "†": "system lead", "✉": "corresponding author"}


def legend(publications):
    """Return (sign, meaning) for each sign that the papers use. Expects with_authors()."""
    authorships = [row for publication in publications for row in publication.authorships.all()]
    used = {sign for row in authorships for sign in row.marks}
    meanings = MEANINGS | {"‡": _mentee(authorships)}
    return [(sign, meanings[sign]) for sign in "*†‡✉" if sign in used]


def _mentee(authorships):
    mentors = {row.mentor.name for row in authorships if row.mentor_id}
    return f"mentee of {mentors.pop()}" if len(mentors) == 1 else "mentee of another author"
