"""What is missing or odd about openings, projects and the lab itself."""

from collections.abc import Iterable

from labsite.editing.form_anchors import defer_long_texts, field
from labsite.editing.issues import Issue, IssueRules, Scope
from labsite.modelling.periods import PartialDate
from labsite.models import Lab, Opening, Project

LAB_RULES, OPENING_RULES, PROJECT_RULES = IssueRules(Lab), IssueRules(Opening), IssueRules(Project)

# The fields of the lab's form with what they hold as long as nobody has written there, and what that means.
EMPTY_FIELDS = {
    "name": (Lab._meta.get_field("name").default, "It still has the name that every new site has."),
    "tagline": ("", "What it studies isn’t said in one line."),
    "email": ("", "There is no e-mail address to write to."),
    "address": ("", "There is no postal address."),
}


@LAB_RULES.add(
    "lab-says-little",
    "What the lab says of itself",
    "Visitors look for it at the top and at the foot of the home page.",
    order=50,
)
def empty_lab_fields(scope: Scope) -> Iterable[Issue]:
    for lab in defer_long_texts(scope.rows(Lab)):
        for name, (empty, words) in EMPTY_FIELDS.items():
            if getattr(lab, name) == empty:
                yield Issue(lab, words, field(name), about=name)


@OPENING_RULES.add(
    "closed-opening",
    "Openings past their closing date",
    "Nobody can apply any more: delete it, or give it a new date.",
    order=100,
)
def closed_openings(scope: Scope) -> Iterable[Issue]:
    closed = defer_long_texts(scope.rows(Opening)).filter(closes__lt=scope.at)
    return [
        Issue(opening, f"It closed on {PartialDate(opening.closes.isoformat()).words}.", field("closes"))
        for opening in closed
    ]


@PROJECT_RULES.add(
    "project-words",
    "Pictures of projects without a description",
    "Say in a few words what the picture shows, for those who don’t see it.",
    order=110,
)
def projects_without_words(scope: Scope) -> Iterable[Issue]:
    shown = defer_long_texts(scope.rows(Project)).exclude(picture="").filter(picture_alt="")
    return [Issue(project, "The picture has no description.", field("picture_alt")) for project in shown]
