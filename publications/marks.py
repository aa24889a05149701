"""What the signs behind authors' names mean, said once for a list of papers."""

from django.utils.translation import gettext as _, gettext_lazy

MEANINGS = {
    "*": gettext_lazy("equal contribution"),
    "†": gettext_lazy("system lead"),
    "✉": gettext_lazy("corresponding author"),
}


def legend(publications):
    """Return (sign, meaning) for each sign that the papers use. Expects with_authors()."""
    authorships = [row for publication in publications for row in publication.authorships.all()]
    used = {sign for row in authorships for sign in row.marks}
    meanings = MEANINGS | {"‡": _mentee(authorships)}
    return [(sign, meanings[sign]) for sign in "*†‡✉" if sign in used]


def _mentee(authorships):
    mentors = {row.mentor.name for row in authorships if row.mentor_id}
    return _("mentee of {name}").format(name=mentors.pop()) if len(mentors) == 1 else _("mentee of another author")
