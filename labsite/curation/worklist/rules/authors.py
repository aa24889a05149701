"""Authors of papers that don't fit: marks that mean nothing alone, names of somebody else."""

from django.db.models import Count, Exists, F, OuterRef

from labsite.curation.worklist.point import Point, Rule
from labsite.editing.form_anchors import defer_long_texts, numbered, row_field, section
from labsite.roles import Role
from labsite.texts.folding import fold
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


def equal_alone(scope):
    """Whoever contributed equally did so with somebody."""
    equal = Authorship.objects.filter(is_equal=True).order_by()
    alone = equal.values("publication").annotate(number=Count("pk")).filter(number=1).values("publication")
    odd = equal.filter(publication__in=alone)
    return [_author(row, "alone is marked with equal contribution.", "is_equal") for row in _rows(scope, odd)]


def mentor_not_author(scope):
    with_mentor = Authorship.objects.filter(publication=OuterRef("publication"), person=OuterRef("mentor"))
    odd = Authorship.objects.filter(~Exists(with_mentor), mentor__isnull=False)
    words = "is the mentee of someone who isn’t among the authors."
    return [_author(row, words, "mentor") for row in _rows(scope, odd)]


def printed_as_another(scope):
    """A name may be printed in short, turned round or in another script, but not as that of somebody else."""
    printed = Authorship.objects.exclude(printed_name="").exclude(printed_name=F("person__name"))
    spelled = printed.filter(publication__in=papers(scope).values("pk")).select_related("person")
    doubted = [row.pk for row in spelled.prefetch_related("person__name_variants") if not _fits(row)]
    return [
        _author(row, f"is not how “{row[1].printed_name}” reads: is this the right person?", "printed_name")
        for row in _rows(scope, Authorship.objects.filter(pk__in=doubted))
    ]


def _rows(scope, odd):
    """Return the odd authors of papers that can be changed, each with their number on the form."""
    keys = set(odd.order_by().values_list("pk", flat=True))
    of = papers(scope).filter(authorships__in=keys).values("pk")
    authors = defer_long_texts(Authorship.objects.filter(publication__in=of), "publication", "person") if keys else ()
    return [(number, author) for number, author in numbered(authors, "publication") if author.pk in keys]


def _fits(author):
    """A printed name shares a word with the person's names, in whichever script and order."""
    person = author.person
    names = [person.name, person.native_name, person.unspaced_native_name, person.given_name, person.family_name]
    names += [variant.name for variant in person.name_variants.all()]
    known = {word for name in names for word in fold(name).split()}
    words = fold(author.printed_name).split()
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
