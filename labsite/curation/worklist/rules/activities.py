"""What is missing or odd about venues, talks, openings, projects and the lab itself."""

from labsite.curation.worklist.point import Point, Rule
from labsite.editing.form_anchors import defer_long_texts, field, section
from labsite.modelling.periods import PartialDate
from labsite.models import Lab, Opening, Project
from people.models import Award
from publications.models import Talk, TalkOccasion, Venue
from services.models import Service

# What the lab's form holds as long as nobody has written there, and what that means.
SAID_BY_THE_LAB = {
    "name": (Lab._meta.get_field("name").default, "It still has the name that every new site has."),
    "tagline": ("", "What it studies isn’t said in one line."),
    "email": ("", "There is no e-mail address to write to."),
    "address": ("", "There is no postal address."),
}


def lab_says_little(scope):
    for lab in defer_long_texts(scope.rows(Lab)):
        for name, (empty, words) in SAID_BY_THE_LAB.items():
            if getattr(lab, name) == empty:
                yield Point(lab, words, field(name), about=name)


def venues_without_name(scope):
    used = scope.rows(Venue).filter(name="", publications__isnull=False).exclude(kind=Venue.Kind.PREPRINTS)
    return [Point(venue, "Its full name isn’t given.", field("name")) for venue in defer_long_texts(used).distinct()]


def talks_without_date(scope):
    dated = TalkOccasion.objects.exclude(date="").values("talk")
    lacking = defer_long_texts(scope.rows(Talk)).exclude(pk__in=dated)
    return [Point(talk, "No occasion has a date.", section(TalkOccasion, "talk")) for talk in lacking]


def services_without_year(scope):
    """Standing work is a journal's."""
    lacking = scope.rows(Service).filter(year=None).exclude(venue__kind=Venue.Kind.JOURNAL).select_related("venue")
    return [Point(service, "No year is given.", field("year")) for service in defer_long_texts(lacking)]


def awards_without_year(scope):
    return [Point(award, "No year is given.", field("year")) for award in scope.rows(Award).filter(year=None)]


def closed_openings(scope):
    closed = defer_long_texts(scope.rows(Opening)).filter(closes__lt=scope.at)
    return [
        Point(opening, f"It closed on {PartialDate(opening.closes.isoformat()).words}.", field("closes"))
        for opening in closed
    ]


def projects_without_words(scope):
    shown = defer_long_texts(scope.rows(Project)).exclude(picture="").filter(picture_alt="")
    return [Point(project, "The picture has no description.", field("picture_alt")) for project in shown]


RULES = (
    Rule(
        "lab-says-little",
        "What the lab says of itself",
        "Visitors look for it at the top and at the foot of the home page.",
        (Lab,),
        lab_says_little,
    ),
    Rule(
        "venue-name",
        "Venues without a full name",
        "Citations print it, without the year and without the acronym.",
        (Venue,),
        venues_without_name,
    ),
    Rule("talk-date", "Talks without a date", "Say when and where it was given.", (Talk,), talks_without_date),
    Rule(
        "service-year",
        "Service without a year",
        "Only standing work, such as a journal’s, has none.",
        (Service,),
        services_without_year,
    ),
    Rule("award-year", "Awards without a year", "Say when it was given.", (Award,), awards_without_year),
    Rule(
        "closed-opening",
        "Openings past their closing date",
        "Nobody can apply any more: delete it, or give it a new date.",
        (Opening,),
        closed_openings,
    ),
    Rule(
        "project-words",
        "Pictures of projects without a description",
        "Say in a few words what the picture shows, for those who don’t see it.",
        (Project,),
        projects_without_words,
    ),
)
