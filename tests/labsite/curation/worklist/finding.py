"""What the worklist says to somebody, in words that a test can compare."""

from labsite.curation import worklist
from tests import cast


def said(kind, user=None):
    """Return the points of one kind that someone, else an administrator, is shown: subject, sentence, and fragment."""
    user = user or cast.make_administrator()
    points = [point for point in worklist.open_issues(user) if point.rule.kind == kind]
    return [(str(point.subject), point.sentence, point.address.partition("#")[2]) for point in points]


def subjects(kind, user=None):
    """Return what the points of one kind are about."""
    return [subject for subject, _, _ in said(kind, user)]


def pictured(row, field, **fields):
    """Say of a row that it has a picture, without a file."""
    sizes = {f"{field}_width": 480, f"{field}_height": 600}
    type(row)._default_manager.filter(pk=row.pk).update(**{field: "quokka.jpg", **sizes, **fields})
    return row
