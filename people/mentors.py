"""Those whom a career names, its advisors and referees: fetched in one query for any number of steps."""

from django.db.models import F, OuterRef, Q

from labsite.modelling.rows_as_json import JSONRow, RowsAsJSON
from people.models import Education, Person, Position

KINDS = {Position: "position", Education: "education"}


def attach_mentors(steps, references=()):
    """Give each step its advisors as ``advised_by`` and each reference its referee, all of them with_pages()."""
    mentors = list(_mentors(steps, references)) if steps or references else []
    for step in steps:
        step.advised_by = [mentor for mentor in mentors if step.pk in _advised(mentor, type(step))]
    for reference in references:
        reference.referee = next(mentor for mentor in mentors if mentor.pk == reference.referee_id)


def _mentors(steps, references):
    chosen, columns = Q(pk__in=[reference.referee_id for reference in references]), {}
    for model, kind in KINDS.items():
        pks = [step.pk for step in steps if isinstance(step, model)]
        rows = model.advisors.through.objects.filter(**{f"{kind}__in": pks})
        chosen |= Q(pk__in=rows.values("person"))
        own = rows.filter(person=OuterRef("pk"))
        columns[f"{kind}_as_json"] = RowsAsJSON(own.annotate(row=JSONRow(step=F(f"{kind}_id"))).values("row"))
    return Person.objects.with_pages().annotate(**columns).filter(chosen)


def _advised(mentor, model):
    """Return the keys of the steps of one kind that name the mentor as an advisor."""
    return {row["step"] for row in getattr(mentor, f"{KINDS[model]}_as_json") or []}
