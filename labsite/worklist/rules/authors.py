"""Authors of papers that don't fit: marks that mean nothing alone, names of somebody else."""

from itertools import groupby

from django.db.models import Exists, OuterRef, Q

from labsite.editing.places import light, numbered, row_field, section
from labsite.folding import fold
from labsite.roles import Role
from labsite.worklist.point import Point, Rule
from people.models import has_page
from publications.models import Authorship, Publication

from .papers import papers


def without_authors(scope):
    lacking = papers(scope).filter(authorships=None)
    return [Point(paper, "It has no authors.", section(Authorship, "publication")) for paper in lacking]


def without_member(scope):
    by_members = Authorship.objects.filter(has_page("person")).values("publication")
    foreign = papers(scope).filter(authorships__isnull=False).exclude(pk__in=by_members).distinct()
    words = "None of its authors is or was in the lab."
    return [Point(paper, words, section(Authorship, "publication")) for paper in foreign]


def _rows(scope, of):
    """Yield the authors of papers that have such an author, each with their number on the form."""
    concerned = Authorship.objects.filter(of).values("publication")
    rows = Authorship.objects.filter(publication__in=papers(scope).filter(pk__in=concerned).values("pk"))
    return numbered(light(rows.prefetch_related("person__name_variants"), "publication", "person"), "publication")


def equal_alone(scope):
    """Whoever contributed equally did so with somebody."""
    equal = [(number, author) for number, author in _rows(scope, Q(is_equal=True)) if author.is_equal]
    equal.sort(key=lambda pair: pair[1].publication_id)
    papers_of = groupby(equal, key=lambda pair: pair[1].publication_id)
    alone = [rows[0] for rows in (list(rows) for _, rows in papers_of) if len(rows) == 1]
    return [_author(row, "alone is marked with equal contribution.", "is_equal") for row in alone]


def mentor_not_author(scope):
    with_mentor = Authorship.objects.filter(publication=OuterRef("publication"), person=OuterRef("mentor"))
    absent = Q(mentor__isnull=False) & ~Exists(with_mentor)
    odd = set(Authorship.objects.filter(absent).values_list("pk", flat=True))
    words = "is the mentee of someone who isn’t among the authors."
    return [_author(row, words, "mentor") for row in _rows(scope, absent) if row[1].pk in odd]


def printed_as_another(scope):
    return [
        _author(row, f"is not how “{row[1].printed_name}” reads: is this the right person?", "printed_name")
        for row in _rows(scope, ~Q(printed_name=""))
        if row[1].printed_name and not _fits(row[1].printed_name, row[1].person)
    ]


def _fits(printed, person):
    """A printed name shares a word with the person's names, in whichever script and order."""
    names = [person.name, person.native_name, person.unspaced_native_name, person.given_name, person.family_name]
    names += [variant.name for variant in person.name_variants.all()]
    known = {word for name in names for word in fold(name).split()}
    words = fold(printed).split()
    return any(word in known for word in words if len(word) > 1) or "".join(words) in known


def _author(row, words, name):
    number, author = row
    place = row_field(author, "publication", number, name)
    return Point(author, f"{author.person.name} {words}", place, author.publication)


RULES = (
    Rule("no-authors", "Papers without authors", "Add who wrote it.", (Publication,), without_authors),
    Rule(
        "no-member",
        "Papers by nobody in the lab",
        "An author may stand for a member under another spelling; else the paper doesn’t belong here.",
        (Publication,),
        without_member,
        Role.EDITOR,
    ),
    Rule(
        "printed-name",
        "Authors printed under another’s name",
        "Choose the person who wrote it, or add the spelling to that person’s other names.",
        (Publication,),
        printed_as_another,
    ),
    Rule(
        "equal-alone",
        "Equal contribution of one author",
        "Mark the others who contributed equally too, or take the mark away.",
        (Publication,),
        equal_alone,
    ),
    Rule(
        "mentor-absent",
        "Mentees of someone who isn’t an author",
        "Choose one of the authors, or leave the mentor empty.",
        (Publication,),
        mentor_not_author,
    ),
)
